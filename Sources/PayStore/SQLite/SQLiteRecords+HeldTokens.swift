import PayCore

/// The SQL of payment tokens that wait to be handed over.
extension SQLiteRecords {
  func heldToken(of intent: String) throws(StoreError) -> [UInt8]? {
    let statement = try connection.prepared(
      "SELECT sealed FROM held_tokens WHERE intent = ?", .text(intent))
    defer { statement.reset() }
    return try statement.step() ? statement.blob(0) : nil
  }

  /// Holds a token, holds it longer once it is handed over, and wipes it when its intent is over.
  func hold(_ update: IntentUpdate, of known: PurchaseIntent) throws(StoreError) {
    let intent = update.intent
    if let held = update.heldToken {
      try connection.prepared(
        "INSERT INTO held_tokens (intent, sealed, kept_until_ms) VALUES (?, ?, ?)",
        .text(intent.id), .blob(held.sealed), .integer(held.keptUntil.milliseconds)
      ).run()
    } else if let handOver = intent.handOver, known.handOver == nil {
      try connection.prepared(
        "UPDATE held_tokens SET kept_until_ms = ? WHERE intent = ?",
        .integer(handOver.isRepeatableUntil.milliseconds), .text(intent.id)
      ).run()
    }
    if intent.wipesToken, intent.acceptance != nil, !known.wipesToken {
      try connection.prepared("DELETE FROM held_tokens WHERE intent = ?", .text(intent.id)).run()
    }
  }

  /// How many tokens' time is over.
  func overdueTokens(at moment: Timestamp, limit: Int) throws(StoreError) -> Int {
    let statement = try connection.prepared(
      "SELECT count(*) FROM (SELECT 1 FROM held_tokens WHERE kept_until_ms <= ? LIMIT ?)",
      .integer(moment.milliseconds), .limit(limit))
    defer { statement.reset() }
    return try statement.step() ? Int(statement.integer(0)) : 0
  }

  func wipeTokens(at moment: Timestamp, limit: Int) throws(StoreError) -> Int {
    try connection.prepared(
      """
      DELETE FROM held_tokens WHERE rowid IN (
        SELECT rowid FROM held_tokens WHERE kept_until_ms <= ? LIMIT ?)
      """,
      .integer(moment.milliseconds), .limit(limit)
    ).run()
    return connection.changes
  }
}
