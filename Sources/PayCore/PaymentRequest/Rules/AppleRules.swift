/// Holds a payment request against what Apple writes, all faults at once.
struct AppleRules: RequestVisitor {
  static func findings(_ document: RequestDocument, apiVersion: Int) -> [RequestFinding] {
    var rules = AppleRules(document, apiVersion: apiVersion)
    rules.check()
    return rules.report.findings
  }

  var report = RequestReport()
  let document: RequestDocument
  let apiVersion: Int
  /// Nil if the request has none that is known.
  let currency: Currency?

  private init(_ document: RequestDocument, apiVersion: Int) {
    self.document = document
    self.apiVersion = apiVersion
    currency = document.currency
  }

  private mutating func check() {
    guard case .object = document.web else {
      return report.add(
        AppleRule.requestObject, "must be an object, not \(document.web.typeName)")
    }
    walk(document.web, as: .request)
  }

  // MARK: Members

  mutating func visit(
    _ value: JSONValue, of member: RequestMember, in kind: RequestObject.Kind
  ) {
    if member.since > apiVersion { checkVersion(of: member) }
    if let type = member.value.mismatch(value) {
      let rule =
        if case .amount = member.value { AppleRule.amountType } else { AppleRule.memberType }
      return report.add(rule, "must be \(type), not \(value.typeName)")
    }
    switch (member.value, value) {
    case (.label, .string(let text)) where text.isEmpty:
      report.add(
        kind == .total ? AppleRule.totalLabel : AppleRule.labelEmpty, "must not be empty")
    case (.amount, .string(let text)): checkAmount(text, in: kind)
    case (.date, .string(let text)) where Timestamp(rfc3339: text) == nil:
      report.add(AppleRule.date, "\(quoted(text)) is no date such as 2026-01-01T00:00:00Z")
    case (.url, .string(let text)) where WebURL(text) == nil:
      report.add(AppleRule.url, "\(quoted(text)) is no complete URL")
    case (.country, .string(let code)): checkCountry(code, at: nil)
    case (.countries, .array(let codes)):
      for (index, code) in codes.enumerated() {
        if case .string(let code) = code { checkCountry(code, at: index) }
      }
    case (.word(let known), .string(let word)): checkWord(word, known, of: member, at: nil)
    case (.words(let known), .array(let words)):
      for (index, word) in words.enumerated() {
        if case .string(let word) = word { checkWord(word, known, of: member, at: index) }
      }
    default: break
    }
    checkElements(value, of: member)
  }

  mutating func visit(element: JSONValue) {
    guard case .object = element else {
      return report.add(AppleRule.memberType, "must be an object, not \(element.typeName)")
    }
  }

  private mutating func checkElements(_ value: JSONValue, of member: RequestMember) {
    guard member.value.isListOfTexts, case .array(let elements) = value else { return }
    for (index, element) in elements.enumerated() {
      if case .string = element { continue }
      report.add(
        AppleRule.memberType, at: "/\(index)", "must be a string, not \(element.typeName)")
    }
  }

  private mutating func checkVersion(of member: RequestMember) {
    guard member.isSinceKnown else {
      return report.add(
        AppleRule.memberVersionUnknown,
        "came after version \(member.since - 1), the request is for version \(apiVersion); "
          + "in which version is not documented")
    }
    report.add(
      AppleRule.memberVersion,
      "came with version \(member.since), the request is for version \(apiVersion)")
  }

  private static let countries = LetterCodes(KnownNames.countries, length: 2)

  private mutating func checkCountry(_ code: String, at index: Int?) {
    guard !Self.countries.contains(code) else { return }
    report.add(
      AppleRule.countryCode, at: element(index), "\(quoted(code)) is no country code of ISO 3166")
  }

  private mutating func checkWord(
    _ word: String, _ known: [VersionedName], of member: RequestMember, at index: Int?
  ) {
    guard let name = VersionedName.named(word, in: known) else {
      return report.add(
        AppleRule.valueUnknown, at: element(index),
        "\(quoted(word)) is none of \(known.map(\.name).joined(separator: ", "))"
          + didYouMean(word, known))
    }
    if let web = name.web, web > max(apiVersion, member.since) {
      report.add(
        AppleRule.valueVersion, at: element(index),
        "\(word) came with version \(web), the request is for version \(apiVersion)")
    }
  }

  /// The pointer of an element, or of the value itself.
  private func element(_ index: Int?) -> String { index.map { "/\($0)" } ?? "" }

  // MARK: Amounts

  private mutating func checkAmount(_ text: String, in kind: RequestObject.Kind) {
    guard let amount = RequestAmount(text) else {
      return report.add(
        AppleRule.amountPattern, "\(quoted(text)) is no amount: digits, at most one point")
    }
    if document.form == .web, amount.decimals != 0, amount.decimals != 2 {
      if amount.decimals == currency?.minorDigits {
        report.add(AppleRule.amountDecimals, "has \(amount.decimals) decimals, as its currency")
      } else {
        report.add(AppleRule.amountPattern, "\(quoted(text)) has neither none nor two decimals")
      }
    }
    switch kind {
    case .total where amount.isNegative:
      report.add(AppleRule.totalNegative, "\(quoted(text)) is less than zero")
    case .total where amount.isZero && apiVersion < 4:
      report.add(
        AppleRule.totalZero, "\(quoted(text)) is zero, the request is for version \(apiVersion)")
    case .shippingMethod where amount.isNegative:
      report.add(AppleRule.shippingNegative, "\(quoted(text)) is less than zero")
    default: break
    }
  }
}
