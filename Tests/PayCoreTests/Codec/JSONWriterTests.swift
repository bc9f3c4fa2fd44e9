import PayCore
import TestSupport
import Testing

@Suite struct JSONWriterTests {
  static let spellings: [(JSONValue, String)] = [
    (.null, "null"), (true, "true"), (false, "false"), (.integer(.min), "\(Int64.min)"),
    (.number("1e0"), "1e0"), ("", "\"\""), ([], "[]"), ([:], "{}"),
    ("\"\\/", #""\"\\/""#), ("\n\r\t", #""\n\r\t""#),
    ("\u{0}\u{8}\u{C}\u{1B}\u{1F}\u{7F}", #""\u0000\u0008\u000c\u001b\u001f\u007f""#),
    ("é€😀\u{2028}", "\"é€😀\u{2028}\""), ("<script>&'", "\"<script>&'\""),
    (["a": [1, ["b": .null]], "\"": "x"], #"{"a":[1,{"b":null}],"\"":"x"}"#),
    (.strings(["a", "b"]), #"["a","b"]"#),
  ]

  @Test(arguments: spellings)
  func `a value has one spelling`(value: JSONValue, expected: String) {
    #expect(value.text == expected)
  }

  @Test func `members are added at the end, and absent ones not at all`() {
    let value: JSONValue = ["a": 1]
    #expect(value.with("b", 2).with("c", nil).text == #"{"a":1,"b":2}"#)
    #expect(JSONValue.integer(1).with("a", 1) == 1)
    #expect(value.text == #"{"a":1}"#)
  }

  @Test(arguments: 1...8)
  func `a random value survives the round trip`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for round in 0..<500 {
      let value = RandomJSON.value(&random, depth: 0)
      let bytes = value.bytes
      let read = try JSONValue(parsing: bytes)
      guard read == value, read.bytes == bytes else {
        Issue.record("seed \(seed), round \(round): \(value.text)")
        return
      }
    }
  }

  static let typeNames: [(JSONValue, String)] = [
    (.null, "null"), (true, "a boolean"), (1, "an integer"), (.number("1.0"), "a number"),
    ("", "a string"), ([], "an array"), ([:], "an object"),
  ]

  @Test(arguments: typeNames)
  func `a type has a name for people`(value: JSONValue, name: String) {
    #expect(value.typeName == name)
  }
}

/// Random documents within the reader's limits.
enum RandomJSON {
  private static let numbers = ["-0", "1.5", "-0.00", "1e400", "12345678901234567890"]

  static func value(_ random: inout SplitMix64, depth: Int) -> JSONValue {
    switch random.next() % (depth < 6 ? 8 : 6) {
    case 0: return .null
    case 1: return .bool(random.next().isMultiple(of: 2))
    case 2: return .integer(Int64(truncatingIfNeeded: random.next()) >> Int64(random.next() % 64))
    case 3: return .number(numbers.randomElement(using: &random) ?? "0.1")
    case 4, 5: return .string(text(&random))
    case 6: return .array((0..<random.next() % 5).map { _ in value(&random, depth: depth + 1) })
    default:
      return .object(
        (0..<random.next() % 5).map {
          JSONMember("\($0)" + text(&random), value(&random, depth: depth + 1))
        })
    }
  }

  static func text(_ random: inout SplitMix64) -> String {
    var text = ""
    for _ in 0..<random.next() % 8 {
      let ceiling: UInt32 =
        [0x20, 0x80, 0x800, 0x10000, 0x110000].randomElement(using: &random) ?? 1
      // NUL is not read, and surrogates are no scalars.
      if let scalar = Unicode.Scalar(UInt32.random(in: 1..<ceiling, using: &random)) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
