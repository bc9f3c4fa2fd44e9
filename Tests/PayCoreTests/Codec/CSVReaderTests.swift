import PayCore
import TestSupport
import Testing

@Suite struct CSVReaderTests {
  static func records(_ bytes: [UInt8], delimiter: Character = ",") throws(CSVError) -> [[String]] {
    var reader = CSVReader(bytes, delimiter: delimiter.asciiValue ?? 0)
    var records: [[String]] = []
    while try reader.next() {
      reader.expectedFields = reader.fields.count
      records.append(reader.fields.map { reader.text(of: $0) })
    }
    return records
  }

  @Test(
    arguments: [
      ("", []),
      ("a", [["a"]]),
      ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
      ("a,b\r\n1,2\r\n", [["a", "b"], ["1", "2"]]),
      ("a,b\r\n1,2", [["a", "b"], ["1", "2"]]),
      ("a,b\n1,2\n\n", [["a", "b"], ["1", "2"]]),
      ("a,b\n1,2\r\n\r\n", [["a", "b"], ["1", "2"]]),
      ("a\n\nb", [["a"], [""], ["b"]]),
      ("a,\n,", [["a", ""], ["", ""]]),
      (",,\n", [["", "", ""]]),
      ("\"\"", [[""]]),
      ("\"\"\"\"", [["\""]]),
      ("\"a,b\",c\n", [["a,b", "c"]]),
      ("\"a\r\nb\nc\",d", [["a\r\nb\nc", "d"]]),
      ("\"{\"\"k\"\":\"\"v\"\"}\",x", [["{\"k\":\"v\"}", "x"]]),
      (" a , b ", [[" a ", " b "]]),
      ("é😀,\"é😀\"", [["é😀", "é😀"]]),
      ("\u{FEFF}\"RH\",x", [["RH", "x"]]),
      ("\u{FEFF}", []),
      ("a\tb;c", [["a\tb;c"]]),
    ] as [(String, [[String]])])
  func `good files are read`(text: String, expected: [[String]]) throws {
    #expect(try Self.records(Array(text.utf8)) == expected)
  }

  @Test(arguments: [";", "\t", "|"] as [Character])
  func `the delimiter is the caller's`(delimiter: Character) throws {
    let text = "a\(delimiter)\"b\(delimiter)c\"\(delimiter)1,5\n"
    #expect(
      try Self.records(Array(text.utf8), delimiter: delimiter) == [
        ["a", "b\(delimiter)c", "1,5"]
      ])
  }

  @Test(
    arguments: [
      ("a\"b,c", .strayQuote, 1, 1),
      ("a,b\n1, \"2\"", .strayQuote, 2, 7),
      ("\"a\"b,c", .textAfterQuote, 1, 3),
      ("a,b\n\"1\" ,2", .textAfterQuote, 2, 7),
      ("a,b\n1,\"2\n3,4\n", .unterminatedQuote, 2, 6),
      ("\"", .unterminatedQuote, 1, 0),
      ("a,b\n1\n", .fieldCount, 2, 4),
      ("a,b\n1,2,3\n", .fieldCount, 2, 4),
      ("a,b\n1,2\n\n3,4\n", .fieldCount, 3, 8),
      ("a\rb", .bareCarriageReturn, 1, 1),
      ("a\r", .bareCarriageReturn, 1, 1),
      ("\"a\"\rb", .bareCarriageReturn, 1, 3),
      ("a,b\n1\u{0},2", .nul, 2, 5),
      ("\"a\u{0}\"", .nul, 1, 2),
    ] as [(String, CSVError.Code, Int, Int)])
  func `a fault has its record and its byte`(
    text: String, code: CSVError.Code, record: Int, offset: Int
  ) {
    let error = #expect(throws: CSVError.self) { try Self.records(Array(text.utf8)) }
    #expect(error?.code == code)
    #expect(error?.record == record)
    #expect(error?.offset == offset)
  }

  @Test(
    arguments: [
      [0x80], [0xC3], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xE2, 0x82], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
      [0xFF], [0xE2, 0x82, 0x22], [0xC3, 0x2C],
    ] as [[UInt8]])
  func `what is not UTF-8 is refused, in quotes and out of them`(bytes: [UInt8]) {
    for head in ["ab,", "ab,\""] {
      let error = #expect(throws: CSVError.self) {
        try Self.records(Array(head.utf8) + bytes + Array(head.hasSuffix("\"") ? [0x22] : []))
      }
      #expect(error?.code == .invalidUTF8)
      #expect(error?.offset == head.utf8.count)
    }
  }

  static func text(_ count: Int) -> [UInt8] { [UInt8](repeating: UInt8(ascii: "x"), count: count) }

  @Test func `a field, a record and its columns have bounds`() throws {
    let longest = Self.text(Limits.csvFieldBytes)
    let quoted = [UInt8(ascii: "\"")] + longest + [UInt8(ascii: "\"")]
    #expect(try Self.records(longest).count == 1)
    #expect(try Self.records(quoted).count == 1)
    let cases: [([UInt8], CSVError.Code)] = [
      (longest + Self.text(1), .fieldTooLong),
      ([UInt8(ascii: "\"")] + Self.text(1) + quoted.dropFirst(), .fieldTooLong),
      (Array((0..<5).map { _ in longest }.joined(separator: ",".utf8)), .recordTooLong),
      (Array(String(repeating: ",", count: Limits.csvColumns).utf8), .tooManyColumns),
    ]
    for (bytes, code) in cases {
      let error = #expect(throws: CSVError.self) { try Self.records(bytes) }
      #expect(error?.code == code)
    }
    let widest = String(repeating: ",", count: Limits.csvColumns - 1)
    #expect(try Self.records(Array(widest.utf8)).first?.count == Limits.csvColumns)
  }

  // MARK: Properties

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `what is written is read`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let pieces = ["a", "1.00", ",", "\"", "\n", "\r\n", "é", "😀", " ", ";", ""]
    for round in 0..<500 {
      let columns = Int.random(in: 2...6, using: &random)
      let records = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        (0..<columns).map { _ in
          (0..<Int.random(in: 0...5, using: &random)).map { _ in
            pieces.randomElement(using: &random) ?? ""
          }.joined()
        }
      }
      let lineEnd = Bool.random(using: &random) ? "\n" : "\r\n"
      let text = records.map { record in
        record.map { field in
          let needsQuotes = field.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
          guard needsQuotes || Bool.random(using: &random) else { return field }
          return "\"" + field.replacing("\"", with: "\"\"") + "\""
        }.joined(separator: ",") + lineEnd
      }.joined()
      #expect(try Self.records(Array(text.utf8)) == records, "seed \(seed), round \(round)")
    }
  }
}
