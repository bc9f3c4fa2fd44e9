import Foundation
import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayStore

@Suite struct SettlementStoreTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// What one process after the other remembers.
  private func remember(_ imports: SettlementImport...) throws -> [ImportCount] {
    try SettlementStore.openToWrite(directory).remember(imports)
  }

  private func contents() throws -> RememberedSettlements {
    try SettlementStore.openToRead(directory).contents()
  }

  @Test func `what was remembered is there for the next process`() throws {
    let lines = [sale(1), sale(2, kind: .refund, gross: dollars(-500), net: dollars(-560))]
    #expect(try remember(file("jan.csv", lines)) == [ImportCount(new: 2)])
    let contents = try contents()
    #expect(contents.sources == [lines[0]: "jan.csv:2", lines[1]: "jan.csv:3"])
    #expect(contents.inputs.map(\.file) == ["jan.csv"])
    #expect(try SettlementStore.openToRead(directory).latestProfile() == "adyen")
  }

  @Test func `the same file again is no news`() throws {
    let january = file("jan.csv", [sale(1), sale(2)])
    _ = try remember(january)
    let before = try contents()
    #expect(try remember(january) == [ImportCount(repeated: 2)])
    let after = try contents()
    #expect(after.sources == before.sources)
    #expect(after.inputs == before.inputs)
  }

  @Test func `a later file takes a line over`() throws {
    _ = try remember(file("jan.csv", [sale(1), sale(2)]))
    let counts = try remember(file("copy.csv", [sale(2), sale(1), sale(3)], digest: 1))
    #expect(counts == [ImportCount(new: 1, repeated: 2)])
    let contents = try contents()
    #expect(
      contents.sources == [sale(2): "copy.csv:2", sale(1): "copy.csv:3", sale(3): "copy.csv:4"])
    #expect(contents.inputs.map(\.file) == ["copy.csv"])
  }

  @Test func `money that is in no line stays told until its file is read otherwise`() throws {
    let uncounted = Finding(code: "psp_amount_fraction", message: "-40.10 ISK")
    let remark = Finding(code: "settlement_direction", severity: .warning, message: "sign")
    _ = try remember(
      file("old.csv", [], digest: 1, findings: [uncounted]),
      file("jan.csv", [sale(1)], digest: 2, findings: [uncounted, remark]))
    // All lines of January stand in another file as well; its own remarks are then no news.
    _ = try remember(file("copy.csv", [sale(1)], digest: 3))
    let told = try contents()
    #expect(told.findings.contains(uncounted))
    #expect(Set(told.inputs.map(\.file)) == ["copy.csv", "jan.csv", "old.csv"])
    _ = try remember(
      file("old.csv", [], digest: 1, profile: "amended"),
      file("jan.csv", [sale(1)], digest: 2, profile: "amended"))
    #expect(try contents().findings.isEmpty)
    #expect(try contents().inputs.map(\.file) == ["jan.csv"])
  }

  @Test func `a second month leaves the first as it is`() throws {
    _ = try remember(file("jan.csv", [sale(1)]))
    _ = try remember(file("feb.csv", [sale(2)], digest: 1))
    let contents = try contents()
    #expect(contents.sources == [sale(1): "jan.csv:2", sale(2): "feb.csv:2"])
    #expect(contents.inputs.map(\.file) == ["feb.csv", "jan.csv"])
  }

  @Test func `true twins are two lines, twins in two files are one`() throws {
    let twins = [sale(1), sale(1, occurrence: 1)]
    #expect(try remember(file("a.csv", twins)) == [ImportCount(new: 2)])
    #expect(try remember(file("b.csv", twins, digest: 1)) == [ImportCount(repeated: 2)])
  }

  @Test(arguments: [
    "", "\0", "a\0b", "'; DROP TABLE lines; --", "\u{202E}\u{1B}[2J", "\u{1F600}", "NULL",
    String(repeating: "x", count: 100_000),
  ])
  func `a text comes back byte for byte`(text: String) throws {
    _ = try remember(file(text, [sale(1, text: text)]))
    let line = try #require(try contents().lines.first)
    #expect(Array(line.line.text.utf8) == Array(text.utf8))
    #expect(Array(line.file.utf8) == Array(text.utf8))
  }

  @Test func `amounts and counts keep their extremes`() throws {
    let lines = [Int64.min, -1, 0, 1, .max].map {
      sale(1, gross: dollars($0), fees: dollars($0), net: dollars($0), occurrence: .max)
    }
    _ = try remember(file("extreme.csv", lines))
    #expect(Set(try contents().lines.map(\.line)) == Set(lines))
  }

  @Test func `findings stay as long as their file is a source`() throws {
    let first = Finding(code: "x", severity: .warning, pointer: "/a", message: "m", source: "s")
    let second = Finding(code: "y", severity: .warning, message: "n")
    _ = try remember(file("a.csv", [sale(1)], findings: [second, first]))
    #expect(try contents().findings == [first, second])
    // The same lines in another order: the same remarks, once.
    _ = try remember(file("b.csv", [sale(1)], digest: 1, findings: [first]))
    #expect(try contents().findings == [first])
  }

  @Test func `all files of a call are remembered or none`() throws {
    _ = try remember(file("a.csv", [sale(1)]))
    let broken = SettlementImport(
      input: file("c.csv", []).input, profile: "adyen", importedAt: noon, findings: [],
      lines: [SettlementRecord(line: sale(3), row: 0)])
    #expect(throws: StoreError.self) {
      try remember(file("b.csv", [sale(2), sale(1)], digest: 1), broken)
    }
    #expect(try contents().sources == [sale(1): "a.csv:2"])
    #expect(try remember(file("b.csv", [sale(2)], digest: 1)) == [ImportCount(new: 1)])
  }

  @Test(arguments: UInt64(1)...20)
  func `however lines are spread over files, each is there once`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var seen: [SettlementLine: String] = [:]
    for number in 0..<6 {
      // A file counts its twins from 0 on.
      let some = (0..<30).shuffled(using: &random).prefix(20).flatMap { sample in
        (0..<Int.random(in: 0...3, using: &random)).map { sale(sample, occurrence: $0) }
      }
      let new = some.filter { seen[$0] == nil }.count
      for (index, line) in some.enumerated() { seen[line] = "\(number).csv:\(index + 2)" }
      let counts = try remember(file("\(number).csv", some, digest: number))
      #expect(counts == [ImportCount(new: new, repeated: some.count - new)], "seed \(seed)")
    }
    #expect(try contents().sources == seen, "seed \(seed)")
  }

  @Test func `progress grows and stays within the lines`() throws {
    let store = try SettlementStore.openToWrite(directory)
    var told: [Int] = []
    let many = (0..<5000).map { sale($0) }
    _ = try store.remember([file("a.csv", many), file("b.csv", many, digest: 1)]) {
      told.append($0)
    }
    #expect(told == [0, 4096, 5000, 9096])
    var read: [Int] = []
    _ = try store.contents { done, total in read += [done, total] }
    #expect(read == [0, 5000, 4096, 5000])
  }
}

