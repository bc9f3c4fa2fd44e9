import Foundation
import PayCore
import TestSupport
import Testing

@Suite struct TimestampTests {
  static let last: Int64 = 253_402_300_799_999

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", Int64(0)), ("1970-01-01T00:00:00.001Z", 1),
    ("1970-01-01T00:00:00.1Z", 100), ("1970-01-01T00:00:00.12Z", 120),
    ("1970-03-01T00:00:00Z", 5_097_600_000), ("1999-12-31T23:59:59Z", 946_684_799_000),
    ("2000-02-29T12:00:00Z", 951_825_600_000), ("2000-03-01T00:00:00Z", 951_868_800_000),
    ("2026-01-01T00:00:00Z", 1_767_225_600_000), ("2024-02-29T23:59:59.999Z", 1_709_251_199_999),
    ("2026-01-01T02:00:00+02:00", 1_767_225_600_000),
    ("2025-12-31T18:30:00-05:30", 1_767_225_600_000),
    ("2026-01-01T00:00:00-00:00", 1_767_225_600_000),
    ("2026-01-01T23:59:00+23:59", 1_767_225_600_000), ("1970-01-01T01:00:00+01:00", 0),
    ("2038-01-19T03:14:08Z", 2_147_483_648_000), ("2400-02-29T00:00:00Z", 13_574_563_200_000),
    ("9999-12-31T23:59:59.999Z", last), ("9999-12-31T23:59:59.999+00:01", last - 60_000),
  ])
  func `a moment is read`(text: String, milliseconds: Int64) {
    #expect(Timestamp(rfc3339: text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "", "2026", "2026-01-01", "2026-01-01T00:00Z", "2026-01-01T00:00:00", "2026-01-01 00:00:00Z",
    "2026-01-01t00:00:00z", "2026-1-01T00:00:00Z", "26-01-01T00:00:00Z", "+2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00Z ", " 2026-01-01T00:00:00Z", "2026-01-01T00:00:00ZZ", "20260101T000000Z",
    "2026-00-01T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z",
    "2026-04-31T00:00:00Z", "2026-06-31T00:00:00Z", "2026-09-31T00:00:00Z", "2026-11-31T00:00:00Z",
    "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2024-02-30T00:00:00Z", "2000-02-30T00:00:00Z",
    "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z", "2016-12-31T23:59:60Z",
    "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00.1234Z", "2026-01-01T00:00:00,5Z",
    "2026-01-01T00:00:00+2:00", "2026-01-01T00:00:00+0200", "2026-01-01T00:00:00+02",
    "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+00:60", "2026-01-01T00:00:00Z+00:00",
    "1969-12-31T23:59:59Z", "1970-01-01T00:00:00+00:01", "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59-00:01", "10000-01-01T00:00:00Z", "２026-01-01T00:00:00Z",
    "2026-01-01T00:00:00\u{FF3A}", "2026-01-01T0\0:00:00Z", "2026/01/01T00:00:00Z", "1767225600",
    "2026-01-01T-1:00:00Z", "2026-W01-1T00:00:00Z", "2026-001T00:00:00Z", "now",
  ])
  func `what is not a moment is refused`(text: String) {
    #expect(Timestamp(rfc3339: text) == nil)
  }

  @Test(arguments: 1...8)
  func `random moments survive the round trip, as Foundation writes them`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    for _ in 0..<1250 {
      let moment = Timestamp(milliseconds: Int64.random(in: 0...Self.last, using: &random))
      #expect(Timestamp(rfc3339: moment.description) == moment)
      let whole = moment.wholeSecond
      #expect(Timestamp(rfc3339: whole.description) == whole)
      // Foundation counts in binary fractions of a second, so whole seconds are compared.
      let date = Date(timeIntervalSince1970: TimeInterval(whole.seconds))
      #expect(whole.description == date.formatted(style).replacing(".000Z", with: "Z"))
    }
  }

  @Test func `every day until 2101 follows the one before`() {
    var previous = Timestamp(seconds: 0).description
    for day in 1..<Int64(48_000) {
      let text = Timestamp(seconds: day * 86_400).description
      guard previous < text, Timestamp(rfc3339: text)?.seconds == day * 86_400 else {
        Issue.record("\(previous) is followed by \(text)")
        return
      }
      previous = text
    }
  }

  @Test(arguments: [
    (Int64(0), "1970-01-01T00:00:00Z"), (7, "1970-01-01T00:00:00.007Z"),
    (70, "1970-01-01T00:00:00.070Z"), (700, "1970-01-01T00:00:00.700Z"),
    (1_767_225_600_000, "2026-01-01T00:00:00Z"), (last, "9999-12-31T23:59:59.999Z"),
    (-1, "1970-01-01T00:00:00Z"), (Int64.min, "1970-01-01T00:00:00Z"),
    (last + 1, "9999-12-31T23:59:59.999Z"), (Int64.max, "9999-12-31T23:59:59.999Z"),
  ])
  func `a moment is written and held within its years`(milliseconds: Int64, text: String) {
    #expect(Timestamp(milliseconds: milliseconds).description == text)
  }

  @Test func `whole seconds round down`() {
    #expect(Timestamp(milliseconds: 1999).seconds == 1)
    #expect(Timestamp(milliseconds: 1999).wholeSecond == Timestamp(seconds: 1))
    #expect(Timestamp(seconds: .max) == Timestamp(milliseconds: Self.last).wholeSecond)
    #expect(Timestamp(seconds: .min).milliseconds == 0)
  }

  static let sums: [(Int64, Int64, Int64)] = [
    (1500, 1, 2500), (1500, -1, 500), (1500, 0, 1500), (1500, -2, 0), (1500, .min, 0),
    (1500, .max, last), (last, 1, last), (last - 999, 1, last), (0, -1, 0),
    (500, .max / 1000, last), (last, -253_402_300_799, 999),
  ]

  @Test(arguments: sums)
  func `adding seconds never leaves the years`(from: Int64, count: Int64, result: Int64) {
    #expect(Timestamp(milliseconds: from).adding(seconds: count).milliseconds == result)
  }

  @Test func `moments are ordered`() {
    #expect(Timestamp(milliseconds: 1) < Timestamp(milliseconds: 2))
    #expect(!(Timestamp(milliseconds: 2) < Timestamp(milliseconds: 2)))
  }
}
