import PayCore
import Testing

@Suite struct QuoteTests {
  static let other: JSONValue = [
    "id": "other", "label": "Other", "segments": ["1", "2"], "defaultSegment": 1,
    "validFrom": "2026-01-01T00:00:00Z", "validUntil": "2026-02-01T00:00:00Z",
  ]

  static func configuration() throws -> MerchantConfiguration {
    try Fixture.configuration(offers: [Fixture.offer, other])
  }

  private func quote(
    _ offer: String?, _ segment: Int64?, at moment: Timestamp = Fixture.now
  ) throws -> Quote {
    try Quote(Self.configuration(), offer: offer, segment: segment, at: moment)
  }

  /// The contract, byte for byte.
  static func golden(_ segment: Int, _ amount: String, _ minor: Int) -> String {
    #"{"object":"quote","offer":"some-product","segment":\#(segment),"amount":"\#(amount)","#
      + #""amountMinor":\#(minor),"currency":"USD","#
      + #""lines":[{"label":"Some Product","amount":"\#(amount)","type":"final"}],"#
      + #""paymentRequest":{"merchantIdentifier":"merchant.com.sample.ApplePayAction","#
      + #""merchantCapabilities":["supports3DS"],"supportedNetworks":["visa","masterCard","amex"],"#
      + #""countryCode":"US","currencyCode":"USD","#
      + #""lineItems":[{"label":"Some Product","amount":"\#(amount)","type":"final"}],"#
      + #""total":{"label":"Sample Merchant","amount":"\#(amount)","type":"final"}},"findings":[]}"#
  }

  @Test(arguments: [(0, "5.00", 500), (1, "10.00", 1000), (2, "20.00", 2000)])
  func `each segment has exactly its quote`(segment: Int, amount: String, minor: Int) throws {
    let quote = try quote("some-product", Int64(segment))
    #expect(quote.json.text == Self.golden(segment, amount, minor))
    #expect(quote.price == Money(minorUnits: Int64(minor), currency: Fixture.usd))
    #expect(quote.findings == [])
  }

