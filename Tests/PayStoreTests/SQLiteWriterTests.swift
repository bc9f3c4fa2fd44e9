import Foundation
import PayCore
import PaySystem
import Synchronization
import TestSupport
import Testing

@testable import PayStore

/// The writer's transactions: one commit for a batch, one outcome for each command.
@Suite struct SQLiteWriterTests {
  @Test func `commands that wait share one commit`() throws {
    let directory = try TemporaryDirectory()
    let writer = try SQLiteWriter(directory)
    let before = try commits(directory)
    let outcomes = Outcomes()
    try writer.perform((0..<64).map { try outcomes.buying($0) })
    #expect(try commits(directory) == before + 1)
    #expect(outcomes.all == Array(repeating: nil, count: 64))
  }

  @Test func `a command that fails does not sink its batch and leaves nothing behind`() async throws
  {
    let directory = try TemporaryDirectory()
    let outcomes = Outcomes()
    do {
      let writer = try SQLiteWriter(directory)
      let halfDone = SQLiteCommand(
        run: { records throws(StoreError) in
          try records.connection.execute("UPDATE intents SET state = 'failed'")
          throw .io(detail: "half way")
        }, fail: outcomes.note)
      let unlawful = SQLiteCommand(
        run: { records throws(StoreError) in
          try records.connection.execute("UPDATE intents SET refunded_minor = amount_minor + 1")
          return { outcomes.note(nil) }
        }, fail: outcomes.note)
      try writer.perform([
        outcomes.buying(1), halfDone, outcomes.buying(1), unlawful, outcomes.buying(2),
      ])
      #expect(writer.finish() == nil)
    }
    #expect(
      outcomes.all.map { $0?.code } == [nil, "store_io", "store_io", "store_io", nil])
    let store = try SQLiteStore.openToRead(directory)
    #expect(try await store.allIDs() == [sampleID(2), sampleID(1)])
    #expect(try await store.intent(sampleID(1)) == sampleIntent(1))
    try await store.close()
  }

  @Test func `a full disk refuses writes, reads go on, and later writes succeed`() async throws {
    let store = try SQLiteStore.openToWrite(try TemporaryDirectory())
    try await store.buy(0, key: "k0")
    try await store.limit(pages: 24)
    var made = 0
    var error: StoreError?
    while error == nil, made < 10_000 {
      let number = made + 1
      do {
        try await store.buy(number, key: "k\(number)")
        made = number
      } catch let failure as StoreError {
        error = failure
      }
    }
    #expect(error == .full)
    #expect(try await store.allIDs() == (0...made).reversed().map(sampleID))
    #expect(
      try await store.outcome(of: sampleClaim("k0"), at: noon)
        == .replayed(answer(for: sampleIntent(0))))
    try await store.limit(pages: 1_000_000)
    try await store.buy(made + 1, key: "k\(made + 1)")
    #expect(try await store.allIDs().count == made + 2)
    try await store.close()
  }

  @Test func `after a failed write nothing more is written and reads go on`() async throws {
    let directory = try TemporaryDirectory()
    await #expect(processExitsWith: .success) { [path = directory.path as String] in
      let store = try SQLiteStore.open(directory: path, mode: .readWrite(holder: "test"))
      try await store.buy(1, key: "k1")
      // The kernel now refuses to let any file grow: to SQLite a failed write, not a full disk.
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let before = limit.rlim_cur
      limit.rlim_cur = 4096
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      await #expect(throws: StoreError.self) { try await store.buy(2, key: "k2") }
      limit.rlim_cur = before
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)

      let error = await storeError { () async throws(StoreError) in
        try await store.update(1) { $0.applying(.canceled, at: noon) }
      }
      #expect(error?.code == "store_io")
      #expect(try await store.allIDs() == [sampleID(1)])
      #expect(await storeError { () async throws(StoreError) in try await store.close() } == error)
    }
    let reopened = try SQLiteStore.openToWrite(directory)
    #expect(try await reopened.intent(sampleID(1)) == sampleIntent(1))
    try await reopened.buy(2, key: "k2")
    try await reopened.close()
  }

  /// How many commits the log holds: its frames that say how large the database is after them.
  private func commits(_ directory: TemporaryDirectory) throws -> Int {
    let log = try Files.read(directory.database + "-wal", limit: 1 << 24)
    return stride(from: 32, to: log.count, by: 24 + 4096).count { frame in
      log[frame + 4..<frame + 8].contains { $0 != 0 }
    }
  }
}

