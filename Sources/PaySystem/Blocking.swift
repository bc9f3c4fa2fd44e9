import CLinux
import Glibc
import Synchronization

/// Runs an asynchronous operation and blocks the calling thread until its value is there: a bridge
/// of a synchronous `main`. Never call it from an event loop or inside a task.
package func blocking<Value: Sendable>(
  _ operation: @escaping @Sendable () async -> Value
) -> Value {
  let outcome = Outcome<Value>()
  Task.detached { outcome.set(await operation()) }
  return outcome.wait()
}

/// A value that one thread waits for; the thread sleeps in the kernel, on an eventfd.
package final class Outcome<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let wakeUp = eventfd(0, Int32(EFD_CLOEXEC))

  package init() { precondition(wakeUp >= 0, "the system gives no more descriptors") }

  deinit { Glibc.close(wakeUp) }

  /// Gives the value, once, from any thread.
  package func set(_ new: Value) {
    value.withLock { $0 = new }
    eventfd_write(wakeUp, 1)
  }

  /// Blocks the calling thread until the value is there.
  package func wait() -> Value {
    while true {
      if let value = value.withLock({ $0 }) { return value }
      var count: eventfd_t = 0
      eventfd_read(wakeUp, &count)
    }
  }
}
