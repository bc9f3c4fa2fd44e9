import PayCore
import Testing

@Suite struct CompactJWSTests {
  static let keys = FakeTokenKeys()
  static let payload: JSONValue = ["sub": "x", "n": 1]

  static func token() throws -> String {
    try CompactJWS.sign(payload, type: "test+jwt", keys: keys)
  }

  @Test func `the form is header, payload and signature in base64url`() throws {
    let parts = try Self.token().split(separator: ".", omittingEmptySubsequences: false)
    #expect(parts.count == 3)
    let decoded = parts.prefix(2).map {
      Base64.decodeURL($0.utf8).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(decoded == [#"{"alg":"ES256","kid":"key-1","typ":"test+jwt"}"#, #"{"sub":"x","n":1}"#])
    #expect(
      Base64.decodeURL(parts[2].utf8)
        == (try Self.keys.sign(Array(parts[0...1].joined(separator: ".").utf8))))
  }

  @Test func `what was signed is read and verified`() throws {
    let token = try CompactJWS(parsing: Self.token())
    #expect(token.keyID == "key-1")
    #expect(token.type == "test+jwt")
    #expect(try token.verified(type: "test+jwt", keys: Self.keys) == Self.payload)
  }

  @Test func `a failing key is reported`() {
    #expect(throws: CryptoFailure("no key")) {
      try CompactJWS.sign(Self.payload, type: "test+jwt", keys: FakeTokenKeys(fails: true))
    }
  }

  @Test func `type, key and signature are checked in this order`() throws {
    let token = try CompactJWS(parsing: Self.token())
    var others = FakeTokenKeys(known: ["key-2"])
    #expect(throws: TokenFault.wrongType(expected: "other+jwt")) {
      try token.verified(type: "other+jwt", keys: others)
    }
    #expect(throws: TokenFault.unknownKey) { try token.verified(type: "test+jwt", keys: others) }
    others = FakeTokenKeys(key: 9)
    #expect(throws: TokenFault.badSignature) { try token.verified(type: "test+jwt", keys: others) }
  }

  static let good = #"{"alg":"ES256","kid":"k","typ":"t"}"#

  static func compact(_ header: String, _ payload: String = "{}", _ signature: String = "AAAA")
    -> String
  {
    Base64.encodeURL(Array(header.utf8)) + "." + Base64.encodeURL(Array(payload.utf8)) + "."
      + signature
  }

  static let refusals: [(String, TokenFault)] = [
    ("", .malformed), (".", .malformed), ("..", .malformed), ("a.b", .malformed),
    ("AAAA", .malformed), ("AAAA.AAAA", .malformed), ("AAAA.AAAA.", .malformed),
    (".AAAA.AAAA", .malformed), ("AAAA..AAAA", .malformed),
    (compact(good) + ".", .malformed), (compact(good) + ".AAAA", .malformed),
    (" " + compact(good), .malformed), (compact(good) + "\n", .malformed),
    (compact(good, "{}", "AA+/"), .malformed), (compact(good, "{}", "AAAAA"), .malformed),
    (compact(good, "{}", "A"), .malformed), (compact(good, "{}", "AA=A"), .malformed),
    (compact(good, "{}", "AAé"), .malformed), (compact(good, "{}", "===="), .notCanonical),
    (String(repeating: "A", count: 4097), .malformed),
    (compact(good, "{}", String(repeating: "A", count: 4096)), .malformed),
    (compact(good, "{}", "AB"), .notCanonical), (compact(good, "{}", "AAB"), .notCanonical),
    (compact(good, "{}", "AA=="), .notCanonical), (compact(good, "{}", "AAA="), .notCanonical),
    (compact(good, "{}", "AAAA="), .notCanonical), (compact(good, "{}", "AB="), .notCanonical),
    (compact("{}"), .header), (compact("[]"), .header), (compact("x"), .header),
    (compact(#"{"alg":"none","kid":"k","typ":"t"}"#), .header),
    (compact(#"{"alg":"HS256","kid":"k","typ":"t"}"#), .header),
    (compact(#"{"alg":"es256","kid":"k","typ":"t"}"#), .header),
    (compact(#"{"alg":["ES256"],"kid":"k","typ":"t"}"#), .header),
    (compact(#"{"alg":"ES256","typ":"t"}"#), .header),
    (compact(#"{"alg":"ES256","kid":"k"}"#), .header),
    (compact(#"{"alg":"ES256","kid":1,"typ":"t"}"#), .header),
    (compact(#"{"alg":"ES256","kid":"k","typ":"t","jwk":{}}"#), .header),
    (compact(#"{"alg":"ES256","kid":"k","typ":"t","crit":["b64"],"b64":false}"#), .header),
    (compact(#"{"alg":"ES256","alg":"none","kid":"k","typ":"t"}"#), .header),
    (compact(good, "x"), .claims), (compact(good, #"{"a":1,"a":2}"#), .claims),
    (compact(good, "{} " + "x"), .claims),
  ]

  @Test(arguments: refusals)
  func `what is not our form is refused for its reason`(text: String, fault: TokenFault) {
    #expect(throws: fault) { try CompactJWS(parsing: text) }
  }

  @Test func `the largest token that is allowed is read`() throws {
    let rest = Self.compact(Self.good, "{}", "").utf8.count
    let text = Self.compact(Self.good, "{}", String(repeating: "A", count: (4096 - rest) / 4 * 4))
    #expect(text.utf8.count > 4092)
    _ = try CompactJWS(parsing: text)
  }
}