/// The queue between callers and threads.
@Suite struct WorkerTests {
  /// Notes its batches, and waits in the first one until it is let go.
  private final class Recorder: Performer {
    let gate: Outcome<Void>
    let entered: Outcome<Void>
    let batches: BatchList

    init(_ gate: Outcome<Void>, _ entered: Outcome<Void>, _ batches: BatchList) {
      (self.gate, self.entered, self.batches) = (gate, entered, batches)
    }

    func perform(_ commands: [Int]) {
      batches.list.withLock { $0.append(commands) }
      entered.set(())
      gate.wait()
    }

    func finish() -> StoreError? { .io(detail: "the end") }
  }

  private final class BatchList: Sendable {
    let list = Mutex<[[Int]]>([])
  }

  @Test func `what waits is taken in order, in batches, and beyond the capacity refused`()
    async throws
  {
    let (gate, entered, batches) = (Outcome<Void>(), Outcome<Void>(), BatchList())
    let worker = try Worker.start(threads: 1, capacity: 5, batch: 3) {
      Recorder(gate, entered, batches)
    }
    #expect(worker.submit(0) == nil)
    entered.wait()
    for number in 1...5 { #expect(worker.submit(number) == nil) }
    #expect(worker.submit(6) == .overloaded)
    worker.stop()
    #expect(worker.submit(7) == .closed)
    gate.set(())
    #expect(await worker.close() == .io(detail: "the end"))
    #expect(await worker.close() == .io(detail: "the end"))
    #expect(batches.list.withLock { $0 } == [[0], [1, 2, 3], [4, 5]])
  }

  @Test func `a thread that cannot begin gives its reason`() {
    #expect(throws: StoreError.full) {
      try Worker<Recorder>.start(threads: 2, capacity: 1, batch: 1) { () throws(StoreError) in
        throw .full
      }
    }
  }

  /// What a thread holds, counted as long as it is there.
  private final class Holding: Performer {
    private let count: Count

    init(_ count: Count, failing: Int) throws(StoreError) {
      self.count = count
      if count.value.add(1, ordering: .relaxed).newValue == failing { throw .full }
    }

    deinit { count.value.subtract(1, ordering: .relaxed) }

    func perform(_ commands: [Int]) {}

    func finish() -> StoreError? { nil }
  }

  private final class Count: Sendable {
    let value = Atomic(0)
  }

  @Test func `when a thread cannot begin the others have ended`() {
    for _ in 0..<20 {
      let count = Count()
      #expect(throws: StoreError.full) {
        try Worker.start(threads: 3, capacity: 1, batch: 1) { () throws(StoreError) in
          try Holding(count, failing: 3)
        }
      }
      #expect(count.value.load(ordering: .relaxed) == 0)
    }
  }

  @Test func `who stops a worker is told when its threads hold nothing more`() async throws {
    let count = Count()
    let worker = try Worker.start(threads: 3, capacity: 1, batch: 1) { () throws(StoreError) in
      try Holding(count, failing: 0)
    }
    for _ in 0..<2 {
      let held = await withCheckedContinuation { continuation in
        worker.stop { _ in continuation.resume(returning: count.value.load(ordering: .relaxed)) }
      }
      #expect(held == 0)
    }
  }
}

/// What became of commands, in the order in which they heard.
private final class Outcomes: Sendable {
  private let list = Mutex<[StoreError?]>([])

  var all: [StoreError?] { list.withLock { $0 } }

  @Sendable func note(_ error: StoreError?) { list.withLock { $0.append(error) } }

  func buying(_ number: Int) throws -> SQLiteCommand {
    let intent = try sampleIntent(number)
    return SQLiteCommand(
      run: { [self] records throws(StoreError) in
        _ = try records.create(intent, answer: answer(for: intent), claim: nil, at: noon)
        return { self.note(nil) }
      }, fail: note)
  }
}

extension SQLiteWriter {
  fileprivate convenience init(_ directory: TemporaryDirectory) throws {
    try Files.makeDirectory(directory.file("store"))
    let lock = try FileLock.take(directory.file("store/lock"), as: "test")
    try self.init(path: directory.database, lock: lock)
  }
}

extension SQLiteStore {
  /// Bounds the file as a full disk would.
  fileprivate func limit(pages: Int) async throws(StoreError) {
    try await write { records throws(StoreError) in
      try records.connection.execute("PRAGMA max_page_count = \(pages)")
    }
  }
}
