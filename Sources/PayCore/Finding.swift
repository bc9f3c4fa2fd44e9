/// An ordinary refusal or remark: a value, not an error.
package struct Finding: Sendable, Hashable {
  package enum Severity: String, Sendable { case error, warning }

  /// Stable code, snake_case, never reused.
  package let code: String
  package let severity: Severity
  /// RFC 6901 pointer to the place, empty for the whole.
  package let pointer: String
  /// One line: what is wrong.
  package let message: String
  /// Where the rule is written: a page of Apple's, an RFC, or `engine`.
  package let source: String

  package init(
    code: String, severity: Severity = .error, pointer: String = "", message: String,
    source: String = "engine"
  ) {
    self.code = code
    self.severity = severity
    self.pointer = pointer
    self.message = message
    self.source = source
  }

  package var json: JSONValue {
    [
      "code": .string(code), "severity": .string(severity.rawValue), "pointer": .string(pointer),
      "message": .string(message), "source": .string(source),
    ]
  }
}
