import CSQLite
import Glibc
import PayCore
import PaySystem

/// One connection to the database, owned by one thread at a time; closed when the value goes.
final class SQLiteConnection {
  private let handle: OpaquePointer
  /// Given back when the connection is closed, not before.
  private let lock: FileLock?
  private var statements: [String: SQLiteStatement] = [:]
  /// Where the log hook puts the length of the write-ahead log.
  private let logLength = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

  /// The only connection that writes and checkpoints: creates the database if it is missing and
  /// brings its schema up to date. Throws `newerSchema`, `corrupt`, `full`, `io`, `overloaded`.
  convenience init(
    writing path: String, format: DatabaseFormat, lock: consuming FileLock?
  ) throws(StoreError) {
    try self.init(opening: path, create: true, lock: lock)
    // Before anything that writes: a file that is not ours stays as it is.
    try format.identify(self)
    guard try text("PRAGMA journal_mode = WAL") == "wal" else {
      throw .io(detail: "this file system cannot hold a write-ahead log")
    }
    try execute("PRAGMA synchronous = FULL")
    // What is deleted is overwritten: payment tokens, although encrypted, and answers.
    try execute("PRAGMA secure_delete = ON")
    try execute("PRAGMA cache_size = -16384")  // KiB: inner pages of a million keys stay in memory
    watchLog()
    try format.migrate(self)
    // A damaged store must not take purchases that it may not give back.
    let verdict = try text("PRAGMA quick_check(1)")
    guard verdict == "ok" else { throw .corrupt(detail: verdict) }
  }

  /// A connection that only reads. Throws `missing`, `olderSchema`, `newerSchema`, `corrupt`, `io`,
  /// `overloaded`.
  convenience init(reading path: String, format: DatabaseFormat) throws(StoreError) {
    // It opens for writing too: only so can it recover a log that a killed writer left. Neither the
    // database nor the log is changed by that, nor by anything else.
    try self.init(opening: path, create: false)
    keepLog()
    try execute("PRAGMA query_only = ON")
    let version = try format.identify(self)
    guard version > 0 else { throw .missing(path: path) }
    guard version == format.migrations.count else {
      throw .olderSchema(found: version, known: format.migrations.count)
    }
  }

  /// A connection to any database.
  init(opening path: String, create: Bool, lock: consuming FileLock? = nil) throws(StoreError) {
    let flags =
      SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0)
      | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    var opened: OpaquePointer?
    let status = sqlite3_open_v2(path, &opened, flags, nil)
    // SQLite gives a handle even when it fails, unless there is no memory for one.
    guard let opened else { throw .io(detail: "no memory for a connection") }
    handle = opened
    self.lock = lock
    logLength.initialize(to: 0)
    // From here on a throw runs deinit, which closes the handle.
    guard status == SQLITE_OK else {
      throw sqlite3_system_errno(handle) == ENOENT
        ? .missing(path: path) : StoreError(handle, status, opening: path)
    }
    sqlite3_busy_timeout(handle, 5000)
    try harden()
  }

  deinit {
    statements = [:]
    let status = sqlite3_close(handle)
    assert(status == SQLITE_OK, "a statement outlives its connection")
    logLength.deallocate()
  }

  /// Leaves out what the schema does not use and an attacker's file might.
  private func harden() throws(StoreError) {
    try set(SQLITE_DBCONFIG_DQS_DML, 0)
    try set(SQLITE_DBCONFIG_DQS_DDL, 0)
    try set(SQLITE_DBCONFIG_DEFENSIVE, 1)
    try execute("PRAGMA trusted_schema = OFF")
    try execute("PRAGMA cell_size_check = ON")
    try execute("PRAGMA foreign_keys = ON")
    try execute("PRAGMA temp_store = MEMORY")
  }

  private func set(_ setting: Int32, _ value: Int32) throws(StoreError) {
    let status = pay_sqlite3_db_config(handle, setting, value)
    guard status == SQLITE_OK else { throw StoreError(handle, status) }
  }

  // MARK: Statements

  /// Runs SQL without parameters; rows are passed over.
  func execute(_ sql: String) throws(StoreError) {
    try SQLiteStatement(handle, sql, isKept: false).run()
  }

  /// A prepared statement for `sql`, made once and used again, with its parameters bound.
  func prepared(_ sql: String, _ parameters: SQLiteValue...) throws(StoreError) -> SQLiteStatement {
    try prepared(sql, parameters)
  }

  func prepared(_ sql: String, _ parameters: [SQLiteValue]) throws(StoreError) -> SQLiteStatement {
    let statement: SQLiteStatement
    if let known = statements[sql] {
      statement = known
    } else {
      statement = try SQLiteStatement(handle, sql, isKept: true)
      statements[sql] = statement
    }
    try statement.bind(parameters)
    return statement
  }

  /// The first column of the first row, as an integer.
  func integer(_ sql: String) throws(StoreError) -> Int64 {
    try firstRow(sql).integer(0)
  }

  /// The first column of the first row, as text.
  func text(_ sql: String) throws(StoreError) -> String { try firstRow(sql).text(0) }

  private func firstRow(_ sql: String) throws(StoreError) -> SQLiteStatement {
    let statement = try SQLiteStatement(handle, sql, isKept: false)
    guard try statement.step() else { throw .corrupt(detail: "no row for \(sql)") }
    return statement
  }

  /// Rows changed by the last statement.
  var changes: Int { Int(sqlite3_changes(handle)) }

  /// Whether a transaction is open.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  // MARK: Write-ahead log

  enum Checkpoint { case passive, truncate }

  /// Moves what the log holds into the database: as much as readers allow, and for `truncate` until
  /// the log is empty.
  func checkpoint(_ kind: Checkpoint) throws(StoreError) {
    let mode = kind == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
    let status = sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil)
    // A reader in another process may hold on to the log; it is emptied another time.
    guard status == SQLITE_OK || status & 0xFF == SQLITE_BUSY else {
      throw StoreError(handle, status)
    }
  }

  /// Pages in the log after the last commit.
  var logPages: Int { Int(logLength.pointee) }

  /// Counts the log's pages at each commit; in place of SQLite's automatic checkpoint.
  private func watchLog() {
    sqlite3_wal_hook(
      handle,
      { length, _, _, pages in
        length?.assumingMemoryBound(to: Int32.self).pointee = pages
        return SQLITE_OK
      }, logLength)
  }

  /// Leaves the log as it is when the connection closes.
  func keepLog() { pay_sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }
}
