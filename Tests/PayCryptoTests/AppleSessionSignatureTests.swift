import Foundation
import PayCore
import TestSupport
import Testing

@testable import PayCrypto

@Suite struct AppleSessionSignatureTests {
  private static let vector =
    packageRoot + "/../shared/vectors/merchant-session-sandbox-2022.json"
  private let reader = AppleSessionSignature()

  private func message(by name: String) throws -> [UInt8] {
    let authority = try CertificateAuthority()
    return try authority.signature(by: authority.issue(name))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: vector)))
  func `a session of Apple's names its signer`() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.vector)))
    let json = try JSONValue(parsing: bytes)
    guard case .string(let hex) = json["signature"], let signature = Hex.decodeLower(hex) else {
      Issue.record("no signature in the vector")
      return
    }
    #expect(signature.starts(with: [0x30, 0x80]), "it is in BER")
    let name = try #require(reader.signerName(of: signature))
    #expect(name.hasPrefix("ecc-smp-broker-sign") && name.hasSuffix("SANDBOX"))
    #expect(reader.signerName(of: signature + [0]) == nil)
    #expect(reader.signerName(of: signature.dropLast()) == nil)
  }

  @Test func `a message of our own names its signer too`() throws {
    let message = try message(by: "broker_TEST-PROD")
    #expect(reader.signerName(of: message) == "broker_TEST-PROD")
    for count in stride(from: 0, to: message.count, by: 37) {
      #expect(reader.signerName(of: Array(message.prefix(count))) == nil)
    }
    #expect(reader.signerName(of: message + message) == nil)
  }

  @Test(
    arguments: [
      [], [0], [0x30, 0], [0x30, 0x80], [UInt8](repeating: 0x30, count: 70_000),
      Array("not a message".utf8),
    ] as [[UInt8]])
  func `what is no message has no signer`(bytes: [UInt8]) {
    #expect(reader.signerName(of: bytes) == nil)
  }

  @Test func `a signer of two names, or two signers, are none`() throws {
    #expect(reader.signerName(of: try message(by: "a_PROD/CN=b_PROD")) == nil)
    let folder = try TemporaryDirectory()
    let authority = try CertificateAuthority()
    let (first, second) = (try authority.issue("a_PROD"), try authority.issue("b_PROD"))
    let message = try mustRunOpenSSL(
      "cms", "-sign", "-binary", "-md", "sha256", "-signer", first.certificate, "-inkey", first.key,
      "-signer", second.certificate, "-inkey", second.key, "-outform", "DER",
      input: Array(folder.path.utf8))
    #expect(reader.signerName(of: message) == nil)
  }
}
