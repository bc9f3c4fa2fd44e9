import PayCore

/// The SQL of intents and idempotency records, on a connection that somebody else drives.
struct SQLiteRecords {
  let connection: SQLiteConnection

  // Built once: a connection finds its prepared statements by their text.
  private static let columns = """
    id, state, offer, segment, amount_minor, currency, refunded_minor, created_at_ms, \
    expires_at_ms, nonce, request, notification, psp_reference, attested, authorized_by, \
    authorized_at_ms, canceled_by, canceled_at_ms, cancel_reference, \
    tax_minor, disputed_minor
    """
  private static let selectIntent = "SELECT \(columns) FROM intents WHERE id = ?"
  private static let selectNewest = "SELECT \(columns) FROM intents ORDER BY id DESC LIMIT ?"
  private static let selectBefore =
    "SELECT \(columns) FROM intents WHERE id < ? ORDER BY id DESC LIMIT ?"
  private static let selectLive = """
    SELECT \(columns) FROM intents WHERE notification = ?
      AND state IN ('created', 'verified', 'authorized', 'captured')
    """
  private static let insertIntent =
    "INSERT INTO intents (\(columns)) "
    + "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

  // MARK: Reading

  func intent(_ id: String) throws(StoreError) -> PurchaseIntent? {
    let statement = try connection.prepared(Self.selectIntent, .text(id))
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    let intent = try intent(from: statement)
    // An index that is damaged leads to another's row.
    guard intent.id == id else { throw .corrupt(detail: "the index of intents is damaged") }
    return intent
  }

  func intents(before: String?, limit: Int) throws(StoreError) -> [PurchaseIntent] {
    let limit = SQLiteValue.integer(Int64(max(0, limit)))  // to SQLite a negative one is none
    let statement =
      if let before {
        try connection.prepared(Self.selectBefore, .text(before), limit)
      } else {
        try connection.prepared(Self.selectNewest, limit)
      }
    defer { statement.reset() }
    var intents: [PurchaseIntent] = []
    while try statement.step() { intents.append(try intent(from: statement)) }
    return intents
  }

  /// The one intent on a notification that may still be paid or has been.
  private func liveIntent(
    onNotification notification: String
  ) throws(StoreError) -> PurchaseIntent? {
    let statement = try connection.prepared(Self.selectLive, .text(notification))
    defer { statement.reset() }
    return try statement.step() ? try intent(from: statement) : nil
  }

  func outcome(
    of claim: IdempotencyClaim, at moment: Timestamp
  ) throws(StoreError) -> IdempotencyOutcome? {
    let statement = try connection.prepared(
      """
      SELECT fingerprint, subject, body FROM idempotency
      WHERE principal = ? AND route = ? AND key = ? AND kept_until_ms > ?
      """,
      .text(claim.scope.principal), .text(claim.scope.route), .text(claim.scope.key),
      .integer(moment.milliseconds))
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    guard statement.blob(0) == claim.fingerprint else { return .keyReused }
    return .replayed(RecordedAnswer(subject: try statement.text(1), body: statement.blob(2)))
  }

  // MARK: Writing

  /// Inserts the intent and its claim, and gives up an earlier one on the same notification.
  func create(
    _ intent: PurchaseIntent, answer: RecordedAnswer, claim: IdempotencyClaim?, at moment: Timestamp
  ) throws(StoreError) -> IdempotencyOutcome {
    if let claim, let known = try outcome(of: claim, at: moment) { return known }
    if let notification = intent.notification,
      let earlier = try liveIntent(onNotification: notification)
    {
      let update = earlier.superseded(at: moment)
      try keep(update, of: earlier)
      if let refusal = update.refusal { return .refused(refusal) }
    }
    if let claim, let known = try insert(claim, answer, at: moment) { return known }
    let authorization = intent.authorization
    try connection.prepared(
      Self.insertIntent, .text(intent.id), .text(intent.state.rawValue), .text(intent.offer),
      .integer(Int64(intent.segment)), .integer(intent.price.minorUnits),
      .text(intent.price.currency.code), .integer(intent.refundedMinorUnits),
      .integer(intent.createdAt.milliseconds), .integer(intent.expiresAt.milliseconds),
      .blob(intent.nonce), .text(String(decoding: intent.request.webForm.bytes, as: UTF8.self)),
      .text(orNull: intent.notification), .text(orNull: authorization?.pspReference),
      .integer(orNull: authorization.map { $0.isAttested ? 1 : 0 }),
      .text(orNull: authorization?.actor),
      .integer(orNull: authorization?.moment.milliseconds),
      .text(orNull: intent.cancellation?.actor),
      .integer(orNull: intent.cancellation?.moment.milliseconds),
      .text(orNull: intent.cancellation?.pspReference), .integer(intent.taxMinorUnits),
      .integer(intent.disputedMinorUnits)
    ).run()
    return .performed(answer)
  }

  /// Keeps an answer that stands for no intent.
  func record(
    _ answer: RecordedAnswer, claim: IdempotencyClaim, at moment: Timestamp
  ) throws(StoreError) -> IdempotencyOutcome {
    try insert(claim, answer, at: moment) ?? .performed(answer)
  }

