import TestSupport
import Testing

@testable import PayCore

/// A log as a store holds it: rows of number and bytes.
private struct Log {
  struct Row {
    var number: Int64
    var bytes: [UInt8]
  }

  var rows: [Row]
  let checkpoints: [AuditCheckpoint]
  let stored: MerkleFrontier

  /// `count` entries, with checkpoints after some of them.
  init(_ count: Int, checkpoints sizes: [Int] = [], keys: CheckpointKeys = CheckpointKeys()) throws
  {
    let leaves = try AuditFixture.log(count)
    rows = leaves.enumerated().map { Row(number: Int64($0.offset) + 1, bytes: $0.element) }
    checkpoints = try sizes.map {
      try AuditCheckpoint(
        signing: AuditFixture.tree(leaves[..<$0]), origin: "log", keys: keys, FakeDigest())
    }
    stored = AuditFixture.tree(leaves)
  }

  func faults(withStored: Bool = true, hashes: [[UInt8]]? = nil) -> [AuditFault] {
    var verifier = AuditVerifier(
      checkpoints: checkpoints, stored: withStored ? stored : nil, FakeDigest())
    var faults: [AuditFault] = []
    for (index, row) in rows.enumerated() {
      faults += verifier.take(number: row.number, bytes: row.bytes, leafHash: hashes?[index])
    }
    return faults + verifier.finish()
  }

  /// Gives the rows their places anew, after some were taken away or put in.
  mutating func renumber() {
    for index in rows.indices { rows[index].number = Int64(index) + 1 }
  }
}

/// What somebody does to the rows of a log, and what must be found.
private struct Tampering: Sendable {
  let what: String
  let change: @Sendable (inout [Log.Row]) -> Void
  let expected: [AuditFault]

  init(
    _ what: String, _ change: @escaping @Sendable (inout [Log.Row]) -> Void,
    _ expected: [AuditFault]
  ) {
    (self.what, self.change, self.expected) = (what, change, expected)
  }
}

@Suite struct AuditVerifierTests {
  @Test(arguments: [0, 1, 2, 9, 64])
  func `a log that nobody touched has no faults`(count: Int) throws {
    let log = try Log(count, checkpoints: Array(0...count))
    #expect(log.faults() == [] && log.faults(withStored: false) == [])
    let hashes = log.rows.map { MerkleTree.leafHash($0.bytes, FakeDigest()) }
    #expect(log.faults(hashes: hashes) == [])
  }

