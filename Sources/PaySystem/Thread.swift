import CLinux
import Glibc

/// A detached thread of the system.
package enum Thread {
  /// Runs `body` on a new thread, to its end; stops the process if no thread can be made, since the
  /// caller's work would never be done.
  package static func start(_ body: @escaping @Sendable () -> Void) {
    let context = Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    var thread = pthread_t()
    let status = pthread_create(&thread, &attributes, runThreadBody, context)
    precondition(status == 0, "the system gives no more threads")
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

// A global function: a closure given to C from a main-actor context would trap on another thread.
private func runThreadBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context {
    Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
  }
  return nil
}
