import Foundation
import PayCore
import TestSupport
import Testing

@testable import PayCrypto

/// A payment token that Apple's servers made, from a public test suite.
struct AppleToken: Sendable, CustomTestStringConvertible {
  let id: String
  let json: JSONValue
  let signingTime: Timestamp
  /// SHA-256 of the merchant identifier, if it was published.
  let merchantHash: [UInt8]?
  /// PKCS#8 in DER, if it was published.
  let processingKey: [UInt8]?
  let symmetricKey: [UInt8]?
  let expected: JSONValue

  var testDescription: String { id }

  func sealed() throws -> SealedToken { try SealedToken(json: json) }

  /// Where the vectors lie: they are not ours to ship, so a clone alone does not have them.
  static let path = packageRoot + "/../shared/vectors/apple-pay-tokens.json"
  static var isThere: Bool { FileManager.default.fileExists(atPath: path) }

  /// Apple Root CA - G3.
  static func root() throws -> Certificate {
    let path = packageRoot + "/../shared/trust/AppleRootCA-G3.pem"
    let pem = [UInt8](try Data(contentsOf: URL(filePath: path)))
    return try #require(try Certificate.readAll(pem: pem).first)
  }

  /// All of them; none without the folder.
  static func all() -> [AppleToken] {
    guard isThere else { return [] }
    do {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      guard case .array(let tokens)? = try JSONValue(parsing: bytes)["tokens"] else {
        fatalError("\(path) has no tokens")
      }
      return tokens.map(AppleToken.init)
    } catch {
      fatalError("\(path): \(error)")
    }
  }

  private init(_ entry: JSONValue) {
    func text(_ name: String) -> String? {
      if case .string(let text)? = entry[name] { text } else { nil }
    }
    guard let id = text("id"), let json = entry["paymentData"], let expected = entry["expect"],
      let signingTime = text("signingTime").flatMap({ Timestamp(rfc3339: $0) })
    else { fatalError("an entry of \(Self.path) is malformed") }
    self.id = id
    self.json = json
    self.signingTime = signingTime
    self.expected = expected
    merchantHash = text("merchantIdentifierHash").flatMap(Hex.decode)
    processingKey = text("processingKeyPKCS8").flatMap(Base64.decode)
    symmetricKey = text("symmetricKey").flatMap(Hex.decode)
  }
}
