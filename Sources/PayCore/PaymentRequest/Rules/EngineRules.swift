/// Holds a payment request against what this engine asks beyond Apple and WebKit.
struct EngineRules: RequestVisitor {
  static func findings(_ document: RequestDocument, apiVersion: Int) -> [RequestFinding] {
    var rules = EngineRules(document, apiVersion: apiVersion)
    rules.check()
    return rules.report.findings
  }

  /// Whether a finding says again what a rule of Apple's said of the same place.
  static func repeats(_ finding: RequestFinding, _ others: [RequestFinding]) -> Bool {
    guard let rule = EngineRule.all.first(where: { $0.id == finding.rule })?.repeats else {
      return false
    }
    return others.contains { $0.rule == rule && $0.pointer == finding.pointer }
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
    report.checkNetworks(
      web["supportedNetworks"], apiVersion: apiVersion, unknown: EngineRule.networkUnknown,
      version: EngineRule.networkVersion)
  }

  // MARK: Members

  mutating func visit(
    _ value: JSONValue, of member: RequestMember, in kind: RequestObject.Kind
  ) {
    switch (member.value, value) {
    case (.amount, .string(let text)): checkAmount(text, in: kind)
    case (.amount, .integer), (.amount, .number):
      report.add(EngineRule.amountNumber, "must be a string, not \(value.typeName)")
    case (.label, .string(let text)): checkLength(of: text, in: kind)
    case (.objects, .array(let elements)): checkCount(elements, Limits.requestItems)
    case (.texts, .array(let elements)), (.words, .array(let elements)):
      checkCount(elements, Limits.networks)
      checkDuplicates(elements)
    case (.countries, .array(let elements)):
      checkCount(elements, Limits.requestCountries)
      checkDuplicates(elements)
    default: break
    }
  }

  mutating func visit(unknown name: String, in object: RequestObject) {
    if object.kind == .request, name.hasSameBytes(as: RequestDocument.summaryItemsName) { return }
    let names = object.members.map(\.name)
    let hint =
      Suggestion.closest(to: name, among: names).map { "; did you mean \($0)?" } ?? ""
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
    default: break
    }
  }

  private mutating func checkLength(of label: String, in kind: RequestObject.Kind) {
    let limit = kind == .total ? Limits.displayNameBytes : Limits.labelBytes
    let count = label.utf8.count
    guard count > limit else { return }
    report.add(EngineRule.labelLength, "has \(count) bytes, the sheet shows about \(limit)")
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
    guard let amount = RequestAmount(text) else { return }
    if let currency, let digits = currency.minorDigits {
      if amount.decimals > digits { checkDecimals(amount, text, currency) }
      checkLimit(amount, text, digits: digits)
    }
    if kind == .total { checkTotal(amount, text) }
  }

  private mutating func checkDecimals(
    _ amount: RequestAmount, _ text: String, _ currency: Currency
  ) {
    let message =
      "\(quoted(text)) has \(amount.decimals) decimals, \(currency.code) has \(currency.digits)"
    if amount.significantDecimals > currency.digits {
      report.add(EngineRule.amountDecimals, message)
    } else {
      report.add(EngineRule.amountZeroDecimals, message + ": only zeros are beyond")
    }
  }

  private mutating func checkLimit(_ amount: RequestAmount, _ text: String, digits: Int) {
    let limit = Int128(Limits.purchaseMinorUnits)
    guard let most = try? Decimal128(coefficient: limit, scale: digits) else { return }
    if let value = amount.value, value.magnitude <= most { return }
    report.add(EngineRule.amountLimit, "\(quoted(text)) is beyond \(most) either way")
  }

  private mutating func checkTotal(_ amount: RequestAmount, _ text: String) {
    if amount.isNegative {
      report.add(EngineRule.totalNegative, "\(quoted(text)) is less than zero")
    } else if amount.isZero, !self.kind.allowsZeroTotal {
      report.add(
        EngineRule.totalZero,
        "\(quoted(text)) is zero, and the request names no later payment")
    } else if document.form == .web, !(amount.value.map { $0 <= Self.greatestWebTotal } ?? false) {
      report.add(
        EngineRule.totalLimit, "\(quoted(text)) is more than \(Limits.webKitTotal)")
    }
  }

  private static let greatestWebTotal = Decimal128(Limits.webKitTotal)
}

extension PaymentKind {
  /// The kind that a request in the web form asks for; one with several request types, which no
  /// sheet takes, is the first of them.
  init(of web: JSONValue) {
    self =
      PaymentKind.allCases.first { kind in kind.member.map { web[$0] != nil } ?? false } ?? .oneOff
  }
}
