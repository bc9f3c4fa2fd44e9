import PayCore
import Testing

@Suite struct JSONParserTests {
  struct Refusal: CustomTestStringConvertible, Sendable {
    let bytes: [UInt8]
    let code: String
    let offset: Int

    init(_ text: String, _ code: String, _ offset: Int) {
      self.init(Array(text.utf8), code, offset)
    }

    init(_ bytes: [UInt8], _ code: String, _ offset: Int) {
      self.bytes = bytes
      self.code = "json_" + code
      self.offset = offset
    }

    var testDescription: String { String(decoding: bytes.prefix(40), as: UTF8.self) + " " + code }
  }

  static let structure: [Refusal] = [
    Refusal("", "unexpected_end", 0),
    Refusal("  \n", "unexpected_end", 3),
    Refusal("[", "unexpected_end", 1),
    Refusal("[1", "unexpected_end", 2),
    Refusal("[1,", "unexpected_end", 3),
    Refusal("[1,]", "unexpected_byte", 3),
    Refusal("[,1]", "unexpected_byte", 1),
    Refusal("[1,,2]", "unexpected_byte", 3),
    Refusal("[1 2]", "unexpected_byte", 3),
    Refusal("[1}", "unexpected_byte", 2),
    Refusal("]", "unexpected_byte", 0),
    Refusal("{", "unexpected_end", 1),
    Refusal("{\"a\"", "unexpected_end", 4),
    Refusal("{\"a\":", "unexpected_end", 5),
    Refusal("{\"a\":1", "unexpected_end", 6),
    Refusal("{\"a\":1,}", "unexpected_byte", 7),
    Refusal("{\"a\":1,,\"b\":2}", "unexpected_byte", 7),
    Refusal("{,}", "unexpected_byte", 1),
    Refusal("{\"a\" 1}", "unexpected_byte", 5),
    Refusal("{\"a\"::1}", "unexpected_byte", 5),
    Refusal("{\"a\":}", "unexpected_byte", 5),
    Refusal("{a:1}", "unexpected_byte", 1),
    Refusal("{1:1}", "unexpected_byte", 1),
    Refusal("{'a':1}", "unexpected_byte", 1),
    Refusal("{\"a\":1]", "unexpected_byte", 6),
    Refusal("1 1", "trailing_bytes", 2),
    Refusal("{}{}", "trailing_bytes", 2),
    Refusal("{}\0", "trailing_bytes", 2),
    Refusal("[] x", "trailing_bytes", 3),
    Refusal("[]]", "trailing_bytes", 2),
    Refusal("{}/**/", "trailing_bytes", 2),
    Refusal("/**/{}", "unexpected_byte", 0),
    Refusal("[1]//", "trailing_bytes", 3),
    Refusal("\u{0B}1", "unexpected_byte", 0),
    Refusal("\u{0C}1", "unexpected_byte", 0),
    Refusal("\u{A0}1", "unexpected_byte", 0),
    Refusal("[\u{2060}]", "unexpected_byte", 1),
    Refusal("\u{FEFF}{}", "byte_order_mark", 0),
    Refusal("\u{FEFF}", "byte_order_mark", 0),
    Refusal([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], "unexpected_byte", 0),
    Refusal("{\u{FEFF}}", "unexpected_byte", 1),
  ]

  static let words: [Refusal] = [
    Refusal("tru", "unexpected_end", 3),
    Refusal("[tru]", "unexpected_byte", 4),
    Refusal("True", "unexpected_byte", 0),
    Refusal("TRUE", "unexpected_byte", 0),
    Refusal("truee", "trailing_bytes", 4),
    Refusal("nul", "unexpected_end", 3),
    Refusal("nil", "unexpected_byte", 1),
    Refusal("fals\u{435}", "unexpected_byte", 4),
    Refusal("undefined", "unexpected_byte", 0),
    Refusal("NaN", "unexpected_byte", 0),
    Refusal("nan", "unexpected_byte", 1),
    Refusal("Infinity", "unexpected_byte", 0),
    Refusal("-Infinity", "invalid_number", 1),
    Refusal("-NaN", "invalid_number", 1),
  ]

