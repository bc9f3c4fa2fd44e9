import Foundation
import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayStore

/// Files that are not ours, not whole, or not intact.
@Suite struct DamageTests {
  enum Foreign: String, CaseIterable, CustomTestStringConvertible {
    case text, noise, otherApplication, unmarkedTables, markedButEmpty, newer
    var testDescription: String { rawValue }

    /// Puts the file at `path`.
    func make(at path: String) throws {
      switch self {
      case .text: try Files.create(path, with: Array(String(repeating: "hello\n", count: 999).utf8))
      case .noise: try Files.create(path, with: secureRandomBytes(8192))
      case .otherApplication:
        try database(path, "PRAGMA application_id = 7", "CREATE TABLE t (x)")
      case .unmarkedTables: try database(path, "CREATE TABLE intents (id)")
      case .markedButEmpty: try database(path, "PRAGMA application_id = \(Schema.applicationID)")
      case .newer:
        try database(
          path, "PRAGMA application_id = \(Schema.applicationID)",
          "PRAGMA user_version = \(Schema.migrations.count + 1)", "CREATE TABLE t (x)")
      }
    }

    var code: String { self == .newer ? "store_newer_schema" : "store_corrupt" }

    private func database(_ path: String, _ statements: String...) throws {
      let connection = try SQLiteConnection(opening: path, create: true)
      for statement in statements { try connection.execute(statement) }
    }
  }

  @Test(arguments: Foreign.allCases)
  func `a file that is not a store we know is refused and stays as it is`(
    _ foreign: Foreign
  ) async throws {
    let directory = try TemporaryDirectory()
    try Files.makeDirectory(directory.file("store"))
    try foreign.make(at: directory.database)
    let before = try Files.read(directory.database, limit: 1 << 20)
    for mode in [SQLiteStore.Mode.readWrite(holder: "test"), .readOnly] {
      let error = await storeError { () async throws(StoreError) in
        try SQLiteStore.open(directory: directory.path, mode: mode)
      }
      #expect(error?.code == foreign.code)
    }
    #expect(try Files.read(directory.database, limit: 1 << 20) == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.file("store"))
    #expect(names.sorted() == ["lock", "pay.sqlite"])
  }

  @Test func `a newer schema is named`() throws {
    let directory = try TemporaryDirectory()
    try Files.makeDirectory(directory.file("store"))
    try Foreign.newer.make(at: directory.database)
    let known = Schema.migrations.count
    #expect(throws: StoreError.newerSchema(found: known + 1, known: known)) {
      try SQLiteStore.openToWrite(directory)
    }
  }

  @Test func `a folder in the file's place is refused`() async throws {
    let directory = try TemporaryDirectory()
    try Files.makeDirectory(directory.database)
    for mode in [SQLiteStore.Mode.readWrite(holder: "test"), .readOnly] {
      let error = await storeError { () async throws(StoreError) in
        try SQLiteStore.open(directory: directory.path, mode: mode)
      }
      #expect(error?.code == "store_io")
    }
  }

  @Test(arguments: UInt64(1)...60)
  func `a damaged file gives typed errors and never another intent`(_ seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let directory = try TemporaryDirectory()
    let whole = try await Image.ofClosedStore(intents: 200)
    var damaged = whole.database
    if Bool.random(using: &random) {
      damaged.removeLast(Int.random(in: 1..<damaged.count, using: &random))
    }
    for _ in 0..<Int.random(in: 0...400, using: &random) {
      // The first page's header decides what a file is; everything else is looked at here.
      let place = Int.random(in: 100...max(100, damaged.count), using: &random)
      if place < damaged.count { damaged[place] = UInt8.random(in: .min ... .max, using: &random) }
    }
    try Image(database: damaged, log: []).put(in: directory)
    for mode in [SQLiteStore.Mode.readOnly, .readWrite(holder: "test")] {
      let error = await storeError { () async throws(StoreError) in
        let store = try SQLiteStore.open(directory: directory.path, mode: mode)
        await use(store)
        try await store.close()
      }
      #expect([nil, "store_corrupt", "store_io", "store_missing"].contains(error?.code))
    }
  }

  /// Every call may fail here, with an error of the store's; none may stop the process.
  private func use(_ store: SQLiteStore) async {
    for number in 0..<210 {
      _ = await storeError { () async throws(StoreError) in
        if let intent = try await store.intent(sampleID(number)) {
          #expect(intent.id == sampleID(number))
        }
        _ = try await store.outcome(of: sampleClaim("k\(number)"), at: noon)
      }
    }
    _ = await storeError { () async throws(StoreError) in
      try await store.intents(before: nil, limit: 1000)
    }
    for number in 300..<310 {
      _ = await storeError { () async throws(StoreError) in
        guard let intent = try? sampleIntent(number) else { return }
        _ = try await store.create(
          intent, answer: answer(for: intent), claim: sampleClaim("k\(number)"), at: noon)
      }
    }
  }

  @Test(arguments: UInt64(1)...60)
  func `a log that was cut or damaged gives the commits before the damage`(
    _ seed: UInt64
  ) async throws {
    var random = SplitMix64(seed: seed)
    let directory = try TemporaryDirectory()
    var image = try await Image.ofRunningStore(intents: 40)
    let place = Int.random(in: 0..<image.log.count, using: &random)
    if Bool.random(using: &random) {
      image.log.removeSubrange(place...)
    } else {
      image.log[place] ^= UInt8.random(in: 1 ... .max, using: &random)
    }
    try image.put(in: directory)

    let store = try SQLiteStore.openToWrite(directory)
    let ids = try await store.allIDs()
    #expect(ids == (0..<ids.count).reversed().map(sampleID))
    for number in 0..<41 {
      let outcome = try await store.buy(number, key: "k\(number)")
      let answer = try answer(for: sampleIntent(number))
      #expect(outcome == (number < ids.count ? .replayed(answer) : .performed(answer)))
    }
    try await store.close()
  }
}

/// The bytes of a store's files.
private struct Image {
  var database: [UInt8]
  var log: [UInt8]

  /// Everything in the database, as an orderly close leaves it.
  static func ofClosedStore(intents: Int) async throws -> Image {
    let directory = try TemporaryDirectory()
    try await fill(directory, intents).close()
    return Image(database: try Files.read(directory.database, limit: 1 << 24), log: [])
  }

  /// Everything in the log, one commit for each intent, as a crash leaves it.
  static func ofRunningStore(intents: Int) async throws -> Image {
    let directory = try TemporaryDirectory()
    let store = try await fill(directory, intents)
    let image = Image(
      database: try Files.read(directory.database, limit: 1 << 24),
      log: try Files.read(directory.database + "-wal", limit: 1 << 24))
    try await store.close()
    return image
  }

  private static func fill(
    _ directory: TemporaryDirectory, _ intents: Int
  ) async throws -> SQLiteStore {
    let store = try SQLiteStore.openToWrite(directory)
    for number in 0..<intents { try await store.buy(number, key: "k\(number)") }
    return store
  }

  func put(in directory: TemporaryDirectory) throws {
    try Files.makeDirectory(directory.file("store"))
    try Files.create(directory.database, with: database)
    if !log.isEmpty { try Files.create(directory.database + "-wal", with: log) }
  }
}
