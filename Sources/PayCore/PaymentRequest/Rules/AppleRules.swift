/// Holds a payment request against what Apple writes, all faults at once.
struct AppleRules: RequestVisitor {
  static func report(_ document: RequestDocument, apiVersion: Int) -> RequestReport {
    var rules = AppleRules(document, apiVersion: apiVersion)
    rules.check()
    return rules.report
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
    if member.isWebKits || member.onlyForm == .passKit && document.form == .web { return }
    if member.since > apiVersion { checkVersion(of: member) }
    guard member.type.takes(value) else {
      let rule =
        if case .amount = member.value { AppleRule.amountType } else { AppleRule.memberType }
      let remedy =
        if case .amount = member.value { rule.remedy } else { "write \(member.type.name)" }
      return report.add(
        rule, "must be \(member.type.name), not \(value.typeName)", remedy: remedy)
    }
    switch value {
    case .string(let text): check(text, of: member, in: kind)
    case .array(let elements): check(elements, of: member)
    default: break
    }
  }

  private mutating func check(
    _ text: String, of member: RequestMember, in kind: RequestObject.Kind
  ) {
    switch member.value {
    case .label where text.isEmpty:
      report.add(
        kind == .total ? AppleRule.totalLabel : AppleRule.labelEmpty, "must not be empty")
    case .amount: checkAmount(text, in: kind)
    case .date where Timestamp(rfc3339: text) == nil:
      report.add(AppleRule.date, "\(quoted(text)) is no date such as 2026-01-01T00:00:00Z")
    case .url, .notificationURL:
      report.checkURL(text, of: member, AppleRule.url, AppleRule.notificationURL)
    case .country: checkCountry(text, at: nil)
    case .word(let known): checkWord(text, known, of: member, at: nil)
    default: break
    }
  }

  private mutating func check(_ elements: [JSONValue], of member: RequestMember) {
    let limit: Int
    switch member.value {
    case .countries:
      limit = Limits.requestCountries
      for (index, code) in elements.prefix(limit).enumerated() {
        if case .string(let code) = code { checkCountry(code, at: index) }
      }
    case .words(let known):
      limit = Limits.networks
      for (index, word) in elements.prefix(limit).enumerated() {
        if case .string(let word) = word { checkWord(word, known, of: member, at: index) }
      }
    case .texts: limit = Limits.networks
    default: return
    }
    if elements.count > limit {
      report.add(
        AppleRule.listLength, "has \(elements.count) elements, the first \(limit) are judged")
    }
    for index in elements.prefix(limit).indices {
      if case .string = elements[index] { continue }
      report.add(
        AppleRule.memberType, at: "/\(index)",
        "must be a string, not \(elements[index].typeName)", remedy: "write a string")
    }
  }

  mutating func visit(element: JSONValue) {
    guard case .object = element else {
      return report.add(
        AppleRule.memberType, "must be an object, not \(element.typeName)",
        remedy: "write an object")
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
      AppleRule.countryCode, at: elementPointer(index),
      "\(quoted(code)) is no country code of ISO 3166")
  }

  private mutating func checkWord(
    _ word: String, _ known: [VersionedName], of member: RequestMember, at index: Int?
  ) {
    guard
      let name = report.checkWord(word, known, at: index, unknown: AppleRule.valueUnknown)
    else { return }
    // What came with its member is told with that; of a word that is only WebKit's Apple says
    // nothing.
    let isLater = name.web.map { $0 > member.since } ?? (name.iOS != nil)
    guard isLater, name.web != nil || member.since <= apiVersion else { return }
    report.checkVersion(
      of: name, apiVersion, at: elementPointer(index), version: AppleRule.valueVersion,
      undocumented: AppleRule.valueVersionUnknown)
  }

  // MARK: Amounts

  private mutating func checkAmount(_ text: String, in kind: RequestObject.Kind) {
    guard let amount = MonetaryValue(text) else {
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
