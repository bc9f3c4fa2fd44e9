import Foundation
import PayCore
import TestSupport
import Testing

@Suite struct ConfigurationTests {
  /// What is put in place of the sample's members, and the faults that must come of it, in order.
  struct Case: CustomTestStringConvertible, Sendable {
    let merchant: JSONValue
    let offers: [JSONValue]
    let expected: [String]

    init(merchant: JSONValue, _ expected: String...) {
      self.merchant = merchant
      offers = [Fixture.offer]
      self.expected = expected.map { "merchant.json " + $0 }
    }

    /// One member of `merchant.json` replaced, or removed.
    init(_ member: String, _ value: JSONValue?, _ codes: String...) {
      merchant = Fixture.merchant.replacing(member, value)
      offers = [Fixture.offer]
      expected = codes.map { "merchant.json /\(member)" + ($0.hasPrefix("/") ? $0 : " " + $0) }
    }

    /// One member of the sample's offer replaced, or removed.
    init(offer member: String, _ value: JSONValue?, _ codes: String...) {
      merchant = Fixture.merchant
      offers = [Fixture.offer.replacing(member, value)]
      expected = codes.map {
        "offers.json /offers/0/\(member)" + ($0.hasPrefix("/") ? $0 : " " + $0)
      }
    }

    init(offers: [JSONValue], _ expected: String...) {
      merchant = Fixture.merchant
      self.offers = offers
      self.expected = expected.map { "offers.json " + $0 }
    }

    var testDescription: String {
      "\(merchant == Fixture.merchant ? "" : String(merchant.text.prefix(300))) "
        + "\(offers == [Fixture.offer] ? "" : String(offers.description.prefix(200))) \(expected)"
    }
  }

  static func faults(_ files: [ConfigurationFile]) -> [ConfigurationFault] {
    do {
      _ = try ConfigurationDraft(files).checked()
      return []
    } catch {
      return error.faults
    }
  }

  static func places(_ faults: [ConfigurationFault]) -> [String] {
    faults.map { "\($0.file) \($0.fault.pointer) \($0.fault.code)" }
  }

  static func text(_ count: Int, _ head: String = "") -> JSONValue {
    .string(head + String(repeating: "x", count: count - head.utf8.count))
  }

  static let identity: [Case] = [
    Case("merchantIdentifier", nil, "missing_member"),
    Case("merchantIdentifier", 7, "wrong_type"),
    Case("merchantIdentifier", "", "merchant_identifier"),
    Case("merchantIdentifier", "com.sample", "merchant_identifier"),
    Case("merchantIdentifier", "merchant", "merchant_identifier"),
    Case("merchantIdentifier", "merchant.", "merchant_identifier"),
    Case("merchantIdentifier", "merchant..a", "merchant_identifier"),
    Case("merchantIdentifier", "merchant.a.", "merchant_identifier"),
    Case("merchantIdentifier", "Merchant.com", "merchant_identifier"),
    Case("merchantIdentifier", "merchant.com/x", "merchant_identifier"),
    Case("merchantIdentifier", "merchant.com x", "merchant_identifier"),
    Case("merchantIdentifier", "merchant.cöm", "merchant_identifier"),
    Case("merchantIdentifier", "merchant.com\n", "merchant_identifier"),
    Case("merchantIdentifier", text(256, "merchant."), "merchant_identifier"),
    Case("merchantIdentifier", text(255, "merchant.")),
    Case("merchantIdentifier", "merchant.A-9.z"),
    Case("displayName", nil, "missing_member"),
    Case("displayName", .null, "wrong_type"),
    Case("displayName", "", "text"),
    Case("displayName", " \u{3000}", "text"),
    Case("displayName", "a\nb", "text"),
    Case("displayName", "a\u{7}", "text"),
    Case("displayName", "a\u{202E}b", "text"),
    Case("displayName", "a\u{200B}b", "text"),
    Case("displayName", "a\u{2028}b", "text"),
    Case("displayName", "a\u{378}b", "text"),
    Case("displayName", text(65), "text"),
    Case("displayName", .string(String(repeating: "é", count: 33)), "text"),
    Case("displayName", text(64)),
    Case("displayName", "👨‍👩‍👧‍👦 Café"),
    Case("domainName", nil, "missing_member"),
    Case("domainName", true, "wrong_type"),
    Case("domainName", "localhost", "domain_name"),
    Case("domainName", "", "domain_name"),
    Case("domainName", ".example.com", "domain_name"),
    Case("domainName", "example.com.", "domain_name"),
    Case("domainName", "Example.com", "domain_name"),
    Case("domainName", "-a.example", "domain_name"),
    Case("domainName", "a-.example", "domain_name"),
    Case("domainName", "https://example.com", "domain_name"),
    Case("domainName", "example.com:443", "domain_name"),
    Case("domainName", "exämple.com", "domain_name"),
    Case("domainName", "a_b.example", "domain_name"),
    Case("domainName", "127.0.0.1", "domain_name"),
    Case("domainName", .string(String(repeating: "a", count: 64) + ".example"), "domain_name"),
    Case("domainName", .string(String(repeating: "a.", count: 126) + "co"), "domain_name"),
    Case("domainName", .string(String(repeating: "a", count: 63) + ".example")),
    Case("domainName", .string(String(repeating: "a.", count: 125) + "com")),
    Case("domainName", "1.xn--exmple-cua.example"),
  ]

