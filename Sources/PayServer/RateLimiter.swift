import PaySystem
import Synchronization

/// A token bucket for each principal: `rate` requests a second, a second's worth at once.
final class RateLimiter: Sendable {
  /// Nanoseconds of the monotonic clock up to which each principal's allowance is spent.
  private let spentUntil = Mutex<[String: UInt64]>([:])
  private let now: @Sendable () -> UInt64
  /// Beyond so many principals those with nothing spent are forgotten.
  private let capacity: Int

  init(
    capacity: Int = 100_000,
    now: @escaping @Sendable () -> UInt64 = monotonicNanoseconds
  ) {
    self.capacity = capacity
    self.now = now
  }

  /// Takes one request of `principal`; the whole seconds to wait if there is none left.
  func secondsToWait(_ principal: String, rate: Int) -> Int? {
    let second: UInt64 = 1_000_000_000
    let cost = second / UInt64(max(rate, 1))
    let moment = now()
    return spentUntil.withLock { spentUntil in
      if spentUntil.count >= capacity, spentUntil[principal] == nil {
        spentUntil = spentUntil.filter { $0.value > moment }
        if spentUntil.count >= capacity { return 1 }
      }
      let spent = max(spentUntil[principal] ?? 0, moment) + cost
      guard spent <= moment + max(second, cost) else { return 1 }
      spentUntil[principal] = spent
      return nil
    }
  }
}
