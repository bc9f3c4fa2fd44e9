/// By whose rules a payment request is to be checked, as an option or a parameter says it.
package enum RuleChoice: String, Sendable, CaseIterable {
  case apple, webkit, engine, all

  package var sets: [RequestRuleSet] {
    switch self {
    case .apple: [.apple]
    case .webkit: [.webkit]
    case .engine: [.engine]
    case .all: RequestRuleSet.allCases
    }
  }
}

/// What is to be checked, by whose rules, for which version of Apple Pay on the web.
package struct ValidationOrder: Sendable, Hashable {
  /// The request itself.
  package let request: JSONValue
  /// Pointer to the request in the document that was given; empty if it is the document.
  package let place: String
  package let rules: RuleChoice
  package let apiVersion: Int

  /// The request of a document: its member `paymentRequest` if it has one (a quote, an intent),
  /// else the document itself. No document is refused: what it is not, the rules tell.
  package init(
    document: JSONValue, rules: RuleChoice = .all,
    apiVersion: Int = RequestValidation.defaultAPIVersion
  ) {
    let inner = document[Self.member]
    request = inner ?? document
    place = inner == nil ? "" : "/" + Self.member
    self.rules = rules
    self.apiVersion = apiVersion
  }

  /// Reads the body of a request to the service: a document as above, or
  /// `{"paymentRequest":{},"rules":"webkit","apiVersion":2}`, both options optional. Beside these
  /// three only something with an `object` member, such as a quote, has members of its own.
  ///
  /// `rules` and `apiVersion` are those of the query, if it names any. Throws `unknown_value`,
  /// `out_of_range`, `wrong_type`, `unknown_member`, and `duplicate_parameter` for what query and
  /// body both say.
  package init(
    body: JSONValue, rules: RuleChoice? = nil, apiVersion: Int? = nil
  ) throws(JSONFaults) {
    guard body[Self.member] != nil, body["object"] == nil else {
      self.init(
        document: body, rules: rules ?? .all,
        apiVersion: apiVersion ?? RequestValidation.defaultAPIVersion)
      return
    }
    var reader = JSONReader(body)
    _ = reader.value(Self.member)
    let rulesInBody = reader.ruleChoice()
    let versionInBody = reader.apiVersion()
    if rules != nil { reader.refuseRepeated("rules") }
    if apiVersion != nil { reader.refuseRepeated("apiVersion") }
    let faults = reader.finish()
    guard faults.isEmpty else { throw JSONFaults(faults) }
    self.init(
      document: body, rules: rules ?? rulesInBody ?? .all,
      apiVersion: apiVersion ?? versionInBody ?? RequestValidation.defaultAPIVersion)
  }

  /// What is told of a version that may not be asked for.
  package static let versionDetail =
    "must be a version of Apple Pay on the web, \(RequestValidation.apiVersions.lowerBound) to "
    + "\(RequestValidation.apiVersions.upperBound)"

  private static let member = "paymentRequest"
}

extension RuleChoice {
  /// What is told of a word that is none of these.
  package static func detail(refusing text: String) -> String {
    let known = allCases.map(\.rawValue)
    let hint = Suggestion.closest(to: text, among: known).map { "; did you mean \($0)?" } ?? ""
    return "must be one of \(known.joined(separator: ", "))\(hint)"
  }
}

extension JSONReader {
  fileprivate mutating func ruleChoice() -> RuleChoice? {
    guard let text = optionalString("rules") else { return nil }
    if let choice = RuleChoice(rawValue: text) { return choice }
    fault("rules", "unknown_value", RuleChoice.detail(refusing: text))
    return nil
  }

  fileprivate mutating func apiVersion() -> Int? {
    guard let version = optionalInteger("apiVersion") else { return nil }
    if let number = Int(exactly: version), RequestValidation.apiVersions.contains(number) {
      return number
    }
    fault("apiVersion", "out_of_range", ValidationOrder.versionDetail)
    return nil
  }

  fileprivate mutating func refuseRepeated(_ name: String) {
    if has(name) { fault(name, "duplicate_parameter", "is in the query as well") }
  }
}

extension RequestValidation {
  /// The verdict on what was ordered; pointers lead into the document that was given.
  package init(_ order: ValidationOrder) {
    let verdict = RequestValidation(
      order.request, rules: order.rules.sets, apiVersion: order.apiVersion)
    guard !order.place.isEmpty else {
      self = verdict
      return
    }
    findings = verdict.findings.map { $0.at(order.place + $0.pointer) }
  }
}
