/// Holds a payment request against what this engine asks beyond Apple and WebKit.
struct EngineRules: RequestVisitor {
  static func report(_ document: RequestDocument, apiVersion: Int) -> RequestReport {
    var rules = EngineRules(document, apiVersion: apiVersion)
    rules.check()
    return rules.report
  }

  /// What does not say again what a rule of another set has said of the same place.
  static func withoutRepeats(
    _ findings: [RequestFinding], of others: [RequestFinding]
  ) -> [RequestFinding] {
    guard !findings.isEmpty, !others.isEmpty else { return findings }
    var repeats: [String: String] = [:]
    for rule in EngineRule.all { repeats[rule.id] = rule.repeats }
    let told = Set(others.map { [$0.rule, $0.pointer] })
    return findings.filter { finding in
      repeats[finding.rule].map { !told.contains([$0, finding.pointer]) } ?? true
    }
  }

  var report = RequestReport()
  let document: RequestDocument
  let apiVersion: Int
  let currency: Currency?
  private let kind: PaymentKind

  private init(_ document: RequestDocument, apiVersion: Int) {
    self.document = document
    self.apiVersion = apiVersion
    currency = document.currency
    kind = PaymentKind(of: document.web)
  }

  private mutating func check() {
    guard case .object = document.web else { return }
    walk(document.web, as: .request)
    let web = document.web
    if document.isMixed {
      report.add(
        EngineRule.formsMixed, at: "/" + RequestDocument.summaryItemsName,
        "stands beside lineItems or total")
    }
    if let currency, currency.minorDigits == nil {
      report.add(
        EngineRule.currencyWithoutMinorUnit, at: "/currencyCode",
        "\(currency.code) has no minor unit, so it has no amounts")
    }
    if let sum = RequestSum(web), let fault = sum.fault {
      report.add(
        sum.isSettled ? EngineRule.linesSum : EngineRule.linesSumPending, at: "/total/amount",
        fault)
    }
    report.checkRequestTypes(web, EngineRule.requestTypes)
    if case .array(let contexts)? = web["multiTokenContexts"], contexts.isEmpty {
      report.add(EngineRule.tokenContextsEmpty, at: "/multiTokenContexts", "is empty")
    }
    report.checkNetworks(
      web["supportedNetworks"], apiVersion: apiVersion, unknown: EngineRule.networkUnknown,
      version: EngineRule.networkVersion, undocumented: EngineRule.networkVersionUnknown)
  }

  // MARK: Members

  mutating func visit(
    _ value: JSONValue, of member: RequestMember, in kind: RequestObject.Kind
  ) {
    if let form = member.onlyForm, form != document.form {
      report.add(EngineRule.otherForm, "\(form.name) alone has it, not \(document.form.name)")
    }
    switch value {
    case .string(let text):
      switch member.value {
      case .amount: checkAmount(text, in: kind)
      case .label: checkLabel(text, in: kind)
      case .url where WebURL(ofWeb: text)?.scheme == "http":
        report.add(EngineRule.urlPlain, "\(quoted(text)) does not begin with https://")
      case .url, .notificationURL:
        report.checkURL(text, of: member, EngineRule.url, EngineRule.notificationURL)
      case .word(let known) where member.isWebKits:
        _ = report.checkWord(text, known, at: nil, unknown: EngineRule.valueUnknown)
      default: break
      }
    case .integer, .number:
      if case .amount = member.value {
        report.add(EngineRule.amountNumber, "must be a string, not \(value.typeName)")
      } else if case .integer(let count) = value, kind == .dateComponents, count < 0 {
        report.add(EngineRule.dateComponents, "\(count) is less than zero")
      }
    case .array(let elements): check(elements, of: member)
    default: break
    }
  }

  private mutating func check(_ elements: [JSONValue], of member: RequestMember) {
    switch member.value {
    case .objects: checkCount(elements, Limits.requestItems)
    case .texts, .words:
      checkCount(elements, Limits.networks)
      checkDuplicates(elements)
      if member.isWebKits, case .words(let known) = member.value { checkWords(elements, known) }
    case .countries:
      checkCount(elements, Limits.requestCountries)
      checkDuplicates(elements)
    default: break
    }
  }

  mutating func visit(unknown name: String, in object: RequestObject) {
    if object.kind == .request, name.hasSameBytes(as: RequestDocument.summaryItemsName) { return }
    let hint = report.hint(for: name, among: object.members.map(\.name))
    report.add(
      EngineRule.unknownMember, at: "/" + JSONReader.escaped(name),
      "\(quoted(name)) is no member here" + hint)
  }