  static let sheet: [Case] = [
    Case("supportedNetworks", nil, "missing_member"),
    Case("supportedNetworks", "visa", "wrong_type"),
    Case("supportedNetworks", [], "empty"),
    Case("supportedNetworks", ["visa", 1, .null], "/1 wrong_type", "/2 wrong_type"),
    Case("supportedNetworks", ["Visa"], "/0 unknown_value"),
    Case("supportedNetworks", ["visa", "amex", "visa"], "/2 duplicate"),
    Case("supportedNetworks", ["nope", "visa", "nope"], "/0 unknown_value", "/2 unknown_value"),
    Case("supportedNetworks", ["privateLabel", "NAPAS"]),
    Case("merchantCapabilities", nil, "missing_member"),
    Case("merchantCapabilities", [], "empty", "missing_3ds"),
    Case("merchantCapabilities", ["supportsEMV"], "missing_3ds"),
    Case("merchantCapabilities", ["supports3ds"], "/0 unknown_value", "missing_3ds"),
    Case("merchantCapabilities", ["supports3DS", "supports3DS"], "/1 duplicate"),
    Case("requiredBillingContactFields", ["postalAddress", "phoneticName"]),
    Case("requiredBillingContactFields", "name", "wrong_type"),
    Case("requiredShippingContactFields", [], "empty"),
    Case(
      "requiredShippingContactFields", ["adress", "name", "name"], "/0 unknown_value",
      "/2 duplicate"),
    Case("merchantCapabilities", ["supportsEMV", "supports3DS", "supportsDebit"]),
    Case("countryCode", nil, "missing_member"),
    Case("countryCode", "us", "unknown_country"),
    Case("countryCode", "UK", "unknown_country"),
    Case("countryCode", "USA", "unknown_country"),
    Case("countryCode", "", "unknown_country"),
    Case("countryCode", "GB"),
    Case("currencyCode", nil, "missing_member"),
    Case("currencyCode", 840, "wrong_type"),
    Case("currencyCode", "usd", "unknown_currency"),
    Case("currencyCode", "DEM", "unknown_currency"),
    Case("currencyCode", "XXX", "currency_has_no_minor_unit"),
    Case("currencyCode", "EUR"),
    Case("initiative", "app", "unknown_value"),
    Case("initiative", .null, "wrong_type"),
    Case(
      merchant: Fixture.merchant.replacing("initiative", "messaging"),
      "/initiativeContext initiative_context"),
    Case(
      merchant: Fixture.merchant.replacing("initiative", "in_app"),
      "/initiativeContext initiative_context"),
    Case("initiative", "in-app", "unknown_value"),
    Case("initiativeContext", "", "text"),
    Case("initiativeContext", text(256), "text"),
    Case("initiativeContext", 1, "wrong_type"),
    Case("initiativeContext", text(255), "initiative_context"),
    Case("initiativeContext", "https://shop.example.com", "initiative_context"),
    Case("initiativeContext", "Shop.example.com", "initiative_context"),
    Case("initiativeContext", "pay.shop.example.com"),
    Case("intentLifetimeSeconds", 59, "out_of_range"),
    Case("intentLifetimeSeconds", 3601, "out_of_range"),
    Case("intentLifetimeSeconds", .integer(.max), "out_of_range"),
    Case("intentLifetimeSeconds", "900", "wrong_type"),
    Case("intentLifetimeSeconds", .number("9e2"), "wrong_type"),
    Case("intentLifetimeSeconds", .number("900.0"), "wrong_type"),
    Case("intentLifetimeSeconds", 60),
    Case("intentLifetimeSeconds", 3600),
    Case("sessionLifetimeSeconds", 29, "out_of_range"),
    Case("sessionLifetimeSeconds", 3601, "out_of_range"),
    Case("sessionLifetimeSeconds", 30),
    Case("sessionLifetimeSeconds", 3600),
    Case("idempotencyDays", 0, "out_of_range"),
    Case("idempotencyDays", -1, "out_of_range"),
    Case("idempotencyDays", 366, "out_of_range"),
    Case("idempotencyDays", 1),
    Case("idempotencyDays", 365),
    Case("apiKey", "x", "unknown_member"),
    Case("a/b~c", 1).renamed("/a~1b~0c unknown_member"),
    Case(merchant: [], " wrong_type"),
    Case(merchant: "x", " wrong_type"),
  ]

