import PayCore

/// What kind of database a file of ours is: its mark, and its tables as a list of migrations.
///
/// Migration number n takes a file from schema n-1 to n, and none is ever changed once it has
/// shipped.
struct DatabaseFormat: Sendable {
  /// Four ASCII characters that tell such a file from any other of SQLite's.
  let applicationID: Int64
  let migrations: [[String]]
  /// What it is called in the refusal of another file: "a store".
  let name: String

  /// The schema of a file of this format, 0 for an empty file. Throws `corrupt` for any other file
  /// and `newerSchema`.
  @discardableResult
  func identify(_ connection: SQLiteConnection) throws(StoreError) -> Int {
    let application = try connection.integer("PRAGMA application_id")
    let version = Int(try connection.integer("PRAGMA user_version"))
    if application == 0, version == 0,
      try connection.integer("SELECT count(*) FROM sqlite_schema") == 0
    {
      return 0
    }
    guard application == applicationID, version > 0 else {
      throw .corrupt(detail: "the file is a database, but not \(name) of ours")
    }
    guard version <= migrations.count else {
      throw .newerSchema(found: version, known: migrations.count)
    }
    return version
  }

  /// Brings a file up to date, each migration in a transaction of its own.
  func migrate(_ connection: SQLiteConnection) throws(StoreError) {
    for number in try identify(connection)..<migrations.count {
      try connection.execute("BEGIN IMMEDIATE")
      for statement in migrations[number] { try connection.execute(statement) }
      try connection.execute("PRAGMA application_id = \(applicationID)")
      try connection.execute("PRAGMA user_version = \(number + 1)")
      try connection.execute("COMMIT")
    }
  }
}
