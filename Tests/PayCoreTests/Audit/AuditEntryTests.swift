import TestSupport
import Testing

@testable import PayCore

@Suite struct AuditEntryTests {
  private static let hash = AuditFixture.digest(1)
  private static let row = RowChange(table: "intents", key: "a", before: nil, after: hash)

  /// The canonical bytes of fields, to put together entries that the engine would not write.
  private static func bytes(_ fields: [String], _ digests: [UInt8]...) -> [UInt8] {
    var written = LengthPrefixed()
    for field in fields { written.append(field) }
    for digest in digests { written.append(digest) }
    return written.bytes
  }

  private static let head = ["pay-audit-v1", "1", "5", "paytool", "captured", "buy_1"]

  @Test func `the bytes are those that are described`() throws {
    let entry = try AuditFixture.entry(7, action: .captured)
    var fields = LengthPrefixed()
    for field in ["pay-audit-v1", "7", "1767225600000", "paytool", "captured", Fixture.intentID] {
      fields.append(field)
    }
    for field in ["2", "answers", "key 7"] { fields.append(field) }
    fields.append(AuditFixture.digest(0))
    fields.append([UInt8]())
    for field in ["intents", Fixture.intentID, ""] { fields.append(field) }
    fields.append(AuditFixture.digest(7))
    #expect(entry.canonicalBytes == fields.bytes)
    #expect(entry.change(table: "answers", key: "key 7")?.before == AuditFixture.digest(0))
    #expect(entry.change(table: "answers", key: "key 8") == nil)
    #expect(entry.change(table: "intents", key: "key 7") == nil)
  }

  @Test func `the order in which changes are given does not matter`() throws {
    let keys = ["b", "a", "", "é", "aa", "B"]
    let changes = keys.flatMap { key in
      ["t", "s", "tt"].map { RowChange(table: $0, key: key, before: Self.hash, after: nil) }
    }
    let entry = try AuditFixture.entry(1, changes: changes)
    #expect(try AuditFixture.entry(1, changes: changes.reversed()) == entry)
    #expect(entry.changes.prefix(6).map(\.key) == ["", "B", "a", "aa", "b", "é"])
    #expect(try AuditEntry(parsing: entry.canonicalBytes) == entry)
  }

  @Test(arguments: AuditAction.allCases)
  func `each action is read as it was written`(action: AuditAction) throws {
    let entry = try AuditFixture.entry(Int64.max, action: action, subject: "")
    #expect(try AuditEntry(parsing: entry.canonicalBytes) == entry)
    #expect(try AuditEntry.number(in: entry.canonicalBytes) == Int64.max)
  }

