/// The tables of the settlements that were read.
enum SettlementSchema {
  static let format = DatabaseFormat(
    applicationID: 0x5041_594D,  // "PAYM" in ASCII
    migrations: [settlements], name: "a memory of settlements")

  // An import is never changed: it says what was read, and when. A line stands once, however often
  // it was read, with the content and the place that its last reading gave it.
  private static let settlements = [
    """
    CREATE TABLE imports (
      id INTEGER NOT NULL PRIMARY KEY,
      file TEXT NOT NULL,
      sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
      rows INTEGER NOT NULL CHECK (rows >= 0),
      profile TEXT NOT NULL,
      imported_at_ms INTEGER NOT NULL CHECK (imported_at_ms >= 0)
    ) STRICT
    """,
    """
    CREATE TABLE findings (
      import INTEGER NOT NULL REFERENCES imports (id),
      position INTEGER NOT NULL CHECK (position >= 0),
      code TEXT NOT NULL,
      severity TEXT NOT NULL CHECK (severity IN ('error', 'warning')),
      pointer TEXT NOT NULL,
      message TEXT NOT NULL,
      source TEXT NOT NULL,
      PRIMARY KEY (import, position)
    ) STRICT
    """,
    """
    CREATE TABLE lines (
      id INTEGER NOT NULL PRIMARY KEY,
      identity BLOB NOT NULL CHECK (length(identity) = 16),
      content BLOB NOT NULL CHECK (length(content) = 16),
      import INTEGER NOT NULL REFERENCES imports (id),
      row INTEGER NOT NULL CHECK (row > 0),
      profile TEXT NOT NULL,
      account TEXT NOT NULL,
      kind TEXT NOT NULL,
      type TEXT NOT NULL,
      psp_reference TEXT NOT NULL,
      parent_reference TEXT NOT NULL,
      merchant_reference TEXT NOT NULL,
      payout_reference TEXT NOT NULL,
      text TEXT NOT NULL,
      occurred_at_ms INTEGER NOT NULL CHECK (occurred_at_ms >= 0),
      gross_minor INTEGER NOT NULL,
      gross_currency TEXT NOT NULL CHECK (length(gross_currency) = 3),
      fees_minor INTEGER NOT NULL,
      fees_currency TEXT NOT NULL CHECK (length(fees_currency) = 3),
      net_minor INTEGER NOT NULL,
      net_currency TEXT NOT NULL CHECK (length(net_currency) = 3),
      exchange_rate TEXT NOT NULL,
      row_reference TEXT NOT NULL,
      occurrence INTEGER NOT NULL CHECK (occurrence >= 0)
    ) STRICT
    """,
    "CREATE INDEX lines_identity ON lines (identity)",
  ]
}
