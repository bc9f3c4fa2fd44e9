import PayCore

/// The tables, as a list of migrations: number n takes a store from schema n-1 to n, and none is
/// ever changed once it has shipped.
enum Schema {
  /// "PAYS" in ASCII: tells a store of ours from any other SQLite file.
  static let applicationID: Int64 = 0x5041_5953

  static let migrations: [[String]] = [intents]

  private static let intents = [
    """
    CREATE TABLE intents (
      id TEXT NOT NULL PRIMARY KEY,
      state TEXT NOT NULL CHECK (state IN ('created', 'verified', 'authorized', 'captured',
        'canceled', 'expired', 'failed')),
      offer TEXT NOT NULL,
      segment INTEGER NOT NULL CHECK (segment >= 0),
      amount_minor INTEGER NOT NULL,
      currency TEXT NOT NULL CHECK (length(currency) = 3),
      refunded_minor INTEGER NOT NULL CHECK (refunded_minor BETWEEN 0 AND amount_minor),
      created_at_ms INTEGER NOT NULL,
      expires_at_ms INTEGER NOT NULL,
      nonce BLOB NOT NULL CHECK (length(nonce) = 16),
      request TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE idempotency (
      principal TEXT NOT NULL,
      route TEXT NOT NULL,
      key TEXT NOT NULL,
      fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 32),
      subject TEXT NOT NULL,
      body BLOB NOT NULL,
      kept_until_ms INTEGER NOT NULL,
      PRIMARY KEY (principal, route, key)
    ) STRICT
    """,
    "CREATE INDEX idempotency_kept_until ON idempotency (kept_until_ms)",
  ]

  /// Brings a store up to date; refuses one that is newer or not ours.
  static func migrate(_ connection: SQLiteConnection) throws(StoreError) {
    let found = try version(of: connection)
    for number in found..<migrations.count {
      try connection.execute("BEGIN IMMEDIATE")
      for statement in migrations[number] { try connection.execute(statement) }
      try connection.execute("PRAGMA application_id = \(applicationID)")
      try connection.execute("PRAGMA user_version = \(number + 1)")
      try connection.execute("COMMIT")
    }
  }

  /// Refuses a store whose schema is not exactly the one this version reads.
  static func check(_ connection: SQLiteConnection) throws(StoreError) {
    let found = try version(of: connection)
    guard found == migrations.count else {
      throw .corrupt(
        detail:
          "schema \(found) of \(migrations.count): start PayServer once to bring it up to date")
    }
  }

  private static func version(of connection: SQLiteConnection) throws(StoreError) -> Int {
    let application = try connection.integer("PRAGMA application_id")
    let version = Int(try connection.integer("PRAGMA user_version"))
    let isEmpty = try connection.integer("SELECT count(*) FROM sqlite_schema") == 0
    guard application == applicationID || (application == 0 && version == 0 && isEmpty) else {
      throw .corrupt(detail: "the file is a database, but not a store of ours")
    }
    guard version <= migrations.count else {
      throw .newerSchema(found: version, known: migrations.count)
    }
    return version
  }
}
