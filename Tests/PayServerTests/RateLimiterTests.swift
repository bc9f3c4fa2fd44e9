import Synchronization
import Testing

@testable import PayServer

/// Allowances on a clock that the test moves.
@Suite struct `Rate limiter` {
  private final class Clock: Sendable {
    private let nanoseconds = Mutex<UInt64>(7_000_000_000)

    var now: UInt64 { nanoseconds.withLock { $0 } }

    func advance(milliseconds: UInt64) {
      nanoseconds.withLock { $0 += milliseconds * 1_000_000 }
    }
  }

  private let clock = Clock()

  private func limiter(capacity: Int = 100) -> RateLimiter {
    RateLimiter(capacity: capacity, now: { [clock] in clock.now })
  }

  /// How many requests pass in a row before one has to wait.
  private func burst(_ limiter: RateLimiter, _ principal: String, rate: Int) -> Int {
    var count = 0
    while count <= rate, limiter.secondsToWait(principal, rate: rate) == nil { count += 1 }
    return count
  }

  @Test(arguments: [1, 2, 3, 5, 1000, 2000])
  func `a second's worth passes at once, then nothing`(rate: Int) {
    let limiter = limiter()
    #expect(burst(limiter, "a", rate: rate) == rate)
    #expect(limiter.secondsToWait("a", rate: rate) == 1)
  }

  @Test(arguments: [(1, 1000), (2, 500), (4, 250), (1000, 1)] as [(Int, UInt64)])
  func `one more passes when its share of a second is over, and not before`(
    rate: Int, milliseconds: UInt64
  ) {
    let limiter = limiter()
    #expect(burst(limiter, "a", rate: rate) == rate)
    if milliseconds > 1 {
      clock.advance(milliseconds: milliseconds - 1)
      #expect(limiter.secondsToWait("a", rate: rate) == 1)
      clock.advance(milliseconds: 1)
    } else {
      clock.advance(milliseconds: milliseconds)
    }
    #expect(burst(limiter, "a", rate: rate) == 1)
  }

  @Test func `a refused request costs nothing`() {
    let limiter = limiter()
    _ = burst(limiter, "a", rate: 2)
    for _ in 0..<100 { #expect(limiter.secondsToWait("a", rate: 2) == 1) }
    clock.advance(milliseconds: 500)
    #expect(limiter.secondsToWait("a", rate: 2) == nil)
  }

  @Test func `after an hour of rest no more than a second's worth has gathered`() {
    let limiter = limiter()
    _ = burst(limiter, "a", rate: 5)
    clock.advance(milliseconds: 3_600_000)
    #expect(burst(limiter, "a", rate: 5) == 5)
  }

  @Test func `a spent allowance leaves those of others alone`() {
    let limiter = limiter()
    _ = burst(limiter, "a", rate: 3)
    #expect(burst(limiter, "b", rate: 3) == 3)
    #expect(limiter.secondsToWait("a", rate: 3) == 1)
  }

  @Test func `the time to wait is a whole second, also where a request costs less`() {
    let limiter = limiter()
    _ = burst(limiter, "a", rate: 2000)
    #expect(limiter.secondsToWait("a", rate: 2000) == 1)
  }

  @Test func `when all places are taken a new principal waits and the known ones go on`() {
    let limiter = limiter(capacity: 2)
    #expect(limiter.secondsToWait("a", rate: 2) == nil)
    #expect(limiter.secondsToWait("b", rate: 1) == nil)
    #expect(limiter.secondsToWait("c", rate: 2) == 1)
    #expect(limiter.secondsToWait("a", rate: 2) == nil)
  }

  @Test func `a principal with nothing spent gives its place away and the others keep theirs`() {
    let limiter = limiter(capacity: 2)
    #expect(limiter.secondsToWait("a", rate: 2) == nil)
    #expect(limiter.secondsToWait("b", rate: 1) == nil)
    clock.advance(milliseconds: 500)
    #expect(limiter.secondsToWait("c", rate: 1) == nil)
    #expect(limiter.secondsToWait("b", rate: 1) == 1)
    #expect(limiter.secondsToWait("d", rate: 1) == 1)
  }
}
