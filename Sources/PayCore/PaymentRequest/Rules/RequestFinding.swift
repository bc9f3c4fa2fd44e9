/// What a rule says about a payment request.
package struct RequestFinding: Sendable, Hashable {
  /// Stable id of the rule, never reused: `webkit.country-code`.
  package let rule: String
  package let severity: Finding.Severity
  /// RFC 6901 pointer to the place, in the form of the request that was given.
  package internal(set) var pointer: String
  /// One line: what is wrong; with WebKit's rules exactly WebKit's text.
  package let message: String
  /// Where the rule is written.
  package internal(set) var source: String
  /// What to do about it.
  package let remedy: String
  /// Where another rule set decides otherwise, how; nil if none does.
  package internal(set) var difference: String?

  package init(
    rule: String, severity: Finding.Severity = .error, pointer: String, message: String,
    source: String, remedy: String, difference: String? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.pointer = pointer
    self.message = message
    self.source = source
    self.remedy = remedy
    self.difference = difference
  }

  package var json: JSONValue {
    let base: JSONValue = [
      "rule": .string(rule), "severity": .string(severity.rawValue), "pointer": .string(pointer),
      "message": .string(message), "source": .string(source), "remedy": .string(remedy),
    ]
    return base.with("difference", difference.map { .string($0) })
  }
}
