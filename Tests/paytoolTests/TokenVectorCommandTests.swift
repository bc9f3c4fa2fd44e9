import Foundation
import PayCore
import TestSupport
import Testing

/// `paytool token` with tokens that Apple's servers made.
@Suite(.enabled(if: AppleTokenFile.isThere, "the third-party vectors are not there"))
struct TokenVectorCommandTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  @Test(arguments: AppleTokenFile.all())
  func `a token of Apple's verifies at its time, without a key`(vector: AppleTokenFile) throws {
    let path = try shop.file("token.json", vector.text)
    let verified = try shop.json("token", "verify", path, "--at", vector.signingTime)
    #expect(verified["valid"] as? Bool == true)
    let facts = try #require(verified["token"] as? [String: Any])
    #expect(facts["signingTime"] as? String == vector.signingTime)
    #expect(facts["rootIsApple"] as? Bool == true)
    let inspected = try shop.json("token", "inspect", path)
    #expect(inspected["signingTime"] as? String == vector.signingTime)
  }

  @Test(arguments: AppleTokenFile.all())
  func `today it is stale, and nothing else`(vector: AppleTokenFile) throws {
    let path = try shop.file("token.json", vector.text)
    let finished = try shop.paytool("token", "verify", path, "--json")
    #expect(finished.status == 1)
    #expect(try document(finished.errors)["code"] as? String == "payment_token_stale")
  }

  @Test(arguments: AppleTokenFile.all().filter { $0.key != nil && $0.merchantHash != nil })
  func `the merchant's key opens it to what it holds`(vector: AppleTokenFile) throws {
    let path = try shop.file("token.json", vector.text)
    let key = try shop.file(
      "processing.key",
      "-----BEGIN PRIVATE KEY-----\n\(try #require(vector.key))\n-----END PRIVATE KEY-----\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
    let finished = try shop.paytool(
      "token", "open", path, "--key", key, "--merchant-identifier-hash",
      try #require(vector.merchantHash), "--at", vector.signingTime, "--json")
    guard vector.expected["opens"] == true else {
      #expect(finished.status == 1)
      #expect(try document(finished.errors)["code"] as? String == "payment_token_no_key")
      return
    }
    #expect(finished.status == 0, "\(finished.errors)")
    let opened = try JSONValue(parsing: Array(finished.output.utf8))
    for (name, expected) in [
      ("last4", "last4"), ("expiry", "applicationExpirationDate"),
      ("currencyNumeric", "currencyCode"), ("amountMinor", "transactionAmount"),
      ("paymentDataType", "paymentDataType"), ("eciIndicator", "eciIndicator"),
    ] {
      #expect(opened[name] == vector.expected[expected], "\(name)")
    }
  }
}

/// A payment token from a public test suite, as text.
struct AppleTokenFile: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let text: String
  let signingTime: String
  /// PKCS#8 in Base64.
  let key: String?
  /// Hex.
  let merchantHash: String?
  let expected: JSONValue

  static let path = packageRoot + "/../shared/vectors/apple-pay-tokens.json"
  static var isThere: Bool { FileManager.default.fileExists(atPath: path) }

  /// All of them; none without the folder.
  static func all() -> [AppleTokenFile] {
    guard let data = FileManager.default.contents(atPath: path),
      let json = try? JSONValue(parsing: [UInt8](data)), case .array(let tokens)? = json["tokens"]
    else { return [] }
    return tokens.compactMap { entry in
      func text(_ name: String) -> String? {
        if case .string(let text)? = entry[name] { text } else { nil }
      }
      guard let id = text("id"), let paymentData = entry["paymentData"],
        let time = text("signingTime"), let expected = entry["expect"]
      else { return nil }
      return AppleTokenFile(
        testDescription: id, text: String(decoding: paymentData.bytes, as: UTF8.self),
        signingTime: time, key: text("processingKeyPKCS8"),
        merchantHash: text("merchantIdentifierHash"), expected: expected)
    }
  }
}
