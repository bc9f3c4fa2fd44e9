import PayCore
import TestSupport
import Testing

@testable import PayCrypto

@Suite struct DigestTests {
  // FIPS 180-4 examples of NIST, and the empty message.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `SHA-256 is that of the standard`(text: String, expected: String) {
    #expect(Hex.lower(OpenSSLDigest().sha256(Array(text.utf8))) == expected)
  }

  @Test(arguments: [0, 1, 31, 32, 33, 64, 4096])
  func `two byte strings are equal if every byte is`(count: Int) {
    let bytes = sampleContent(count)
    #expect(constantTimeEqual(bytes, bytes))
    #expect(!constantTimeEqual(bytes, bytes + [0]))
    #expect(!constantTimeEqual([0] + bytes, bytes))
    for index in bytes.indices {
      var other = bytes
      other[index] ^= 0x80
      #expect(!constantTimeEqual(bytes, other))
    }
  }
}

@Suite struct SecretTests {
  private let text = "pay_test_of_a_secret"

  private func secret() -> Secret {
    var bytes = Array(text.utf8)
    return Secret(wiping: &bytes)
  }

  @Test func `a secret prints as redacted, however it is printed`() {
    let secret = secret()
    var dumped = ""
    dump([secret], to: &dumped)
    for output in ["\(secret)", String(reflecting: secret), "\([secret])", dumped] {
      #expect(!output.contains("pay_test"))
      #expect(output.contains("[redacted]"))
    }
  }

  @Test func `a secret is revealed only by asking`() {
    #expect(secret().reveal() == text)
    #expect(secret().withBytes { Array($0) } == Array(text.utf8))
  }

  @Test func `the bytes it is made of are wiped`() {
    var bytes = Array(text.utf8)
    let secret = Secret(wiping: &bytes)
    #expect(bytes == [UInt8](repeating: 0, count: text.utf8.count))
    #expect(secret.reveal() == text)
  }
}

@Suite struct SignedAttributesTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", "700101000000Z"), ("1999-12-31T23:59:59Z", "991231235959Z"),
    ("2000-02-29T12:00:00Z", "000229120000Z"), ("2026-01-01T00:00:00.999Z", "260101000000Z"),
    ("2049-12-31T23:59:59.999Z", "491231235959Z"),
  ])
  func `a moment from 1970 to 2049 has a UTCTime`(moment: String, expected: String) throws {
    let moment = try #require(Timestamp(rfc3339: moment))
    let text = try #require(ASN1Time.encodeUTC(moment))
    #expect(String(decoding: text, as: UTF8.self) == expected)
    #expect(ASN1Time.decodeUTC(text[...]) == moment.wholeSecond)
  }

  @Test(arguments: ["2050-01-01T00:00:00Z", "2149-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
  func `a later moment has none`(moment: String) throws {
    #expect(ASN1Time.encodeUTC(try #require(Timestamp(rfc3339: moment))) == nil)
  }

  @Test(arguments: [
    "", "260101000000", "260101000000z", "2601010000Z", "260101000000+0000", "261301000000Z",
    "260230000000Z", "260101240000Z", "260101006000Z", "260101000060Z", "26010100000 Z",
    "-10101000000Z", "26010100000\u{E9}Z",
  ])
  func `anything else is no UTCTime`(text: String) {
    #expect(ASN1Time.decodeUTC(Array(text.utf8)[...]) == nil)
  }

  @Test func `only time and digest differ between two messages`() throws {
    let first = try #require(
      SignedAttributes(signingTime: TestKeys.now, digest: [UInt8](repeating: 0, count: 32)))
    let second = try #require(
      SignedAttributes(
        signingTime: Timestamp(seconds: 2_000_000_000),
        digest: [UInt8](repeating: 0xFF, count: 32)))
    #expect(first.bytes.count == SignedAttributes.count)
    let different = first.bytes.indices.filter { first.bytes[$0] != second.bytes[$0] }
    #expect(different.allSatisfy { (45..<57).contains($0) || (75..<107).contains($0) })
    #expect(SignedAttributes(contents: second.contents)?.bytes == second.bytes)
    #expect(second.digest == [UInt8](repeating: 0xFF, count: 32))
  }
}
