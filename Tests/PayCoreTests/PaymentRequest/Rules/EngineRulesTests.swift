import PayCore
import Testing

@Suite struct EngineRulesTests {
  typealias Fixture = RequestFixture

  static let long = String(repeating: "a", count: 129)

  static let later: [RuleRow] = [
    .init("/features", ["applePayPayments"], "engine.value-unknown /features/0"),
    .init("/features", ["applePayLater"]),
    .init("/applePayLaterMode", "off", "engine.value-unknown /applePayLaterMode"),
    .init(
      "/lineItems/0/disbursementLineItemType", "gift",
      "engine.value-unknown /lineItems/0/disbursementLineItemType"),
    .init(
      "/disbursementRequest", ["requiredRecipientContactFields": ["fax"], "more": 1],
      "engine.value-unknown /disbursementRequest/requiredRecipientContactFields/0",
      "engine.unknown-member /disbursementRequest/more (warning)"),
    .init(
      "/installmentConfiguration",
      ["featureType": "x", "retailChannel": "y", "items": [["type": "car", "size": 1]]],
      "engine.value-unknown /installmentConfiguration/featureType",
      "engine.value-unknown /installmentConfiguration/retailChannel",
      "engine.value-unknown /installmentConfiguration/items/0/type",
      "engine.unknown-member /installmentConfiguration/items/0/size (warning)"),
    .init("/disbursementRequest", 1, "engine.unreadable /disbursementRequest"),
    .init(
      "/lineItems/0/recurringPaymentIntervalCount", 0,
      "engine.interval-count /lineItems/0/recurringPaymentIntervalCount"),
    .init("/lineItems/0/recurringPaymentIntervalCount", 1),
    .init(
      "/lineItems/0/recurringPaymentIntervalCount", 4_294_967_296,
      "engine.unreadable /lineItems/0/recurringPaymentIntervalCount"),
    .init(
      "/shippingMethods",
      [Fixture.shipping("0.00").setting("/dateComponentsRange/startDateComponents/days", -1)],
      "engine.date-components /shippingMethods/0/dateComponentsRange/startDateComponents/days"),
    .init(
      "/shippingMethods",
      [
        Fixture.shipping("0.00").setting(
          "/dateComponentsRange",
          ["startDateComponents": ["days": 2], "endDateComponents": ["hours": 47]])
      ], "engine.end-before-start /shippingMethods/0/dateComponentsRange/endDateComponents"),
    .init(
      "/shippingMethods",
      [
        Fixture.shipping("0.00").setting(
          "/dateComponentsRange",
          ["startDateComponents": ["days": 30], "endDateComponents": ["months": 1]])
      ]),
    .init(
      "/recurringPaymentRequest",
      Fixture.recurring.setting(
        "/regularBilling/recurringPaymentEndDate", "2025-12-31T23:59:59Z"),
      "engine.end-before-start /recurringPaymentRequest/regularBilling/recurringPaymentEndDate"),
    .init(
      "/recurringPaymentRequest", Fixture.recurring.setting("/trialBilling/amount", "-0.01"),
      "engine.amount-negative /recurringPaymentRequest/trialBilling/amount"),
    .init(
      "/automaticReloadPaymentRequest",
      Fixture.reload.setting(
        "/automaticReloadBilling/automaticReloadPaymentThresholdAmount", "-5.00"),
      "engine.amount-negative /automaticReloadPaymentRequest/automaticReloadBilling"
        + "/automaticReloadPaymentThresholdAmount"),
    .init(
      "/multiTokenContexts", Fixture.contexts("-1.00"),
      "engine.amount-negative /multiTokenContexts/0/amount"),
    .init("/multiTokenContexts", [], "engine.token-contexts-empty /multiTokenContexts"),
    .init(
      "/recurringPaymentRequest",
      Fixture.recurring.setting("/managementURL", "http://shop.example.com"),
      "engine.url-plain /recurringPaymentRequest/managementURL (warning)"),
    .init(
      "/recurringPaymentRequest",
      Fixture.recurring.with("tokenNotificationURL", "http://shop.example.com"),
      "engine.notification-url /recurringPaymentRequest/tokenNotificationURL"),
    .init(
      "/recurringPaymentRequest",
      Fixture.recurring.setting("/managementURL", "ftp://a.example")
        .with("tokenNotificationURL", "https://"),
      "engine.url /recurringPaymentRequest/managementURL",
      "engine.url /recurringPaymentRequest/tokenNotificationURL"),
    .init("/billingContact", ["givenName": 7], "engine.unreadable /billingContact/givenName"),
    .init("/countryCode", nil, "engine.unreadable /countryCode"),
  ]

