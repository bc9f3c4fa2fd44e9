import PayCore

/// The SQL of remembered settlements, on a connection that somebody else drives.
struct SettlementRecords {
  let connection: SQLiteConnection

  private static let columns = """
    identity, content, import, row, profile, account, kind, type, psp_reference, \
    parent_reference, merchant_reference, payout_reference, text, occurred_at_ms, gross_minor, \
    gross_currency, fees_minor, fees_currency, net_minor, net_currency, exchange_rate, \
    row_reference, occurrence
    """
  private static let putLine = """
    INSERT OR REPLACE INTO lines (id, \(columns))
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """
  private static let selectLines = "SELECT \(columns) FROM lines"

  /// A line that is remembered: its number in the table, and the fingerprint of what it says.
  struct Known {
    let id: Int64
    let content: [UInt8]
    let importNumber: Int64
  }

  /// A line on its way into the table.
  struct Reading {
    let line: SettlementLine
    let identity: [UInt8]
    let content: [UInt8]
    let row: Int
  }

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

  /// The lines that have an identity.
  func known(_ identity: [UInt8]) throws(StoreError) -> [Known] {
    let statement = try connection.prepared(
      "SELECT id, content, import FROM lines WHERE identity = ? ORDER BY occurrence, id",
      .blob(identity))
    defer { statement.reset() }
    var known: [Known] = []
    while try statement.step() {
      known.append(
        Known(
          id: statement.integer(0), content: statement.blob(1),
          importNumber: statement.integer(2)))
    }
    return known
  }

  /// Gives a line whose content is as it was a new source.
  func move(_ id: Int64, toImport number: Int64, row: Int) throws(StoreError) {
    try connection.prepared(
      "UPDATE lines SET import = ?, row = ? WHERE id = ?", .integer(number), .integer(Int64(row)),
      .integer(id)
    ).run()
  }

  /// The latest import of a file by a profile; nil if it was never read so.
  func latestImport(sha256: String, profile: String) throws(StoreError) -> Int64? {
    let statement = try connection.prepared(
      "SELECT max(id) FROM imports WHERE sha256 = ? AND profile = ?", .text(sha256),
      .text(profile))
    defer { statement.reset() }
    guard try statement.step(), !statement.isNull(0) else { return nil }
    return statement.integer(0)
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

  /// Writes a line in place of a known one, or as a new one.
  func put(
    _ new: Reading, inPlaceOf id: Int64?, importNumber number: Int64
  ) throws(StoreError) {
    let line = new.line
    try connection.prepared(
      Self.putLine, .integer(orNull: id), .blob(new.identity), .blob(new.content),
      .integer(number), .integer(Int64(new.row)), .text(line.profile), .text(line.account),
      .text(line.kind.rawValue), .text(line.type), .text(line.pspReference),
      .text(line.parentReference), .text(line.merchantReference), .text(line.payoutReference),
      .text(line.text), .integer(line.occurredAt.milliseconds), .integer(line.gross.minorUnits),
      .text(line.gross.currency.code), .integer(line.fees.minorUnits),
      .text(line.fees.currency.code), .integer(line.net.minorUnits),
      .text(line.net.currency.code), .text(line.exchangeRate), .text(line.rowReference),
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

  /// The imports, each the latest of its file, that tell of money that is in no line.
  func importsWithErrors() throws(StoreError) -> Set<Int64> {
    let statement = try connection.prepared(
      """
      SELECT DISTINCT import FROM findings
      WHERE severity = ? AND import IN (SELECT max(id) FROM imports GROUP BY sha256)
      """, .text(Finding.Severity.error.rawValue))
    defer { statement.reset() }
    var numbers: Set<Int64> = []
    while try statement.step() { numbers.insert(statement.integer(0)) }
    return numbers
  }

  func lineCount() throws(StoreError) -> Int {
    Int(try connection.integer("SELECT count(*) FROM lines"))
  }

  /// Gives every line to `body`, with the number of its import.
  func eachLine(
    _ body: (_ reading: Reading, _ importNumber: Int64) throws(StoreError) -> Void
  ) throws(StoreError) {
    let statement = try connection.prepared(Self.selectLines)
    defer { statement.reset() }
    while try statement.step() {
      let reading = Reading(
        line: try line(from: statement), identity: statement.blob(0), content: statement.blob(1),
        row: Int(statement.integer(3)))
      try body(reading, statement.integer(2))
    }
  }

  private func line(from row: SQLiteStatement) throws(StoreError) -> SettlementLine {
    guard let kind = SettlementKind(rawValue: try row.text(6)) else {
      throw .corrupt(detail: "a settlement line is of an unknown kind")
    }
    return SettlementLine(
      profile: try row.text(4), account: try row.text(5), kind: kind, type: try row.text(7),
      pspReference: try row.text(8), parentReference: try row.text(9),
      merchantReference: try row.text(10), payoutReference: try row.text(11),
      text: try row.text(12), occurredAt: Timestamp(milliseconds: row.integer(13)),
      gross: try money(from: row, at: 14), fees: try money(from: row, at: 16),
      net: try money(from: row, at: 18), exchangeRate: try row.text(20),
      rowReference: try row.text(21), occurrence: Int(row.integer(22)))
  }

  private func money(from row: SQLiteStatement, at column: Int32) throws(StoreError) -> Money {
    guard let currency = Currency(code: try row.text(column + 1)) else {
      throw .corrupt(detail: "a settlement line has an unknown currency")
    }
    return Money(minorUnits: row.integer(column), currency: currency)
  }
}
