import PayCore
import Testing

@Suite struct NotificationRulesTests {
  static func text(_ count: Int) -> JSONValue { .string(String(repeating: "x", count: count)) }

  /// One member replaced, or removed, and the code of the fault that must come of it, if any.
  typealias Case = (member: String, value: JSONValue?, code: String?)

  static let texts: [Case] = [
    ("category", nil, "missing_member"), ("category", "", "text"), ("category", 1, "wrong_type"),
    ("category", text(129), "text"), ("category", text(128), nil), ("category", "a\u{7}", "text"),
    ("title", nil, "missing_member"), ("title", " ", "text"), ("title", "a\nb", "text"),
    ("title", text(129), "text"), ("title", text(128), nil), ("title", "👨‍👩‍👧‍👦", nil),
    ("subtitle", .null, "wrong_type"), ("subtitle", "", "text"), ("subtitle", "x", nil),
    ("subtitle", text(129), "text"),
    ("body", nil, "missing_member"), ("body", "", "text"), ("body", "\n \n", "text"),
    ("body", "a\nb\n\nc\n", nil), ("body", "a\rb", "text"), ("body", "a\tb", "text"),
    ("body", "a\u{202E}b", "text"), ("body", text(4097), "text"), ("body", text(4096), nil),
    ("sound", "", "text"), ("sound", text(129), "text"), ("sound", nil, nil),
    ("threadIdentifier", "", "text"), ("threadIdentifier", text(129), "text"),
    ("threadIdentifier", "offers", nil),
  ]

  static let values: [Case] = [
    ("interruptionLevel", "urgent", "unknown_value"),
    ("interruptionLevel", "Active", "unknown_value"),
    ("interruptionLevel", "timeSensitive", "unknown_value"),
    ("interruptionLevel", 1, "wrong_type"),
    ("interruptionLevel", "passive", nil), ("interruptionLevel", "active", nil),
    ("interruptionLevel", "time-sensitive", nil), ("interruptionLevel", "critical", nil),
    ("relevanceScore", "0.5", "wrong_type"), ("relevanceScore", .null, "wrong_type"),
    ("relevanceScore", 0, nil), ("relevanceScore", 1, nil), ("relevanceScore", 2, "out_of_range"),
    ("relevanceScore", -1, "out_of_range"), ("relevanceScore", .number("0.5"), nil),
    ("relevanceScore", .number("0.123456"), nil),
    ("relevanceScore", .number("0.1234567"), "out_of_range"),
    ("relevanceScore", .number("1.0"), nil),
    ("relevanceScore", .number("1.000001"), "out_of_range"),
    ("relevanceScore", .number("-0"), "out_of_range"),
    ("relevanceScore", .number("-0.5"), "out_of_range"),
    ("relevanceScore", .number("5e-1"), "out_of_range"),
    ("relevanceScore", .number("10.0"), "out_of_range"),
    ("validSeconds", 59, "out_of_range"), ("validSeconds", 60, nil),
    ("validSeconds", 2_592_000, nil), ("validSeconds", 2_592_001, "out_of_range"),
    ("validSeconds", "60", "wrong_type"),
    ("offer", "some-product", "unknown_member"), ("badge", 1, "unknown_member"),
  ]

  static let goodEndpoints = [
    "https://shop.example.com/", "https://shop.example.com:8443/pay/v1/purchase-intents",
    "https://127.0.0.1/v1", "https://localhost:8443/v1",
    "http://127.0.0.1:8080/v1/purchase-intents",
    "http://localhost/v1", "https://xn--exmple-cua.example/a%20b",
    "https://shop.example.com/" + String(repeating: "x", count: 230),
  ]

  static let badEndpoints = [
    "", "shop.example.com/v1", "https:/shop.example.com/v1", "https://", "https:///v1",
    "https://shop.example.com", "http://shop.example.com/v1", "HTTPS://shop.example.com/v1",
    "https://Shop.example.com/v1", "https://shop/v1", "https://user@shop.example.com/v1",
    "https://a:b@shop.example.com/v1", "https://shop.example.com:/v1",
    "https://shop.example.com:0/v1", "https://shop.example.com:65536/v1",
    "https://shop.example.com:+1/v1", "https://shop.example.com:08/v1",
    "https://shop.example.com:443:443/v1", "https://shop.example.com/v1?a=b",
    "https://shop.example.com/v1#a", "https://shop.example.com?a", "https://shop.example.com/a b",
    "https://shop.example.com/\n", "https://shop.example.com/é", "https://shop.example.com/\\",
    "https://1.2.3.4/v1", "https://[::1]/v1", "http://127.0.0.1.example.com/v1",
    "http://localhost.example.com/v1", "http://127.0.0.1@example.com/v1", "ftp://localhost/v1",
    "javascript:alert(1)", "https://shop.example.com/" + String(repeating: "x", count: 231),
  ]

  static let endpoints: [Case] =
    goodEndpoints.map { ("endpoint", .string($0), nil) }
    + badEndpoints.map { ("endpoint", .string($0), "endpoint_url") }
    + [("endpoint", nil, "missing_member"), ("endpoint", 1, "wrong_type")]

  @Test(arguments: texts + values + endpoints)
  func `each breach is one fault at its place, each neighbour inside the bound none`(
    entry: Case
  ) {
    let notification = Fixture.notification.replacing(entry.member, entry.value)
    let faults = ConfigurationTests.faults(Fixture.files(notification: notification))
    let expected = entry.code.map { ["notification.json /\(entry.member) \($0)"] } ?? []
    #expect(ConfigurationTests.places(faults) == expected)
  }

