/// What a rule says about a payment request.
package struct RequestFinding: Sendable, Hashable {
  /// Stable id of the rule, never reused: `webkit.country-code`.
  package let rule: String
  package let severity: Finding.Severity
  /// RFC 6901 pointer to the place, in the form of the request that was given.
  package let pointer: String
  /// One line: what is wrong; with WebKit's rules exactly WebKit's text.
  package let message: String
  /// Where the rule is written.
  package let source: String
  /// What to do about it.
  package let remedy: String
  /// Where another rule set decides otherwise, how; nil if none does.
  package let difference: String?

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

  /// The same finding with another word on the difference.
  func differing(_ difference: String?) -> RequestFinding {
    RequestFinding(
      rule: rule, severity: severity, pointer: pointer, message: message, source: source,
      remedy: remedy, difference: difference)
  }

  /// The same finding of a request in the PassKit form: its place there, and where PassKit's pages
  /// have the rule.
  func inPassKit(at pointer: String) -> RequestFinding {
    RequestFinding(
      rule: rule, severity: severity, pointer: pointer, message: message,
      source: Self.passKitSources[source] ?? source, remedy: remedy, difference: nil)
  }

  /// Apple's pages of the web's dictionaries, and those of PassKit's classes that they stand for.
  private static let passKitSources = [
    "Apple: ApplePayPaymentRequest": "Apple: PKPaymentRequest",
    "Apple: ApplePayLineItem": "Apple: PKPaymentSummaryItem",
    "Apple: ApplePayShippingMethod": "Apple: PKShippingMethod",
    "Apple: ApplePayDateComponents": "Apple: PKDateComponentsRange",
    "Apple: ApplePayRecurringPaymentRequest": "Apple: PKRecurringPaymentRequest",
    "Apple: ApplePayAutomaticReloadPaymentRequest": "Apple: PKAutomaticReloadPaymentRequest",
    "Apple: ApplePayDeferredPaymentRequest": "Apple: PKDeferredPaymentRequest",
  ]

  /// The same finding at another place.
  func at(_ pointer: String) -> RequestFinding {
    RequestFinding(
      rule: rule, severity: severity, pointer: pointer, message: message, source: source,
      remedy: remedy, difference: difference)
  }
}
