import PayCore
import Testing

@Suite struct EngineRulesTests {
  typealias Fixture = RequestFixture

  static let long = String(repeating: "a", count: 129)

  static let members: [RuleRow] = [
    .init("/paymentSummaryItems", [], "engine.forms-mixed /paymentSummaryItems"),
    .init("/suportedNetworks", [], "engine.unknown-member /suportedNetworks (warning)"),
    .init("/total/amunt", "1", "engine.unknown-member /total/amunt (warning)"),
    .init("/lineItems/1/kind", "x", "engine.unknown-member /lineItems/1/kind (warning)"),
    .init("/a~b", 1, "engine.unknown-member /a~0b (warning)"),
    .init(
      "/supportedNetworks", ["visa", "amex", "visa"],
      "engine.duplicate-value /supportedNetworks/2 (warning)"),
    .init(
      "/merchantCapabilities", ["supports3DS", "supports3DS"],
      "engine.duplicate-value /merchantCapabilities/1 (warning)"),
    .init(
      "/shippingMethods", [Fixture.shipping("0.00"), Fixture.shipping("1.00")],
      "engine.shipping-identifier /shippingMethods/1/identifier"),
    .init("/lineItems/0/label", .string(long), "engine.label-length /lineItems/0/label (warning)"),
    .init(
      "/total/label", .string(String(long.prefix(65))), "engine.label-length /total/label (warning)"
    ),
    .init(
      "/lineItems",
      .array(.init(repeating: Fixture.line("Tea", "0.20"), count: 100))),
    .init(
      "/lineItems",
      .array(
        [Fixture.line("Tea", "0.00")] + .init(repeating: Fixture.line("Tea", "0.20"), count: 100)),
      "engine.count /lineItems"),
    .init("/currencyCode", "XAU", "engine.currency-without-minor-unit /currencyCode"),
    .init("/currencyCode", "???"),
    .init("/supportedNetworks", ["Visa"], "engine.network-unknown /supportedNetworks/0"),
    .init(
      "/supportedNetworks", ["bancomat"], version: 13,
      "engine.network-version /supportedNetworks/0"),
  ]

  static let amounts: [RuleRow] = [
    .init("/total/amount", 20, "engine.amount-number /total/amount"),
    .init("/total/amount", .number("20.00"), "engine.amount-number /total/amount"),
    .init("/total/amount", "20.000", "engine.amount-zero-decimals /total/amount (warning)"),
    .init("/total/amount", "20.0"),
    .init(
      "/lineItems/0/amount", "12.501", "engine.amount-decimals /lineItems/0/amount",
      "engine.lines-sum /total/amount"),
    .init("/total/amount", "not an amount"),
    .init(
      "/lineItems",
      [Fixture.line("Tea", "90071992547409.92"), Fixture.line("Gift", "-90071992547389.92")],
      "engine.amount-limit /lineItems/0/amount"),
    .init(
      "/lineItems",
      [Fixture.line("Tea", "90071992547409.91"), Fixture.line("Gift", "-90071992547389.91")]),
    .init("/total/amount", "20.01", "engine.lines-sum /total/amount"),
    .init("/lineItems/0/amount", "-12.50", "engine.lines-sum /total/amount"),
    .init(
      "/lineItems/0", ["label": "Tea", "type": "pending", "amount": "1.00"],
      "engine.lines-sum-pending /total/amount (warning)"),
    .init("/lineItems/0", ["label": "Tea", "type": "pending"]),
    .init(
      "/lineItems/0", Fixture.line("Tea", "1.00").with("paymentTiming", "deferred"),
      "engine.lines-sum-pending /total/amount (warning)"),
    .init(
      "/lineItems/0", Fixture.line("Tea", "1.00").with("paymentTiming", "immediate"),
      "engine.lines-sum /total/amount"),
    .init("/total/type", "pending", "engine.total-pending /total/type (warning)"),
  ]