  @Test func `the names of the actions stay what they are`() {
    #expect(
      AuditAction.allCases.map(\.rawValue) == [
        "intentCreated", "intentReplaced", "answerRecorded", "tokenAccepted", "tokenHandedOver",
        "tokenWiped", "authorized", "declined", "voidingRecorded", "captured", "canceled",
        "expired", "waitEnded", "refunded", "disputeOpened", "disputeWon", "disputeLost",
        "answersForgotten", "storeMigrated",
      ])
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `any entry is read as it was written`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func text(_ count: ClosedRange<Int>, _ random: inout SplitMix64) -> String {
      let letters = Array("az09:_- ~é中😀")
      return String(
        (0..<Int.random(in: count, using: &random)).compactMap { _ in
          letters.randomElement(using: &random)
        })
    }
    for round in 0..<200 {
      var changes: [String: RowChange] = [:]
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let (table, key) = (text(1...3, &random), text(0...20, &random))
        let kind = random.next() % 3
        changes[table + "\n" + key] = RowChange(
          table: table, key: key, before: kind == 0 ? nil : AuditFixture.digest(round),
          after: kind == 1 ? nil : AuditFixture.digest(round + 1))
      }
      let entry = try AuditEntry(
        number: Int64.random(in: 1...Int64.max, using: &random),
        moment: Timestamp(milliseconds: Int64.random(in: 0...253_402_300_799_999, using: &random)),
        actor: text(1...40, &random),
        action: AuditAction.allCases.randomElement(using: &random) ?? .captured,
        subject: text(0...40, &random), changes: Array(changes.values))
      let read = try AuditEntry(parsing: entry.canonicalBytes)
      #expect(read == entry, "seed \(seed), round \(round)")
      #expect(read.canonicalBytes == entry.canonicalBytes, "seed \(seed), round \(round)")
    }
  }

  @Test func `every cut is refused, and no changed byte goes unseen`() throws {
    let bytes = try AuditFixture.entry(12).canonicalBytes
    for count in bytes.indices {
      #expect(throws: AuditEntryError.self) { try AuditEntry(parsing: Array(bytes[..<count])) }
    }
    let masks: [UInt8] = [1, 2, 4, 8, 16, 32, 64, 128, 0xFF]
    for (place, mask) in bytes.indices.flatMap({ place in masks.map { (place, $0) } }) {
      var changed = bytes
      changed[place] ^= mask
      do throws(AuditEntryError) {
        let entry = try AuditEntry(parsing: changed)
        #expect(entry.canonicalBytes == changed)
      } catch {
        #expect((0...changed.count).contains(error.offset))
      }
    }
  }

  @Test(
    arguments: [
      ([], .unexpectedEnd, 0), ([0, 0, 0, 12], .unexpectedEnd, 0),
      (bytes(["pay-audit-v2"] + head.dropFirst() + ["0"]), .version, 4),
      (bytes(["pay-audit-v1"]), .unexpectedEnd, 16),
      (bytes(["pay-audit-v1", "0"] + head.dropFirst(2) + ["0"]), .number, 20),
      (bytes(["pay-audit-v1", "-1"] + head.dropFirst(2) + ["0"]), .number, 20),
      (bytes(["pay-audit-v1", "01"] + head.dropFirst(2) + ["0"]), .number, 20),
      (bytes(["pay-audit-v1", "9223372036854775808"] + head.dropFirst(2) + ["0"]), .number, 20),
      (bytes(["pay-audit-v1", "1", "-1"] + head.dropFirst(3) + ["0"]), .moment, 25),
      (bytes(["pay-audit-v1", "1", "253402300800000"] + head.dropFirst(3) + ["0"]), .moment, 25),
      (bytes(["pay-audit-v1", "1", "5", ""] + head.dropFirst(4) + ["0"]), .text, 30),
      (bytes(["pay-audit-v1", "1", "5", "a\nb"] + head.dropFirst(4) + ["0"]), .text, 30),
      (bytes(["pay-audit-v1", "1", "5", "a\u{7F}"] + head.dropFirst(4) + ["0"]), .text, 30),
      (bytes(head.prefix(4) + ["Captured", "", "0"]), .action, 41),
      (bytes(head.prefix(4) + ["", "", "0"]), .action, 41),
      (bytes(head + ["-1"]), .changes, 62), (bytes(head + ["4097"]), .changes, 62),
      (bytes(head + ["00"]), .changes, 62), (bytes(head), .unexpectedEnd, 58),
      (bytes(head + ["0"]) + [0], .trailingBytes, 63),
      (bytes(head + ["0", "t", "k"], [], hash), .trailingBytes, 63),
      (bytes(head + ["1", "", "k"], [], hash), .text, 67),
      (bytes(head + ["1", "t", "k"], [], Array(hash.dropLast())), .digest, 81),
      (bytes(head + ["1", "t", "k"], hash + [0], hash), .digest, 77),
      (bytes(head + ["1", "t", "k"], [], []), .noChange, 67),
      (bytes(head + ["1", "t", "k"], []), .unexpectedEnd, 77),
    ] as [([UInt8], AuditEntryError.Code, Int)])
  func `other bytes are refused at their place`(
    bytes: [UInt8], code: AuditEntryError.Code, offset: Int
  ) {
    let expected = AuditEntryError(code: code, offset: offset)
    #expect(throws: expected) { try AuditEntry(parsing: bytes) }
    #expect(throws: expected) { try AuditEntry.number(in: bytes) }
  }

  @Test func `more bytes than the largest entry has are not looked at`() {
    let bytes = [UInt8](repeating: 0, count: Limits.auditEntryBytes + 1)
    #expect(throws: AuditEntryError(code: .tooLarge, offset: Limits.auditEntryBytes)) {
      try AuditEntry(parsing: bytes)
    }
  }

  @Test func `bytes that are not UTF-8 are no text`() {
    var bytes = Self.bytes(Self.head + ["0"])
    bytes[30] = 0xFF
    #expect(throws: AuditEntryError(code: .text, offset: 30)) { try AuditEntry(parsing: bytes) }
  }

  @Test(arguments: [
    (["t", "b"], ["t", "a"]), (["u", "a"], ["t", "b"]), (["t", "a"], ["t", "a"]),
  ])
  func `changes out of order, or of one row twice, are refused`(
    first: [String], second: [String]
  ) {
    var fields = LengthPrefixed()
    for field in Self.head + ["2"] + first { fields.append(field) }
    for digest in [[], Self.hash] { fields.append(digest) }
    let offset = fields.bytes.count + 4
    for field in second { fields.append(field) }
    for digest in [Self.hash, []] { fields.append(digest) }
    #expect(throws: AuditEntryError(code: .order, offset: offset)) {
      try AuditEntry(parsing: fields.bytes)
    }
  }

  @Test(
    arguments: [
      (0, "paytool", "", [row], .number), (1, "", "", [row], .text),
      (1, String(repeating: "a", count: 256), "", [row], .text),
      (1, "paytool", String(repeating: "a", count: 256), [row], .text),
      (1, "paytool", "\u{1B}[2J", [row], .text), (1, "paytool", "", [row, row], .order),
      (1, "paytool", "", [RowChange(table: "t", key: "k", before: nil, after: nil)], .noChange),
      (1, "paytool", "", [RowChange(table: "t", key: "k", before: [1], after: nil)], .digest),
      (
        1, "paytool", "",
        [RowChange(table: String(repeating: "t", count: 65), key: "", before: nil, after: hash)],
        .text
      ),
      (
        1, "paytool", "",
        [RowChange(table: "t", key: String(repeating: "k", count: 1025), before: nil, after: hash)],
        .text
      ),
    ] as [(Int64, String, String, [RowChange], AuditEntryError.Code)])
  func `what could not be read is not written`(
    number: Int64, actor: String, subject: String, changes: [RowChange], code: AuditEntryError.Code
  ) {
    let error = #expect(throws: AuditEntryError.self) {
      try AuditFixture.entry(number, actor: actor, subject: subject, changes: changes)
    }
    #expect(error?.code == code)
  }

  @Test func `too many changes, or too many bytes of them, are not written`() {
    func code(_ count: Int, padding: Int) -> AuditEntryError.Code? {
      let changes = (0..<count).map { number in
        let key = "\(number)" + String(repeating: "k", count: padding)
        return RowChange(table: "t", key: key, before: nil, after: Self.hash)
      }
      let error = #expect(throws: AuditEntryError.self) {
        try AuditFixture.entry(1, changes: changes)
      }
      return error?.code
    }
    #expect(code(4097, padding: 0) == .changes && code(1024, padding: 1000) == .tooLarge)
  }

  @Test func `the largest entry of each kind is taken`() throws {
    let changes = [
      RowChange(
        table: String(repeating: "t", count: 64), key: String(repeating: "k", count: 1024),
        before: Self.hash, after: Self.hash)
    ]
    let text = String(repeating: "a", count: 255)
    let long = try AuditFixture.entry(1, actor: text, subject: text, changes: changes)
    #expect(try AuditEntry(parsing: long.canonicalBytes) == long)
    let wide = try AuditFixture.entry(
      1,
      changes: (0..<4096).map { RowChange(table: "t", key: "\($0)", before: nil, after: Self.hash) }
    )
    #expect(try AuditEntry(parsing: wide.canonicalBytes) == wide)
  }

  @Test func `as JSON it has the digests in hex`() throws {
    let entry = try AuditFixture.entry(3, action: .authorized, changes: [Self.row])
    #expect(
      entry.json.text
        == #"{"object":"auditEntry","number":3,"moment":"2026-01-01T00:00:00Z","#
        + #""actor":"paytool","action":"authorized","subject":"\#(Fixture.intentID)","changes":"#
        + #"[{"table":"intents","key":"a","before":null,"after":"\#(Hex.lower(Self.hash))"}]}"#)
  }

  @Test func `each error says what and where`() {
    for code in [AuditEntryError.Code.order, .text, .tooLarge] {
      let text = "\(AuditEntryError(code: code, offset: 3))"
      #expect(text.hasSuffix(" at byte 3 of the audit entry"))
    }
  }
}

