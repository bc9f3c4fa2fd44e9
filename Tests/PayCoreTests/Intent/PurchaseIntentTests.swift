import PayCore
import Testing

@Suite struct PurchaseIntentTests {
  /// The contract, written out: four bytes of length, then the field.
  static let canonical: [(length: String, field: String)] = [
    ("0000000d", "pay-intent-v1"),
    ("0000001e", "buy_01kdvdna000000000000000000"),
    ("00000022", "merchant.com.sample.ApplePayAction"),
    ("0000000c", "some-product"),
    ("00000001", "2"),
    ("00000004", "2000"),
    ("00000003", "USD"),
    ("0000000d", "1767226500000"),
  ]

  static let applicationData =
    "AAAADXBheS1pbnRlbnQtdjEAAAAeYnV5XzAxa2R2ZG5hMDAwMDAwMDAwMDAwMDAwMDAwAAAAIm1lcmNoYW50LmNvbS5z"
    + "YW1wbGUuQXBwbGVQYXlBY3Rpb24AAAAMc29tZS1wcm9kdWN0AAAAATIAAAAEMjAwMAAAAANVU0QAAAANMTc2NzIyNjUw"
    + "MDAwMAAAABAAAQIDBAUGBwgJCgsMDQ4P"

  @Test func `the canonical bytes are the fields behind their lengths`() throws {
    let fields = Self.canonical.map { $0.length + Hex.lower($0.field.utf8) }.joined()
    let expected = fields + "00000010" + "000102030405060708090a0b0c0d0e0f"
    let intent = try Fixture.intent()
    #expect(Hex.lower(intent.canonicalBytes) == expected)
    #expect(intent.boundRequest.applicationData == intent.canonicalBytes)
    #expect(Base64.encode(intent.canonicalBytes) == Self.applicationData)
    #expect(intent.request.applicationData == nil)
  }

  @Test func `the canonical bytes do not change with the state`() throws {
    var intent = try Fixture.intent()
    let bytes = intent.canonicalBytes
    intent.state = .captured
    intent.refundedMinorUnits = 100
    #expect(intent.canonicalBytes == bytes)
  }

  static let golden =
    #"{"object":"purchaseIntent","id":"buy_01kdvdna000000000000000000","state":"created","#
    + #""offer":"some-product","segment":2,"amount":"20.00","amountMinor":2000,"#
    + #""currency":"USD","amountRefunded":"0.00","createdAt":"2026-01-01T00:00:00Z","#
    + #""expiresAt":"2026-01-01T00:15:00Z","intentToken":"a.b.c","paymentRequest":{"#
    + #""merchantIdentifier":"merchant.com.sample.ApplePayAction","#
    + #""merchantCapabilities":["supports3DS"],"supportedNetworks":["visa","masterCard","amex"],"#
    + #""countryCode":"US","currencyCode":"USD","#
    + #""lineItems":[{"label":"Some Product","amount":"20.00","type":"final"}],"#
    + #""total":{"label":"Sample Merchant","amount":"20.00","type":"final"},"#
    + #""applicationData":"\#(applicationData)"}}"#

  @Test func `the intent has its JSON, the token only where it is given`() throws {
    let intent = try Fixture.intent()
    #expect(intent.json(token: "a.b.c").text == Self.golden)
    #expect(intent.json().text == Self.golden.replacing(#""intentToken":"a.b.c","#, with: ""))
  }

  @Test(arguments: [("JPY", "500", "12"), ("KWD", "1.234", "0.012"), ("CLF", "1.0000", "0.0012")])
  func `refunds are written at the currency's digits`(
    code: String, amount: String, refunded: String
  ) throws {
    var intent = try Fixture.intent(
      segment: 0, merchant: Fixture.merchant.replacing("currencyCode", .string(code)),
      offers: [Fixture.offer.replacing("segments", [.string(amount)])])
    intent.refundedMinorUnits = 12
    #expect(intent.json()["amountRefunded"] == .string(refunded))
    #expect(intent.json()["amount"] == .string(amount))
  }

  @Test func `a purchase is read from exactly its two members`() throws {
    #expect(
      try Purchase(json: ["segment": 2, "offer": "some-product"])
        == Purchase(offer: "some-product", segment: 2))
  }

  static let purchases: [(JSONValue, [String])] = [
    ([], [" wrong_type"]),
    ([:], ["/offer missing_member", "/segment missing_member"]),
    (["offer": 1, "segment": "2"], ["/offer wrong_type", "/segment wrong_type"]),
    (["offer": "x", "segment": .number("2.0")], ["/segment wrong_type"]),
    (["offer": "x", "segment": .number("9223372036854775808")], ["/segment wrong_type"]),
    (["offer": "x", "segment": .number("-0")], ["/segment wrong_type"]),
    (["offer": .null, "segment": 1], ["/offer wrong_type"]),
    (["offer": "x", "segment": 1, "amount": "0.01"], ["/amount unknown_member"]),
    (["offer": "x", "segment": 1, "Offer": "y"], ["/Offer unknown_member"]),
  ]

  @Test(arguments: purchases)
  func `every other form of a purchase has its faults`(json: JSONValue, expected: [String]) {
    let error = #expect(throws: JSONFaults.self) { try Purchase(json: json) }
    #expect(error?.faults.map { "\($0.pointer) \($0.code)" } == expected)
  }
}
