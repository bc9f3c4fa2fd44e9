import PayCore

/// The SQL of intents and idempotency records, on a connection that somebody else drives.
struct SQLiteRecords {
  let connection: SQLiteConnection

  private static let selectIntent = IntentRow.select + "WHERE id = ?"
  private static let selectNewest = IntentRow.select + "ORDER BY id DESC LIMIT ?"
  private static let selectBefore = IntentRow.select + "WHERE id < ? ORDER BY id DESC LIMIT ?"
  private static let selectVerified =
    IntentRow.select + "WHERE state = 'verified' ORDER BY id LIMIT ?"
  private static let selectTaker =
    IntentRow.select + "WHERE token_transaction = ? OR token_replay_key = ? ORDER BY id LIMIT 1"
  private static let selectLive =
    IntentRow.select
    + "WHERE notification = ? AND state IN ('created', 'verified', 'authorized', 'captured')"

  // MARK: Reading

  func intent(_ id: String) throws(StoreError) -> PurchaseIntent? {
    guard let intent = try intents(Self.selectIntent, .text(id)).first else { return nil }
    // An index that is damaged leads to another's row.
    guard intent.id == id else { throw .corrupt(detail: "the index of intents is damaged") }
    return intent
  }

  func intents(before: String?, limit: Int) throws(StoreError) -> [PurchaseIntent] {
    guard let before else { return try intents(Self.selectNewest, .limit(limit)) }
    return try intents(Self.selectBefore, .text(before), .limit(limit))
  }

  func verifiedIntents(limit: Int) throws(StoreError) -> [PurchaseIntent] {
    try intents(Self.selectVerified, .limit(limit))
  }

  func intent(thatTook token: TokenIdentity) throws(StoreError) -> PurchaseIntent? {
    try intents(Self.selectTaker, .blob(token.transactionID), .blob(token.replayKey)).first
  }

  /// The ids of intents whose deadline has come, the earliest first.
  func overdueIntents(at moment: Timestamp, limit: Int) throws(StoreError) -> [String] {
    let statement = try connection.prepared(
      "SELECT id FROM intents WHERE deadline_ms <= ? ORDER BY deadline_ms LIMIT ?",
      .integer(moment.milliseconds), .limit(limit))
    defer { statement.reset() }
    var ids: [String] = []
    while try statement.step() { ids.append(try statement.text(0)) }
    return ids
  }

  /// The one intent on a notification that may still be paid or has been.
  private func liveIntent(
    onNotification notification: String
  ) throws(StoreError) -> PurchaseIntent? {
    try intents(Self.selectLive, .text(notification)).first
  }

  private func intents(
    _ sql: String, _ parameters: SQLiteValue...
  ) throws(StoreError) -> [PurchaseIntent] {
    let statement = try connection.prepared(sql, parameters)
    defer { statement.reset() }
    var intents: [PurchaseIntent] = []
    while try statement.step() { intents.append(try IntentRow.read(statement)) }
    return intents
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
      _ = try keep(update, of: earlier)
      if let refusal = update.refusal { return .refused(refusal) }
    }
    if let claim, let known = try insert(claim, answer, at: moment) { return known }
    try connection.prepared(IntentRow.insert, IntentRow.valuesToInsert(intent)).run()
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
    guard try keep(update, of: intent) else { return .refused(.tokenUsed) }
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

  /// Keeps all of a decision; false, and nothing of it, if another intent took its payment token.
  private func keep(
    _ update: IntentUpdate, of known: PurchaseIntent
  ) throws(StoreError) -> Bool {
    if update.intent != known { guard try save(update.intent) else { return false } }
    try hold(update, of: known)
    if let journal = update.journal { try append(journal) }
    if let voiding = update.voiding { try append(voiding) }
    return true
  }

  /// Keeps what changes of an intent; false if another took its payment token: the unique indexes
  /// decide.
  private func save(_ intent: PurchaseIntent) throws(StoreError) -> Bool {
    try connection.prepared(IntentRow.update, IntentRow.valuesToUpdate(intent)).run()
    if connection.changes == 1 { return true }
    guard let token = intent.acceptance?.identity, let taker = try self.intent(thatTook: token),
      taker.id != intent.id
    else {
      throw .corrupt(detail: "intent \(intent.id) cannot be kept as it is now")
    }
    return false
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
}