/// Computed apart from this program.
private let knownRowDigest = "aee8e5b018ecbab74dc9fb6da5f2e0e7b149d2953beedab47c5fad5e181469c6"

@Suite struct RowDigestTests {
  @Test func `the digested bytes are those that are described`() {
    var fields = LengthPrefixed()
    for field in ["pay-audit-row-v1", "intents", "n", "i-5", "tä", "t"] { fields.append(field) }
    fields.append(Array("b".utf8) + [0, 255])
    let values: [RowValue] = [.null, .integer(-5), .text("ä"), .text(""), .blob([0, 255])]
    #expect(RowDigest.canonicalBytes(table: "intents", values) == fields.bytes)
    #expect(
      RowDigest.of(table: "intents", values, FakeDigest()) == FakeDigest().sha256(fields.bytes))
  }

  @Test func `a known row has a known digest`() {
    let digest = RowDigest.of(
      table: "journals", [.integer(1), .text("capture"), .null, .blob([1, 2])], PlainSHA256())
    #expect(Hex.lower(digest) == knownRowDigest)
  }

  @Test func `no two rows have the same bytes`() {
    let rows: [(String, [RowValue])] = [
      ("t", []), ("t", [.null]), ("t", [.null, .null]), ("t", [.text("")]), ("t", [.blob([])]),
      ("t", [.integer(0)]), ("t", [.integer(1)]), ("t", [.integer(-1)]), ("t", [.text("1")]),
      ("t", [.blob([0x31])]), ("t", [.text("n")]), ("t", [.text("12")]),
      ("t", [.text("1"), .text("2")]), ("t", [.text(""), .text("12")]), ("t1", []), ("", []),
      ("t", [.integer(.max)]), ("t", [.integer(.min)]), ("", [.text("t")]),
    ]
    #expect(Set(rows.map { RowDigest.canonicalBytes(table: $0, $1) }).count == rows.count)
  }
}

