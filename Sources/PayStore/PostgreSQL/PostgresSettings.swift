/// How a connection is used.
struct PostgresSettings: Sendable {
  enum Isolation: String, Sendable {
    case readCommitted = "read committed"
    case repeatableRead = "repeatable read"
    case serializable
  }

  /// What the server's `pg_stat_activity` calls us, unless the address says otherwise.
  var applicationName = "PayServer"
  /// Of every transaction that does not say otherwise.
  var isolation = Isolation.readCommitted
  /// Until a connection to one host stands.
  var connectMilliseconds = 10_000
  /// Until the server gives up a statement.
  var statementMilliseconds = 10_000
  /// Until the server gives up waiting for a lock.
  var lockMilliseconds = 5_000
  /// Until the server ends a transaction whose client says nothing: it holds locks.
  var idleInTransactionMilliseconds = 30_000
  /// Until the kernel takes a silent network for a lost one.
  var networkMilliseconds = 10_000
  /// How long after the server's own limit an answer may still come. Beyond it the connection is
  /// given up: a server that hangs gives no error.
  var graceMilliseconds = 5_000
}