  // WebKit refuses a total above 100,000,000.00.
  @Test func `a quote has what the rules say of its request`() throws {
    let offer = Fixture.offer.replacing("segments", ["5.00", "200000000.00"])
    let configuration = try Fixture.configuration(offers: [offer])
    func quote(_ segment: Int64) throws -> Quote {
      try Quote(configuration, offer: nil, segment: segment, at: Fixture.now)
    }
    #expect(try quote(0).findings.isEmpty)
    let large = try quote(1)
    let rules = RequestRuleSet.allCases
    #expect(large.findings.contains { $0.rule.hasPrefix("webkit.") && $0.severity == .error })
    #expect(
      large.findings == RequestValidation(large.request.webForm, rules: rules).findings)
    #expect(large.json["findings"] == .array(large.findings.map(\.json)))
    let passKit = RequestValidation(large.request.passKitForm, rules: rules).findings
    #expect(!passKit.contains { $0.rule.hasPrefix("webkit.") })
    #expect(large.passKitJSON["findings"] == .array(passKit.map(\.json)))
  }

  @Test func `the sheet asks for the contact fields of the merchant`() throws {
    let merchant = Fixture.merchant
      .replacing("requiredBillingContactFields", ["postalAddress"])
      .replacing("requiredShippingContactFields", ["name", "postalAddress", "email"])
    func request(_ offer: JSONValue) throws -> JSONValue? {
      let configuration = try Fixture.configuration(merchant: merchant, offers: [offer])
      let quote = try Quote(configuration, offer: nil, segment: 0, at: Fixture.now)
      #expect(quote.findings == [])
      return quote.json["paymentRequest"]
    }
    let digital = try request(Fixture.offer)
    #expect(digital?["requiredBillingContactFields"] == ["postalAddress"])
    // Nothing is shipped, so nobody is asked where to.
    #expect(digital?["requiredShippingContactFields"] == nil)
    let shipped = try request(Priced.offer(PricedOfferTests.members))
    #expect(shipped?["requiredBillingContactFields"] == ["postalAddress"])
    #expect(shipped?["requiredShippingContactFields"] == ["name", "postalAddress", "email"])
  }

  @Test func `the PassKit form has the total as its last summary item`() throws {
    let expected = Self.golden(2, "20.00", 2000)
      .replacing(#""lineItems":["#, with: #""paymentSummaryItems":["#)
      .replacing(#"}],"total":{"#, with: "},{")
      .replacing(#"}},"findings""#, with: #"}]},"findings""#)
    #expect(try quote("some-product", 2).passKitJSON.text == expected)
  }

  static let choices: [(String?, Int64?, String, Int)] = [
    (nil, nil, "some-product", 0), (nil, 2, "some-product", 2), ("other", nil, "other", 1),
    ("other", 0, "other", 0), ("some-product", nil, "some-product", 0),
  ]

  @Test(arguments: choices)
  func `what nobody chose is the default`(
    offer: String?, segment: Int64?, chosenOffer: String, chosenSegment: Int
  ) throws {
    let quote = try quote(offer, segment)
    #expect(quote.offer == chosenOffer)
    #expect(quote.segment == chosenSegment)
  }

  static let refusals: [(String?, Int64?, QuoteError)] = [
    ("", nil, .unknownOffer("", known: ["some-product", "other"])),
    ("Some-Product", 0, .unknownOffer("Some-Product", known: ["some-product", "other"])),
    ("nope", 99, .unknownOffer("nope", known: ["some-product", "other"])),
    (nil, -1, .unknownSegment(-1, offer: "some-product", count: 3)),
    (nil, 3, .unknownSegment(3, offer: "some-product", count: 3)),
    (nil, .max, .unknownSegment(.max, offer: "some-product", count: 3)),
    (nil, .min, .unknownSegment(.min, offer: "some-product", count: 3)),
    ("other", 2, .unknownSegment(2, offer: "other", count: 2)),
  ]

  @Test(arguments: refusals)
  func `what is not on offer has no price`(offer: String?, segment: Int64?, error: QuoteError) {
    #expect(throws: error) { try quote(offer, segment) }
  }

  @Test func `an offer has a price only within its time`() throws {
    let last = Timestamp(milliseconds: 1_769_904_000_000 - 1)
    #expect(try quote("other", 0, at: last).price.minorUnits == 100)
    for milliseconds in [Fixture.now.milliseconds - 1, last.milliseconds + 1] {
      #expect(throws: QuoteError.notOnOffer("other")) {
        try quote("other", 99, at: Timestamp(milliseconds: milliseconds))
      }
    }
  }

  @Test func `a refusal names its member and says what there is`() {
    let unknown = QuoteError.unknownOffer("some-prodcut", known: ["some-product", "other"])
    #expect(
      unknown.description == "there is no such offer; did you mean some-product?; "
        + "offers: some-product, other")
    #expect(unknown.member == "offer")
    let segment = QuoteError.unknownSegment(7, offer: "other", count: 2)
    #expect(segment.description == "offer other has segments 0 to 1, not 7")
    #expect(segment.member == "segment")
    #expect(QuoteError.notOnOffer("x").description == "offer x cannot be bought at this time")
    #expect(QuoteError.notOnOffer("x").member == "offer")
  }

  @Test func `a refusal does not grow with the number of offers`() {
    let error = QuoteError.unknownOffer("x", known: (0..<1000).map { "offer-\($0)" })
    #expect(
      error.description == "there is no such offer; offers: offer-0, offer-1, offer-2, offer-3, "
        + "offer-4, offer-5, offer-6, offer-7, and 992 more")
  }

  @Test(arguments: [("JPY", "500", 500), ("KWD", "18.600", 18_600), ("CLF", "1.2345", 12_345)])
  func `amounts are written at the merchant's currency's digits`(
    code: String, amount: String, minor: Int64
  ) throws {
    let quote = try Quote(
      Fixture.configuration(
        merchant: Fixture.merchant.replacing("currencyCode", .string(code)),
        offers: [Fixture.offer.replacing("segments", [.string(amount)])]),
      offer: nil, segment: nil, at: Fixture.now)
    #expect(quote.json["amount"] == .string(amount))
    #expect(quote.json["amountMinor"] == .integer(minor))
    #expect(quote.json["currency"] == .string(code))
    #expect(quote.request.total.amount.description == "\(amount) \(code)")
    #expect(quote.json["paymentRequest"]?["total"]?["amount"] == .string(amount))
    #expect(quote.json["paymentRequest"]?["currencyCode"] == .string(code))
  }
}
