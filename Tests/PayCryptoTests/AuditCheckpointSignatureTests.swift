import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayCrypto

/// A checkpoint under real keys: stock openssl must come to the same.
@Suite struct AuditCheckpointSignatureTests {
  private static let origin = "pay-ledger/" + TestKeys.merchantIdentifier
  private let digest = OpenSSLDigest()
  private let keys: TestKeys
  private let tokens: ES256TokenKeys

  init() throws {
    keys = try TestKeys()
    tokens = try ES256TokenKeys(keys.directory)
  }

  private func checkpoint(_ count: Int) throws -> AuditCheckpoint {
    var tree = MerkleFrontier()
    for number in 0..<count { tree.append(leaf: [UInt8(number)], digest) }
    return try AuditCheckpoint(signing: tree, origin: Self.origin, keys: tokens, digest)
  }

  @Test func `what is signed is good when it is read again, many times`() throws {
    for count in 0..<100 {
      let read = try AuditCheckpoint(parsing: Array(try checkpoint(count).text.utf8))
      #expect(read.fault(origin: Self.origin, keys: tokens, digest) == nil)
    }
  }

  @Test func `other keys do not know it`() throws {
    let others = try TestKeys()
    let fault = try checkpoint(3).fault(
      origin: Self.origin, keys: try ES256TokenKeys(others.directory), digest)
    #expect(fault == .checkpointBadSignature(size: 3, cause: .unknownKey))
  }

  @Test func `openssl verifies the note, and the id is the hash of the key that it shows`() throws {
    let checkpoint = try checkpoint(3)
    let signature = try #require(checkpoint.signatures.first)
    let key = try mustRunOpenSSL(
      "pkey", "-in", keys.directory.tokenKey(tokens.signingKeyID), "-pubout", "-outform", "DER")
    #expect(signature.keyHash == Array(digest.sha256(key).prefix(4)))
    let verifierKeys = AuditCheckpoint.verifierKeys(
      origin: Self.origin, keys: tokens, digest)
    #expect(
      verifierKeys
        == ["\(Self.origin)+\(Hex.lower(signature.keyHash))+\(Base64.encode([2] + key))"])
    let (keyFile, signatureFile) = (keys.folder.file("key"), keys.folder.file("signature"))
    try Files.replace(keyFile, with: key)
    try Files.replace(signatureFile, with: signature.value)
    for (text, status) in [(checkpoint.note, 0), (checkpoint.note + "x", 1)] as [(String, Int32)] {
      let verified = try runOpenSSL(
        "dgst", "-sha256", "-verify", keyFile, "-signature", signatureFile, input: Array(text.utf8))
      #expect(verified.status == status)
    }
  }
}