  @Test func `a good entry that was changed shows at the next checkpoint`() throws {
    var log = try Log(9, checkpoints: [8, 3, 5])
    let other = try AuditFixture.entry(4, actor: "somebody else").canonicalBytes
    log.rows[3].bytes = other
    #expect(log.faults() == [.treeRootDiffers(size: 5, since: 3)])
    var hashes = log.rows.map { MerkleTree.leafHash($0.bytes, FakeDigest()) }
    hashes[3] = AuditFixture.digest(1)
    #expect(
      log.faults(hashes: hashes)
        == [.entryChanged(number: 4, cause: nil), .treeRootDiffers(size: 5, since: 3)])
    log.rows[3].number = 4
    log.rows[8].bytes = other
    log.rows[3].bytes = try AuditFixture.log(4)[3]
    log.rows[8].bytes = try AuditFixture.entry(9, actor: "somebody else").canonicalBytes
    #expect(log.faults() == [.treeRootDiffers(size: 9, since: 8)])
    #expect(log.faults(withStored: false) == [], "nothing speaks of it")
  }

  @Test func `bytes that are no entry are told with their cause`() throws {
    var log = try Log(4, checkpoints: [4])
    log.rows[1].bytes.removeLast()
    let faults = log.faults()
    guard case .entryChanged(2, let cause?)? = faults.first else {
      Issue.record("\(faults)")
      return
    }
    #expect(cause.code == .unexpectedEnd)
    #expect(faults.dropFirst() == [.treeRootDiffers(size: 4, since: 0)])
  }

  private static let tamperings: [Tampering] = [
    Tampering("removed", { $0.remove(at: 4) }, [.entryMissing(number: 5, through: 5)]),
    Tampering(
      "three removed", { $0.removeSubrange(2..<5) }, [.entryMissing(number: 3, through: 5)]),
    Tampering("the first removed", { $0.removeFirst() }, [.entryMissing(number: 1, through: 1)]),
    Tampering(
      "the last removed", { $0.removeLast() },
      [.checkpointAhead(size: 9, entries: 8), .entryMissing(number: 9, through: 9)]
    ),
    Tampering(
      "all removed", { $0.removeAll() },
      [
        .checkpointAhead(size: 6, entries: 0), .checkpointAhead(size: 9, entries: 0),
        .entryMissing(number: 1, through: 9),
      ]
    ),
    Tampering(
      "two exchanged", { ($0[3].bytes, $0[4].bytes) = ($0[4].bytes, $0[3].bytes) },
      [.entriesReordered(number: 4, found: 5), .entriesReordered(number: 5, found: 4)]
    ),
    Tampering(
      "two that lie apart exchanged",
      { ($0[1].bytes, $0[6].bytes) = ($0[6].bytes, $0[1].bytes) },
      [.entriesReordered(number: 2, found: 7), .entriesReordered(number: 7, found: 2)]
    ),
    Tampering(
      "the last two exchanged", { ($0[7].bytes, $0[8].bytes) = ($0[8].bytes, $0[7].bytes) },
      [.entriesReordered(number: 8, found: 9), .entriesReordered(number: 9, found: 8)]
    ),
    Tampering("one there twice", { $0.append($0[8]) }, [.entryAdded(number: 9)]),
    Tampering(
      "one put before the others", { $0.insert(Log.Row(number: 0, bytes: $0[0].bytes), at: 0) },
      [.entryAdded(number: 0)]
    ),
  ]

  @Test(arguments: tamperings.indices)
  func `what became of the order is told`(index: Int) throws {
    let tampering = Self.tamperings[index]
    var log = try Log(9, checkpoints: [6, 9])
    tampering.change(&log.rows)
    #expect(log.faults() == tampering.expected, "\(tampering.what)")
  }

  @Test func `an entry taken away is found even if the others got new places`() throws {
    var log = try Log(9, checkpoints: [3])
    log.rows.remove(at: 4)
    log.renumber()
    #expect(
      log.faults()
        == [.entryMissing(number: 5, through: 5), .entryMissing(number: 9, through: 9)])
    log = try Log(9, checkpoints: [3])
    log.rows.remove(at: 7)
    log.renumber()
    #expect(log.faults(withStored: false) == [.entryMissing(number: 8, through: 8)])
  }

  @Test func `an entry put in is found even if the others got new places`() throws {
    var log = try Log(9)
    log.rows.insert(
      Log.Row(number: 5, bytes: try AuditFixture.entry(5, actor: "me").canonicalBytes), at: 4)
    log.renumber()
    #expect(log.faults() == [.entryAdded(number: 6), .entryAdded(number: 10)])
    log = try Log(9)
    log.rows.append(Log.Row(number: 10, bytes: log.rows[8].bytes))
    #expect(log.faults(withStored: false) == [.entryAdded(number: 10)])
  }

  @Test func `an entry put at the end is found by the edge that is kept`() throws {
    var log = try Log(9, checkpoints: [9])
    for number in [10, 11] as [Int64] {
      log.rows.append(
        Log.Row(number: number, bytes: try AuditFixture.entry(number).canonicalBytes))
    }
    #expect(log.faults() == [.entryAdded(number: 10)])
  }

  @Test func `the greatest number there is ends the log`() throws {
    var log = try Log(2)
    log.rows[1].number = .max
    log.rows.append(Log.Row(number: .max, bytes: log.rows[0].bytes))
    #expect(
      log.faults(withStored: false).prefix(2) == [
        .entryMissing(number: 2, through: .max - 1), .entryAdded(number: .max),
      ])
  }

  @Test func `whoever has verified a part goes on after it`() throws {
    let log = try Log(20, checkpoints: [0, 4, 10, 15])
    let start = AuditFixture.tree(log.rows[..<10].map(\.bytes))
    var verifier = AuditVerifier(
      after: start, checkpoints: log.checkpoints, stored: log.stored, FakeDigest())
    #expect(verifier.proven == 10)
    for row in log.rows[10...] {
      #expect(verifier.take(number: row.number, bytes: row.bytes) == [])
    }
    #expect(verifier.finish() == [] && verifier.tree == log.stored && verifier.proven == 20)
    var forked = AuditVerifier(
      after: AuditFixture.tree((0..<10).map { [UInt8($0)] }), checkpoints: log.checkpoints,
      FakeDigest())
    #expect(
      forked.take(number: 11, bytes: log.rows[10].bytes)
        == [.treeRootDiffers(size: 10, since: 10)])
  }

  @Test(arguments: (1...200).map(UInt64.init))
  func `no single change goes unseen`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 1...20, using: &random)
    var log = try Log(count, checkpoints: [Int.random(in: 0...count, using: &random)])
    let index = Int.random(in: 0..<count, using: &random)
    switch random.next() % 5 {
    case 0:
      let place = Int.random(in: log.rows[index].bytes.indices, using: &random)
      log.rows[index].bytes[place] ^= 1 << UInt8(random.next() % 8)
    case 1: log.rows.remove(at: index)
    case 2:
      log.rows.remove(at: index)
      log.renumber()
    case 3:
      log.rows.insert(log.rows[index], at: Int.random(in: 0...count, using: &random))
      log.renumber()
    default: log.rows[index].number += Int64.random(in: 1...3, using: &random)
    }
    #expect(log.faults() != [], "seed \(seed)")
  }
}

