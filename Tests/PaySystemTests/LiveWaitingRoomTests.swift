import PayCore
import PaySystem
import Testing

/// Waiting and waking, on the real clock: no test waits for time that matters.
@Suite struct LiveWaitingRoomTests {
  private let room = LiveWaitingRoom()
  /// Longer than a whole run of the tests: whoever is not woken is noticed.
  private let long: Int64 = 1_800_000

  /// Waits, and sees that it was not the time that ended it.
  private func isWoken(_ seat: any WaitingSeat) async -> Bool {
    let start = room.milliseconds
    await seat.wait(milliseconds: long)
    return room.milliseconds - start < long
  }

  @Test func `who waits is woken by what is announced`() async {
    let seat = room.seat(for: "a")
    async let wakes = isWoken(seat)
    room.announce("a")
    #expect(await wakes)
  }

  @Test func `what is announced between the seat and the wait is not missed`() async {
    let seat = room.seat(for: "a")
    room.announce("a")
    room.announce("a")
    #expect(await isWoken(seat))
  }

  @Test func `many wait, and all are woken`() async {
    let seats = (0..<100).map { _ in room.seat(for: "a") }
    await withTaskGroup(of: Bool.self) { group in
      for seat in seats { group.addTask { await isWoken(seat) } }
      room.announce("a")
      for await wakes in group { #expect(wakes) }
    }
  }

  @Test func `another's name wakes nobody, and time does`() async {
    let seat = room.seat(for: "a")
    room.announce("b")
    let start = room.milliseconds
    await seat.wait(milliseconds: 20)
    #expect(room.milliseconds - start >= 20)
    // Woken by time, it has heard nothing.
    await seat.wait(milliseconds: 1)
  }

  @Test func `a seat is given back when its value goes`() {
    do {
      let seats = [room.seat(for: "a"), room.seat(for: "a"), room.seat(for: "b")]
      #expect(room.occupied == seats.count)
    }
    #expect(room.occupied == 0)
    room.announce("a")
  }
}
