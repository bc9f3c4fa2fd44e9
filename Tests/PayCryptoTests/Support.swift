import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayCrypto

/// A key directory of a test's own with everything that `keys generate` makes.
final class TestKeys: Sendable {
  /// A moment at which everything is valid.
  static let now = Timestamp(seconds: 1_767_225_600)
  static let merchantIdentifier = "merchant.com.sample.ApplePayAction"

  let folder: TemporaryDirectory
  let directory: KeyDirectory
  let generated: GeneratedKeys

  init(at moment: Timestamp = TestKeys.now, rsaSigner: Bool = false) throws {
    folder = try TemporaryDirectory()
    directory = KeyDirectory(data: folder.file("data"))
    var keys = SharedKeys()
    generated = try KeyGeneration.generate(
      in: directory, merchantIdentifier: Self.merchantIdentifier, rsaSigner: rsaSigner, at: moment,
      random: secureRandomBytes
    ) { kind throws(CryptoFailure) in try keys.make(kind) }
  }

  func signer() throws -> CMSSessionSigner { try CMSSessionSigner(directory) }
  func verifier() throws -> CMSSessionVerifier { try CMSSessionVerifier(directory) }
}

/// New keys on P-256, and keys of RSA that all tests share: making one takes some tenths of a
/// second.
struct SharedKeys {
  private static let rsa = Result { () throws(CryptoFailure) in
    try (0..<3).map { _ throws(CryptoFailure) in try PrivateKey.generate(.rsa2048) }
  }
  private var count = 0

  mutating func make(_ kind: KeyKind) throws(CryptoFailure) -> PrivateKey {
    guard case .rsa = kind else { return try .generate(kind) }
    let keys = try Self.rsa.get()
    defer { count += 1 }
    return keys[count % keys.count]
  }

  /// One of the shared keys.
  static func rsaKey() throws -> PrivateKey {
    try #require(rsa.get().first)
  }
}

extension CMSParts {
  static func required(_ message: [UInt8]) throws -> CMSParts { try #require(CMSParts(message)) }

  func pair() throws -> CertificatePair {
    try CertificatePair(certificates, signer: signerIdentifier)
  }

  /// The form of what the signer of these certificates writes.
  func form() throws -> CMSForm {
    let pair = try pair()
    let key = try #require(VerifyingKey(pair.leaf.publicKeyInfo))
    return CMSForm(
      signer: pair.leaf, intermediate: pair.intermediate, algorithm: key.algorithm)
  }
}

/// Bytes with line feeds and zeros, as a session's content has them.
func sampleContent(_ count: Int = 600, seed: UInt64 = 1) -> [UInt8] {
  var random = SplitMix64(seed: seed)
  return (0..<count).map { index in
    switch index % 16 {
    case 0: 0x0A
    case 1: 0
    default: UInt8.random(in: 0...255, using: &random)
    }
  }
}

/// What `body` throws as a `KeyError`, nil if it throws nothing.
func keyError(_ body: () throws -> Void) -> KeyError? {
  do {
    try body()
    return nil
  } catch {
    return error as? KeyError
  }
}