@Suite struct LengthPrefixedReaderTests {
  @Test func `fields are read as they were written`() throws {
    var fields = LengthPrefixed()
    fields.append("ab")
    fields.append([UInt8]())
    fields.append(Int64(-7))
    var reader = LengthPrefixedReader(fields.bytes)
    let (text, empty) = (reader.next(), reader.next())
    #expect(text == 4..<6 && empty == 10..<10)
    let last = reader.next()
    let number = try #require(last)
    #expect(reader.integer(number) == -7 && reader.text(4..<6) == "ab" && reader.isAtEnd)
    #expect(reader.holds(4..<6, [0x61, 0x62]) && !reader.holds(4..<6, [0x61]))
    let none = reader.next()
    #expect(none == nil && reader.isAtEnd)
  }

  @Test(
    arguments: [
      ("0", 0), ("7", 7), ("-7", -7), ("9223372036854775807", .max), ("-9223372036854775808", .min),
      ("9223372036854775808", nil), ("-9223372036854775809", nil), ("99999999999999999999", nil),
      ("", nil), ("-", nil), ("-0", nil), ("00", nil), ("01", nil), ("-01", nil), ("+1", nil),
      ("1 ", nil), ("1-", nil), ("--1", nil), ("1_0", nil), ("١", nil), ("0x1", nil),
    ] as [(String, Int64?)])
  func `an integer has one spelling`(text: String, expected: Int64?) throws {
    var fields = LengthPrefixed()
    fields.append(text)
    var reader = LengthPrefixedReader(fields.bytes)
    let field = reader.next()
    #expect(reader.integer(try #require(field)) == expected)
  }
}
