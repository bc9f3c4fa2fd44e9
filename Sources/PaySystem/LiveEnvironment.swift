import CLinux
import Glibc
package import PayCore
import Synchronization

extension Environment {
  /// The machine's wall clock, the kernel's random generator and a waiting room of its own; ids of
  /// intents start after `latestIntent`.
  package static func live(
    latestIntent: String? = nil, now: @escaping @Sendable () -> Timestamp = Timestamp.current
  ) -> Environment {
    let ids = IDSource(TimeOrderedIDs(prefix: PurchaseIntent.idPrefix, after: latestIntent))
    let notificationIDs = IDSource(TimeOrderedIDs(prefix: NotificationPayload.idPrefix))
    return Environment(
      now: now, randomBytes: secureRandomBytes,
      nextIntentID: { moment in ids.next(at: moment) },
      nextNotificationID: { moment in notificationIDs.next(at: moment) },
      waitingRoom: LiveWaitingRoom())
  }
}

/// Ids for many threads.
package final class IDSource: Sendable {
  private let ids: Mutex<TimeOrderedIDs>

  package init(_ ids: TimeOrderedIDs) { self.ids = Mutex(ids) }

  /// The next id at a moment.
  package func next(at moment: Timestamp) -> String {
    let random = secureRandomBytes(10)
    return ids.withLock { $0.next(at: moment, random: random) }
  }
}

extension Timestamp {
  /// The machine's wall clock, now.
  package static func current() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}

/// Nanoseconds of a clock that never steps: for durations and deadlines.
package func monotonicNanoseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// `count` bytes of the kernel's generator; stops the process if there are none, since nothing safe
/// can be done without.
@Sendable package func secureRandomBytes(_ count: Int) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: count)
  var filled = 0
  while filled < count {
    let got = bytes.withUnsafeMutableBytes { buffer in
      getrandom(buffer.baseAddress.map { $0 + filled }, buffer.count - filled, 0)
    }
    if got < 0, errno == EINTR { continue }
    precondition(got > 0, "the kernel gives no random bytes")
    filled += got
  }
  return bytes
}
