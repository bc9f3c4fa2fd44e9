import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayStore

/// A store that an earlier version wrote, and what the database itself refuses.
@Suite struct MigrationTests {
  /// Makes a store as the first version did, with an intent and its answer in it.
  private func makeFirstSchema(_ directory: TemporaryDirectory, _ intent: PurchaseIntent) throws {
    try Files.makeDirectory(directory.file("store"))
    let connection = try SQLiteConnection(opening: directory.database, create: true)
    for statement in Schema.migrations[0] { try connection.execute(statement) }
    try connection.execute("PRAGMA application_id = \(Schema.applicationID)")
    try connection.execute("PRAGMA user_version = 1")
    try connection.prepared(
      """
      INSERT INTO intents (id, state, offer, segment, amount_minor, currency, refunded_minor,
        created_at_ms, expires_at_ms, nonce, request) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .text(intent.id), .text("created"), .text(intent.offer), .integer(Int64(intent.segment)),
      .integer(intent.price.minorUnits), .text(intent.price.currency.code), .integer(0),
      .integer(intent.createdAt.milliseconds), .integer(intent.expiresAt.milliseconds),
      .blob(intent.nonce), .text(String(decoding: intent.request.webForm.bytes, as: UTF8.self))
    ).run()
    let claim = sampleClaim("k")
    try connection.prepared(
      "INSERT INTO idempotency VALUES (?, ?, ?, ?, ?, ?, ?)", .text(claim.scope.principal),
      .text(claim.scope.route), .text(claim.scope.key), .blob(claim.fingerprint),
      .text(intent.id), .blob(answer(for: intent).body), .integer(claim.keptUntil.milliseconds)
    ).run()
  }

  @Test func `a store of the first schema keeps its rows and takes the ledger`() async throws {
    let directory = try TemporaryDirectory()
    let intent = try sampleIntent(1)
    try makeFirstSchema(directory, intent)
    let store = try SQLiteStore.openToWrite(directory)
    #expect(try await store.intent(intent.id) == intent)
    #expect(
      try await store.outcome(of: sampleClaim("k"), at: noon) == .replayed(answer(for: intent)))
    _ = try await store.say(
      .authorization(pspReference: "P", isApproved: true, isAttested: true), 1)
    _ = try await store.say(.capture(pspReference: "C"), 1)
    #expect(try await store.journals(after: 0, limit: 10).count == 1)
    try await store.close()
    let again = try SQLiteStore.openToWrite(directory)
    #expect(try await again.intent(intent.id)?.state == .captured)
    let version = try await again.write { records throws(StoreError) in
      try records.connection.integer("PRAGMA user_version")
    }
    #expect(version == Int64(Schema.migrations.count))
    try await again.close()
  }

  @Test(
    arguments: [
      "UPDATE journals SET amount_minor = 1", "UPDATE journals SET psp_reference = 'X'",
      "UPDATE journals SET number = 7", "DELETE FROM journals",
      "UPDATE postings SET amount_minor = 0", "UPDATE postings SET account = 'x'",
      "DELETE FROM postings", "DELETE FROM postings WHERE position = 1",
      "INSERT INTO postings VALUES (99, 0, 'revenue:sales', 1, 'USD')",
      "DELETE FROM intents",
      // By its number, and by the reference that it shares with the one that is there.
      "INSERT OR REPLACE INTO journals SELECT \(journalOf("number")) FROM journals",
      "INSERT OR REPLACE INTO journals SELECT \(journalOf("number + 1")) FROM journals",
      "INSERT OR REPLACE INTO postings SELECT journal, position, account, 1, currency FROM postings",
    ])
  func `the database itself refuses to change the ledger`(statement: String) async throws {
    let directory = try TemporaryDirectory()
    let store = try SQLiteStore.openToWrite(directory)
    try await store.buy(1)
    _ = try await store.say(
      .authorization(pspReference: "P", isApproved: true, isAttested: true), 1)
    _ = try await store.say(.capture(pspReference: "C"), 1)
    let before = try await store.journals(after: 0, limit: 10)
    try await store.close()
    do {
      let connection = try SQLiteConnection(opening: directory.database, create: false)
      #expect(throws: StoreError.self) { try connection.execute(statement) }
    }
    let again = try SQLiteStore.openToWrite(directory)
    #expect(try await again.journals(after: 0, limit: 10) == before)
    try await again.close()
  }
}

/// The columns of a journal over 0.01 that stands under another number.
private func journalOf(_ number: String) -> String {
  "\(number), kind, intent, psp_reference, actor, at_ms, 1, currency, attested"
}
