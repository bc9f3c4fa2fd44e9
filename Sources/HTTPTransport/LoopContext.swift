internal import CLinux
internal import Glibc

/// What the connections of one loop share; used by the loop's thread only.
final class LoopContext {
  let limits: HTTPServerLimits
  let refusal: @Sendable (Refusal) -> HTTPResponse
  /// Room into which every connection of the loop reads.
  let room: UnsafeMutableRawBufferPointer
  /// Room that a connection takes while it has bytes to parse or to send.
  var spareInput: [UInt8] = []
  var spareOutput: [UInt8] = []
  /// Milliseconds of a clock that never steps back.
  private(set) var now: Int64 = 0
  private(set) var date = HTTPDate()

  init(limits: HTTPServerLimits, refusal: @escaping @Sendable (Refusal) -> HTTPResponse) {
    self.limits = limits
    self.refusal = refusal
    room = .allocate(byteCount: 64 * 1024, alignment: 16)
    tick()
  }

  deinit { room.deallocate() }

  /// Reads the clocks.
  func tick() {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    now = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    clock_gettime(CLOCK_REALTIME, &time)
    date.update(time.tv_sec)
  }

  /// The time `seconds` from now, in milliseconds.
  func after(_ seconds: Double) -> Int64 { now + Int64(seconds * 1000) }
}