  static let members: [RuleRow] = [
    .init(
      "/isDelegatedRequest", false, "engine.other-form /isDelegatedRequest (warning)"),
    .init(
      "/attributionIdentifier", "campaign-1", "engine.other-form /attributionIdentifier (warning)"),
    .init(
      "/unsupportedPrimaryAccountIdentifiers", ["card-1"],
      "engine.other-form /unsupportedPrimaryAccountIdentifiers (warning)"),
    .init("/disbursementRequest", [:]),
    .init("/merchantIdentifier", "merchant.com.example"),
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
    .init("/lineItems/0/label", " \u{3000}", "engine.label-text /lineItems/0/label (warning)"),
    .init("/lineItems/0/label", "a\u{202E}b", "engine.label-text /lineItems/0/label (warning)"),
    .init("/total/label", "a\u{7}", "engine.label-text /total/label (warning)"),
    .init("/total/label", "Caf\u{E9} \u{1F375}"),
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
    .init("/currencyCode", "???", "engine.unreadable /currencyCode"),
    .init("/supportedNetworks", ["Visa"], "engine.network-unknown /supportedNetworks/0"),
    .init(
      "/supportedNetworks", ["bancomat"], version: 13,
      "engine.network-version /supportedNetworks/0"),
    .init(
      "/supportedNetworks", ["conecs"],
      "engine.network-version-unknown /supportedNetworks/0 (warning)"),
  ]

  static let amounts: [RuleRow] = [
    .init("/total/amount", 20, "engine.amount-number /total/amount"),
    .init("/total/amount", .number("20.00"), "engine.amount-number /total/amount"),
    .init("/total/amount", "20.000", "engine.amount-zero-decimals /total/amount (warning)"),
    .init("/total/amount", "20.0"),
    .init(
      "/lineItems/0/amount", "12.501", "engine.amount-decimals /lineItems/0/amount",
      "engine.lines-sum /total/amount"),
    .init("/total/amount", "not an amount", "engine.unreadable /total/amount"),
    .init(
      "/total/amount", .string("20." + String(repeating: "0", count: 40)),
      "engine.amount-zero-decimals /total/amount (warning)", "engine.unreadable /total/amount"),
    .init(
      "/lineItems/0/amount", .string("0." + String(repeating: "0", count: 50) + "1"),
      "engine.amount-decimals /lineItems/0/amount", "engine.lines-sum /total/amount"),
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

  @Test(arguments: members + amounts + later)
  func `a change to the web form is found at its place`(row: RuleRow) {
    let request = Fixture.web.setting(row.pointer, row.value)
    #expect(Fixture.found(request, .engine, version: row.version) == row.expected)
  }

  private static let web = Fixture.web.setting("/lineItems", nil)

  static let totals: [RuleRow] = [
    .init("/total/amount", "-0.01", "engine.total-negative /total/amount"),
    .init("/total/amount", "0", "engine.total-zero /total/amount"),
    .init(
      "", web.setting("/total/amount", "0").with("multiTokenContexts", []),
      "engine.total-zero /total/amount", "engine.token-contexts-empty /multiTokenContexts"),
    .init(
      "", web.setting("/total/amount", "0").with("recurringPaymentRequest", .null),
      "engine.total-zero /total/amount"),
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
      request = Fixture.web.setting("/supportedNetworks", ["visa", "bancomat"])
      version = 13
    case "apple.summary-total": request = request.setting("/paymentSummaryItems/2/amount", "1.00")
    case "apple.amount-type": request = request.setting("/paymentSummaryItems/2/amount", 20)
    case "apple.total-negative":
      request = request.setting("/paymentSummaryItems", [Fixture.line("Shop", "-1.00")])
    default:
      request = Fixture.web.setting("/lineItems", nil).setting("/total/amount", "0.00")
      version = 3
    }
    let both = Fixture.found(request, .apple, .engine, version: version)
    let ours = Fixture.found(request, .engine, version: version)
    #expect(both == Fixture.found(request, .apple, version: version))
    #expect(both.count == 1 && both.allSatisfy { $0.hasPrefix(rule) })
    #expect(ours.count == 1 && ours.allSatisfy { $0.hasPrefix("engine.") })
  }

  @Test(
    arguments: [
      ("features", ["applePayLater"]), ("applePayLaterMode", "enabled"),
      ("disbursementRequest", [:]), ("installmentConfiguration", [:]),
    ] as [(String, JSONValue)])
  func `what the web alone has is told in the PassKit form`(member: String, value: JSONValue) {
    #expect(
      Fixture.found(Fixture.passKit.with(member, value), .apple, .webkit, .engine)
        == ["engine.other-form /\(member) (warning)"])
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

  @Test func `a total that WebKit finds too big is told once`() {
    let request = Fixture.web.setting("/lineItems", nil).setting("/total/amount", "100000001")
    #expect(
      Fixture.found(request, .apple, .webkit, .engine) == ["webkit.total-too-big /total/amount"])
    #expect(Fixture.found(request, .engine) == ["engine.total-limit /total/amount"])
  }

  static let allRows = members + amounts + totals + later
}