/// Locks, damage, and the end of a process in the middle.
@Suite struct SettlementStoreSafetyTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private var path: String { SettlementStore.path(in: directory.path) }

  /// Runs SQL on the file as somebody else would.
  private func tamper(_ statements: String...) throws {
    let connection = try SQLiteConnection(opening: path, create: true)
    for statement in statements { try connection.execute(statement) }
  }

  @Test func `a second writer hears who is first, and readers go on`() throws {
    let first = try SettlementStore.openToWrite(directory)
    _ = try first.remember([file("a.csv", [sale(1)])])
    let error = #expect(throws: StoreError.self) { try SettlementStore.openToWrite(directory) }
    #expect(error == .locked(holder: "test (process \(getpid()))"))
    let reader = try SettlementStore.openToRead(directory)
    #expect(try reader.contents().lines.count == 1)
    _ = try first.remember([file("b.csv", [sale(2)], digest: 1)])
    #expect(try reader.contents().lines.count == 2)
    #expect(throws: StoreError.readOnly) { try reader.remember([]) }
  }

  @Test func `it stands beside a store of purchases that is open`() throws {
    let purchases = try SQLiteStore.openToWrite(directory)
    _ = try SettlementStore.openToWrite(directory).remember([file("a.csv", [sale(1)])])
    #expect(try SettlementStore.openToRead(directory).contents().lines.count == 1)
    withExtendedLifetime(purchases) {}
  }

  @Test func `nothing is made by reading`() throws {
    #expect(throws: StoreError.missing(path: path)) { try SettlementStore.openToRead(directory) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
  }

  @Test func `the files are their owner's alone`() throws {
    let store = try SettlementStore.openToWrite(directory)
    _ = try store.remember([file("a.csv", [sale(1)])])
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(names.count >= 3)
    for name in names {
      let attributes = try FileManager.default.attributesOfItem(atPath: directory.file(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  @Test(arguments: [
    ("PRAGMA application_id = \(Schema.applicationID)", "PRAGMA user_version = 1", "store_corrupt"),
    ("PRAGMA application_id = 7", "PRAGMA user_version = 1", "store_corrupt"),
    (
      "PRAGMA application_id = \(SettlementSchema.format.applicationID)",
      "PRAGMA user_version = \(SettlementSchema.format.migrations.count + 1)",
      "store_newer_schema"
    ),
  ])
  func `another file, or one of the future, is refused`(
    mark: String, version: String, code: String
  ) throws {
    try tamper(mark, version, "CREATE TABLE t (x)")
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    for mode in [SettlementStore.Mode.readOnly, .readWrite(holder: "test")] {
      let error = #expect(throws: StoreError.self) {
        try SettlementStore.open(directory: directory.path, mode: mode, digest: ToyDigest())
      }
      #expect(error?.code == code)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test(arguments: [
    "UPDATE lines SET net_minor = net_minor + 1", "UPDATE lines SET kind = 'gift'",
    "UPDATE lines SET net_currency = 'ABC'", "UPDATE lines SET psp_reference = 'PSP9'",
    "UPDATE lines SET identity = zeroblob(16) WHERE rowid = 1",
    "UPDATE lines SET content = zeroblob(16) WHERE rowid = 1",
    "UPDATE lines SET row_reference = 'txn_9'", "UPDATE lines SET text = 'x'",
    "UPDATE lines SET profile = 'x'",
    "UPDATE findings SET severity = 'info'", "DELETE FROM imports",
  ])
  func `content that was changed is not believed`(statement: String) throws {
    let finding = Finding(code: "x", message: "m")
    _ = try SettlementStore.openToWrite(directory)
      .remember([file("a.csv", [sale(1), sale(2)], findings: [finding])])
    try tamper(
      "PRAGMA foreign_keys = OFF", "PRAGMA ignore_check_constraints = ON", statement)
    let error = #expect(throws: StoreError.self) {
      try SettlementStore.openToRead(directory).contents()
    }
    #expect(error?.code == "store_corrupt")
  }

  @Test(arguments: UInt64(1)...30)
  func `a damaged file gives typed errors and never another line`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let lines = (0..<200).map { sale($0) }
    _ = try SettlementStore.openToWrite(directory).remember([file("a.csv", lines)])
    var bytes = try Files.read(path, limit: 1 << 24)
    if Bool.random(using: &random) {
      bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
    }
    for _ in 0..<Int.random(in: 1...200, using: &random) where bytes.count > 100 {
      bytes[Int.random(in: 100..<bytes.count, using: &random)] = UInt8.random(
        in: .min ... .max, using: &random)
    }
    try Files.replace(path, with: bytes)
    for mode in [SettlementStore.Mode.readOnly, .readWrite(holder: "test")] {
      do {
        let contents = try SettlementStore.open(
          directory: directory.path, mode: mode, digest: ToyDigest()
        ).contents()
        #expect(Set(contents.lines.map(\.line)).isSubset(of: lines), "seed \(seed)")
      } catch {
        #expect(
          ["store_corrupt", "store_io", "store_missing"].contains(error.code), "seed \(seed)")
      }
    }
  }

  @Test func `a process that is killed in the middle leaves what was there before`() async throws {
    _ = try SettlementStore.openToWrite(directory).remember([file("a.csv", [sale(1)])])
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = directory.path as String] in
      let store = try SettlementStore.open(
        directory: path, mode: .readWrite(holder: "test"), digest: ToyDigest())
      let lines = (0..<20_000).map { sale($0) }
      _ = try store.remember([file("b.csv", lines, digest: 1)]) { done in
        if done >= 16_384 { kill(getpid(), SIGKILL) }
      }
    }
    #expect(try SettlementStore.openToRead(directory).contents().sources == [sale(1): "a.csv:2"])
    let again = try SettlementStore.openToWrite(directory)
      .remember([file("b.csv", [sale(1), sale(2)], digest: 1)])
    #expect(again == [ImportCount(new: 1, repeated: 1)])
  }
}