  static let offers: [Case] = [
    Case(offer: "id", nil, "missing_member"),
    Case(offer: "id", 1, "wrong_type"),
    Case(offer: "id", "", "offer_id"),
    Case(offer: "id", "Some", "offer_id"),
    Case(offer: "id", "a b", "offer_id"),
    Case(offer: "id", "-a", "offer_id"),
    Case(offer: "id", "a/b", "offer_id"),
    Case(offer: "id", "é", "offer_id"),
    Case(offer: "id", text(65), "offer_id"),
    Case(offer: "id", text(64)),
    Case(offer: "id", "0-a-"),
    Case(offer: "label", nil, "missing_member"),
    Case(offer: "label", "", "text"),
    Case(offer: "label", "a\u{1}", "text"),
    Case(offer: "label", text(129), "text"),
    Case(offer: "label", text(128)),
    Case(offer: "segments", nil, "missing_member"),
    Case(offer: "segments", "5.00", "wrong_type"),
    Case(offer: "segments", [], "segment_count"),
    Case(offer: "segments", ["1", "2", "3", "4", "5", "6", "7", "8", "9"], "segment_count"),
    Case(offer: "segments", ["1", "2", "3", "4", "5", "6", "7", "8"]),
    Case(offer: "segments", [.number("5.00"), 5], "/0 wrong_type", "/1 wrong_type"),
    Case(offer: "segments", ["5,00"], "/0 amount_syntax"),
    Case(offer: "segments", ["1", "5.001", "x"], "/1 too_many_decimals", "/2 amount_syntax"),
    Case(offer: "segments", [text(25, "1")], "/0 amount_too_long"),
    Case(offer: "segments", ["99999999999999999999"], "/0 amount_overflow"),
    Case(offer: "segments", ["0"], "/0 out_of_range"),
    Case(offer: "segments", ["-0"], "/0 out_of_range"),
    Case(offer: "segments", ["-5.00"], "/0 out_of_range"),
    Case(offer: "segments", ["90071992547409.92"], "/0 out_of_range"),
    Case(offer: "segments", ["90071992547409.91", "0.01"]),
    Case(offer: "segments", ["5", "10.00", "5.00"], "/2 duplicate"),
    Case(offer: "defaultSegment", -1, "out_of_range"),
    Case(offer: "defaultSegment", 3, "out_of_range"),
    Case(offer: "defaultSegment", .integer(.max), "out_of_range"),
    Case(offer: "defaultSegment", "1", "wrong_type"),
    Case(offer: "defaultSegment", 2),
    Case(offer: "validFrom", "2026-01-01", "timestamp"),
    Case(offer: "validFrom", 0, "wrong_type"),
    Case(offer: "validUntil", "2026-02-30T00:00:00Z", "timestamp"),
    Case(offer: "validUntil", "2026-02-28T00:00:00Z"),
    Case(offer: "price", "5.00", "unknown_member"),
    Case(
      offers: [window("2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z")],
      "/offers/0/validUntil out_of_range"),
    Case(offers: [window("2026-01-01T00:00:00Z", "2026-01-01T00:00:00.001Z")]),
    Case(offers: [], "/offers empty"),
    Case(offers: [Fixture.offer, Fixture.offer], "/offers/1/id duplicate"),
    Case(
      offers: [Fixture.offer, Fixture.offer, Fixture.offer], "/offers/1/id duplicate",
      "/offers/2/id duplicate"),
    Case(offers: [Fixture.offer, 1, .null], "/offers/1 wrong_type", "/offers/2 wrong_type"),
    Case(offers: (0...1000).map(numbered), "/offers too_many"),
    Case(offers: (0..<1000).map(numbered)),
  ]

