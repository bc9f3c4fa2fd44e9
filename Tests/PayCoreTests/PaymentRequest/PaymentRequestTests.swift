import PayCore
import Testing

@Suite struct PaymentRequestTests {
  private func request() throws -> PaymentRequest { try Fixture.intent().request }

  @Test func `the web form survives the round trip`() throws {
    #expect(try PaymentRequest(webForm: request().webForm) == request())
  }

  @Test func `application data rides as Base64 at the end of both forms`() throws {
    var request = try request()
    request.applicationData = [0xFB, 0xEF, 0xFF, 0x00]
    for form in [request.webForm, request.passKitForm] {
      #expect(form.text.hasSuffix(#","applicationData":"++//AA=="}"#))
    }
    #expect(throws: JSONFaults.self) { try PaymentRequest(webForm: request.webForm) }
  }

  @Test func `an item can be pending, and negative`() throws {
    let minus = Money(minorUnits: -50, currency: Fixture.usd)
    let item = SummaryItem(label: "Gift card", amount: minus, kind: .pending)
    #expect(item.json.text == #"{"label":"Gift card","amount":"-0.50","type":"pending"}"#)
    let form = try request().webForm.replacing("lineItems", [item.json])
    #expect(try PaymentRequest(webForm: form).lineItems == [item])
  }

  static let item: JSONValue = ["label": "x", "amount": "1.00", "type": "final"]

  static let faults: [(String, JSONValue?, [String])] = [
    ("merchantIdentifier", nil, ["/merchantIdentifier missing_member"]),
    ("merchantIdentifier", 1, ["/merchantIdentifier wrong_type"]),
    ("merchantCapabilities", "x", ["/merchantCapabilities wrong_type"]),
    ("supportedNetworks", "", ["/supportedNetworks wrong_type"]),
    ("supportedNetworks", [1], ["/supportedNetworks/0 wrong_type"]),
    ("countryCode", nil, ["/countryCode missing_member"]),
    ("currencyCode", "usd", ["/currencyCode unknown_currency"]),
    ("currencyCode", "XAU", ["/lineItems/0/amount currency_has_no_minor_unit"]),
    ("lineItems", .null, ["/lineItems wrong_type"]),
    ("lineItems", nil, ["/lineItems missing_member"]),
    ("lineItems", [1], ["/lineItems/0 wrong_type"]),
    ("lineItems", [item, item.replacing("amount", nil)], ["/lineItems/1/amount missing_member"]),
    (
      "lineItems", [item.replacing("amount", 1).replacing("label", 1)],
      ["/lineItems/0/label wrong_type", "/lineItems/0/amount wrong_type"]
    ),
    ("lineItems", [item.replacing("amount", "1,00")], ["/lineItems/0/amount amount_syntax"]),
    ("lineItems", [item.replacing("type", "done")], ["/lineItems/0/type unknown_value"]),
    ("lineItems", [item.with("more", 1)], ["/lineItems/0/more unknown_member"]),
    ("total", nil, ["/total missing_member"]),
    ("total", [], ["/total wrong_type"]),
    ("total", .null, ["/total wrong_type"]),
    ("total", item.replacing("amount", "1.001"), ["/total/amount too_many_decimals"]),
    ("total", item.replacing("type", nil), ["/total/type missing_member"]),
    ("applicationData", "AA==", ["/applicationData unknown_member"]),
  ]

  @Test(arguments: faults)
  func `a form that is not ours has its faults at their places`(
    member: String, value: JSONValue?, expected: [String]
  ) throws {
    let form = try request().webForm.replacing(member, value)
    let error = #expect(throws: JSONFaults.self) { try PaymentRequest(webForm: form) }
    #expect(error?.faults.map { "\($0.pointer) \($0.code)" } == expected)
  }
}