  @Test func `a merchant may send no notifications`() throws {
    #expect(try Fixture.configuration(notification: nil).notification == nil)
  }

  @Test(arguments: [
    ("", "json_unexpected_end"), ("{", "json_unexpected_end"), ("[]", "wrong_type"),
  ])
  func `a file that is there must be a document`(text: String, code: String) {
    let file = ConfigurationFile(name: "notification.json", bytes: Array(text.utf8))
    let faults = ConfigurationTests.faults(Fixture.files(notification: nil) + [file])
    #expect(ConfigurationTests.places(faults) == ["notification.json  \(code)"])
  }

  @Test func `faults of all three files are reported together`() {
    let faults = ConfigurationTests.faults(
      Fixture.files(
        merchant: Fixture.merchant.replacing("countryCode", "us"), offers: [],
        notification: Fixture.notification.replacing("title", nil).replacing("sound", "")))
    #expect(
      ConfigurationTests.places(faults) == [
        "notification.json /title missing_member", "merchant.json /countryCode unknown_country",
        "offers.json /offers empty", "notification.json /sound text",
      ])
  }

  @Test func `members are taken as they are, absent ones have their defaults`() throws {
    let sample = try #require(try Fixture.configuration().notification)
    #expect(sample.category == "BUY_OFFER")
    #expect(sample.sound == "default")
    #expect(sample.subtitle == nil && sample.threadIdentifier == nil)
    #expect(sample.interruptionLevel == nil && sample.relevanceScore == nil)
    #expect(sample.validSeconds == 86_400)
    let full = try Fixture.configuration(notification: NotificationPayloadTests.fullTemplate)
    #expect(full.notification?.relevanceScore == "0.50")
    #expect(full.notification?.interruptionLevel == .timeSensitive)
    #expect(full.notification?.validSeconds == 3600)
  }

  // MARK: Room

  private static func item(_ name: String, textBytes: Int) -> JSONValue {
    [
      "title": .string(name), "text": .string(String(repeating: "x", count: textBytes)),
      "imageUrl": "https://shop.example.com/a.jpg",
    ]
  }

  /// An offer of segments that cost 1, 2, ... USD, each with items.
  private static func offer(items: [[JSONValue]]) -> JSONValue {
    let segments = items.enumerated().map { index, items -> JSONValue in
      let line: JSONValue = ["label": "Tea", "unitPrice": .string("\(index + 1).00")]
      return ["lines": [line], "items": .array(items)]
    }
    return Fixture.offer.replacing("segments", .array(segments))
  }

  private static func faults(items: [[JSONValue]], notification: JSONValue? = Fixture.notification)
    -> [ConfigurationFault]
  {
    ConfigurationTests.faults(
      Fixture.files(offers: [offer(items: items)], notification: notification))
  }

  @Test func `items that no notification can carry are found, with how much is too much`() throws {
    let items = (0..<8).map { segment in
      (0..<8).map { Self.item("\(segment).\($0)", textBytes: segment == 5 ? 40 : 30) }
    }
    let faults = Self.faults(items: items)
    #expect(
      ConfigurationTests.places(faults) == [
        "offers.json /offers/0/segments/5/items notification_too_large"
      ])
    let message = try #require(faults.first?.description)
    #expect(message.contains(" more than the 4096 that are allowed; its largest part, items, has "))
    #expect(message.hasSuffix("leave some out, or shorten their texts and addresses"))
    // Who sends no notifications has none that is too large.
    #expect(Self.faults(items: items, notification: nil).isEmpty)
    // What all segments show is there once.
    #expect(Self.faults(items: Array(repeating: items[0], count: 8)).isEmpty)
  }

  /// The bytes that are told are those that a payload has: as many less, and it is rendered to the
  /// last byte.
  @Test func `the number of bytes over is exact`() throws {
    func items(_ lastBytes: Int) -> [[JSONValue]] {
      [(0..<6).map { Self.item("\($0)", textBytes: $0 < 5 ? 512 : lastBytes) }]
    }
    let fault = try #require(Self.faults(items: items(512)).first)
    let words = fault.fault.detail.split(separator: " ")
    let number = try #require(words.firstIndex(of: "more"))
    let over = try #require(Int(words[number - 1]))
    let kid = String(repeating: "k", count: 43)
    let fitting = try Fixture.configuration(offers: [Self.offer(items: items(512 - over))])
    let payload = try NotificationIssuer(
      fitting, nextID: { _ in Fixture.notificationID }, digest: FakeDigest(),
      tokenKeys: FakeTokenKeys(signingKeyID: kid, known: [kid])
    ).payload(offer: nil, at: Fixture.now)
    #expect(payload.bytes.count == Limits.notificationBytes)
    #expect(payload.isShortened && payload.budget.entries.first { $0.part == .body }?.bytes == 9)
    #expect(!Self.faults(items: items(512 - over + 1)).isEmpty)
  }

  @Test func `messages help`() {
    let notification = Fixture.notification.with("interruptionLevel", "pasive")
      .with("validSeconds", 5)
    let faults = ConfigurationTests.faults(Fixture.files(notification: notification))
    #expect(
      faults.map(\.description) == [
        "notification.json /interruptionLevel: must be one of passive, active, time-sensitive, "
          + "critical; did you mean passive?",
        "notification.json /validSeconds: must be 60 to 2592000, not 5",
      ])
  }
}
