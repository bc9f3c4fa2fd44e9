import PayCore
import Testing

@Suite struct OfferTests {
  private func offer(from: String? = nil, until: String? = nil) throws -> Offer {
    let json = Fixture.offer.with("validFrom", from.map { .string($0) })
      .with("validUntil", until.map { .string($0) })
    return try #require(Fixture.configuration(offers: [json]).offers.first)
  }

  @Test func `an offer has its JSON`() throws {
    #expect(
      try offer().json.text == #"{"object":"offer","id":"some-product","label":"Some Product","#
        + #""currency":"USD","segments":[{"segment":0,"amount":"5.00","amountMinor":500},"#
        + #"{"segment":1,"amount":"10.00","amountMinor":1000},"#
        + #"{"segment":2,"amount":"20.00","amountMinor":2000}],"defaultSegment":0}"#)
    let bounded = try offer(from: "2026-01-01T01:00:00+01:00", until: "2026-02-01T00:00:00.5Z")
    #expect(
      bounded.json.text.hasSuffix(
        #""validFrom":"2026-01-01T00:00:00Z","validUntil":"2026-02-01T00:00:00.500Z"}"#))
  }

  static let windows: [(String?, String?, Int64, Bool)] = [
    (nil, nil, 0, true), (nil, nil, 253_402_300_799_999, true),
    ("2026-01-01T00:00:00Z", nil, Fixture.now.milliseconds - 1, false),
    ("2026-01-01T00:00:00Z", nil, Fixture.now.milliseconds, true),
    (nil, "2026-01-01T00:00:00Z", Fixture.now.milliseconds - 1, true),
    (nil, "2026-01-01T00:00:00Z", Fixture.now.milliseconds, false),
    ("2026-01-01T00:00:00Z", "2026-01-01T00:00:00.001Z", Fixture.now.milliseconds - 1, false),
    ("2026-01-01T00:00:00Z", "2026-01-01T00:00:00.001Z", Fixture.now.milliseconds, true),
    ("2026-01-01T00:00:00Z", "2026-01-01T00:00:00.001Z", Fixture.now.milliseconds + 1, false),
  ]

  @Test(arguments: windows)
  func `an offer holds from its first moment until before its last`(
    from: String?, until: String?, milliseconds: Int64, isValid: Bool
  ) throws {
    let offer = try offer(from: from, until: until)
    #expect(offer.isValid(at: Timestamp(milliseconds: milliseconds)) == isValid)
  }
}
