import CSQLite
import PayCore

/// One connection to the database, owned by one thread at a time; closed when the value goes.
final class SQLiteConnection {
  /// How a connection is used.
  enum Role: Sendable {
    /// The only one in the process that writes and checkpoints; creates the file.
    case writer
    /// Reads only; never checkpoints.
    case reader
  }

  private let handle: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]

  init(path: String, role: Role) throws(StoreError) {
    // A reader opens for writing too: only so can it recover a WAL that a killed writer left.
    // query_only and NO_CKPT_ON_CLOSE then keep it from changing anything.
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
      | (role == .writer ? SQLITE_OPEN_CREATE : 0)
    var opened: OpaquePointer?
    let status = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened else { throw .io(detail: "no memory for a connection") }
    handle = opened
    guard status == SQLITE_OK else { throw error(status) }
    sqlite3_busy_timeout(handle, 5000)
    try configure(role)
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(handle)
  }

  private func configure(_ role: Role) throws(StoreError) {
    pay_sqlite3_db_config(handle, SQLITE_DBCONFIG_DQS_DML, 0)
    pay_sqlite3_db_config(handle, SQLITE_DBCONFIG_DQS_DDL, 0)
    pay_sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    try execute("PRAGMA trusted_schema = OFF")
    try execute("PRAGMA cell_size_check = ON")
    try execute("PRAGMA foreign_keys = ON")
    switch role {
    case .writer:
      try execute("PRAGMA journal_mode = WAL")
      try execute("PRAGMA synchronous = FULL")
      try execute("PRAGMA wal_autocheckpoint = 4000")
    case .reader:
      pay_sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
      try execute("PRAGMA query_only = ON")
    }
  }

  /// Runs SQL without parameters; rows are passed over.
  func execute(_ sql: String) throws(StoreError) {
    let statement = try SQLiteStatement(handle, sql, isKept: false)
    while try statement.step() {}
  }

  /// A prepared statement for `sql`, made once and used again, with its parameters bound.
  func prepared(_ sql: String, _ parameters: SQLiteValue...) throws(StoreError) -> SQLiteStatement {
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

  /// The first column of the only row of a query, as an integer.
  func integer(_ sql: String) throws(StoreError) -> Int64 {
    let statement = try SQLiteStatement(handle, sql, isKept: false)
    guard try statement.step() else { throw .corrupt(detail: "no row for \(sql)") }
    return statement.integer(0)
  }

  /// Rows changed by the last statement.
  var changes: Int { Int(sqlite3_changes(handle)) }

  /// Whether a transaction is open.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Moves the WAL into the database and empties it.
  func checkpoint() throws(StoreError) {
    let status = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    guard status == SQLITE_OK || status == SQLITE_BUSY else { throw error(status) }
  }

  private func error(_ status: Int32) -> StoreError { StoreError(handle, status) }
}

extension StoreError {
  /// What a result code of SQLite means, with SQLite's own words and never an argument.
  init(_ handle: OpaquePointer, _ status: Int32) {
    let text = "\(String(cString: sqlite3_errmsg(handle))) (SQLite \(status))"
    switch status & 0xFF {
    case SQLITE_FULL: self = .full
    case SQLITE_NOTADB, SQLITE_CORRUPT, SQLITE_FORMAT, SQLITE_SCHEMA, SQLITE_MISMATCH:
      self = .corrupt(detail: text)
    default: self = .io(detail: text)
    }
  }
}
