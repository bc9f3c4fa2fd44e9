import Foundation
import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayStore

/// What only a store on disk has to promise.
@Suite struct SQLiteStoreTests {
  // MARK: One writer

  @Test func `a second writer is told who holds the store`() async throws {
    let directory = try TemporaryDirectory()
    let first = try SQLiteStore.openToWrite(directory, holder: "PayServer")
    let locked = StoreError.locked(holder: "PayServer (process \(getpid()))")
    #expect(throws: locked) { try SQLiteStore.openToWrite(directory, holder: "paytool") }
    try await first.buy(1)
    #expect(throws: locked) { try SQLiteStore.openToWrite(directory, holder: "paytool") }
    try await first.close()
    let second = try SQLiteStore.openToWrite(directory, holder: "paytool")
    #expect(try await second.allIDs() == [sampleID(1)])
    try await second.close()
  }

  @Test func `a writer in another process is told who holds the store`() async throws {
    let directory = try TemporaryDirectory()
    let first = try SQLiteStore.openToWrite(directory, holder: "PayServer")
    let holder = "PayServer (process \(getpid()))"
    await #expect(processExitsWith: .success) {
      [path = directory.path as String, holder = holder as String] in
      #expect(throws: StoreError.locked(holder: holder)) {
        try SQLiteStore.open(directory: path, mode: .readWrite(holder: "paytool"))
      }
    }
    try await first.close()
  }

  @Test func `an open that failed holds no lock`() async throws {
    let directory = try TemporaryDirectory()
    try Files.makeDirectory(directory.file("store"))
    try Files.create(directory.database, with: Array(repeating: 7, count: 5000))
    for _ in 0..<3 {
      let error = await storeError { () async throws(StoreError) in
        try SQLiteStore.openToWrite(directory)
      }
      #expect(error?.code == "store_corrupt")
    }
  }

  @Test func `the store is for its owner only`() async throws {
    let directory = try TemporaryDirectory()
    let store = try SQLiteStore.openToWrite(directory)
    try await store.buy(1)
    for (name, mode) in [
      ("store", 0o700), ("store/pay.sqlite", 0o600), ("store/pay.sqlite-wal", 0o600),
      ("store/pay.sqlite-shm", 0o600), ("store/lock", 0o600),
    ] {
      let found = try FileManager.default.attributesOfItem(atPath: directory.file(name))
      #expect(found[.posixPermissions] as? Int == mode, "\(name)")
    }
    try await store.close()
  }

  @Test func `an orderly close leaves one file and the lock`() async throws {
    let directory = try TemporaryDirectory()
    let store = try SQLiteStore.openToWrite(directory)
    for number in 0..<50 { try await store.buy(number, key: "k\(number)") }
    _ = try await store.allIDs()
    try await store.close()
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.file("store"))
    #expect(names.sorted() == ["lock", "pay.sqlite"])
  }

  @Test func `a store that is let go without closing finishes what is queued`() async throws {
    let directory = try TemporaryDirectory()
    var store: SQLiteStore? = try SQLiteStore.openToWrite(directory)
    try await store?.buy(1)
    store = nil
    // The lock is given back only after the connection is closed, so waiting for it is enough.
    let lock = try FileLock.wait(at: directory.file("store/lock"))
    withExtendedLifetime(lock) {
      #expect(!Files.exists(directory.database + "-wal"))
    }
  }

  @Test func `a store that is let go keeps its writer until the last reader has ended`() throws {
    let directory = try TemporaryDirectory()
    var store: SQLiteStore? = try SQLiteStore.openToWrite(directory)
    let reader = try #require(store?.reader)
    let writer = try #require(store?.writer)
    let (entered, gate) = (Outcome<Void>(), Outcome<Void>())
    let refusal = reader.submit(
      SQLiteCommand(
        run: { _ in
          entered.set(())
          gate.wait()
          return {}
        }, fail: { _ in }))
    #expect(refusal == nil)
    entered.wait()
    store = nil
    #expect(writer.submit(SQLiteCommand(run: { _ in {} }, fail: { _ in })) == nil)
    gate.set(())
    let lock = try FileLock.wait(at: directory.file("store/lock"))
    withExtendedLifetime(lock) {
      #expect(!Files.exists(directory.database + "-wal"))
    }
  }

  // MARK: Reading beside

  @Test func `a reader sees what a writer acknowledged, at once`() async throws {
    let directory = try TemporaryDirectory()
    let writer = try SQLiteStore.openToWrite(directory)
    let reader = try SQLiteStore.openToRead(directory)
    for number in 0..<50 {
      try await writer.buy(number, key: "k\(number)")
      #expect(try await reader.intent(sampleID(number)) != nil)
    }
    try await writer.close()
    #expect(try await reader.allIDs().count == 50)
    try await reader.close()
    let alone = try SQLiteStore.openToRead(directory)
    #expect(try await alone.allIDs().count == 50)
    try await alone.close()
  }

  @Test func `a reader never writes`() async throws {
    let directory = try TemporaryDirectory()
    let writer = try SQLiteStore.openToWrite(directory)
    try await writer.buy(1)
    let files = [directory.database, directory.database + "-wal"].map(URL.init(fileURLWithPath:))
    let before = try files.map { try Data(contentsOf: $0) }
    let reader = try SQLiteStore.openToRead(directory)
    let intent = try sampleIntent(2)
    let create = await storeError { () async throws(StoreError) in
      try await reader.create(intent, answer: answer(for: intent), claim: nil, at: noon)
    }
    let update = await storeError { () async throws(StoreError) in
      try await reader.update(1) { $0.applying(.canceled, at: noon) }
    }
    #expect([create, update] == [.readOnly, .readOnly])
    #expect(try await reader.allIDs() == [sampleID(1)])
    try await reader.close()
    #expect(try files.map { try Data(contentsOf: $0) } == before)
    try await writer.close()
  }

  @Test(arguments: ["", "store", "store/pay.sqlite"])
  func `reading a store that is not there yet creates nothing`(_ existing: String) async throws {
    let directory = try TemporaryDirectory()
    if existing == "store" { try Files.makeDirectory(directory.file("store")) }
    if existing == "store/pay.sqlite" {
      // A server that starts has made the file and not yet its tables.
      try Files.makeDirectory(directory.file("store"))
      try Files.create(directory.database, with: [])
    }
    let before = try FileManager.default.subpathsOfDirectory(atPath: directory.path)
    #expect(throws: StoreError.missing(path: directory.database)) {
      try SQLiteStore.openToRead(directory)
    }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: directory.path) == before)
  }

  // MARK: Upkeep

  @Test func `answers past their retention are forgotten as new ones come`() async throws {
    let store = try SQLiteStore.openToWrite(try TemporaryDirectory())
    let kept = sampleClaim("").keptUntil
    for number in 0..<100 { try await store.buy(number, key: "k\(number)") }
    for number in 100..<300 {
      let intent = try sampleIntent(number)
      let claim = sampleClaim("k\(number)", keptUntil: kept.adding(seconds: 60))
      _ = try await store.create(intent, answer: answer(for: intent), claim: claim, at: kept)
    }
    let answers = try await store.write { records throws(StoreError) in
      try records.connection.integer("SELECT count(*) FROM idempotency")
    }
    #expect(answers == 200)
    #expect(try await store.allIDs().count == 300)
    try await store.close()
  }

  @Test func `the log is emptied as it grows`() async throws {
    let directory = try TemporaryDirectory()
    let store = try SQLiteStore.openToWrite(directory)
    let body = [UInt8](repeating: 1, count: 100_000)
    for number in 0..<400 {
      let intent = try sampleIntent(number)
      _ = try await store.create(
        intent, answer: RecordedAnswer(subject: intent.id, body: body),
        claim: sampleClaim("k\(number)"), at: noon)
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: directory.database + "-wal")
    let size = try #require(attributes[.size] as? Int)
    // 40 MB went through it; what comes between two checkpoints may stand in it.
    #expect(size < 6_000_000)
    try await store.close()
  }
}
