import PayCore

/// The SQL of the ledger.
extension SQLiteRecords {
  private static let columns = """
    SELECT number, kind, intent, psp_reference, actor, at_ms, amount_minor, currency, attested \
    FROM journals
    """
  private static let selectAfter = columns + " WHERE number > ? ORDER BY number LIMIT ?"
  private static let selectOfIntent = columns + " WHERE intent = ? ORDER BY number"

  /// Up to `limit` journals with a number above `number`, in the order of their numbers.
  func journals(after number: Int64, limit: Int) throws(StoreError) -> [NumberedJournal] {
    // To SQLite a negative limit is none.
    try numbered(Self.selectAfter, .integer(number), .integer(Int64(max(0, limit))))
  }

  /// The journals of one intent, in the order of their numbers.
  func journals(of intent: String) throws(StoreError) -> [Journal] {
    try numbered(Self.selectOfIntent, .text(intent)).map(\.journal)
  }

  private func numbered(
    _ sql: String, _ parameters: SQLiteValue...
  ) throws(StoreError) -> [NumberedJournal] {
    let statement = try connection.prepared(sql, parameters)
    defer { statement.reset() }
    var journals: [NumberedJournal] = []
    while try statement.step() {
      let number = statement.integer(0)
      guard let kind = JournalKind(rawValue: try statement.text(1)),
        let currency = Currency(code: try statement.text(7))
      else { throw .corrupt(detail: "journal \(number) has an unknown kind or currency") }
      let journal = Journal(
        kind: kind, intent: try statement.text(2), pspReference: try statement.text(3),
        actor: try statement.text(4), moment: Timestamp(milliseconds: statement.integer(5)),
        amount: Money(minorUnits: statement.integer(6), currency: currency),
        isAttested: statement.integer(8) == 1)
      guard try postings(of: number) == journal.postings else {
        throw .corrupt(detail: "the postings of journal \(number) are not those of its kind")
      }
      journals.append(NumberedJournal(number: number, journal: journal))
    }
    return journals
  }

  private func postings(of journal: Int64) throws(StoreError) -> [Posting] {
    let statement = try connection.prepared(
      """
      SELECT account, amount_minor, currency FROM postings WHERE journal = ? ORDER BY position
      """, .integer(journal))
    defer { statement.reset() }
    var postings: [Posting] = []
    while try statement.step() {
      guard let account = Account(rawValue: try statement.text(0)),
        let currency = Currency(code: try statement.text(2))
      else { throw .corrupt(detail: "journal \(journal) has an unknown account or currency") }
      postings.append(
        Posting(
          account: account, amount: Money(minorUnits: statement.integer(1), currency: currency)))
    }
    return postings
  }

  /// Appends a journal with the next number, and its postings.
  func append(_ journal: Journal) throws(StoreError) {
    let next = try connection.prepared("SELECT ifnull(max(number), 0) + 1 FROM journals")
    guard try next.step() else { throw .corrupt(detail: "journals cannot be counted") }
    let number = next.integer(0)
    next.reset()
    try connection.prepared(
      """
      INSERT INTO journals (number, kind, intent, psp_reference, actor, at_ms, amount_minor,
        currency, attested) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(number), .text(journal.kind.rawValue), .text(journal.intent),
      .text(journal.pspReference), .text(journal.actor), .integer(journal.moment.milliseconds),
      .integer(journal.amount.minorUnits), .text(journal.amount.currency.code),
      .integer(journal.isAttested ? 1 : 0)
    ).run()
    for (position, posting) in journal.postings.enumerated() {
      try connection.prepared(
        """
        INSERT INTO postings (journal, position, account, amount_minor, currency)
        VALUES (?, ?, ?, ?, ?)
        """,
        .integer(number), .integer(Int64(position)), .text(posting.account.rawValue),
        .integer(posting.amount.minorUnits), .text(posting.amount.currency.code)
      ).run()
    }
  }

  // MARK: Voidings

  func voidings() throws(StoreError) -> [Voiding] {
    let statement = try connection.prepared(
      "SELECT intent, psp_reference, state, actor, at_ms FROM voidings ORDER BY rowid")
    defer { statement.reset() }
    var voidings: [Voiding] = []
    while try statement.step() {
      guard let state = IntentState(rawValue: try statement.text(2)) else {
        throw .corrupt(detail: "a voiding has an unknown state")
      }
      voidings.append(
        Voiding(
          intent: try statement.text(0), pspReference: try statement.text(1), state: state,
          actor: try statement.text(3), moment: Timestamp(milliseconds: statement.integer(4))))
    }
    return voidings
  }

  /// Remembers an approval for voiding; one that is told again is remembered once.
  func append(_ voiding: Voiding) throws(StoreError) {
    try connection.prepared(
      """
      INSERT INTO voidings (intent, psp_reference, state, actor, at_ms) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (intent, psp_reference) DO NOTHING
      """,
      .text(voiding.intent), .text(voiding.pspReference), .text(voiding.state.rawValue),
      .text(voiding.actor), .integer(voiding.moment.milliseconds)
    ).run()
  }
}
