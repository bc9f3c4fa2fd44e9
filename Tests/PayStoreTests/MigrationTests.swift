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

  /// What the second version wrote of a purchase that was captured and partly refunded: the refund
  /// stands against revenue.
  private static let secondSchemaRows = [
    """
    UPDATE intents SET state = 'captured', refunded_minor = 500, psp_reference = 'P', attested = 1,
      authorized_by = 'key:1', authorized_at_ms = 1
    """,
    """
    INSERT INTO journals VALUES (1, 'capture', '\(sampleID(1))', 'C', 'key:1', 2, 2000, 'USD', 1),
      (2, 'refund', '\(sampleID(1))', 'R', 'key:1', 3, 500, 'USD', 1)
    """,
    """
    INSERT INTO postings VALUES (1, 0, 'assets:psp-clearing', 2000, 'USD'),
      (1, 1, 'revenue:sales', -2000, 'USD'), (2, 0, 'revenue:sales', 500, 'USD'),
      (2, 1, 'assets:psp-clearing', -500, 'USD')
    """,
    "INSERT INTO voidings VALUES ('\(sampleID(1))', 'V', 'captured', 'key:1', 4)",
  ]

  private func makeSecondSchema(_ directory: TemporaryDirectory, _ intent: PurchaseIntent) throws {
    try makeFirstSchema(directory, intent)
    let connection = try SQLiteConnection(opening: directory.database, create: false)
    for statement in Schema.migrations[1] + Self.secondSchemaRows {
      try connection.execute(statement)
    }
    try connection.execute("PRAGMA user_version = 2")
  }

  @Test func `a store of the second schema keeps its ledger and takes disputes`() async throws {
    let directory = try TemporaryDirectory()
    try makeSecondSchema(directory, try sampleIntent(1))
    let store = try SQLiteStore.openToWrite(directory)
    let old = try await store.journals(after: 0, limit: 10)
    #expect(old.map(\.number) == [1, 2])
    #expect(old.map(\.journal.kind) == [.capture, .refund])
    #expect(old.map(\.journal.pspReference) == ["C", "R"])
    #expect(
      old.map { $0.journal.postings.map(\.account) } == [
        [.clearing, .revenue], [.revenue, .clearing],
      ])
    #expect(
      old.map { $0.journal.postings.map(\.amount.minorUnits) } == [[2000, -2000], [500, -500]])
    #expect(try await store.voidings().map(\.pspReference) == ["V"])
    let intent = try #require(try await store.intent(sampleID(1)))
    #expect(intent.refundedMinorUnits == 500)
    #expect(intent.taxMinorUnits == 0 && intent.disputedMinorUnits == 0)
    for word in [
      BackendWord.dispute(pspReference: "D", .opened, amount: nil),
      .dispute(pspReference: "D", .won, amount: nil), .refund(pspReference: "R2", amount: nil),
    ] {
      guard case .performed? = try await store.say(word, 1) else {
        Issue.record("\(word) is refused")
        return
      }
    }
    #expect(
      try await store.say(.refund(pspReference: "R", amount: nil), 1)
        == .refused(.refundRepeated("R")))
    var balances = LedgerBalances()
    for numbered in try await store.journals(after: 0, limit: 10) { balances.add(numbered.journal) }
    #expect(balances.lines.map(\.account) == [.clearing, .disputes, .revenue, .refunds])
    #expect(balances.lines.map(\.minorUnits) == [0, 0, -1500, 1500])
    try await store.close()
  }

  /// A migration writes tables anew; the foreign keys and the triggers must be there again.
  @Test func `a migrated store is made as a new one is`() async throws {
    let (migrated, new) = (try TemporaryDirectory(), try TemporaryDirectory())
    try makeSecondSchema(migrated, try sampleIntent(1))
    var schemas: [[String]] = []
    for directory in [migrated, new] {
      try await SQLiteStore.openToWrite(directory).close()
      let connection = try SQLiteConnection(opening: directory.database, create: false)
      let statement = try connection.prepared(
        "SELECT name || ' ' || ifnull(sql, '') FROM sqlite_schema ORDER BY name")
      var schema: [String] = []
      while try statement.step() { schema.append(try statement.text(0)) }
      statement.reset()
      schemas.append(schema)
      #expect(try connection.integer("SELECT count(*) FROM pragma_foreign_key_check") == 0)
      #expect(schema.count { $0.contains("append only") } == 6)
      #expect(!schema.contains { $0.contains("new_") })
    }
    #expect(schemas[0] == schemas[1])
  }

  @Test(
    arguments: [
      "postings SET account = 'assets:petty-cash' WHERE position = 1",
      "postings SET amount_minor = 1 WHERE position = 1",
      "postings SET currency = 'EUR' WHERE position = 1",
      "postings SET amount_minor = amount_minor / 2", "journals SET amount_minor = 1999",
      "journals SET currency = 'XXX'",
    ])
  func `a ledger that somebody changed is not read`(change: String) async throws {
    let directory = try TemporaryDirectory()
    try makeSecondSchema(directory, try sampleIntent(1))
    try await SQLiteStore.openToWrite(directory).close()
    do {
      let connection = try SQLiteConnection(opening: directory.database, create: false)
      for table in ["journals", "postings"] {
        try connection.execute("DROP TRIGGER \(table)_refuse_update")
      }
      try connection.execute("UPDATE \(change)")
    }
    let store = try SQLiteStore.openToWrite(directory)
    let error = await storeError { () async throws(StoreError) in
      try await store.journals(after: 0, limit: 10)
    }
    #expect(error?.code == "store_corrupt")
    #expect("\(String(describing: error))".contains("journal 1"))
    try await store.close()
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