@Suite struct AuditedRowTests {
  private static let (before, after) = (AuditFixture.digest(1), AuditFixture.digest(2))
  private static let change = RowChange(table: "t", key: "k", before: before, after: after)
  private static let added = RowChange(table: "t", key: "k", before: nil, after: after)
  private static let removed = RowChange(table: "t", key: "k", before: before, after: nil)

  private static func row(_ digest: [UInt8], _ entry: Int64) -> AuditedRow {
    AuditedRow(table: "t", key: "k", digest: digest, entry: entry)
  }

  @Test(
    arguments: [
      (after, change, nil), (after, added, nil),
      (before, change, .rowOutdated(table: "t", key: "k", entry: 5)),
      (before, added, .rowChanged(table: "t", key: "k", entry: 5)),
      ([], change, .rowChanged(table: "t", key: "k", entry: 5)),
      (before, removed, .rowAdded(table: "t", key: "k", entry: 5)),
      (after, nil, .rowAdded(table: "t", key: "k", entry: 5)),
      (
        after, RowChange(table: "t", key: "l", before: nil, after: after),
        .rowAdded(table: "t", key: "k", entry: 5)
      ),
      (
        after, RowChange(table: "u", key: "k", before: nil, after: after),
        .rowAdded(table: "t", key: "k", entry: 5)
      ),
    ] as [([UInt8], RowChange?, AuditFault?)])
  func `a row is held against the entry that it names`(
    digest: [UInt8], change: RowChange?, expected: AuditFault?
  ) {
    #expect(Self.row(digest, 5).fault(against: change) == expected)
  }

  @Test(
    arguments: [
      (change, row(after, 5), nil), (change, row(after, 6), nil), (change, row(before, 9), nil),
      (change, row(after, 4), .rowOutdated(table: "t", key: "k", entry: 5)),
      (change, row(before, 5), .rowOutdated(table: "t", key: "k", entry: 5)),
      (change, row([1], 5), .rowChanged(table: "t", key: "k", entry: 5)),
      (change, row(after, 10), .rowAdded(table: "t", key: "k", entry: 10)),
      (change, nil, .rowMissing(table: "t", key: "k", entry: 5)),
      (removed, nil, nil), (removed, row(after, 7), nil),
      (removed, row(before, 5), .rowAdded(table: "t", key: "k", entry: 5)),
      (removed, row(before, 3), .rowOutdated(table: "t", key: "k", entry: 5)),
    ] as [(RowChange, AuditedRow?, AuditFault?)])
  func `a change is held against its row as it is`(
    change: RowChange, row: AuditedRow?, expected: AuditFault?
  ) {
    #expect(AuditedRow.fault(of: change, in: 5, row: row, size: 9) == expected)
  }
}

