import PayCore
import PaySystem

/// A private key that payment tokens are encrypted for.
package struct ProcessingKey: Sendable {
  let key: PrivateKey
  /// SHA-256 of its SubjectPublicKeyInfo, 32 bytes: what tokens name it by.
  package let publicKeyHash: [UInt8]
  /// SHA-256 of the merchant ID, 32 bytes, as its certificate tells it; nil without one.
  package let merchantIdentifierHash: [UInt8]?
  /// Where it was read from.
  package let file: String

  package var kind: KeyKind { key.kind }

  init(_ key: PrivateKey, merchantIdentifierHash: [UInt8]?, file: String) {
    self.key = key
    publicKeyHash = key.publicKey.spkiHash
    self.merchantIdentifierHash = merchantIdentifierHash
    self.file = file
  }
}

/// The payment-processing keys of a merchant. During a rotation old and new lie side by side: each
/// token names its own.
package struct ProcessingKeyRing: Sendable {
  package let keys: [ProcessingKey]
  /// Why files of a key directory stayed closed: their passphrase was not given.
  package let locked: [KeyError]
  private let byHash: [[UInt8]: ProcessingKey]

  /// Of two for one public key the first that knows its merchant counts.
  package init(_ keys: [ProcessingKey], locked: [KeyError] = []) {
    self.keys = keys
    self.locked = locked
    byHash = Dictionary(keys.map { ($0.publicKeyHash, $0) }) { first, second in
      first.merchantIdentifierHash == nil ? second : first
    }
  }

  /// The key of which a token's `publicKeyHash` is the hash; nil if it is not here.
  package func key(forHash hash: [UInt8]) -> ProcessingKey? { byHash[hash] }

  /// Reads every `payment-processing-*.key` and its `.pem` beside it, and every
  /// `payment-processing-*.p12`, of a key directory; there may be none. What the passphrase does
  /// not open is `locked`: tokens for the other keys do not need it.
  ///
  /// Throws `missing` and `interrupted` for the directory, `file` if others may write in it, and
  /// as `load(files:passphrase:)` but for `passphraseMissing` and `passphraseWrong`.
  package static func load(
    _ directory: KeyDirectory, passphrase: Passphrase? = nil
  ) throws(KeyError) -> ProcessingKeyRing {
    var sets = try directory.processingKeyFiles().map { files in
      [files.key] + (Files.exists(files.certificates) ? [files.certificates] : [])
    }
    sets += try directory.processingKeyArchives().map { [$0] }
    try KeyError.wrap(files: Files.checkIsOwners(directory.keys))
    var keys: [ProcessingKey] = []
    var locked: [KeyError] = []
    for files in sets {
      do throws(KeyError) {
        keys += try load(files: files, passphrase: passphrase).keys
      } catch {
        guard error.isLocked else { throw error }
        locked.append(error)
      }
    }
    return ProcessingKeyRing(keys, locked: locked)
  }

  /// Reads keys and their certificates from any files: a certificate may lie with its key or in a
  /// file of its own. Authorities' certificates are skipped; dates are not looked at, since tokens
  /// from before a rotation still come.
  ///
  /// Throws `file`, `unusable`, `passphraseMissing`, `passphraseWrong`, `legacyEncryption`,
  /// `wrongKind`, `identityCertificate`, `mismatch`, `privateKeyMissing`.
  package static func load(
    files paths: [String], passphrase: Passphrase? = nil
  ) throws(KeyError) -> ProcessingKeyRing {
    var files: [KeyFile] = []
    for path in paths { files.append(try KeyFile(path, passphrase: passphrase)) }
    let keys = files.compactMap { file in file.privateKey.map { (key: $0, path: file.path) } }
    var leaves: [Certificate] = []
    for file in files {
      for certificate in file.certificates where !certificate.isAuthority {
        try check(certificate, of: file, keys: keys)
        leaves.append(certificate)
      }
    }
    return ProcessingKeyRing(
      keys.map { key, path in
        let certificate = leaves.first { $0.publicKey == key.publicKey }
        return ProcessingKey(
          key, merchantIdentifierHash: certificate?.merchantIdentifierHash, file: path)
      })
  }

  /// Throws `otherMerchant` for the first key whose certificate is for another merchant than that
  /// of whose ID this is the SHA-256.
  package func check(merchantIdentifierHash wanted: [UInt8]) throws(KeyError) {
    for key in keys {
      guard let found = key.merchantIdentifierHash, found != wanted else { continue }
      throw .otherMerchant(path: key.file, found: Hex.upper(found), wanted: Hex.upper(wanted))
    }
  }

  private static func check(
    _ certificate: Certificate, of file: KeyFile, keys: [(key: PrivateKey, path: String)]
  ) throws(KeyError) {
    if certificate.isClient { throw .identityCertificate(path: file.path) }
    if case .other(let name) = certificate.publicKey.kind {
      throw .wrongKind(path: file.path, kind: name, wanted: KeyKind.wanted)
    }
    guard !keys.contains(where: { $0.key.publicKey == certificate.publicKey }) else { return }
    // The key beside it, or the only one that is named, is the one that was meant.
    let meant = file.privateKey == nil ? keys.first?.path : file.path
    guard let meant else { throw .privateKeyMissing(path: file.path) }
    throw .mismatch(key: meant, certificate: file.path)
  }
}
