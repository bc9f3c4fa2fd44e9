import Foundation
import PayCore
import TestSupport
import Testing

@Suite struct Base64Tests {
  static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

  /// RFC 4648 section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `the RFC's vectors hold both ways`(text: String, encoded: String) {
    let unpadded = encoded.filter { $0 != "=" }
    #expect(Base64.encode(Array(text.utf8)) == encoded)
    #expect(Base64.decode(encoded) == Array(text.utf8))
    #expect(Base64.encodeURL(Array(text.utf8)) == unpadded)
    #expect(Base64.decodeURL(unpadded.utf8) == Array(text.utf8))
  }

  @Test func `the alphabets differ in two characters`() {
    #expect(Base64.encode([0xFB, 0xEF, 0xFF]) == "++//")
    #expect(Base64.encodeURL([0xFB, 0xEF, 0xFF]) == "--__")
    #expect(Base64.decode("--__") == nil)
    #expect(Base64.decodeURL("++//".utf8) == nil)
  }

  /// The last character of one byte carries four unused bits, that of two bytes carries two.
  @Test(arguments: [(1, 16), (2, 4)])
  func `a last character with stray bits is refused`(count: Int, spellings: Int) {
    let bytes = [UInt8](repeating: 0xA5, count: count)
    let canonical = Base64.encodeURL(bytes)
    let head = canonical.dropLast()
    let accepted = Self.alphabet.filter { Base64.decodeURL((head + String($0)).utf8) == bytes }
    let lenient = Self.alphabet.filter { character in
      let padded = (head + String(character)).replacing("-", with: "+").replacing("_", with: "/")
      return Data(base64Encoded: padded + (count == 1 ? "==" : "=")).map(Array.init) == bytes
    }
    #expect(lenient.count == spellings)
    #expect(accepted.map { head + String($0) } == [canonical])
    for character in lenient where head + String(character) != canonical {
      #expect(Base64.decodeURL((head + String(character)).utf8) == nil)
    }
  }

  @Test(arguments: [
    "A", "AA", "AAA", "AAAAA", "=", "==", "===", "====", "A===", "AA=", "AA=A", "AAA==", "AA==A",
    "AA==AAAA", "AAAA=", "AAAA====", "AB==", "AAB=", "A A=", "AA\n=", "AAAA\n", " AAAA", "AAA*",
    "AA-_", "ＡＡＡＡ", "AAAÿ", "Zg==Zg==", "AAA\0",
  ])
  func `what the encoder would not write is refused`(text: String) {
    #expect(Base64.decode(text) == nil)
  }

  @Test(arguments: [
    "A", "AAAAA", "AA==", "AAA=", "AB", "AAB", "A A", "AA+/", "AAA.", "AAÿ", "AA\n",
  ])
  func `what the URL encoder would not write is refused`(text: String) {
    #expect(Base64.decodeURL(text.utf8) == nil)
  }

  @Test(arguments: 1...8)
  func `random bytes survive the round trip, as Foundation writes them`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for count in 0..<300 {
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      #expect(Base64.encode(bytes) == Data(bytes).base64EncodedString(), "\(count) bytes")
      #expect(Base64.decode(Base64.encode(bytes)) == bytes, "\(count) bytes")
      #expect(Base64.decodeURL(Base64.encodeURL(bytes).utf8) == bytes, "\(count) bytes")
    }
  }
}

@Suite struct HexTests {
  @Test func `each byte has its two digits`() {
    let all = [UInt8](0...255)
    let expected = all.map { String(format: "%02x", $0) }.joined()
    #expect(Hex.lower(all) == expected)
    #expect(Hex.upper(all) == expected.uppercased())
    #expect(Hex.decodeLower(expected) == all)
    #expect(Hex.lower([]) == "")
    #expect(Hex.decodeLower("") == [])
  }

  @Test(arguments: [
    "0", "000", "0g", "g0", "AA", "aA", "0x00", "00 ", " 00", "0\n", "a:", "/0", "0`", "００", "é",
    "-1",
    "+1", "00\0\0",
  ])
  func `what is not canonical lower-case hex is refused`(text: String) {
    #expect(Hex.decodeLower(text) == nil)
  }
}

@Suite struct LengthPrefixedTests {
  @Test func `each field stands behind its length in four bytes`() {
    var fields = LengthPrefixed()
    fields.append("ab")
    fields.append(-20)
    fields.append([])
    fields.append("é")
    fields.append([UInt8](repeating: 7, count: 258))
    #expect(
      Hex.lower(fields.bytes) == "00000002" + "6162" + "00000003" + "2d3230" + "00000000"
        + "00000002"
        + "c3a9" + "00000102" + String(repeating: "07", count: 258))
  }

  @Test func `no two lists of fields have the same bytes`() {
    let lists: [[String]] = [
      [], [""], ["", ""], ["a"], ["", "a"], ["a", ""], ["a", "b"], ["ab"], ["ab", ""],
      ["\0\0\0\u{1}a"], ["a", "\0\0\0\0"],
    ]
    let bytes = lists.map { list in
      var fields = LengthPrefixed()
      for text in list { fields.append(text) }
      return fields.bytes
    }
    #expect(Set(bytes).count == lists.count)
  }
}
