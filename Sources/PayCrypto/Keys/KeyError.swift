package import PayCore
package import PaySystem

/// Why keys could not be made, read or changed: which file, and what to do.
package enum KeyError: Error, Sendable, Hashable {
  /// `keys generate` would have to overwrite something.
  case existing(path: String)
  /// An earlier `keys generate` was stopped between its last two steps.
  case interrupted(authority: String, unfinished: String)
  /// No keys there.
  case missing(path: String)
  /// The development authorities' keys are not beside the others.
  case authorityMissing(path: String)
  /// A file cannot be read or written.
  case file(FileError)
  /// A file is not what its name says.
  case malformed(path: String, cause: String)
  /// A file from elsewhere is no key, certificate or PKCS#12 file that can be read.
  case unusable(path: String, cause: String)
  /// A file is encrypted, and no passphrase came with it, or a wrong one.
  case passphraseMissing(path: String)
  case passphraseWrong(path: String)
  /// A passphrase cannot be taken from where it is said to be.
  case passphraseSource(String)
  /// A file is encrypted with what OpenSSL 3 no longer offers.
  case legacyEncryption(path: String, cause: String)
  /// A merchant identity certificate stands where a payment-processing one belongs.
  case identityCertificate(path: String)
  /// A certificate for another merchant: the SHA-256 of its merchant ID and of the wanted one, in
  /// upper-case hex.
  case otherMerchant(path: String, found: String, wanted: String)
  /// A certificate came without its private key.
  case privateKeyMissing(path: String)
  /// The root that is shipped for payment tokens has another SHA-256.
  case rootFingerprint(path: String, found: String)
  /// A key, or that of a certificate, is of a kind that cannot be used for what it is for.
  case wrongKind(path: String, kind: String, wanted: String)
  /// A private key and a certificate do not belong together.
  case mismatch(key: String, certificate: String)
  /// Certificates do not lead to the root.
  case untrusted(path: String, root: String, cause: String)
  /// No API key has this id.
  case unknownAPIKey(id: String, path: String)
  /// The file of API keys is full.
  case tooManyAPIKeys(path: String)
  /// A label that does not fit a table.
  case label
  /// The library failed.
  case crypto(CryptoFailure)

  /// Whether a passphrase is what the file wants.
  var isLocked: Bool {
    switch self {
    case .passphraseMissing, .passphraseWrong: true
    default: false
    }
  }

  /// Stable code, snake_case, never reused.
  package var code: String {
    switch self {
    case .existing: "keys_exist"
    case .interrupted: "keys_interrupted"
    case .missing: "keys_missing"
    case .authorityMissing: "keys_authority_missing"
    case .file: "key_file"
    case .malformed: "key_file_malformed"
    case .unusable: "key_form"
    case .passphraseMissing: "key_passphrase_missing"
    case .passphraseWrong: "key_passphrase_wrong"
    case .passphraseSource: "key_passphrase_source"
    case .legacyEncryption: "key_encryption_legacy"
    case .identityCertificate: "key_identity_certificate"
    case .otherMerchant: "key_other_merchant"
    case .privateKeyMissing: "key_private_missing"
    case .rootFingerprint: "token_root_fingerprint"
    case .wrongKind: "key_kind"
    case .mismatch: "key_certificate_mismatch"
    case .untrusted: "key_chain_untrusted"
    case .unknownAPIKey: "api_key_unknown"
    case .tooManyAPIKeys: "api_key_limit"
    case .label: "api_key_label"
    case .crypto: "crypto_failure"
    }
  }
}

extension KeyError {
  /// Runs a step of the file system and gives its failure as a `KeyError`.
  static func wrap<Value: ~Copyable>(
    files step: @autoclosure () throws(FileError) -> Value
  ) throws(KeyError) -> Value {
    do { return try step() } catch { throw .file(error) }
  }

  /// Runs a step of the library and gives its failure as a `KeyError`: that of the file at `path`,
  /// if the step reads one.
  static func wrap<Value>(
    library step: @autoclosure () throws(CryptoFailure) -> Value, reading path: String? = nil
  ) throws(KeyError) -> Value {
    do {
      return try step()
    } catch {
      guard let path else { throw .crypto(error) }
      throw .malformed(path: path, cause: error.detail)
    }
  }
}
