import CLinux
import Glibc
import PayCore
import PaySystem
import Synchronization

/// One JSON object a line on standard error, written by a thread of its own so that a slow reader
/// of the log never holds an event loop up.
final class ServerLog: Sendable {
  private struct State {
    var pending: [UInt8] = []
    var dropped = 0
    var isClosing = false
  }

  /// Beyond so many waiting bytes lines are dropped, and their number is told.
  private static let capacity = 4 * 1024 * 1024

  private let state = Mutex(State())
  private let wakeUp: Int32
  private let finished: Int32
  private let output: Int32
  private let now: @Sendable () -> Timestamp

  init(output: Int32 = STDERR_FILENO, now: @escaping @Sendable () -> Timestamp) {
    self.output = output
    self.now = now
    wakeUp = eventfd(0, Int32(EFD_CLOEXEC))
    finished = eventfd(0, Int32(EFD_CLOEXEC))
    precondition(wakeUp >= 0 && finished >= 0, "the system gives no more descriptors")
    Thread.start { self.writeUntilClosed() }
  }

  /// Queues a line: time, level and message, then `members`.
  func write(_ message: String, level: String = "info", _ members: [JSONMember] = []) {
    let head: JSONValue = [
      "ts": .string(now().description), "level": .string(level), "msg": .string(message),
    ]
    guard case .object(let first) = head else { return }
    append(JSONValue.object(first + members).bytes + [UInt8(ascii: "\n")])
  }

  /// Writes what is queued and stops the thread; after a second nobody reads the log any more, and
  /// the service must end all the same.
  func close() {
    state.withLock { $0.isClosing = true }
    eventfd_write(wakeUp, 1)
    var end = pollfd(fd: finished, events: Int16(POLLIN), revents: 0)
    while poll(&end, 1, 1000) < 0, errno == EINTR {}
  }

  private func append(_ line: [UInt8]) {
    let wasEmpty = state.withLock { state in
      guard state.pending.count + line.count <= Self.capacity else {
        state.dropped += 1
        return false
      }
      defer { state.pending += line }
      return state.pending.isEmpty
    }
    if wasEmpty { eventfd_write(wakeUp, 1) }
  }

  private func writeUntilClosed() {
    while true {
      var count: eventfd_t = 0
      eventfd_read(wakeUp, &count)
      let (bytes, dropped, isClosing) = state.withLock { state in
        defer { (state.pending, state.dropped) = ([], 0) }
        return (state.pending, state.dropped, state.isClosing)
      }
      writeAll(bytes)
      if dropped > 0 {
        write(
          "log lines dropped", level: "warning", [JSONMember("count", .integer(Int64(dropped)))])
      }
      if isClosing {
        eventfd_write(finished, 1)
        return
      }
    }
  }

  private func writeAll(_ bytes: [UInt8]) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(output, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }  // nobody reads the log; the service goes on
      written += count
    }
  }
}
