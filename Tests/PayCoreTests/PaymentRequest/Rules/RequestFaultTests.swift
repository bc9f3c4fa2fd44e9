import PayCore
import Testing

/// Faults that people have had in public with payment requests, each as it was reported.
@Suite struct RequestFaultTests {
  typealias Fixture = RequestFixture

  private func message(_ request: JSONValue, _ rule: String, _ set: RequestRuleSet) -> String? {
    RequestValidation(request, rules: [set]).findings.first { $0.rule == rule }?.message
  }

  private func lines(_ amounts: [String], total: String) -> JSONValue {
    Fixture.web
      .setting("/lineItems", .array(amounts.map { Fixture.line("Line", $0) }))
      .setting("/total/amount", .string(total))
  }

  @Test func `fault 45: an amount from floating point crashes the sheet, so it is an error`() {
    let request = lines(["19.989999999999998"], total: "19.989999999999998")
    #expect(
      Fixture.found(request, .engine) == [
        "engine.amount-decimals /lineItems/0/amount", "engine.amount-decimals /total/amount",
      ])
    #expect(
      message(request, "engine.amount-decimals", .engine)
        == #""19.989999999999998" has 15 decimals, USD has 2"#)
  }

  @Test func `fault 46: four decimals of a dollar are refused before a processor rounds them`() {
    let request = lines(["200.7647"], total: "200.7647")
    #expect(
      Fixture.found(request, .apple, .engine) == [
        "apple.amount-pattern /lineItems/0/amount", "apple.amount-pattern /total/amount",
        "engine.amount-decimals /lineItems/0/amount", "engine.amount-decimals /total/amount",
      ])
  }

  @Test(arguments: [
    ("705.00", ["engine.amount-zero-decimals /total/amount (warning)"]),
    ("705.50", ["engine.amount-decimals /total/amount"]), ("705", []),
  ])
  func `fault 35: decimals of a currency that has none`(amount: String, expected: [String]) {
    let request = lines([], total: amount).setting("/lineItems", nil)
      .setting("/currencyCode", "JPY")
    #expect(Fixture.found(request, .apple, .engine) == expected)
  }

  @Test func `fault 38: the sheet has the decimals of ISO, whatever a processor counts in`() {
    let request = Fixture.web.setting("/lineItems", nil).setting("/currencyCode", "ISK")
    #expect(Fixture.found(request.setting("/total/amount", "100"), .apple, .engine) == [])
    #expect(
      Fixture.found(request.setting("/total/amount", "100.50"), .apple, .engine)
        == ["engine.amount-decimals /total/amount"])
  }

  @Test(arguments: ["-0.50", "-0.01", "-1.00"])
  func `fault 61: a small negative shipping amount does not pass`(amount: String) {
    let request = Fixture.web.with("shippingMethods", [Fixture.shipping(amount)])
    let findings = RequestValidation(request, rules: [.apple]).findings
    #expect(findings.map(\.rule) == ["apple.shipping-negative"])
    // WebKit cuts the decimals off, so it refuses whole amounts too.
    #expect((findings.first?.difference?.contains("-0.50") == true) == (amount != "-1.00"))
  }

  @Test(arguments: ["0", "0.00", "-0"])
  func `fault 63: a total of zero goes by the kind of the request`(amount: String) {
    let request = Fixture.web.setting("/lineItems", nil)
      .setting("/total/amount", .string(amount))
    #expect(Fixture.found(request, .apple, .engine) == ["engine.total-zero /total/amount"])
    let subscription = request.with("recurringPaymentRequest", Fixture.recurring)
    #expect(Fixture.found(subscription, .apple, .engine) == [])
  }

  @Test func `fault 64: the last item is the total, and it has to be the sum`() {
    let items = ["20.00", "10.00", "8.00"].map { Fixture.line("Line", $0) }
    let passKit = Fixture.passKit.setting("/paymentSummaryItems", .array(items))
    #expect(
      Fixture.found(passKit, .apple, .engine)
        == ["apple.summary-total /paymentSummaryItems/2/amount"])
    let web = lines(["20.00", "10.00", "8.00"], total: "8.00")
    #expect(Fixture.found(web, .apple, .engine) == ["engine.lines-sum /total/amount"])
    #expect(
      message(web, "engine.lines-sum", .engine)
        == "is 8.00, but the 3 lines add up to 38.00: 30.00 too little")
  }

  @Test func `fault 66: a gift card is a negative line`() {
    let request = lines(["20.00", "-10.00"], total: "10.00")
    #expect(Fixture.found(request, .apple, .engine) == [])
  }

  @Test func `fault 66: a gap of tax rounding is a finding with both sums`() {
    let request = lines(["0.333", "0.333", "0.333"], total: "1.00")
    let rules = RequestValidation(request, rules: [.engine]).findings.map(\.rule)
    #expect(rules == Array(repeating: "engine.amount-decimals", count: 3) + ["engine.lines-sum"])
    #expect(
      message(request, "engine.lines-sum", .engine)
        == "is 1.00, but the 3 lines add up to 0.999: 0.001 too much")
  }

  static let wrongTypes: [(String, JSONValue, String)] = [
    ("lineItems", .null, "must be an array, not null"),
    ("supportedNetworks", "", "must be an array, not a string"),
    ("total", [], "must be an object, not an array"),
  ]

  @Test(arguments: wrongTypes)
  func `fault 69: members of another type each have their verdict`(
    member: String, value: JSONValue, expected: String
  ) {
    let request = Fixture.web.setting("/" + member, value)
    #expect(Fixture.found(request, .apple, .engine) == ["apple.member-type /\(member)"])
    #expect(message(request, "apple.member-type", .apple) == expected)
  }

  @Test func `fault 50: an amount that is a number is refused, whoever asks`() {
    let request = Fixture.web.setting("/lineItems", nil).setting("/total/amount", .number("129.9"))
    #expect(Fixture.found(request, .engine) == ["engine.amount-number /total/amount"])
    #expect(Fixture.found(request, .apple, .engine) == ["apple.amount-type /total/amount"])
  }
}
