import PayCore
import TestSupport
import Testing

@Suite struct NotificationPayloadTests {
  static let fullTemplate: JSONValue = [
    "category": "BUY_OFFER", "title": "A \"title\"", "subtitle": "50/50", "body": "Größe\n👍",
    "sound": "coins.caf", "threadIdentifier": "offers", "interruptionLevel": "time-sensitive",
    "relevanceScore": .number("0.50"), "endpoint": "http://127.0.0.1:8080/v1/purchase-intents",
    "validSeconds": 3600,
  ]

  static let offer = NotificationOffer(
    id: "some-product", label: "Some Product", currency: Fixture.usd, country: "US",
    networks: ["visa", "masterCard", "amex"], capabilities: ["supports3DS"],
    segments: [500, 1000, 2000].map { Money(minorUnits: $0, currency: Fixture.usd) },
    defaultSegment: 0, endpoint: "https://shop.example.com/v1/purchase-intents",
    expiresAt: Fixture.now.adding(seconds: 86_400), notification: Fixture.notificationID,
    token: "a.b.c")

  static let offerText =
    #"{"id":"some-product","label":"Some Product","currency":"USD","#
    + #""country":"US","networks":["visa","masterCard","amex"],"capabilities":["supports3DS"],"#
    + #""segments":["5.00","10.00","20.00"],"default":0,"#
    + #""endpoint":"https://shop.example.com/v1/purchase-intents","#
    + #""expiresAt":"2026-01-02T00:00:00Z","notification":"note_01kdvdna000000000000000000","#
    + #""token":"a.b.c"}"#

  static func template(_ json: JSONValue = Fixture.notification) throws -> NotificationTemplate {
    try #require(try Fixture.configuration(notification: json).notification)
  }

  static func template(body: String) throws -> NotificationTemplate {
    try template(Fixture.notification.replacing("body", .string(body)))
  }

  /// The bytes of a payload whose body is empty.
  static func frame() throws -> Int {
    let one = try NotificationPayload(template(body: "x"), offer: offer)
    return one.bytes.count - 1
  }

  static func body(_ payload: NotificationPayload) -> String? {
    guard case .string(let text) = payload.json["aps"]?["alert"]?["body"] else { return nil }
    return text
  }

  @Test func `the sample is this, byte for byte`() throws {
    let payload = try NotificationPayload(Self.template(), offer: Self.offer)
    let expected =
      #"{"aps":{"alert":{"title":"Some Product","#
      + #""body":"Choose an amount and buy it with Apple Pay."},"category":"BUY_OFFER","#
      + #""sound":"default"},"offer":"# + Self.offerText + "}"
    #expect(String(decoding: payload.bytes, as: UTF8.self) == expected)
    #expect(payload.json.bytes == payload.bytes)
    #expect(payload.id == Fixture.notificationID)
    #expect(!payload.isShortened)
  }

  @Test func `every member of the template stands where Apple reads it`() throws {
    let payload = try NotificationPayload(Self.template(Self.fullTemplate), offer: Self.offer)
    let expected =
      #"{"aps":{"alert":{"title":"A \"title\"","subtitle":"50/50","body":"Größe\n👍"},"#
      + #""category":"BUY_OFFER","sound":"coins.caf","thread-id":"offers","#
      + #""interruption-level":"time-sensitive","relevance-score":0.50},"#
      + #""offer":"# + Self.offerText + "}"
    #expect(String(decoding: payload.bytes, as: UTF8.self) == expected)
  }