@Suite struct AuditFaultTests {
  static let faults: [(AuditFault, String, JSONValue)] = [
    (
      .entryChanged(number: 3, cause: nil), "audit_entry_changed", ["number": 3]
    ),
    (
      .entryChanged(number: 3, cause: AuditEntryError(code: .text, offset: 4)),
      "audit_entry_changed", ["number": 3, "cause": "audit_entry_text"]
    ),
    (.entryMissing(number: 3, through: 3), "audit_entry_missing", ["number": 3, "through": 3]),
    (.entryMissing(number: 3, through: 5), "audit_entry_missing", ["number": 3, "through": 5]),
    (
      .entriesReordered(number: 3, found: 4), "audit_entries_reordered", ["number": 3, "found": 4]
    ),
    (.entryAdded(number: 3), "audit_entry_added", ["number": 3]),
    (.treeRootDiffers(size: 9, since: 4), "audit_tree_root_differs", ["size": 9, "since": 4]),
    (
      .checkpointBadSignature(size: 9, cause: .wrong), "audit_checkpoint_bad_signature", ["size": 9]
    ),
    (
      .checkpointBadSignature(size: 9, cause: .unknownKey), "audit_checkpoint_bad_signature",
      ["size": 9]
    ),
    (
      .checkpointBadSignature(size: 9, cause: .otherOrigin(expected: "o")),
      "audit_checkpoint_bad_signature", ["size": 9]
    ),
    (.checkpointAhead(size: 9, entries: 4), "audit_checkpoint_ahead", ["size": 9, "entries": 4]),
    (
      .rowChanged(table: "t", key: "k", entry: 3), "audit_row_changed",
      ["table": "t", "key": "k", "entry": 3]
    ),
    (
      .rowMissing(table: "t", key: "k", entry: 3), "audit_row_missing",
      ["table": "t", "key": "k", "entry": 3]
    ),
    (
      .rowAdded(table: "t", key: "k", entry: 3), "audit_row_added",
      ["table": "t", "key": "k", "entry": 3]
    ),
    (
      .rowOutdated(table: "t", key: "k", entry: 3), "audit_row_outdated",
      ["table": "t", "key": "k", "entry": 3]
    ),
    (.schemaChanged(detail: "no trigger x"), "audit_schema_changed", ["detail": "no trigger x"]),
  ]

  @Test(arguments: faults.indices)
  func `each fault has its code, its place and one line for a person`(index: Int) {
    let (fault, code, place) = Self.faults[index]
    #expect(fault.code == code)
    guard case .object(let members) = fault.json, case .object(let expected) = place else {
      Issue.record("no objects")
      return
    }
    #expect(
      members
        == [
          JSONMember("code", .string(code)), JSONMember("message", .string(fault.description)),
        ] + expected)
    let text = "\(fault)"
    #expect(!text.contains("\n") && text.contains(/[:;]/), "it says what to do")
    #expect(text != code && (text.first?.isLowercase ?? false) && !text.hasSuffix("."))
  }

  @Test(arguments: [
    (
      AuditFault.entryMissing(number: 3, through: 5),
      "audit entries 3 to 5 are missing; compare them with a backup, and find out who could write"
        + " to the database"
    ),
    (
      .rowOutdated(table: "intents", key: "buy_1", entry: 7),
      "row buy_1 of intents was put back to an older state: entry 7 changed it since; compare it"
        + " with a backup"
    ),
    (
      .checkpointBadSignature(size: 9, cause: .wrong),
      "the checkpoint of 9 entries proves nothing: its signature is wrong: the text was changed;"
        + " take it from another copy"
    ),
  ])
  func `the words are those of a person`(fault: AuditFault, text: String) {
    #expect("\(fault)" == text)
  }
}