  static let numbers: [Refusal] = [
    Refusal("02", "invalid_number", 1),
    Refusal("-02", "invalid_number", 2),
    Refusal("00", "invalid_number", 1),
    Refusal("-", "invalid_number", 1),
    Refusal("--1", "invalid_number", 1),
    Refusal("+1", "unexpected_byte", 0),
    Refusal(".5", "unexpected_byte", 0),
    Refusal("-.5", "invalid_number", 1),
    Refusal("1.", "invalid_number", 2),
    Refusal("1.e1", "invalid_number", 2),
    Refusal("1e", "invalid_number", 2),
    Refusal("1e+", "invalid_number", 3),
    Refusal("1e+-2", "invalid_number", 3),
    Refusal("1E-", "invalid_number", 3),
    Refusal("1.5e", "invalid_number", 4),
    Refusal("1.2.3", "trailing_bytes", 3),
    Refusal("0x10", "trailing_bytes", 1),
    Refusal("1_000", "trailing_bytes", 1),
    Refusal("1,000", "trailing_bytes", 1),
    Refusal("[1 000]", "unexpected_byte", 3),
    Refusal("１", "unexpected_byte", 0),
    Refusal("1１", "trailing_bytes", 1),
  ]

  static let strings: [Refusal] = [
    Refusal("\"", "unexpected_end", 1),
    Refusal("\"a", "unexpected_end", 2),
    Refusal("\"\\", "unexpected_end", 2),
    Refusal("\"\\\"", "unexpected_end", 3),
    Refusal("'a'", "unexpected_byte", 0),
    Refusal("\"a\nb\"", "control_character", 2),
    Refusal("\"\t\"", "control_character", 1),
    Refusal("\"\0\"", "control_character", 1),
    Refusal("\"\u{1F}\"", "control_character", 1),
    Refusal("\"a\\u0000\"", "control_character", 2),
    Refusal("\"\\x41\"", "invalid_escape", 1),
    Refusal("\"\\'\"", "invalid_escape", 1),
    Refusal("\"\\U0041\"", "invalid_escape", 1),
    Refusal("\"\\0\"", "invalid_escape", 1),
    Refusal("\"\\é\"", "invalid_escape", 1),
    Refusal("\"\\u\"", "invalid_escape", 1),
    Refusal("\"\\u12\"", "invalid_escape", 1),
    Refusal("[\"\\u123\"]", "invalid_escape", 2),
    Refusal("\"\\u12G4\"", "invalid_escape", 1),
    Refusal("\"\\u+123\"", "invalid_escape", 1),
    Refusal("\"\\u １23\"", "invalid_escape", 1),
    Refusal("\"\\u12", "unexpected_end", 5),
    Refusal("\"\\ud800\"", "lone_surrogate", 1),
    Refusal("\"a\\ud800\\n\"", "lone_surrogate", 2),
    Refusal("\"\\udc00\"", "lone_surrogate", 1),
    Refusal("\"\\ud800\\ud800\"", "lone_surrogate", 1),
    Refusal("\"\\ud800\\u0041\"", "lone_surrogate", 1),
    Refusal("\"\\udc00\\ud800\"", "lone_surrogate", 1),
    Refusal("\"\\ud800\\u00G0\"", "invalid_escape", 1),
    Refusal("\"\\uD800", "lone_surrogate", 1),
    Refusal("\"\\uD800\\", "lone_surrogate", 1),
    Refusal("\"\\uD800\\uDC0", "unexpected_end", 12),
  ]

  /// Each between quotes; the offset is that of the string.
  static let invalidUTF8: [Refusal] = [
    [0xFF], [0x80], [0xC0, 0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0xAF],
    [0xE0, 0x9F, 0xBF], [0xF0, 0x80, 0x80, 0xAF], [0xF0, 0x8F, 0xBF, 0xBF], [0xED, 0xA0, 0x80],
    [0xED, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xC3],
    [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xC3, 0x28], [0x41, 0xFE],
  ].map { Refusal([0x20, 0x22] + $0 + [0x22], "invalid_utf8", 1) }

