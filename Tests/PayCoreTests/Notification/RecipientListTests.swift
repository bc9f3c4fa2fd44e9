import PayCore
import TestSupport
import Testing

@Suite struct RecipientListTests {
  static func fault(_ bytes: [UInt8]) -> RecipientFault? {
    do {
      _ = try RecipientList(parsing: bytes)
      return nil
    } catch {
      return error
    }
  }

  static let good: [(String, [String])] = [
    ("a", ["a"]), ("a\n", ["a"]), ("b\na\n", ["b", "a"]), (" a \n a", [" a ", " a"]),
    ("customer,7\n\"8\"\n", ["customer,7", "\"8\""]), ("Ω\nO\n", ["Ω", "O"]),
    // Equal to a person, not in bytes: opaque texts are not normalised.
    ("\u{E9}\ne\u{301}\n", ["\u{E9}", "e\u{301}"]),
    (String(repeating: "x", count: 256), [String(repeating: "x", count: 256)]),
  ]

  @Test(arguments: good)
  func `each line is a recipient, in order and unchanged`(text: String, expected: [String]) throws {
    #expect(try RecipientList(parsing: Array(text.utf8)).recipients == expected)
  }

  static let bad: [(String, RecipientFault)] = [
    ("", .none), ("\n", .blank(line: 1)), ("a\n\nb\n", .blank(line: 2)), ("a\n\n", .blank(line: 2)),
    ("a\n \u{3000}\n", .blank(line: 2)), ("a\nb\na\n", .duplicate(line: 3, first: 1)),
    ("a\na", .duplicate(line: 2, first: 1)), ("a\r\nb\r\n", .hiddenCharacter(line: 1, 0x0D)),
    ("a\0", .hiddenCharacter(line: 1, 0)), ("a\nb\tc", .hiddenCharacter(line: 2, 9)),
    ("\u{FEFF}a\n", .hiddenCharacter(line: 1, 0xFEFF)),
    ("a\n" + String(repeating: "x", count: 257), .tooLong(line: 2)),
    (String(repeating: "é", count: 129), .tooLong(line: 1)),
  ]

  @Test(arguments: bad)
  func `a fault is told by its line`(text: String, expected: RecipientFault) {
    #expect(Self.fault(Array(text.utf8)) == expected)
  }

  @Test(arguments: [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80]] as [[UInt8]])
  func `bytes that are not UTF-8 are refused, not replaced`(bytes: [UInt8]) {
    #expect(Self.fault(Array("a\n".utf8) + bytes) == .notUTF8(line: 2))
  }

  @Test func `100,000 recipients are taken, not one more`() throws {
    let lines = (0..<100_001).map { "\($0)\n" }
    let most = Array(lines.dropLast().joined().utf8)
    #expect(try RecipientList(parsing: most).recipients.count == 100_000)
    #expect(Self.fault(Array(lines.joined().utf8)) == .tooMany)
  }

  @Test func `messages name the line and what to do`() {
    let faults: [RecipientFault] = [
      .hiddenCharacter(line: 1, 0x0D), .hiddenCharacter(line: 2, 0),
      .hiddenCharacter(line: 3, 0xFEFF), .duplicate(line: 9, first: 2),
    ]
    #expect(
      faults.map(\.description) == [
        "line 1 holds a carriage return: lines end in a line feed alone",
        "line 2 holds the control or invisible character U+0000: remove it",
        "line 3 holds the control or invisible character U+FEFF: remove it",
        "line 9 names the recipient of line 2 again: keep one",
      ])
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `any bytes are read or refused, and written back the same`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let alphabet = Array("ab\n\r\t \u{FEFF}é\u{301}😀".utf8) + [0, 0xFF]
    for round in 0..<5000 {
      let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? 0
      }
      guard let list = try? RecipientList(parsing: bytes) else { continue }
      let written = Array(list.recipients.joined(separator: "\n").utf8)
      #expect(
        written == bytes || written + [0x0A] == bytes,
        "seed \(seed), round \(round): \(Hex.lower(bytes))")
    }
  }
}