  mutating func leave(_ value: JSONValue, _ object: RequestObject, present: UInt64) {
    switch object.kind {
    case .request: checkShippingIdentifiers(value)
    case .total:
      if value.isText("type", "pending") {
        report.add(EngineRule.totalPending, at: "/type", "is pending")
      }
    case .lineItem: checkRecurrence(value)
    case .recurring:
      checkBilling("regularBilling", of: value)
      checkBilling("trialBilling", of: value)
    case .automaticReload: checkBilling("automaticReloadBilling", of: value)
    case .deferred: checkBilling("deferredBilling", of: value)
    case .dateRange: checkRange(value)
    default: break
    }
  }

  private mutating func checkLabel(_ label: String, in kind: RequestObject.Kind) {
    let limit = kind == .total ? Limits.displayNameBytes : Limits.labelBytes
    let count = label.utf8.count
    if count > limit {
      report.add(EngineRule.labelLength, "has \(count) bytes, the sheet shows about \(limit)")
    }
    // Most labels are ASCII, which needs no look at what Unicode says of each character.
    if label.utf8.first != 0x20, label.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return }
    if let problem = displayProblem(label, limit: .max) {
      report.add(EngineRule.labelText, problem)
    }
  }

  private mutating func checkWords(_ elements: [JSONValue], _ known: [VersionedName]) {
    for (index, element) in elements.prefix(Limits.networks).enumerated() {
      guard case .string(let word) = element else { continue }
      _ = report.checkWord(word, known, at: index, unknown: EngineRule.valueUnknown)
    }
  }

  private mutating func checkCount(_ elements: [JSONValue], _ limit: Int) {
    guard elements.count > limit else { return }
    report.add(EngineRule.count, "has \(elements.count) elements, \(limit) are allowed")
  }

  /// Elements are compared with each other, so of a list that is too long only the first ones.
  private mutating func checkDuplicates(_ elements: [JSONValue]) {
    for (index, element) in elements.prefix(Limits.networks).enumerated() {
      guard case .string(let name) = element else { continue }
      let earlier = elements[..<index].firstIndex { other in
        if case .string(let other) = other { other.hasSameBytes(as: name) } else { false }
      }
      if let earlier {
        report.add(
          EngineRule.duplicateValue, at: "/\(index)", "\(quoted(name)) is at \(earlier) already")
      }
    }
  }

  private mutating func checkShippingIdentifiers(_ web: JSONValue) {
    guard case .array(let methods)? = web["shippingMethods"] else { return }
    var seen: [String] = []
    for (index, method) in methods.prefix(Limits.requestItems).enumerated() {
      guard case .string(let identifier)? = method["identifier"] else { continue }
      if seen.contains(where: { $0.hasSameBytes(as: identifier) }) {
        report.add(
          EngineRule.shippingIdentifier, at: "/shippingMethods/\(index)/identifier",
          "\(quoted(identifier)) names an earlier method already")
      }
      seen.append(identifier)
    }
  }

  // MARK: Amounts

  private mutating func checkAmount(_ text: String, in kind: RequestObject.Kind) {
    guard let amount = MonetaryValue(text) else { return }
    if let currency, let digits = currency.minorDigits {
      if amount.decimals > digits { checkDecimals(amount, text, currency) }
      checkLimit(amount, text, digits: digits)
    }
    switch kind {
    case .total: checkTotal(amount, text)
    case .tokenContext: checkNegative(amount, text)
    default: break
    }
  }

  private mutating func checkDecimals(
    _ amount: MonetaryValue, _ text: String, _ currency: Currency
  ) {
    let message =
      "\(quoted(text)) has \(amount.decimals) decimals, \(currency.code) has \(currency.digits)"
    if amount.significantDecimals > currency.digits {
      report.add(EngineRule.amountDecimals, message)
    } else {
      report.add(EngineRule.amountZeroDecimals, message + ": only zeros are beyond")
    }
  }

  private mutating func checkLimit(_ amount: MonetaryValue, _ text: String, digits: Int) {
    // 2^53 at the digits of any currency is a decimal.
    let most = Decimal128(unchecked: Int128(Limits.purchaseMinorUnits), scale: digits)
    guard amount.exceeds(most, eitherWay: true) else { return }
    report.add(EngineRule.amountLimit, "\(quoted(text)) is beyond \(most) either way")
  }

  private mutating func checkTotal(_ amount: MonetaryValue, _ text: String) {
    if amount.isNegative {
      report.add(EngineRule.totalNegative, "\(quoted(text)) is less than zero")
    } else if amount.isZero, !self.kind.allowsZeroTotal {
      report.add(
        EngineRule.totalZero,
        "\(quoted(text)) is zero, and the request names no later payment")
    } else if document.form == .web, amount.exceeds(WebKitRules.greatestTotal) {
      report.add(
        EngineRule.totalLimit, "\(quoted(text)) is more than \(Limits.webKitTotal)")
    }
  }
}
