import PayCore
import Testing

/// What a device takes for an offer, whoever sent it.
@Suite struct NotificationOfferTests {
  private static let json = Fixture.notificationOffer().json

  /// Each fault as `code pointer`.
  private func faults(_ offer: JSONValue) -> [String] {
    do throws(JSONFaults) {
      _ = try NotificationOffer(json: offer)
      return []
    } catch {
      return error.faults.map { "\($0.code) \($0.pointer)" }
    }
  }

  /// One member replaced, and the fault that must come of it: `code` or `code /rest`; nil if none.
  typealias Case = (member: String, value: JSONValue, fault: String?)

  private static func copies(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  private static func amounts(_ count: Int) -> JSONValue {
    .array((1...count).map { .string("\($0).00") })
  }

  private static func names(_ count: Int) -> JSONValue {
    .array((1...count).map { .string("network\($0)") })
  }

  static let texts: [Case] = [
    ("id", "", "offer_id"), ("id", "-a", "offer_id"), ("id", "A", "offer_id"),
    ("id", "../x", "offer_id"), ("id", .string(copies("x", 65)), "offer_id"),
    ("id", .string(copies("x", 64)), nil),
    ("label", "", "text"), ("label", " ", "text"), ("label", "a\r\nb", "text"),
    ("label", "a\u{202E}b", "text"), ("label", .string(copies("x", 129)), "text"),
    ("label", .string(copies("x", 128)), nil), ("label", "👨‍👩‍👧‍👦", nil),
    ("currency", "usd", "unknown_currency"), ("currency", "", "unknown_currency"),
    ("currency", "XAU", "currency_has_no_minor_unit"),
    ("country", "zz", "unknown_country"), ("country", "us", "unknown_country"),
    ("country", "", "unknown_country"), ("country", "DE", nil),
    ("expiresAt", "", "timestamp"), ("expiresAt", "tomorrow", "timestamp"),
    ("expiresAt", "2026-02-30T00:00:00Z", "timestamp"), ("expiresAt", 1, "wrong_type"),
    ("notification", "", "wrong_value"), ("notification", "note_", "wrong_value"),
    ("notification", "note_01KDVDNA000000000000000000", "wrong_value"),
    ("notification", "buy_01kdvdna000000000000000000", "wrong_value"),
    ("notification", "note_01kdvdna000000000000000000\r\nX: y", "wrong_value"),
    ("token", "", "wrong_value"), ("token", "a b", "wrong_value"),
    ("token", "a.b.c\r\nX-Evil: 1", "wrong_value"), ("token", "a.b.ü", "wrong_value"),
    ("token", .string(copies("a", 4097)), "wrong_value"),
    ("token", .string(copies("a", 4096)), nil),
  ]

  static let lists: [Case] = [
    ("networks", [], "empty"), ("networks", [""], "wrong_value /0"),
    ("networks", ["visa", "a b"], "wrong_value /1"), ("networks", ["visa", 1], "wrong_type /1"),
    ("networks", ["visa", "visa"], "duplicate /1"), ("networks", ["aNewOne"], nil),
    ("networks", names(64), nil), ("networks", names(65), "too_many"),
    ("capabilities", [], "empty"), ("capabilities", ["\u{0}"], "wrong_value /0"),
    ("capabilities", ["supportsTomorrow"], nil),
    ("segments", ["5.00", "-10.00"], "out_of_range /1"), ("segments", ["0.00"], "out_of_range /0"),
    ("segments", ["90071992547409.91"], nil),
    ("segments", ["90071992547409.92"], "out_of_range /0"),
    ("segments", ["5.00", "5.00"], "duplicate /1"), ("segments", amounts(8), nil),
    ("segments", amounts(9), "segment_count"),
    ("default", -1, "out_of_range"), ("default", 3, "out_of_range"), ("default", 2, nil),
    ("default", .integer(Int64.max), "out_of_range"), ("default", "0", "wrong_type"),
  ]

  static let endpoints: [Case] =
    NotificationRulesTests.goodEndpoints.map { ("endpoint", .string($0), nil) }
    + NotificationRulesTests.badEndpoints.map { ("endpoint", .string($0), "endpoint_url") }
    + [("endpoint", "https://shop.example.com/\r\nX-Evil: 1", "endpoint_url")]

  @Test(arguments: texts + lists + endpoints)
  func `each breach is one fault at its place, each neighbour inside the bound none`(entry: Case) {
    let parts = entry.fault?.split(separator: " ").map(String.init)
    let place = "/offer/\(entry.member)" + (parts?.dropFirst().first ?? "")
    let expected = (parts?.first).map { ["\($0) \(place)"] } ?? []
    #expect(faults(Self.json.replacing(entry.member, entry.value)) == expected)
  }

  @Test func `no segment at all is told with the default that none can be`() {
    #expect(
      faults(Self.json.replacing("segments", [])) == [
        "segment_count /offer/segments", "out_of_range /offer/default",
      ])
  }

  @Test func `members that are added are passed over, and the check warns of them`() throws {
    let more: JSONValue = ["new": [1, ["x": "y"]]]
    let added = Self.json.with("new", more).with("Token", "a.b.c")
    #expect(try NotificationOffer(json: added) == Fixture.notificationOffer())
    let payload: JSONValue = ["aps": ["category": "B"], "offer": added]
    let content = try NotificationContent(parsing: payload.bytes, attachments: 0)
    #expect(content.offer == Fixture.notificationOffer())
    let lint = PayloadLint(payload.bytes)
    #expect(lint.isAccepted)
    #expect(lint.findings.map(\.pointer) == ["/offer/new", "/offer/Token"])
    #expect(
      lint.findings.allSatisfy {
        $0.severity == .warning && $0.code == "payload_unknown_offer_member"
      })
    #expect(lint.findings.last?.message.contains("did you mean token?") == true)
  }

  @Test func `a slip is told beside the member that is missing`() {
    let slip = Self.json.replacing("token", nil).with("tokn", "a.b.c")
    #expect(faults(slip) == ["missing_member /offer/token"])
    let payload: JSONValue = ["aps": ["category": "B"], "offer": slip]
    #expect(
      PayloadLint(payload.bytes).findings.map(\.code) == [
        "missing_member", "payload_unknown_offer_member",
      ])
  }

  @Test func `no member that is written is warned of`() {
    let payload: JSONValue = ["aps": ["category": "B"], "offer": Self.json]
    #expect(PayloadLint(payload.bytes).findings == [])
  }

  @Test func `every fault is told at once`() {
    let offer = Self.json.replacing("segments", ["-5.00", "0.00", "x"])
      .replacing("endpoint", "javascript:alert(1)").replacing("token", "")
      .replacing("country", "zz").replacing("networks", [])
    #expect(
      Set(faults(offer)) == [
        "unknown_country /offer/country", "empty /offer/networks", "endpoint_url /offer/endpoint",
        "wrong_value /offer/token", "out_of_range /offer/segments/0",
        "out_of_range /offer/segments/1", "amount_syntax /offer/segments/2",
      ])
    let payload: JSONValue = ["aps": ["category": "B"], "offer": offer]
    let content = #expect(throws: NotificationContentError.self) {
      try NotificationContent(parsing: payload.bytes, attachments: 0)
    }
    #expect(content?.faults.count == 7)
    let lint = PayloadLint(payload.bytes)
    #expect(lint.findings.count == 7 && !lint.isAccepted)
  }
}
