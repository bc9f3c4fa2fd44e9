import PayCore

/// The SQL of the ledger.
extension SQLiteRecords {
  private static let selectAfter = journals(
    "SELECT * FROM journals WHERE number > ? ORDER BY number LIMIT ?")
  private static let selectOfIntent = journals("SELECT * FROM journals WHERE intent = ?")

  /// A row for each posting of some journals, in the order of their numbers.
  private static func journals(_ chosen: String) -> String {
    """
    SELECT j.number, j.kind, j.intent, j.psp_reference, j.actor, j.at_ms, j.amount_minor,
      j.currency, j.attested, p.account, p.amount_minor, p.currency
    FROM (\(chosen)) AS j LEFT JOIN postings AS p ON p.journal = j.number
    ORDER BY j.number, p.position
    """
  }

  /// Up to `limit` journals with a number above `number`, in the order of their numbers.
  func journals(after number: Int64, limit: Int) throws(StoreError) -> [NumberedJournal] {
    try numbered(Self.selectAfter, .integer(number), .limit(limit))
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
    // A journal is what its row says with the postings of all its rows.
    var head: JournalHead?
    var postings: [Posting] = []
    while try statement.step() {
      let number = statement.integer(0)
      if let open = head, open.number != number {
        journals.append(try open.journal(postings))
        (head, postings) = (nil, [])
      }
      if head == nil { head = try JournalHead(from: statement, number) }
      postings.append(try posting(from: statement, number))
    }
    if let head { journals.append(try head.journal(postings)) }
    return journals
  }

  private func posting(from row: SQLiteStatement, _ number: Int64) throws(StoreError) -> Posting {
    guard let account = Account(rawValue: try row.text(9)),
      let currency = Currency(code: try row.text(11))
    else { throw .corrupt(detail: "journal \(number) has an unknown account or currency") }
    return Posting(
      account: account, amount: Money(minorUnits: row.integer(10), currency: currency))
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

/// A journal's own row, before its postings are known.
private struct JournalHead {
  let number: Int64
  private let kind: JournalKind
  private let currency: Currency
  private let intent: String
  private let pspReference: String
  private let actor: String
  private let moment: Timestamp
  private let minorUnits: Int64
  private let isAttested: Bool

  init(from row: SQLiteStatement, _ number: Int64) throws(StoreError) {
    guard let kind = JournalKind(rawValue: try row.text(1)),
      let currency = Currency(code: try row.text(7))
    else { throw .corrupt(detail: "journal \(number) has an unknown kind or currency") }
    self.number = number
    self.kind = kind
    self.currency = currency
    intent = try row.text(2)
    pspReference = try row.text(3)
    actor = try row.text(4)
    moment = Timestamp(milliseconds: row.integer(5))
    minorUnits = row.integer(6)
    isAttested = row.integer(8) == 1
  }

  func journal(_ postings: [Posting]) throws(StoreError) -> NumberedJournal {
    do {
      return NumberedJournal(
        number: number,
        journal: try Journal(
          kind: kind, intent: intent, pspReference: pspReference, actor: actor, moment: moment,
          amount: Money(minorUnits: minorUnits, currency: currency), isAttested: isAttested,
          postings: postings))
    } catch {
      throw .corrupt(detail: "journal \(number) is damaged: \(error)")
    }
  }
}
