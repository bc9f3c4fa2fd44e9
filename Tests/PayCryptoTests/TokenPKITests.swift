import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayCrypto

/// The development PKI for payment tokens, as stock openssl sees it.
@Suite struct TokenPKITests {
  private let keys: TestKeys
  private var directory: KeyDirectory { keys.directory }

  init() throws { keys = try TestKeys(at: .current()) }

  /// The text of the certificate at an index of a file.
  private func text(_ path: String, _ index: Int = 0) throws -> String {
    let certificate = try directory.readCertificates(path)[index]
    return String(
      decoding: try mustRunOpenSSL(
        "x509", "-inform", "DER", "-noout", "-text", input: certificate.der), as: UTF8.self)
  }

  @Test(arguments: KeyAlgorithm.allCases)
  func `a token signer leads to the root and carries Apple's extensions`(
    algorithm: KeyAlgorithm
  ) throws {
    let files = directory.tokenSigner(algorithm)
    let chain = try directory.readCertificates(files.certificates, count: 2)
    #expect(chain[0].publicKey.kind == algorithm.kind)
    #expect(chain[1].publicKey.kind == .p256)
    #expect(chain[0].value(of: .tokenSigner) == [5, 0])
    #expect(chain[1].value(of: .tokenIntermediate) == [5, 0])
    #expect(!chain[0].has(.tokenIntermediate) && !chain[1].has(.tokenSigner))
    #expect(try directory.readPrivateKey(files.key).publicKey == chain[0].publicKey)
    let finished = try runOpenSSL(
      "verify", "-x509_strict", "-purpose", "any", "-CAfile", directory.root, "-untrusted",
      files.certificates, files.certificates)
    #expect(finished.status == 0, "\(finished.errors)")
    let leaf = try text(files.certificates)
    #expect(leaf.contains("1.2.840.113635.100.6.29: \n                ..\n"))
    #expect(leaf.contains("critical\n                Digital Signature\n"))
    #expect(leaf.contains("CA:FALSE") && !leaf.contains("Extended Key Usage"))
    let authority = try text(files.certificates, 1)
    #expect(authority.contains("1.2.840.113635.100.6.2.14: \n                ..\n"))
    #expect(authority.contains("CA:TRUE, pathlen:0"))
  }

  @Test(arguments: KeyAlgorithm.allCases)
  func `a payment-processing certificate names its merchant`(algorithm: KeyAlgorithm) throws {
    let files = directory.processingKey(algorithm)
    let certificate = try directory.readCertificates(files.certificates, count: 1)[0]
    let hash = sha256(Array(TestKeys.merchantIdentifier.utf8))
    #expect(certificate.publicKey.kind == algorithm.kind)
    #expect(certificate.merchantIdentifierHash == hash)
    let value = try #require(certificate.value(of: .merchantIdentifierHash))
    #expect(value == [0x0C, 0x40] + Array(Hex.upper(hash).utf8))
    #expect(try directory.readPrivateKey(files.key).publicKey == certificate.publicKey)
    let leaf = try text(files.certificates)
    let usage = algorithm == .ec ? "Key Agreement" : "Key Encipherment"
    #expect(leaf.contains("critical\n                \(usage)\n"))
    #expect(leaf.contains("UID = \(TestKeys.merchantIdentifier)"))
    let authority = try keys.intermediate().certificate
    let finished = try runOpenSSL(
      "verify", "-x509_strict", "-purpose", "any", "-CAfile", directory.root, "-untrusted",
      authority, files.certificates)
    #expect(finished.status == 0, "\(finished.errors)")
  }

  @Test func `the inventory lists them, and without the authorities' folder what is left`() throws {
    let kinds = keys.generated.inventory.certificates.map { "\($0.role) \($0.key)" }
    #expect(
      kinds == [
        "root EC P-256", "intermediate EC P-256", "sessionSigner EC P-256",
        "tokenIntermediate EC P-256", "tokenSigner EC P-256", "tokenSigner RSA 2048",
        "paymentProcessing EC P-256", "paymentProcessing RSA 2048",
      ])
    try Files.removeDirectory(directory.authority)
    let left = try KeyInventory(directory).certificates.map(\.role)
    #expect(
      left == [
        "root", "intermediate", "sessionSigner", "paymentProcessing", "paymentProcessing",
      ])
  }

  @Test func `a processing certificate is listed as Apple gives it out, in DER`() throws {
    let path = directory.processingKey(.ec).certificates
    let before = try KeyInventory(directory)
    let certificate = try directory.readCertificates(path, count: 1)[0]
    try Files.replace(path, with: certificate.der)
    #expect(try KeyInventory(directory) == before)
    #expect(try ProcessingKeyRing.load(directory).keys[0].merchantIdentifierHash != nil)
  }

  @Test func `a session signer of RSA is made where it is wanted`() throws {
    let keys = try TestKeys(rsaSigner: true)
    let certificate = keys.generated.inventory.certificates[2]
    #expect(certificate.role == "sessionSigner" && certificate.key == .rsa2048)
  }
}
