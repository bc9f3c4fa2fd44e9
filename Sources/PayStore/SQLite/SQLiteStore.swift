package import PayCore
import Synchronization

/// The embedded store: SQLite with a write-ahead log, one writer, readers beside it.
///
/// No call waits for the disk on its caller's thread, so all may be made from an event loop.
package final class SQLiteStore: PaymentStore {
  package enum Mode: Sendable {
    /// The one process that writes; `holder` is its name for those who come second.
    case readWrite(holder: String)
    /// Reads beside a writer, or without one.
    case readOnly
  }

  /// Commands that wait: beyond it a caller is told to try again.
  private static let capacity = 16_384
  /// Commands of one transaction: enough for group commit, few enough that nobody waits long.
  private static let batch = 256
  private static let readers = 2
  /// Creates between two sweeps of answers past their retention; a sweep forgets twice as many, so
  /// that it keeps up.
  private static let createsPerSweep = 32

  let writer: Worker<SQLiteWriter>?
  let reader: Worker<SQLiteReader>
  private let creates = Atomic(0)

  /// Opens the store in `directory`, making it in `readWrite` mode if it is missing; blocks the
  /// calling thread meanwhile.
  ///
  /// Throws `locked` with the holder's name, `missing` (read only), `newerSchema`, `corrupt`,
  /// `full`,
  /// `io`.
  package static func open(directory: String, mode: Mode) throws(StoreError) -> SQLiteStore {
    let folder = directory + "/store"
    let path = folder + "/pay.sqlite"
    var writer: Worker<SQLiteWriter>?
    if case .readWrite(let holder) = mode {
      writer = try Worker.start(threads: 1, capacity: capacity, batch: batch) {
        () throws(StoreError) in
        let lock = try DatabaseFile.lock("lock", in: folder, holder: holder)
        try DatabaseFile.create(path)
        return try SQLiteWriter(path: path, lock: lock)
      }
    }
    do throws(StoreError) {
      // One command at a time, so that a slow one holds up only its own thread.
      let reader = try Worker.start(threads: readers, capacity: capacity, batch: 1) {
        () throws(StoreError) in try SQLiteReader(path: path)
      }
      return SQLiteStore(writer: writer, reader: reader)
    } catch {
      writer?.stopAndWait()
      throw error
    }
  }

  private init(writer: Worker<SQLiteWriter>?, reader: Worker<SQLiteReader>) {
    self.writer = writer
    self.reader = reader
  }

  /// Ends in the order of `close`, without waiting for it.
  deinit { reader.stop { [writer] _ in writer?.stop() } }

  // MARK: PaymentStore

  package func create(
    _ intent: PurchaseIntent, answer: RecordedAnswer, claim: IdempotencyClaim?, at moment: Timestamp
  ) async throws(StoreError) -> IdempotencyOutcome {
    let count = creates.add(1, ordering: .relaxed).newValue
    return try await write { records throws(StoreError) in
      if count % Self.createsPerSweep == 0 {
        try records.sweep(at: moment, limit: 2 * Self.createsPerSweep)
      }
      return try records.create(intent, answer: answer, claim: claim, at: moment)
    }
  }

  package func outcome(
    of claim: IdempotencyClaim, at moment: Timestamp
  ) async throws(StoreError) -> IdempotencyOutcome? {
    try await reader.perform { records throws(StoreError) in
      try records.outcome(of: claim, at: moment)
    }
  }

  package func intent(_ id: String) async throws(StoreError) -> PurchaseIntent? {
    try await reader.perform { records throws(StoreError) in try records.intent(id) }
  }

  package func intents(
    before: String?, limit: Int
  ) async throws(StoreError) -> [PurchaseIntent] {
    try await reader.perform { records throws(StoreError) in
      try records.intents(before: before, limit: limit)
    }
  }

  package func verifiedIntents(limit: Int) async throws(StoreError) -> [PurchaseIntent] {
    try await reader.perform { records throws(StoreError) in
      try records.verifiedIntents(limit: limit)
    }
  }

  package func intent(
    thatTook token: TokenIdentity
  ) async throws(StoreError) -> PurchaseIntent? {
    try await reader.perform { records throws(StoreError) in try records.intent(thatTook: token) }
  }

  package func heldToken(of intent: String) async throws(StoreError) -> [UInt8]? {
    try await reader.perform { records throws(StoreError) in try records.heldToken(of: intent) }
  }

  package func wipeTokens(
    at moment: Timestamp, limit: Int
  ) async throws(StoreError) -> Int {
    // Nothing is written where there is nothing to wipe.
    let overdue = try await reader.perform { records throws(StoreError) in
      try records.overdueTokens(at: moment, limit: limit)
    }
    guard overdue > 0 else { return 0 }
    return try await write { records throws(StoreError) in
      try records.wipeTokens(at: moment, limit: limit)
    }
  }

  package func overdueIntents(
    at moment: Timestamp, limit: Int
  ) async throws(StoreError) -> [String] {
    try await reader.perform { records throws(StoreError) in
      try records.overdueIntents(at: moment, limit: limit)
    }
  }

  package func record(
    _ answer: RecordedAnswer, claim: IdempotencyClaim, at moment: Timestamp
  ) async throws(StoreError) -> IdempotencyOutcome {
    try await write { records throws(StoreError) in
      try records.record(answer, claim: claim, at: moment)
    }
  }

  package func update(
    _ id: String, claim: IdempotencyClaim?, at moment: Timestamp,
    decide: @escaping @Sendable (PurchaseIntent, [Journal]) -> IntentUpdate
  ) async throws(StoreError) -> IdempotencyOutcome? {
    try await write { records throws(StoreError) in
      try records.update(id, claim: claim, at: moment, decide: decide)
    }
  }

  package func journals(
    after number: Int64, limit: Int
  ) async throws(StoreError) -> [NumberedJournal] {
    try await reader.perform { records throws(StoreError) in
      try records.journals(after: number, limit: limit)
    }
  }

  package func voidings() async throws(StoreError) -> [Voiding] {
    try await reader.perform { records throws(StoreError) in try records.voidings() }
  }

  /// A transaction that writes what is there already: it meets a writer that has stopped, a queue
  /// that is full and a disk that is.
  package func checkWritable() async throws(StoreError) {
    try await write { records throws(StoreError) in try records.rewriteVersion() }
  }

  package func close() async throws(StoreError) {
    // Readers first: the last connection to close is the one that may remove the log, and when the
    // writer's lock is given back nobody of this store may be left at its files.
    _ = await reader.close()
    if let writer, let failure = await writer.close() { throw failure }
  }

  /// Runs `body` on the writer's connection, in a transaction; returns when it is on disk.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteRecords) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    guard let writer else { throw .readOnly }
    return try await writer.perform(body)
  }
}
