import PayCore
import TestSupport
import Testing

@Suite struct TimeOrderedIDTests {
  static let zeros = [UInt8](repeating: 0, count: 10)
  static let ones = [UInt8](repeating: 255, count: 10)

  @Test(arguments: [
    (Int64(1_767_225_600_000), zeros, "buy_01kdvdna000000000000000000"),
    (1_767_225_600_000, ones, "buy_01kdvdna00zzzzzzzzzzzzzzzz"),
    (0, [0, 0, 0, 0, 0, 0, 0, 0, 0, 33], "buy_00000000000000000000000011"),
    (253_402_300_799_999, zeros, "buy_76ez91zpzz0000000000000000"),
  ])
  func `an id is the moment and the random bits`(moment: Int64, random: [UInt8], id: String) {
    var ids = TimeOrderedIDs(prefix: "buy_")
    #expect(ids.next(at: Timestamp(milliseconds: moment), random: random) == id)
    #expect(TimeOrderedIDs.isID(id, prefix: "buy_"))
  }

  @Test func `the first ten random bytes count`() {
    var ids = TimeOrderedIDs(prefix: "")
    var same = ids
    #expect(
      ids.next(at: Fixture.now, random: Self.zeros + [9, 9])
        == same.next(at: Fixture.now, random: Self.zeros))
  }

  @Test(arguments: [1])
  func `a hundred thousand ids under a wild clock are unique and in order`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var ids = TimeOrderedIDs(prefix: "buy_")
    var clock: Int64 = Fixture.now.milliseconds
    var previous = ""
    for _ in 0..<100_000 {
      // The clock stands still, steps back, or goes on.
      clock += [0, 0, 0, 1, -1, -3_600_000, 1000].randomElement(using: &random) ?? 0
      let bytes = (0..<10).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let id = ids.next(at: Timestamp(milliseconds: clock), random: bytes)
      guard previous < id, id.utf8.count == 30 else {
        Issue.record("seed \(seed): \(id) after \(previous)")
        return
      }
      previous = id
    }
  }

  @Test func `counting up carries into the time`() {
    var ids = TimeOrderedIDs(prefix: "")
    let first = ids.next(at: Fixture.now, random: Self.ones)
    let second = ids.next(at: Fixture.now, random: Self.zeros)
    #expect(first == "01kdvdna00zzzzzzzzzzzzzzzz")
    #expect(second == "01kdvdna010000000000000000")
  }

  @Test func `ids go on after the latest one that is known`() {
    let latest = "buy_01kdvdna00zzzzzzzzzzzzzzzz"
    var ids = TimeOrderedIDs(prefix: "buy_", after: latest)
    #expect(ids.next(at: Timestamp(seconds: 0), random: Self.zeros) > latest)
    #expect(ids.next(at: Fixture.now.adding(seconds: 1), random: Self.zeros) > latest)
  }

  @Test(arguments: [
    nil, "", "rec_01kdvdna00zzzzzzzzzzzzzzzz", "buy_x", "buy_8" + String(repeating: "z", count: 25),
  ])
  func `a latest id of another kind is ignored`(latest: String?) {
    var ids = TimeOrderedIDs(prefix: "buy_", after: latest)
    #expect(ids.next(at: Fixture.now, random: Self.zeros) == Fixture.intentID)
  }

  @Test func `no id of the store can make the numbers begin anew`() {
    // The greatest number that 26 characters hold: one more would be zero.
    let latest = "buy_7" + String(repeating: "z", count: 25)
    var ids = TimeOrderedIDs(prefix: "buy_", after: latest)
    let first = ids.next(at: Fixture.now, random: Self.zeros)
    let second = ids.next(at: Fixture.now, random: Self.zeros)
    #expect(first < second)
    #expect(first >= Fixture.intentID)
  }

  @Test(arguments: [
    "", "buy_", "buy_01kdvdna00000000000000000", "buy_01kdvdna0000000000000000000",
    "BUY_01kdvdna000000000000000000", "buy_01KDVDNA000000000000000000",
    "buy_81kdvdna000000000000000000", "buy_01kdvdna00000000000000000i",
    "buy_01kdvdna00000000000000000l", "buy_01kdvdna00000000000000000o",
    "buy_01kdvdna00000000000000000u", "buy_01kdvdna0000000000000000é", "01kdvdna000000000000000000",
    "buy_76ez91zq000000000000000000", "buy_7zzzzzzzzzzzzzzzzzzzzzzzzz",
    "buy_01kdvdna00000000000000000\0", " buy_01kdvdna000000000000000000",
  ])
  func `what is not an id is told apart`(text: String) {
    #expect(!TimeOrderedIDs.isID(text, prefix: "buy_"))
  }
}
