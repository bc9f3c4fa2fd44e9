package import PayCore
import PaySystem
import Synchronization

/// The embedded store: SQLite with a write-ahead log, one writer, readers beside it.
package final class SQLiteStore: PaymentStore {
  package enum Mode: Sendable {
    /// The one process that writes; `holder` is its name for those who come second.
    case readWrite(holder: String)
    /// Reads beside a writer, or without one.
    case readOnly
  }

  /// Commands that wait to be written: beyond it a caller is told to try again.
  private static let writeCapacity = 16_384
  /// Commands of one transaction: enough for group commit, few enough that nobody waits long.
  private static let writeBatch = 256
  private static let readers = 2
  /// Creates between two sweeps of answers past their retention, and how many one sweep forgets: it
  /// forgets faster than creates add.
  private static let createsPerSweep = 1000

  private let writer: Worker<WriteCommand>?
  private let reader: Worker<ReadCommand>
  private let lock: Mutex<FileLock?>
  private let creates = Atomic(0)

  /// Opens the store in `directory`, making it in `readWrite` mode if it is missing.
  ///
  /// Throws `locked` with the holder's name, `missing` (read only), `newerSchema`, `corrupt`, `io`.
  package static func open(directory: String, mode: Mode) throws(StoreError) -> SQLiteStore {
    try open(directory: directory, mode: mode, maximumPages: nil)
  }

  static func open(
    directory: String, mode: Mode, maximumPages: Int?
  ) throws(StoreError) -> SQLiteStore {
    let folder = directory + "/store"
    let path = folder + "/pay.sqlite"
    switch mode {
    case .readOnly:
      guard Files.exists(path) else { throw .missing(path: path) }
      let store = SQLiteStore(path: path, writer: nil, lock: nil)
      try store.checkReadable()
      return store
    case .readWrite(let holder):
      let lock = try takeLock(in: folder, holder: holder)
      let writer = try startWriter(path, maximumPages: maximumPages)
      return SQLiteStore(path: path, writer: writer, lock: lock)
    }
  }

  private init(path: String, writer: Worker<WriteCommand>?, lock: consuming FileLock?) {
    self.writer = writer
    self.lock = Mutex(lock)
    reader = Worker(threads: Self.readers, capacity: Self.writeCapacity, batch: 16) {
      let reader = SQLiteReader(path: path)
      return { commands in reader.perform(commands) }
    }
  }

  deinit {
    writer?.close()
    reader.close()
  }

  private static func takeLock(
    in folder: String, holder: String
  ) throws(StoreError) -> FileLock {
    do { try Files.makeDirectory(folder) } catch { throw .io(detail: "\(error)") }
    do {
      return try FileLock.take(folder + "/lock", as: holder)
    } catch {
      switch error {
      case .heldBy(let name): throw .locked(holder: name)
      case .file(let error): throw .io(detail: "\(error)")
      }
    }
  }

  /// Opens the writer's connection on its own thread, and waits for the verdict.
  private static func startWriter(
    _ path: String, maximumPages: Int?
  ) throws(StoreError) -> Worker<WriteCommand> {
    let opened = Outcome<StoreError?>()
    let worker = Worker<WriteCommand>(threads: 1, capacity: writeCapacity, batch: writeBatch) {
      do throws(StoreError) {
        let writer = try SQLiteWriter(path: path, maximumPages: maximumPages)
        opened.set(nil)
        return { commands in writer.perform(commands) }
      } catch {
        opened.set(error)
        return { _ in }
      }
    }
    if let failure = opened.wait() {
      worker.close()
      throw failure
    }
    return worker
  }

  private func checkReadable() throws(StoreError) {
    let failure = blocking { [self] () async -> StoreError? in
      do throws(StoreError) {
        _ = try await intents(before: nil, limit: 1)
      } catch {
        return error
      }
      return nil
    }
    if let failure { throw failure }
  }

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
    try await read { records throws(StoreError) in try records.outcome(of: claim, at: moment) }
  }

  package func intent(_ id: String) async throws(StoreError) -> PurchaseIntent? {
    try await read { records throws(StoreError) in try records.intent(id) }
  }

  package func intents(
    before: String?, limit: Int
  ) async throws(StoreError) -> [PurchaseIntent] {
    try await read { records throws(StoreError) in
      try records.intents(before: before, limit: limit)
    }
  }

  package func update(
    _ id: String, decide: @escaping @Sendable (PurchaseIntent) -> IntentUpdate
  ) async throws(StoreError) -> IntentUpdate? {
    try await write { records throws(StoreError) in
      guard let intent = try records.intent(id) else { return nil }
      let update = decide(intent)
      if update.intent != intent { try records.save(update.intent) }
      return update
    }
  }

  package func close() async throws(StoreError) {
    reader.close()
    guard let writer else { return }
    let failure = await withCheckedContinuation { continuation in
      let admission = writer.submit(.finish { continuation.resume(returning: $0) })
      if admission != .queued { continuation.resume(returning: nil) }
      writer.close()
    }
    lock.withLock { $0 = nil }
    if let failure { throw failure }
  }

  // MARK: Threads

  private func write<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteRecords) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    guard let writer else { throw .readOnly }
    let value = Slot<Value>()
    let result = await withCheckedContinuation { continuation in
      let transaction = Transaction(
        run: { records throws(StoreError) in value.set(try body(records)) },
        finish: { continuation.resume(returning: value.result(failure: $0)) })
      if let refusal = writer.submit(.transact(transaction)).refusal {
        continuation.resume(returning: .failure(refusal))
      }
    }
    return try result.get()
  }

  private func read<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteRecords) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let value = Slot<Value>()
    let result = await withCheckedContinuation { continuation in
      let command = ReadCommand(
        run: { records throws(StoreError) in value.set(try body(records)) },
        finish: { continuation.resume(returning: value.result(failure: $0)) })
      if let refusal = reader.submit(command).refusal {
        continuation.resume(returning: .failure(refusal))
      }
    }
    return try result.get()
  }
}

/// What a command found, on its way from its thread to its caller.
private final class Slot<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  func set(_ new: Value) { value.withLock { $0 = new } }

  func result(failure: StoreError?) -> Result<Value, StoreError> {
    if let failure { return .failure(failure) }
    return value.withLock { $0 }.map { .success($0) } ?? .failure(.closed)
  }
}

extension Worker.Admission {
  /// The error for a command that was not taken; nil if it was.
  fileprivate var refusal: StoreError? {
    switch self {
    case .queued: nil
    case .full: .overloaded
    case .closed: .closed
    }
  }
}