  static func window(_ from: JSONValue, _ until: JSONValue) -> JSONValue {
    Fixture.offer.with("validFrom", from).with("validUntil", until)
  }

  static func numbered(_ number: Int) -> JSONValue {
    Fixture.offer.replacing("id", .string("offer-\(number)"))
  }

  @Test(arguments: identity + sheet + offers)
  func `each breach is one fault at its place, each neighbour inside the bound none`(entry: Case) {
    let faults = Self.faults(Fixture.files(merchant: entry.merchant, offers: entry.offers))
    #expect(Self.places(faults) == entry.expected)
  }

  @Test func `faults of both files and of shape and rule are reported together`() {
    let merchant = Fixture.merchant.replacing("displayName", nil).replacing("currencyCode", "usd")
      .replacing("domainName", "localhost").with("secret", "x")
    let offers: [JSONValue] = [
      Fixture.offer.replacing("id", "A").replacing("label", 1),
      // Amounts cannot be judged without a currency, everything else can.
      Fixture.offer.replacing("segments", ["x"]).with("defaultSegment", 9).with("extra", 1),
    ]
    #expect(
      Self.places(Self.faults(Fixture.files(merchant: merchant, offers: offers))) == [
        "merchant.json /displayName missing_member", "merchant.json /secret unknown_member",
        "offers.json /offers/0/label wrong_type", "offers.json /offers/1/extra unknown_member",
        "merchant.json /currencyCode unknown_currency", "merchant.json /domainName domain_name",
        "offers.json /offers/0/id offer_id", "offers.json /offers/1/defaultSegment out_of_range",
      ])
  }

  static let files: [(String?, String?, [String])] = [
    (nil, nil, ["merchant.json  missing_file", "offers.json  missing_file"]),
    (Fixture.merchant.text, nil, ["offers.json  missing_file"]),
    ("{", "[1]", ["merchant.json  json_unexpected_end", "offers.json  wrong_type"]),
    (Fixture.merchant.text, "{}", ["offers.json /offers missing_member"]),
    (Fixture.merchant.text, #"{"offers":{}}"#, ["offers.json /offers wrong_type"]),
    (
      Fixture.merchant.text, #"{"offers":[],"offer":[]}"#,
      ["offers.json /offer unknown_member", "offers.json /offers empty"]
    ),
    (
      "\u{FEFF}{}", "",
      ["merchant.json  json_byte_order_mark", "offers.json  json_unexpected_end"]
    ),
    (
      String(repeating: " ", count: 1024 * 1024 + 1), #"{"offers":[],"offers":[]}"#,
      ["merchant.json  json_too_large", "offers.json  json_duplicate_member"]
    ),
  ]

  @Test(arguments: files)
  func `a file that is missing or no JSON is a fault like any other`(
    merchant: String?, offers: String?, expected: [String]
  ) {
    let files = [("merchant.json", merchant), ("other.json", "x"), ("offers.json", offers)]
      .compactMap { name, text in
        text.map { ConfigurationFile(name: name, bytes: Array($0.utf8)) }
      }
    #expect(Self.places(Self.faults(files)) == expected)
  }

  @Test func `a fault of syntax is told by line and column`() {
    let files = [
      ConfigurationFile(name: "merchant.json", bytes: Array("{\n  \"é\": 1,\n  x".utf8)),
      ConfigurationFile(name: "offers.json", bytes: []),
    ]
    #expect(
      Self.faults(files).map(\.description) == [
        "merchant.json: line 3, column 3: an unexpected character at byte 15",
        "offers.json: line 1, column 1: the document ends too early at byte 0",
      ])
  }

  @Test func `messages help`() {
    let merchant = Fixture.merchant.replacing("supportedNetworks", ["vias"])
      .replacing("intentLifetimeSeconds", 5)
    let faults = Self.faults(Fixture.files(merchant: merchant, offers: [Fixture.offer]))
    #expect(
      faults.map(\.description) == [
        "merchant.json /supportedNetworks/0: is not known to Apple; did you mean visa?",
        "merchant.json /intentLifetimeSeconds: must be 60 to 3600, not 5",
      ])
    #expect(
      faults.first?.json.text == #"{"file":"merchant.json","pointer":"/supportedNetworks/0","#
        + #""code":"unknown_value","detail":"is not known to Apple; did you mean visa?"}"#)
  }

  @Test(arguments: [
    ("web", "shop.example.com", true), ("web", "A1B2C3D4E5", false),
    ("messaging", "https://shop.example.com/pay", true), ("messaging", "https://a.example", true),
    ("messaging", "http://shop.example.com/pay", false), ("messaging", "shop.example.com", false),
    ("messaging", "https://user@shop.example.com/pay", false),
    ("in_app", "A1B2C3D4E5", true), ("in_app", "A1B2C3D4E", false),
    ("in_app", "A1B2C3D4E5F", false), ("in_app", "a1b2c3d4e5", false),
    ("in_app", "A1B2C3D4E\u{C9}", false), ("in_app", "shop.example.com", false),
  ])
  func `a context is of the kind that its initiative needs`(
    initiative: String, context: String, isRight: Bool
  ) {
    let json = Fixture.merchant.with("initiative", .string(initiative))
      .with("initiativeContext", .string(context))
    let accepted = try? Fixture.configuration(merchant: json)
    #expect((accepted != nil) == isRight)
  }

  @Test func `absent members have their defaults`() throws {
    let merchant = try Fixture.configuration().merchant
    #expect(merchant.initiative == "web")
    #expect(merchant.initiativeContext == "shop.example.com")
    #expect(merchant.intentLifetimeSeconds == 900)
    #expect(merchant.sessionLifetimeSeconds == 300)
    #expect(merchant.idempotencyDays == 30)
    let offer = try #require(Fixture.configuration().offers.first)
    #expect(offer.defaultSegment == 0)
    #expect(offer.validFrom == nil)
    #expect(offer.validUntil == nil)
  }

  @Test func `members that are there win over the defaults`() throws {
    let merchant = try Fixture.configuration(
      merchant: Fixture.merchant.with("initiative", "messaging")
        .with("initiativeContext", "https://shop.example.com/pay").with("intentLifetimeSeconds", 61)
        .with("sessionLifetimeSeconds", 31).with("idempotencyDays", 2)
    ).merchant
    #expect(merchant.initiative == "messaging")
    #expect(merchant.initiativeContext == "https://shop.example.com/pay")
    #expect(merchant.intentLifetimeSeconds == 61)
    #expect(merchant.sessionLifetimeSeconds == 31)
    #expect(merchant.idempotencyDays == 2)
  }

  @Test func `the sample configuration is the one the tests use, and one offer more`() throws {
    let files = try ConfigurationDraft.fileNames.map { name in
      let path = packageRoot + "/merchant-config/" + name
      return ConfigurationFile(
        name: name, bytes: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
    }
    let sample = try ConfigurationDraft(files).checked()
    let fixture = try Fixture.configuration()
    #expect(sample.merchant == fixture.merchant)
    #expect(sample.notification == fixture.notification)
    #expect(sample.offers.first == fixture.offers.first)
    #expect(sample.offers.map(\.id) == ["some-product", "tea-box"])
    #expect(sample.offers[1].segments.map(\.amount) == ["21.03", "45.00"])
  }

  @Test func `an offer is found by exactly its id`() throws {
    let configuration = try Fixture.configuration(offers: (0..<3).map(Self.numbered))
    #expect(configuration.offer("offer-1")?.id == "offer-1")
    for id in ["", "offer", "offer-10", "OFFER-1", "offer-1\0", "offer-１"] {
      #expect(configuration.offer(id) == nil)
    }
  }
}

extension ConfigurationTests.Case {
  /// The same case where the pointer is not simply the member's name.
  fileprivate func renamed(_ place: String) -> Self {
    Self(merchant: merchant, place)
  }
}
