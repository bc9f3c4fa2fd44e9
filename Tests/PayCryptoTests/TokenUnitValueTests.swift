import Foundation
import PayCore
import TestSupport
import Testing

@testable import PayCrypto

/// The steps of opening a token, one by one, against published intermediate values.
@Suite(
  .enabled(
    if: FileManager.default.fileExists(atPath: UnitValues.path),
    "the third-party vectors are not there"))
struct TokenUnitValueTests {
  private let values: UnitValues

  init() throws { values = try UnitValues() }

  @Test func `the secret is written in two ways alike`() throws {
    #expect(
      Base64.decode(try values.text("ecdh_shared_secret_b64"))
        == Hex.decode(try values.text("kdf_shared_secret_hex")))
  }

  @Test func `the KDF of secret and merchant gives the symmetric key`() throws {
    var secret = try #require(Hex.decode(try values.text("kdf_shared_secret_hex")))
    let info = try #require(Base64.decode(try values.text("kdf_info_b64")))
    // Algorithm, party U, then the 32 bytes that are the merchant's.
    let key = try TokenKeyAgreement.derive(Secret(wiping: &secret), info.suffix(32))
    let expected = try #require(Base64.decode(try values.text("symmetric_key_b64")))
    #expect(key.withBytes { Array($0) } == expected)
  }

  @Test func `the symmetric key opens the ciphertext`() throws {
    var key = try #require(Base64.decode(try values.text("symmetric_key_b64")))
    let data = try #require(Base64.decode(try values.text("ciphertext_b64")))
    let opened = try TokenCipher.of(.ecV1).open(data, with: Secret(wiping: &key))
    let plaintext = try #require(opened).withBytes { Array($0) }
    #expect(plaintext == Array(try values.text("plaintext").utf8))
  }
}

private struct UnitValues {
  static let path = packageRoot + "/../shared/vectors/token-unit-values.json"
  private let json: JSONValue

  init() throws {
    json = try JSONValue(parsing: [UInt8](try Data(contentsOf: URL(filePath: Self.path))))
  }

  func text(_ name: String) throws -> String {
    guard case .string(let text)? = json[name] else { throw CryptoFailure("no \(name)") }
    return text
  }
}
