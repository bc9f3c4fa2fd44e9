import Testing

@testable import PayCore

/// The project's own rows for what the W3C's tables cover.
@Suite struct W3CTests {
  @Test(arguments: ["0", "00.10", "-0", "-12.345", "9999999999999999999999999999.9"])
  func `amounts of the grammar`(text: String) { #expect(MonetaryValue(text) != nil) }

  @Test(arguments: ["", "-", ".", "1.", ".1", "+1", "1e1", "1 ", "1.2.3", "1-", "\u{FF11}", "1,0"])
  func `other amounts`(text: String) { #expect(MonetaryValue(text) == nil) }

  /// Every length around the bounds, before and after the point: whatever is kept is a decimal.
  @Test func `what is kept of an amount is a decimal of the same digits`() throws {
    for whole in 1...40 {
      for decimals in 0...40 {
        let digits = (String(repeating: "9", count: whole), String(repeating: "9", count: decimals))
        let text = "-" + digits.0 + (decimals > 0 ? "." + digits.1 : "")
        let amount = try #require(MonetaryValue(text))
        let kept = min(decimals, 38 - whole)
        guard kept >= 0 else {
          #expect(amount.kept == nil && amount.value == nil, "\(text)")
          continue
        }
        let expected = "-" + digits.0 + (kept > 0 ? "." + digits.1.prefix(kept) : "")
        #expect(amount.kept?.description == expected)
        #expect(
          amount.kept.map { $0.coefficient.magnitude <= Decimal128.greatestCoefficient } == true)
        #expect((amount.value == nil) == (kept < decimals))
      }
    }
    #expect(MonetaryValue("0." + String(repeating: "0", count: 50) + "1")?.kept?.scale == 38)
  }

  @Test(arguments: [
    ("eur", true), ("EuR", true), ("EU", false), ("EURO", false), ("E1R", false),
    ("\u{E9}R", false), ("@AZ", false), ("[az", false), ("", false),
  ])
  func `currency codes`(code: String, isGood: Bool) {
    #expect(MonetaryValue.isWellFormedCurrencyCode(code) == isGood)
  }

  @Test(arguments: ["a", "card", "a1-b2c3", "x-y-z"])
  func `method words`(text: String) {
    #expect(PaymentMethodIdentifier(text) == .standardized(text))
  }

  @Test(arguments: [
    "", "-a", "a-", "a--b", "1a", "a-1", "A", "a b", "\u{E9}", "http://a.example",
    "https://u:p@a.example", "mailto:a",
  ])
  func `what is no method`(text: String) { #expect(PaymentMethodIdentifier(text) == nil) }

  private static func item(_ currency: JSONValue, _ value: JSONValue) -> JSONValue {
    ["label": "x", "amount": ["currency": currency, "value": value]]
  }

  static let details: [(JSONValue, String?)] = [
    (["total": item("EUR", "2.00"), "displayItems": [item("eur", "-2.00")]], nil),
    (
      ["total": item("EUR", "-0"), "displayItems": [item("", "")]],
      "webkit.details-total-negative /total/amount/value"
    ),
    (
      ["total": item("EUR", "1"), "shippingOptions": [item("EUR", "1"), item("EUR", "free")]],
      "webkit.details-amount /shippingOptions/1/amount/value"
    ),
    (
      ["total": item("EUR", "1"), "displayItems": [item("978", "1")]],
      "webkit.details-currency /displayItems/0/amount/currency"
    ),
    (
      ["total": item("EUR", "1"), "displayItems": [item("USD", "1")]],
      "webkit.details-currency-mismatch /displayItems/0/amount/currency"
    ),
    (
      ["total": item("EUR", "1"), "modifiers": [["additionalDisplayItems": [item("EUR", .null)]]]],
      "webkit.details-amount /modifiers/0/additionalDisplayItems/0/amount/value"
    ),
    (["total": ["label": "x"]], "webkit.details-currency /total/amount"),
    (["displayItems": [7]], "webkit.details-currency /displayItems/0/amount"),
    ([:], nil),
  ]

  @Test(arguments: details)
  func `the first fault of payment details`(details: JSONValue, finding: String?) {
    let found = Self.findings(details)
    #expect(
      found.map { "\($0.rule) \($0.pointer)" }
        == (finding.map { [$0.replacing(" /", with: " /details/")] } ?? []))
  }

  /// What is found in the `details` of a document of the Payment Request API.
  static func findings(_ details: JSONValue) -> [RequestFinding] {
    RequestValidation(["details": details], rules: [.webkit]).findings
  }

  private static let applePay: JSONValue = [
    "supportedMethods": "https://apple.com/apple-pay", "data": ["version": 3],
  ]

  static let documents: [(JSONValue, String?)] = [
    (["methodData": [applePay], "details": ["total": item("EUR", "1.00")]], nil), (applePay, nil),
    (["methodData": []], "webkit.methods-empty /methodData"),
    (
      ["methodData": [applePay, ["supportedMethods": "basic card"]]],
      "webkit.method-identifier /methodData/1/supportedMethods"
    ),
    (["supportedMethods": "http://a.example"], "webkit.method-identifier /supportedMethods"),
    (
      ["methodData": [applePay], "details": ["total": item("EUR", "-1")]],
      "webkit.details-total-negative /details/total/amount/value"
    ),
  ]

  @Test(arguments: documents)
  func `a document of the Payment Request API is judged by WebKit's rules alone`(
    document: JSONValue, finding: String?
  ) {
    let found = RequestValidation(document, rules: RequestRuleSet.allCases)
    #expect(found.form == .paymentRequestAPI && found.rules == [.webkit])
    #expect(found.apiVersion == nil)
    #expect(found.findings.map { "\($0.rule) \($0.pointer)" } == (finding.map { [$0] } ?? []))
    #expect(found.findings.allSatisfy { $0.difference == nil })
    for (rules, rule) in [([.apple, .engine], "apple.form"), ([.engine], "engine.form")]
      as [([RequestRuleSet], String)]
    {
      let others = RequestValidation(document, rules: rules)
      #expect(others.findings.map(\.rule) == [rule])
      #expect(!others.isValid && others.rules.isEmpty)
    }
  }

  @Test(
    arguments: [
      ["details": .null], ["details": 7], ["methodData": ["0": 1]],
      ["details": [:], "methodData": 7],
      ["details": "x", "methodData": []], ["details": [:], "supportedMethods": "x"],
    ] as [JSONValue])
  func `what has those members of another type is judged as a request of Apple Pay`(
    document: JSONValue
  ) {
    let found = RequestValidation(document, rules: RequestRuleSet.allCases)
    #expect(found.form == .web && found.rules == RequestRuleSet.allCases)
    #expect(!found.isValid)
  }

  @Test(arguments: [
    "total", "lineItems", "paymentSummaryItems", "countryCode", "currencyCode",
    "supportedNetworks", "merchantCapabilities",
  ])
  func `a request of Apple Pay stays one, whatever stands beside it`(member: String) {
    let document: JSONValue = ["details": [:], "methodData": []]
    #expect(RequestDocument(document).form == .paymentRequestAPI)
    #expect(RequestDocument(document.with(member, [:])).form != .paymentRequestAPI)
  }
}