  @Test func `the budget is counted by hand`() throws {
    let payload = try NotificationPayload(Self.template(Self.fullTemplate), offer: Self.offer)
    let parts: [(PayloadBudget.Part, String)] = [
      (.title, #""title":"A \"title\"""#), (.subtitle, #""subtitle":"50/50""#),
      (.body, #""body":"Größe\n👍""#), (.category, #""category":"BUY_OFFER""#),
      (
        .presentation,
        #""sound":"coins.caf""thread-id":"offers""interruption-level":"time-sensitive""#
          + #""relevance-score":0.50"#
      ),
      (
        .offer,
        #""id":"some-product""label":"Some Product""currency":"USD""country":"US""default":0"#
          + #""expiresAt":"2026-01-02T00:00:00Z""notification":"note_01kdvdna000000000000000000""#
      ),
      (.segments, #""segments":["5.00","10.00","20.00"]"#),
      (.networks, #""networks":["visa","masterCard","amex"]"capabilities":["supports3DS"]"#),
      (.endpoint, #""endpoint":"https://shop.example.com/v1/purchase-intents""#),
      (.token, #""token":"a.b.c""#),
      (.structure, #"{"aps":{"alert":{,,},,,,,},"offer":{,,,,,,,,,,,}}"#),
    ]
    #expect(payload.budget.entries.map(\.part) == parts.map(\.0))
    #expect(payload.budget.entries.map(\.bytes) == parts.map(\.1.utf8.count))
    #expect(payload.budget.total == payload.bytes.count)
    #expect(payload.budget.left == 4096 - payload.bytes.count)
  }

  // MARK: The limit

  @Test func `4,096 bytes pass untouched, one more is cut`() throws {
    let room = 4096 - (try Self.frame())
    let exact = try NotificationPayload(
      Self.template(body: String(repeating: "x", count: room)), offer: Self.offer)
    #expect(exact.bytes.count == 4096)
    #expect(!exact.isShortened)
    let over = try NotificationPayload(
      Self.template(body: String(repeating: "x", count: room + 1)), offer: Self.offer)
    #expect(over.bytes.count == 4096)
    #expect(over.omittedCharacters == 4)
    #expect(Self.body(over) == String(repeating: "x", count: room - 3) + "…")
    #expect(over.json["offer"] == Self.offer.json)
  }

  /// A family is one character of 25 bytes, all or nothing of it stays.
  @Test func `a body of families is cut between families`() throws {
    let family = "👨‍👩‍👧‍👦"
    let room = 4096 - (try Self.frame())
    let payload = try NotificationPayload(
      Self.template(body: String(repeating: family, count: 163)), offer: Self.offer)
    let kept = (room - 3) / 25
    #expect(Self.body(payload) == String(repeating: family, count: kept) + "…")
    #expect(payload.omittedCharacters == 163 - kept)
  }

  /// A quote, a backslash and a line feed cost two bytes each.
  @Test(arguments: ["\"", "\\", "a\n"])
  func `escapes cost what they cost`(unit: String) throws {
    let room = 4096 - (try Self.frame())
    let fitting = room / (unit.utf8.count + 1)
    let template = try Self.template(body: String(repeating: unit, count: fitting))
    #expect(try !NotificationPayload(template, offer: Self.offer).isShortened)
    let longer = try Self.template(body: String(repeating: unit, count: fitting + 1))
    let cut = try NotificationPayload(longer, offer: Self.offer)
    #expect(cut.isShortened && cut.bytes.count <= 4096)
  }

  @Test(arguments: [
    (11, "one two\nsix", 0), (10, "one two…", 4), (9, "one tw…", 5), (7, "one…", 8), (6, "one…", 8),
    (5, "on…", 9),
    (4, "o…", 10), (3, "…", 11), (2, "", 11), (0, "", 11),
  ])
  func `the body goes character by character, and then altogether`(
    room: Int, expected: String, omitted: Int
  ) throws {
    // The line feed costs a byte more.
    let limit = try Self.frame() + room + (room == 11 ? 1 : 0)
    let payload = try NotificationPayload(
      Self.template(body: "one two\nsix"), offer: Self.offer, limit: limit)
    #expect(Self.body(payload) == expected)
    #expect(payload.omittedCharacters == omitted)
    #expect(payload.bytes.count <= limit)
  }

  @Test func `what is too long without a body is refused, with the size and the largest part`()
    throws
  {
    let frame = try Self.frame()
    let error = #expect(throws: NotificationError.self) {
      try NotificationPayload(Self.template(), offer: Self.offer, limit: frame - 1)
    }
    guard case .tooLarge(frame, limit: frame - 1, let largest)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(largest.part == .offer)
    #expect(
      error?.description
        == "the payload has \(frame) bytes without its body, of \(frame - 1) that are allowed; "
        + "its largest part, offer text, has \(largest.bytes): shorten that")
    #expect(error?.code == "notification_too_large")
  }

  // MARK: Property

  /// Characters of one to dozens of bytes, alone and in clusters.
  static let alphabet = [
    "a", "z", " ", "\n", "\"", "\\", "/", "é", "e\u{301}\u{323}", "ß", "ж", "ω", "中", "한",
    "\u{1112}\u{1161}\u{11AB}", "नी", "क्षि", "ก็", "👍", "👍🏽", "👨‍👩‍👧‍👦", "🇩🇪", "🇺🇸", "1️⃣", "…",
  ]

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `whatever the body, the payload keeps its limit and the offer`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let frame = try Self.frame()
    for round in 0..<150 {
      let count = Int.random(in: 1...400, using: &random)
      let pieces = (0..<count).map { _ in Self.alphabet.randomElement(using: &random) ?? "a" }
      let body = "a" + pieces.joined()
      guard body.utf8.count <= Limits.notificationBodyBytes else { continue }
      let limit = Int.random(in: frame...4096, using: &random)
      let payload = try NotificationPayload(
        Self.template(body: body), offer: Self.offer, limit: limit)
      let text = try #require(Self.body(payload))
      let place = "seed \(seed), round \(round)"
      #expect(payload.bytes.count <= limit, "\(place)")
      #expect(payload.budget.total == payload.bytes.count, "\(place)")
      #expect(try JSONValue(parsing: payload.bytes)["offer"] == Self.offer.json, "\(place)")
      #expect(Self.isRightly(text, cutFrom: body, payload, limit), "\(place): \(text)")
    }
  }

  /// Whether `text` is `body`, or the longest head of whole characters that fits, and an ellipsis.
  private static func isRightly(
    _ text: String, cutFrom body: String, _ payload: NotificationPayload, _ limit: Int
  ) -> Bool {
    let all = Array(body)
    guard payload.isShortened else { return text == body }
    guard text.last == "…" else {
      // Not even an ellipsis has room.
      return text.isEmpty && payload.bytes.count + 3 > limit
        && payload.omittedCharacters == all.count
    }
    let head = Array(text.dropLast())
    let rest = all.dropFirst(head.count)
    // White space before the ellipsis is left out, so the next one is looked for behind it.
    let next = rest.prefix { $0.isWhitespace } + rest.drop { $0.isWhitespace }.prefix(1)
    let cost = JSONValue.string(String(next)).bytes.count - 2
    return head.elementsEqual(all.prefix(head.count)) && payload.omittedCharacters == rest.count
      && rest.count > 0 && payload.bytes.count + cost > limit
  }
}

@Suite struct NotificationIssuerTests {
  private let clock = FakeClock()

  private func engine(
    offers: [JSONValue] = [Fixture.offer], tokenKeys: FakeTokenKeys = FakeTokenKeys()
  ) throws -> PaymentEngine {
    try PaymentEngineTests.engine(clock, FakeStore(), offers: offers, tokenKeys: tokenKeys)
  }

  @Test func `a notification carries the offer and a token for it`() throws {
    let engine = try engine()
    let moment = Timestamp(milliseconds: Fixture.now.milliseconds + 700)
    let payload = try engine.notification(offer: "some-product", at: moment)
    let offer = payload.offer
    #expect(TimeOrderedIDs.isID(payload.id, prefix: "note_"))
    #expect(offer.label == "Some Product" && offer.country == "US")
    #expect(offer.segments.map(\.amount) == ["5.00", "10.00", "20.00"])
    #expect(offer.expiresAt == Fixture.now.adding(seconds: 86_400))
    let token = try OfferTokenTests.open(offer.token)
    #expect(token.notification == payload.id)
    #expect(token.offer == "some-product")
    #expect(token.issuedAt == Fixture.now)
    #expect(token.expiresAt == offer.expiresAt)
    #expect(
      token.offerDigest
        == engine.configuration.offerDigest(engine.configuration.offers[0], digest: FakeDigest()))
    #expect(try NotificationOffer(json: payload.json["offer"] ?? .null) == offer)
  }

  @Test func `each notification has its own id and token, without an offer it is the first`()
    throws
  {
    let engine = try engine(offers: [Fixture.offer, Fixture.offer.replacing("id", "b")])
    let payloads = try (0..<3).map { _ in try engine.notification(offer: nil, at: Fixture.now) }
    #expect(Set(payloads.map(\.id)).count == 3)
    #expect(Set(payloads.map(\.offer.token)).count == 3)
    #expect(payloads.allSatisfy { $0.offer.id == "some-product" })
    #expect(try engine.notification(offer: "b", at: Fixture.now).offer.id == "b")
  }

  static let ends: [(String, String?)] = [
    ("2026-01-05T00:00:00Z", "2026-01-02T00:00:00Z"),
    ("2026-01-02T00:00:00Z", "2026-01-02T00:00:00Z"),
    ("2026-01-01T12:00:00.999Z", "2026-01-01T12:00:00Z"),
    ("2026-01-01T00:00:01Z", "2026-01-01T00:00:01Z"),
    // On sale still, but not for a whole second.
    ("2026-01-01T00:00:00.999Z", nil), ("2026-01-01T00:00:00Z", nil),
  ]

  @Test(arguments: ends)
  func `a token ends with the offer`(validUntil: String, expected: String?) throws {
    let engine = try engine(offers: [Fixture.offer.with("validUntil", .string(validUntil))])
    var found: String?
    do throws(EngineError) {
      found = try engine.notification(offer: nil, at: Fixture.now).offer.expiresAt.description
    } catch {
      #expect(error == .quote(.notOnOffer("some-product")))
    }
    #expect(found == expected)
  }

  @Test func `what cannot be sold cannot be pushed`() throws {
    let later = Fixture.offer.with("validFrom", "2026-01-01T00:00:01Z")
    #expect(throws: EngineError.quote(.notOnOffer("some-product"))) {
      try engine(offers: [later]).notification(offer: nil, at: Fixture.now)
    }
    #expect(throws: EngineError.quote(.unknownOffer("nope", known: ["some-product"]))) {
      try engine().notification(offer: "nope", at: Fixture.now)
    }
    #expect(throws: EngineError.crypto(CryptoFailure("no key"))) {
      try engine(tokenKeys: FakeTokenKeys(fails: true)).notification(offer: nil, at: Fixture.now)
    }
    let issuer = NotificationIssuer(
      try Fixture.configuration(notification: nil), nextID: { _ in Fixture.notificationID },
      digest: FakeDigest(), tokenKeys: FakeTokenKeys())
    let error = #expect(throws: EngineError.self) {
      try issuer.payload(offer: nil, at: Fixture.now)
    }
    #expect(error == .notification(.notConfigured))
    #expect(error?.code == "notification_not_configured")
  }
}