  @Test(arguments: members + amounts)
  func `a change to the web form is found at its place`(row: RuleRow) {
    let request = Fixture.web.setting(row.pointer, row.value)
    #expect(Fixture.found(request, .engine, version: row.version) == row.expected)
  }

  static let totals: [RuleRow] = [
    .init("/total/amount", "-0.01", "engine.total-negative /total/amount"),
    .init("/total/amount", "0", "engine.total-zero /total/amount"),
    .init("/total/amount", "100000000"),
    .init("/total/amount", "100000000.00"),
    .init("/total/amount", "100000000.01", "engine.total-limit /total/amount"),
  ]

  @Test(arguments: totals)
  func `a total stays within its bounds`(row: RuleRow) {
    let request = Fixture.web.setting("/lineItems", nil).setting(row.pointer, row.value)
    #expect(Fixture.found(request, .engine) == row.expected)
  }

  @Test func `only the web form has WebKit's greatest total`() {
    let items: JSONValue = [Fixture.line("Example Shop", "100000000.01")]
    #expect(Fixture.found(Fixture.passKit.setting("/paymentSummaryItems", items), .engine) == [])
  }

  @Test(arguments: [
    "apple.request-types", "apple.network-unknown", "apple.network-version",
    "apple.summary-total", "apple.amount-type", "apple.total-negative", "apple.total-zero",
  ])
  func `what both Apple and we state is told once, as Apple's`(rule: String) {
    var request = Fixture.passKit
    var version = 14
    switch rule {
    case "apple.request-types":
      request = request.with("recurringPaymentRequest", Fixture.recurring)
        .with("automaticReloadPaymentRequest", Fixture.reload)
    case "apple.network-unknown": request = request.setting("/supportedNetworks", ["Visa"])
    case "apple.network-version":
      request = request.setting("/supportedNetworks", ["visa", "bancomat"])
      version = 13
    case "apple.summary-total": request = request.setting("/paymentSummaryItems/2/amount", "1.00")
    case "apple.amount-type": request = request.setting("/paymentSummaryItems/2/amount", 20)
    case "apple.total-negative":
      request = request.setting("/paymentSummaryItems", [Fixture.line("Shop", "-1.00")])
    default:
      request = request.setting("/paymentSummaryItems", [Fixture.line("Shop", "0.00")])
      version = 3
    }
    let both = Fixture.found(request, .apple, .engine, version: version)
    let ours = Fixture.found(request, .engine, version: version)
    #expect(both == Fixture.found(request, .apple, version: version))
    #expect(both.count == 1 && both.allSatisfy { $0.hasPrefix(rule) })
    #expect(ours.count == 1 && ours.allSatisfy { $0.hasPrefix("engine.") })
  }

  static let kinds: [(String, JSONValue)] = [
    ("recurringPaymentRequest", Fixture.recurring),
    ("automaticReloadPaymentRequest", Fixture.reload),
    ("deferredPaymentRequest", Fixture.deferred),
    ("multiTokenContexts", Fixture.contexts("0.00")),
  ]

  @Test(arguments: kinds)
  func `a request for later payments may have a total of zero, never less`(
    member: String, value: JSONValue
  ) {
    let request = Fixture.web.setting("/lineItems", nil).with(member, value)
    let sets = RequestRuleSet.allCases.filter { $0 != .webkit }
    func found(_ total: JSONValue) -> [RequestFinding] {
      RequestValidation(
        request.setting("/total/amount", total), rules: sets, apiVersion: 15
      ).findings
    }
    #expect(found("0.00") == [])
    #expect(found("-0.01").contains { $0.rule == "apple.total-negative" })
  }

  @Test func `a one-off payment alone has no member, and asks for more than nothing`() {
    #expect(PaymentKind.allCases.filter { !$0.allowsZeroTotal } == [.oneOff])
    #expect(PaymentKind.allCases.filter { $0.member == nil } == [.oneOff])
  }

  static let allRows = members + amounts + totals
}
