import PayCore
import Testing

/// Amounts of totals, lines, shipping and optional requests, as WebKit takes them.
@Suite struct WebKitAmountTests {
  private static func total(_ amount: JSONValue) -> JSONValue {
    ["label": "Sample Museum", "amount": amount]
  }

  private static let negative =
    "webkit.total-negative /total/amount Total amount must not be negative."
  private static let tooBig = "webkit.total-too-big /total/amount Total amount is too big."
  private static let notPositive =
    "webkit.total-not-positive /total/amount Total amount must be greater than zero."

  static let totals: [(JSONValue, current: String?, old: String?)] = [
    ("0", nil, notPositive), ("0.00", nil, notPositive), ("-0.00", nil, notPositive),
    ("-0.01", negative, notPositive), ("-10.00", negative, notPositive), ("0.01", nil, nil),
    ("100000000", nil, nil), ("100000000.00", nil, nil), ("100000000.01", tooBig, tooBig),
    ("100000001", tooBig, tooBig), ("00000000000000000000000000000000001.00", nil, nil),
    (.string(String(repeating: "1", count: 510)), tooBig, tooBig),
    (.string("-" + String(repeating: "9", count: 510)), negative, notPositive),
    (.string("1." + String(repeating: "1", count: 510)), nil, nil),
    (7, nil, nil), (.number("1.50"), nil, nil), (.number("1e2"), nil, nil),
    (-7, negative, notPositive),
    (["5.00"], nil, nil),
    ("", bad(""), bad("")), ("1.", bad("1."), bad("1.")), (".5", bad(".5"), bad(".5")),
    ("+1", bad("+1"), bad("+1")), ("1e2", bad("1e2"), bad("1e2")), (" 1", bad(" 1"), bad(" 1")),
    ("1,00", bad("1,00"), bad("1,00")), ("--1", bad("--1"), bad("--1")), ("-", bad("-"), bad("-")),
    ("\u{0661}", bad("\u{0661}"), bad("\u{0661}")), (.null, bad("null"), bad("null")),
    (true, bad("true"), bad("true")), ([:], bad("[object Object]"), bad("[object Object]")),
    ([1, .null, "x"], bad("1,,x"), bad("1,,x")),
    (.number("1e21"), bad("1e+21"), bad("1e+21")),
    (.number("1.5e-7"), bad("1.5e-7"), bad("1.5e-7")),
    (.number("0.000001"), nil, nil), (.number("1e400"), bad("Infinity"), bad("Infinity")),
    (.number("-12.5e30"), bad("-1.25e+31"), bad("-1.25e+31")),
    (.number("1e-400"), nil, notPositive),
    (.number("-0"), nil, notPositive),
  ]

  private static func bad(_ text: String) -> String {
    "webkit.amount /total/amount \"\(text)\" is not a valid amount."
  }

  @Test(arguments: totals)
  func `totals, in version 4 and in version 3`(amount: JSONValue, current: String?, old: String?) {
    let request = WebKitFixture.request.replacing("total", Self.total(amount))
      .replacing("supportedNetworks", ["visa"])
    #expect(WebKitFixture.finding(request, version: 4) == current)
    #expect(WebKitFixture.finding(request, version: 3) == old)
  }

  @Test(
    arguments: [
      (["amount": "1.00"], "webkit.total-label /total/label Missing total label."),
      (["amount": "1.00", "label": ""], nil), (["amount": "1.00", "label": .null], nil),
    ] as [(JSONValue, String?)])
  func `a total needs a label, which may be empty`(total: JSONValue, finding: String?) {
    let request = WebKitFixture.request.replacing("total", total)
    #expect(WebKitFixture.finding(request) == finding)
  }

  @Test(
    arguments: [
      (["label": "x", "amount": "-5"], nil), (["label": "x", "amount": "0.123456"], nil),
      (["type": "pending"], nil), (["type": "pending", "amount": "nonsense"], nil),
      (["label": "x"], "\"\" is not a valid amount."), (.null, "\"\" is not a valid amount."),
      (["type": "final", "amount": "1 EUR"], "\"1 EUR\" is not a valid amount."),
    ] as [(JSONValue, String?)])
  func `line items`(item: JSONValue, message: String?) {
    let request = WebKitFixture.request.replacing("lineItems", [WebKitFixture.billing, item])
    #expect(
      WebKitFixture.finding(request)
        == message.map { "webkit.amount /lineItems/1/amount " + $0 })
  }

  private static let shippingNegative =
    "webkit.shipping-negative /shippingMethods/1/amount "
    + "Shipping method amount must be greater than or equal to zero."

  @Test(arguments: [
    ("0.00", nil), ("-0.50", nil), ("-0.99", nil), ("-1", shippingNegative),
    ("-1.00", shippingNegative),
    (
      "free",
      "webkit.amount /shippingMethods/1/amount \"free\" is not a valid amount."
    ),
  ])
  func `shipping`(amount: String, finding: String?) {
    let method = WebKitFixture.shipping.replacing("amount", .string(amount))
    let request = WebKitFixture.request.with("shippingMethods", [WebKitFixture.shipping, method])
    #expect(WebKitFixture.finding(request) == finding)
  }

  @Test func `no shipping method at all is refused up to version 3`() {
    let request = WebKitFixture.request.with("shippingMethods", [])
      .replacing("supportedNetworks", ["visa"])
    #expect(WebKitFixture.finding(request, version: 4) == nil)
    #expect(
      WebKitFixture.finding(request, version: 3)
        == "webkit.shipping-methods-empty /shippingMethods "
        + "At least one shipping method must be provided.")
  }

  @Test(arguments: ["amount", "detail", "identifier", "label"])
  func `a shipping method needs its members`(name: String) {
    let method = WebKitFixture.shipping.replacing(name, nil)
    let request = WebKitFixture.request.with("shippingMethods", [method])
    #expect(
      WebKitFixture.finding(request)
        == "webkit.required-member /shippingMethods/0/\(name) "
        + "Member ApplePayShippingMethod.\(name) is required")
  }

  @Test func `the PassKit form is none of WebKit's: it says so, and only if asked alone`() {
    let form: JSONValue = [
      "countryCode": "DE", "currencyCode": "EUR", "supportedNetworks": ["visa"],
      "merchantCapabilities": ["supports3DS"],
      "paymentSummaryItems": [
        ["label": "Ticket", "amount": "20.00"], ["label": "Museum", "amount": "-20.00"],
      ],
    ]
    #expect(
      RequestFixture.found(form, .webkit, version: 14)
        == ["webkit.form /paymentSummaryItems (warning)"])
    let all = RequestFixture.found(form, .apple, .webkit, .engine)
    #expect(!all.isEmpty && all.allSatisfy { !$0.hasPrefix("webkit.") })
  }
}
