import PayCore

/// The SQL of remembered settlements, on a connection that somebody else drives.
struct SettlementRecords {
  let connection: SQLiteConnection

  private static let columns = """
    identity, import, row, profile, account, kind, type, psp_reference, parent_reference, \
    merchant_reference, payout_reference, text, occurred_at_ms, gross_minor, gross_currency, \
    fees_minor, fees_currency, net_minor, net_currency, exchange_rate, occurrence
    """
  private static let insertLine = """
    INSERT INTO lines (\(columns))
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """
  private static let selectLines = "SELECT \(columns) FROM lines"

  // MARK: Writing

  /// Notes an import and what was remarked about it; its number.
  func insert(_ new: SettlementImport) throws(StoreError) -> Int64 {
    let statement = try connection.prepared(
      """
      INSERT INTO imports (file, sha256, rows, profile, imported_at_ms) VALUES (?, ?, ?, ?, ?)
      RETURNING id
      """,
      .text(new.input.file), .text(new.input.sha256), .integer(Int64(new.input.rows)),
      .text(new.profile), .integer(new.importedAt.milliseconds))
    guard try statement.step() else { throw .corrupt(detail: "an import has no number") }
    let number = statement.integer(0)
    statement.reset()
    for (position, finding) in new.findings.enumerated() {
      try connection.prepared(
        """
        INSERT INTO findings (import, position, code, severity, pointer, message, source)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        .integer(number), .integer(Int64(position)), .text(finding.code),
        .text(finding.severity.rawValue), .text(finding.pointer), .text(finding.message),
        .text(finding.source)
      ).run()
    }
    return number
  }

  /// Gives a line that is known a new source; false if it is not known.
  func move(
    _ identity: SettlementIdentity, toImport number: Int64, row: Int
  ) throws(StoreError) -> Bool {
    try connection.prepared(
      "UPDATE lines SET import = ?, row = ? WHERE identity = ?",
      .integer(number), .integer(Int64(row)), .blob(identity.bytes)
    ).run()
    return connection.changes == 1
  }

  /// Forgets the lines that stand in earlier imports of a file.
  func forgetLines(ofEarlierImportsOf sha256: String, than number: Int64) throws(StoreError) {
    let earlier = try connection.prepared(
      "SELECT 1 FROM imports WHERE sha256 = ? AND id < ? LIMIT 1", .text(sha256),
      .integer(number))
    defer { earlier.reset() }
    // Without one the lines, which have no index by import, need not be gone through.
    guard try earlier.step() else { return }
    try connection.prepared(
      "DELETE FROM lines WHERE import IN (SELECT id FROM imports WHERE sha256 = ? AND id < ?)",
      .text(sha256), .integer(number)
    ).run()
  }

  func insert(
    _ line: SettlementLine, _ identity: SettlementIdentity, importNumber number: Int64, row: Int
  ) throws(StoreError) {
    try connection.prepared(
      Self.insertLine, .blob(identity.bytes), .integer(number), .integer(Int64(row)),
      .text(line.profile), .text(line.account), .text(line.kind.rawValue), .text(line.type),
      .text(line.pspReference), .text(line.parentReference), .text(line.merchantReference),
      .text(line.payoutReference), .text(line.text), .integer(line.occurredAt.milliseconds),
      .integer(line.gross.minorUnits), .text(line.gross.currency.code),
      .integer(line.fees.minorUnits), .text(line.fees.currency.code),
      .integer(line.net.minorUnits), .text(line.net.currency.code), .text(line.exchangeRate),
      .integer(Int64(line.occurrence))
    ).run()
  }

  // MARK: Reading

  /// The profile of the latest import; nil if nothing was imported.
  func latestProfile() throws(StoreError) -> String? {
    let statement = try connection.prepared("SELECT profile FROM imports ORDER BY id DESC LIMIT 1")
    defer { statement.reset() }
    return try statement.step() ? try statement.text(0) : nil
  }

  /// Every import by its number.
  func inputs() throws(StoreError) -> [Int64: ReconciliationInput] {
    let statement = try connection.prepared("SELECT id, file, sha256, rows FROM imports")
    defer { statement.reset() }
    var inputs: [Int64: ReconciliationInput] = [:]
    while try statement.step() {
      inputs[statement.integer(0)] = ReconciliationInput(
        file: try statement.text(1), sha256: try statement.text(2), rows: Int(statement.integer(3)))
    }
    return inputs
  }

  /// What was remarked about an import.
  func findings(ofImport number: Int64) throws(StoreError) -> [Finding] {
    let statement = try connection.prepared(
      """
      SELECT code, severity, pointer, message, source FROM findings WHERE import = ?
      ORDER BY position
      """, .integer(number))
    defer { statement.reset() }
    var findings: [Finding] = []
    while try statement.step() {
      guard let severity = Finding.Severity(rawValue: try statement.text(1)) else {
        throw .corrupt(detail: "a finding has an unknown severity")
      }
      findings.append(
        Finding(
          code: try statement.text(0), severity: severity, pointer: try statement.text(2),
          message: try statement.text(3), source: try statement.text(4)))
    }
    return findings
  }

  func lineCount() throws(StoreError) -> Int {
    Int(try connection.integer("SELECT count(*) FROM lines"))
  }

  /// Gives every line to `body`, with its identity, the number of its import and its row.
  func eachLine(
    _ body: (_ line: SettlementLine, _ identity: [UInt8], _ import: Int64, _ row: Int)
      throws(StoreError) -> Void
  ) throws(StoreError) {
    let statement = try connection.prepared(Self.selectLines)
    defer { statement.reset() }
    while try statement.step() {
      try body(
        try line(from: statement), statement.blob(0), statement.integer(1),
        Int(statement.integer(2)))
    }
  }

  private func line(from row: SQLiteStatement) throws(StoreError) -> SettlementLine {
    guard let kind = SettlementKind(rawValue: try row.text(5)) else {
      throw .corrupt(detail: "a settlement line is of an unknown kind")
    }
    return SettlementLine(
      profile: try row.text(3), account: try row.text(4), kind: kind, type: try row.text(6),
      pspReference: try row.text(7), parentReference: try row.text(8),
      merchantReference: try row.text(9), payoutReference: try row.text(10),
      text: try row.text(11), occurredAt: Timestamp(milliseconds: row.integer(12)),
      gross: try money(from: row, at: 13), fees: try money(from: row, at: 15),
      net: try money(from: row, at: 17), exchangeRate: try row.text(19),
      occurrence: Int(row.integer(20)))
  }

  private func money(from row: SQLiteStatement, at column: Int32) throws(StoreError) -> Money {
    guard let currency = Currency(code: try row.text(column + 1)) else {
      throw .corrupt(detail: "a settlement line has an unknown currency")
    }
    return Money(minorUnits: row.integer(column), currency: currency)
  }
}