  static let duplicates: [Refusal] = [
    Refusal(#"{"a":1,"a":2}"#, "duplicate_member", 7),
    Refusal(#"{"a":1,"a":1}"#, "duplicate_member", 7),
    Refusal(#"{"a":1,"\u0061":2}"#, "duplicate_member", 7),
    Refusal(#"{"\u0061":1, "b":2, "a":2}"#, "duplicate_member", 20),
    Refusal(#"{"":1,"":2}"#, "duplicate_member", 6),
    Refusal(#"{"😀":1,"\ud83d\uDE00":2}"#, "duplicate_member", 10),
    Refusal(#"[{"b":{"c":1,"d":2,"c":3}}]"#, "duplicate_member", 19),
    Refusal(#"{"amount":"1.00","amount":"9.00"}"#, "duplicate_member", 17),
  ]

  static let limits: [Refusal] = [
    Refusal(nested(33), "too_deep", 32),
    Refusal(String(repeating: "[", count: 60_000), "too_deep", 32),
    Refusal(String(repeating: "{\"a\":", count: 13_000), "too_deep", 160),
    Refusal(members(257), "too_many_values", members(256).utf8.count),
    Refusal(elements(4097), "too_many_values", 4096 * 2 + 1),
    Refusal(string(16_385), "string_too_long", 0),
    Refusal(string(60_000), "string_too_long", 0),
    Refusal("\"" + String(repeating: "x", count: 16_384) + "\\n\"", "string_too_long", 0),
    Refusal("\"\\n" + String(repeating: "x", count: 16_384) + "\"", "string_too_long", 0),
    Refusal("[\"" + String(repeating: "x", count: 16_385) + "\n\"]", "string_too_long", 1),
    Refusal("\"" + String(repeating: "x", count: 16_384) + "\n\"", "control_character", 16_385),
    Refusal("[" + string(65_534), "too_large", 65_536),
    Refusal(spaces(65_537), "too_large", 65_536),
  ]

  static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  static func members(_ count: Int) -> String {
    "{" + (0..<count).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
  }

  static func elements(_ count: Int) -> String {
    "[" + String(repeating: "0,", count: count - 1) + "0]"
  }

  static func string(_ count: Int) -> String { "\"" + String(repeating: "x", count: count) + "\"" }

  static func spaces(_ count: Int) -> String { String(repeating: " ", count: count - 1) + "1" }

  @Test(arguments: structure + words + numbers + strings + invalidUTF8 + duplicates + limits)
  func `what is not a document of ours is refused at its place`(refusal: Refusal) {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: refusal.bytes) }
    #expect(error?.code.rawValue == refusal.code)
    #expect(error?.offset == refusal.offset)
  }

  @Test(arguments: [
    nested(32), members(256), elements(4096), string(16_384), spaces(65_536),
    "\"" + String(repeating: "x", count: 16_383) + "\\n\"",
  ])
  func `the neighbour just inside a limit is read`(text: String) throws {
    _ = try JSONValue(parsing: Array(text.utf8))
  }

  @Test func `the caller's own limit on the size counts`() throws {
    _ = try JSONValue(parsing: Array("[1]".utf8), limit: 3)
    let error = #expect(throws: JSONError.self) {
      try JSONValue(parsing: Array("[1]".utf8), limit: 2)
    }
    #expect(error?.code == .tooLarge)
    #expect(error?.offset == 2)
  }

  static let readings: [(String, JSONValue)] = [
    ("null", .null), ("true", true), ("false", false), ("0", 0), ("-1", -1),
    ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .number("9223372036854775808")), ("-0", .number("-0")),
    ("1.0", .number("1.0")), ("1e0", .number("1e0")), ("1E+2", .number("1E+2")),
    ("1.646044087087E12", .number("1.646044087087E12")), ("-0.0e-0", .number("-0.0e-0")),
    ("129.90000000000001", .number("129.90000000000001")), ("1e400", .number("1e400")),
    ("[]", []), ("{}", [:]), (" [ ] ", []), ("\t{\r\n}\n", [:]),
    ("[1 , [2],{\"a\" : [ ] } ]", [1, [2], ["a": []]]),
    ("{\"b\":1,\"a\":2,\"\":3}", ["b": 1, "a": 2, "": 3]),
    ("\"\"", ""), ("\"a\u{7F}\"", "a\u{7F}"), ("\"\u{FEFF}\"", "\u{FEFF}"),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u20AC\ud83D\uDe00""#, "Aé€😀"), ("\"é€😀\"", "é€😀"),
    (#""plain\nthen \"escaped\"""#, "plain\nthen \"escaped\""),
    (#""\u0001\u007f\uFFFF""#, "\u{1}\u{7F}\u{FFFF}"),
    (#"{"\#u{E9}":1,"\#u{65}\#u{301}":2}"#, ["\u{E9}": 1, "\u{65}\u{301}": 2]),
  ]

  @Test(arguments: readings)
  func `a document is read as it was written`(text: String, expected: JSONValue) throws {
    let value = try JSONValue(parsing: Array(text.utf8))
    #expect(value == expected)
    #expect(value.bytes == expected.bytes)
  }

  @Test func `names that only look alike are two members`() throws {
    // `==` on strings takes the Kelvin sign for a K, and so would find a duplicate here.
    let value = try JSONValue(parsing: Array("{\"K\":1,\"\u{212A}\":2}".utf8))
    #expect(value["K"] == 1)
    #expect(value["\u{212A}"] == 2)
    #expect(value["k"] == nil)
    #expect(JSONValue.array([])["K"] == nil)
  }

  @Test func `the message says what and where`() {
    let error = #expect(throws: JSONError.self) {
      try JSONValue(parsing: Array(#"{"a":1,"a":2}"#.utf8))
    }
    #expect(error?.description == "a member name is there twice at byte 7")
  }
}
