/// By whose rules a payment request is to be checked, as an option or a parameter says it: one word
/// or several, divided by commas.
package enum RuleChoice: String, Sendable, CaseIterable {
  case apple, webkit, engine, all

  /// The choices of a list such as `apple,engine`. Throws the word that is none.
  package static func list(_ text: String) throws(UnknownWord) -> [RuleChoice] {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    return try words.map { (word) throws(UnknownWord) in
      guard let choice = RuleChoice(rawValue: String(word)) else {
        throw UnknownWord(text: String(word))
      }
      return choice
    }
  }

  /// A word of a list that is no choice.
  package struct UnknownWord: Error {
    let text: String

    /// What is told of it.
    package var detail: String {
      let known = RuleChoice.allCases.map(\.rawValue)
      let hint = Suggestion.closest(to: text, among: known).map { "; did you mean \($0)?" } ?? ""
      return "\(quoted(text)) is none of \(known.joined(separator: ", "))\(hint)"
    }
  }

  fileprivate func includes(_ set: RequestRuleSet) -> Bool {
    self == .all || rawValue == set.rawValue
  }
}

/// What is to be checked, by whose rules, for which version of Apple Pay on the web.
package struct ValidationOrder: Sendable, Hashable {
  /// The request itself.
  package let request: JSONValue
  /// Pointer to the request in the document that was given; empty if it is the document.
  package let place: String
  /// Each set once, in the order of the sets.
  package let rules: [RequestRuleSet]
  package let apiVersion: Int

  /// The request of a document: its member `paymentRequest` if it has one (a quote, an intent),
  /// else the document itself. No document is refused: what it is not, the rules tell.
  package init(
    document: JSONValue, rules: [RuleChoice] = [.all],
    apiVersion: Int = RequestValidation.defaultAPIVersion
  ) {
    let inner = document[Self.member]
    request = inner ?? document
    place = inner == nil ? "" : "/" + Self.member
    self.rules = RequestRuleSet.allCases.filter { set in rules.contains { $0.includes(set) } }
    self.apiVersion = apiVersion
  }

  /// Reads a document as above, or one that says itself how it is to be checked,
  /// `{"paymentRequest":{},"rules":"webkit","apiVersion":2}`, both options optional. Beside these
  /// three only something with an `object` member, such as a quote, has members of its own, and in
  /// it no member is an option.
  ///
  /// `rules` and `apiVersion` are what was said beside the document, in a query or on a command
  /// line; nil if nothing was. Throws `unknown_value`, `out_of_range`, `wrong_type`,
  /// `unknown_member`, and `duplicate_parameter` for an option that is said in both places.
  package init(
    body: JSONValue, rules: [RuleChoice]? = nil, apiVersion: Int? = nil
  ) throws(JSONFaults) {
    guard body[Self.member] != nil, body["object"] == nil else {
      self.init(
        document: body, rules: rules ?? [.all],
        apiVersion: apiVersion ?? RequestValidation.defaultAPIVersion)
      return
    }
    var reader = JSONReader(body)
    _ = reader.value(Self.member)
    let rulesInBody = reader.ruleChoices()
    let versionInBody = reader.apiVersion()
    if rules != nil { reader.refuseRepeated("rules") }
    if apiVersion != nil { reader.refuseRepeated("apiVersion") }
    let faults = reader.finish()
    guard faults.isEmpty else { throw JSONFaults(faults) }
    self.init(
      document: body, rules: rules ?? rulesInBody ?? [.all],
      apiVersion: apiVersion ?? versionInBody ?? RequestValidation.defaultAPIVersion)
  }

  /// The version of a number; nil if it may not be asked for.
  package static func apiVersion(_ number: Int64) -> Int? {
    Int(exactly: number).flatMap { RequestValidation.apiVersions.contains($0) ? $0 : nil }
  }

  /// What is told of a version that may not be asked for.
  package static let versionDetail =
    "must be a version of Apple Pay on the web, \(RequestValidation.apiVersions.lowerBound) to "
    + "\(RequestValidation.apiVersions.upperBound)"

  private static let member = "paymentRequest"
}

extension JSONReader {
  fileprivate mutating func ruleChoices() -> [RuleChoice]? {
    guard let text = optionalString("rules") else { return nil }
    do throws(RuleChoice.UnknownWord) {
      return try RuleChoice.list(text)
    } catch {
      fault("rules", "unknown_value", error.detail)
      return nil
    }
  }

  fileprivate mutating func apiVersion() -> Int? {
    guard let number = optionalInteger("apiVersion") else { return nil }
    let version = ValidationOrder.apiVersion(number)
    if version == nil { fault("apiVersion", "out_of_range", ValidationOrder.versionDetail) }
    return version
  }

  fileprivate mutating func refuseRepeated(_ name: String) {
    if has(name) {
      fault(name, "duplicate_parameter", "is given beside the document as well: give it once")
    }
  }
}

extension RequestValidation {
  /// The verdict on what was ordered; pointers lead into the document that was given.
  package init(_ order: ValidationOrder) {
    self.init(order.request, rules: order.rules, apiVersion: order.apiVersion)
    guard !order.place.isEmpty else { return }
    for index in findings.indices {
      findings[index].pointer = order.place + findings[index].pointer
    }
  }
}