  /// Keeps what a decision makes of an intent, with its answer if nothing is refused.
  func update(
    _ id: String, claim: IdempotencyClaim?, at moment: Timestamp,
    decide: (PurchaseIntent, [Journal]) -> IntentUpdate
  ) throws(StoreError) -> IdempotencyOutcome? {
    if let claim, let known = try outcome(of: claim, at: moment) { return known }
    guard let intent = try intent(id) else { return nil }
    let update = decide(intent, try journals(of: id))
    try keep(update, of: intent)
    if let claim, case .performed(let answer) = update.outcome,
      let known = try insert(claim, answer, at: moment)
    {
      return known
    }
    return update.outcome
  }

  /// Inserts a claim's answer, over one that is past its retention; what stands there otherwise.
  private func insert(
    _ claim: IdempotencyClaim, _ answer: RecordedAnswer, at moment: Timestamp
  ) throws(StoreError) -> IdempotencyOutcome? {
    try connection.prepared(
      """
      INSERT INTO idempotency
        (principal, route, key, fingerprint, subject, body, kept_until_ms)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      ON CONFLICT (principal, route, key) DO UPDATE SET fingerprint = ?4, subject = ?5, body = ?6,
        kept_until_ms = ?7
      WHERE kept_until_ms <= ?8
      """,
      .text(claim.scope.principal), .text(claim.scope.route), .text(claim.scope.key),
      .blob(claim.fingerprint), .text(answer.subject), .blob(answer.body),
      .integer(claim.keptUntil.milliseconds), .integer(moment.milliseconds)
    ).run()
    return connection.changes == 1 ? nil : try outcome(of: claim, at: moment)
  }

  private func keep(
    _ update: IntentUpdate, of known: PurchaseIntent
  ) throws(StoreError) {
    if update.intent != known { try save(update.intent) }
    if let journal = update.journal { try append(journal) }
    if let voiding = update.voiding { try append(voiding) }
  }

  /// Keeps what changes of an intent.
  private func save(_ intent: PurchaseIntent) throws(StoreError) {
    let authorization = intent.authorization
    try connection.prepared(
      """
      UPDATE intents SET state = ?, refunded_minor = ?, psp_reference = ?, attested = ?,
        authorized_by = ?, authorized_at_ms = ?, canceled_by = ?, canceled_at_ms = ?,
        cancel_reference = ?, disputed_minor = ? WHERE id = ?
      """,
      .text(intent.state.rawValue), .integer(intent.refundedMinorUnits),
      .text(orNull: authorization?.pspReference),
      .integer(orNull: authorization.map { $0.isAttested ? 1 : 0 }),
      .text(orNull: authorization?.actor),
      .integer(orNull: authorization?.moment.milliseconds),
      .text(orNull: intent.cancellation?.actor),
      .integer(orNull: intent.cancellation?.moment.milliseconds),
      .text(orNull: intent.cancellation?.pspReference), .integer(intent.disputedMinorUnits),
      .text(intent.id)
    ).run()
  }

  /// Writes the schema's version again, which takes a page of the log and changes nothing.
  func rewriteVersion() throws(StoreError) {
    try connection.execute("PRAGMA user_version = \(Schema.migrations.count)")
  }

  /// Forgets up to `limit` answers that are past their retention.
  func sweep(at moment: Timestamp, limit: Int) throws(StoreError) {
    try connection.prepared(
      """
      DELETE FROM idempotency WHERE rowid IN (
        SELECT rowid FROM idempotency WHERE kept_until_ms <= ? LIMIT ?)
      """,
      .integer(moment.milliseconds), .integer(Int64(limit))
    ).run()
  }

  private func intent(from row: SQLiteStatement) throws(StoreError) -> PurchaseIntent {
    let id = try row.text(0)
    guard let state = IntentState(rawValue: try row.text(1)),
      let currency = Currency(code: try row.text(5))
    else { throw .corrupt(detail: "intent \(id) has an unknown state or currency") }
    let request: PaymentRequest
    do {
      request = try PaymentRequest(webForm: try JSONValue(parsing: row.blob(10)))
    } catch {
      throw .corrupt(detail: "intent \(id) has a damaged payment request")
    }
    return PurchaseIntent(
      id: id, state: state, offer: try row.text(2), segment: Int(row.integer(3)),
      price: Money(minorUnits: row.integer(4), currency: currency),
      refundedMinorUnits: row.integer(6), createdAt: Timestamp(milliseconds: row.integer(7)),
      expiresAt: Timestamp(milliseconds: row.integer(8)), nonce: row.blob(9), request: request,
      notification: row.isNull(11) ? nil : try row.text(11),
      authorization: row.isNull(12) ? nil : try authorization(from: row),
      cancellation: row.isNull(16) ? nil : try cancellation(from: row),
      taxMinorUnits: row.integer(19), disputedMinorUnits: row.integer(20))
  }

  private func cancellation(from row: SQLiteStatement) throws(StoreError) -> Cancellation {
    Cancellation(
      pspReference: row.isNull(18) ? nil : try row.text(18), actor: try row.text(16),
      moment: Timestamp(milliseconds: row.integer(17)))
  }

  private func authorization(from row: SQLiteStatement) throws(StoreError) -> Authorization {
    Authorization(
      pspReference: try row.text(12), isAttested: row.integer(13) == 1, actor: try row.text(14),
      moment: Timestamp(milliseconds: row.integer(15)))
  }
}
