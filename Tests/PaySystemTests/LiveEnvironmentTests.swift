import Foundation
import PayCore
import PaySystem
import Synchronization
import Testing

@Suite struct LiveEnvironmentTests {
  @Test(arguments: [0, 1, 16, 32, 255, 256, 257, 100_000])
  func `random bytes are as many as asked for and never the same`(_ count: Int) {
    let first = secureRandomBytes(count)
    let second = secureRandomBytes(count)
    #expect(first.count == count)
    #expect(second.count == count)
    if count >= 16 { #expect(first != second) }
  }

  @Test func `every byte value comes up, at every place`() {
    // 64 KiB: that one of 256 values is missing from 65,536 has a chance below 10^-100.
    var seen = Set<UInt8>()
    for byte in secureRandomBytes(65_536) { seen.insert(byte) }
    #expect(seen.count == 256)
    // The tail too is filled: that 64 last bytes of 16 are all zero has a chance of 2^-512.
    #expect((0..<64).contains { _ in secureRandomBytes(16)[15] != 0 })
  }

  @Test func `ids of many threads are distinct and each thread sees its own ascend`() async {
    let ids = IDSource(TimeOrderedIDs(prefix: "buy_"))
    let moment = Timestamp(seconds: 1_767_268_800)
    let all = await withTaskGroup(of: [String].self) { group in
      for _ in 0..<8 { group.addTask { (0..<500).map { _ in ids.next(at: moment) } } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for own in all { #expect(own == own.sorted()) }
    #expect(Set(all.joined()).count == 4000)
  }

  @Test func `ids go on after the latest one, even if the clock is behind it`() {
    let latest = IDSource(TimeOrderedIDs(prefix: "buy_")).next(
      at: Timestamp(seconds: 4_000_000_000))
    let environment = Environment.live(latestIntent: latest)
    #expect(environment.nextIntentID(Timestamp(seconds: 1)) > latest)
  }

  @Test func `a notification has an id of its own kind`() {
    let environment = Environment.live()
    let moment = Timestamp(seconds: 1_767_268_800)
    let ids = (0..<3).map { _ in environment.nextNotificationID(moment) }
    #expect(ids.allSatisfy { TimeOrderedIDs.isID($0, prefix: "note_") })
    #expect(Set(ids).count == 3 && ids == ids.sorted())
  }

  @Test func `the wall clock is in UTC and the other never steps back`() {
    let clock = Timestamp.current().seconds
    #expect(abs(clock - Int64(Date().timeIntervalSince1970)) <= 2)
    let readings = (0..<1000).map { _ in monotonicNanoseconds() }
    #expect(readings == readings.sorted())
  }

  @Test func `a value that another thread gives ends the wait`() {
    let outcome = Outcome<Int>()
    PaySystem.Thread.start { outcome.set(42) }
    #expect(outcome.wait() == 42)
    #expect(outcome.wait() == 42)
  }

  @Test func `a thread runs its body once`() {
    let count = Atomic(0)
    for _ in 0..<20 {
      let done = Outcome<Void>()
      PaySystem.Thread.start {
        count.add(1, ordering: .relaxed)
        done.set(())
      }
      done.wait()
    }
    #expect(count.load(ordering: .relaxed) == 20)
  }
}
