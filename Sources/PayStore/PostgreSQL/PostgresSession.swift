import Glibc

/// Transactions over a connection that is opened when one is needed, and again after it was lost.
/// Belongs to one thread at a time.
final class PostgresSession {
  /// How often and how fast a transaction is tried.
  struct Retries {
    /// Times that it is tried in all.
    var attempts = 6
    /// The longest pause after the first attempt, in nanoseconds; it doubles with each.
    var pause: UInt64 = 10_000_000
    var longestPause: UInt64 = 500_000_000
    /// A random number below another: those who met must not meet again.
    var random: (UInt64) -> UInt64 = { .random(in: 0..<$0) }
    /// Waits that many nanoseconds.
    var sleep: (UInt64) -> Void = { nanoseconds in
      var time = timespec(
        tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
      var rest = timespec()
      while nanosleep(&time, &rest) != 0, errno == EINTR { time = rest }
    }
  }

  private let open: () throws(PostgresError) -> PostgresConnection
  private let retries: Retries
  private var connection: PostgresConnection?

  /// `open` makes a connection; it is called anew after each loss.
  init(
    retries: Retries = Retries(), _ open: @escaping () throws(PostgresError) -> PostgresConnection
  ) {
    self.open = open
    self.retries = retries
  }

  /// Runs `body` in a transaction and commits it; returns when that is on disk.
  ///
  /// `body` runs again if the transaction met another one or the connection was lost before the
  /// commit: it must do nothing but what the database undoes. What it throws rolls back. Throws
  /// `outcomeUnknown` where the commit may have been done: the caller reads what it has written,
  /// by its id, in another transaction.
  func transaction<Value>(
    _ body: (PostgresConnection) throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value {
    try retrying { connection throws(PostgresError) in
      _ = try connection.query(.begin)
      let value = try body(connection)
      _ = try connection.query(.commit)
      return value
    }
  }

  /// Runs statements in one transaction, there and back once: those of a group commit. Retried and
  /// failing as the other.
  func transaction(
    _ statements: [PostgresStatement]
  ) throws(PostgresError) -> [PostgresResult] {
    try retrying { connection throws(PostgresError) in
      do throws(PipelineFailure) {
        return try connection.pipeline([.begin] + statements + [.commit])
          .dropFirst().dropLast()
      } catch {
        throw error.error
      }
    }
  }

  /// Runs `body`, which only reads: it may run again whatever became of the connection.
  func read<Value>(
    _ body: (PostgresConnection) throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value {
    try retrying(afterUnknownOutcome: true, body)
  }

  /// Runs `body` until it is through, fails for good or has failed too often: then with its last
  /// error.
  private func retrying<Value>(
    afterUnknownOutcome: Bool = false,
    _ body: (PostgresConnection) throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value {
    var attempt = 1
    var pause = retries.pause
    while true {
      do throws(PostgresError) {
        return try body(try connected())
      } catch {
        leave()
        let isTransient = error.isTransient || (afterUnknownOutcome && error == .outcomeUnknown)
        guard isTransient, attempt < retries.attempts else { throw error }
      }
      retries.sleep(retries.random(max(pause, 1)))
      attempt += 1
      pause = min(pause * 2, retries.longestPause)
    }
  }

  private func connected() throws(PostgresError) -> PostgresConnection {
    if let connection { return connection }
    let new = try open()
    connection = new
    return new
  }

  /// Ends what a failed attempt has left: its transaction, or the connection if that cannot be.
  private func leave() {
    guard let connection else { return }
    if !connection.isLost, connection.isInTransaction {
      do throws(PostgresError) {
        _ = try connection.query(.rollback)
      } catch {
        connection.abandon()
      }
    }
    if connection.isLost { self.connection = nil }
  }
}
