import PayCore
import PaySystem
import TestSupport

@testable import PayCrypto

/// A key directory of a test's own with everything that `keys generate` makes.
final class TestKeys: Sendable {
  /// A moment at which everything is valid.
  static let now = Timestamp(seconds: 1_767_225_600)
  static let merchantIdentifier = "merchant.com.sample.ApplePayAction"

  let folder: TemporaryDirectory
  let directory: KeyDirectory
  let generated: GeneratedKeys

  init(at moment: Timestamp = TestKeys.now) throws {
    folder = try TemporaryDirectory()
    directory = KeyDirectory(data: folder.file("data"))
    generated = try KeyGeneration.generate(
      in: directory, merchantIdentifier: Self.merchantIdentifier, at: moment,
      random: secureRandomBytes)
  }

  func signer() throws -> CMSSessionSigner { try CMSSessionSigner(directory) }
  func verifier() throws -> CMSSessionVerifier { try CMSSessionVerifier(directory) }
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
