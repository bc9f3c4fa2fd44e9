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
  /// A file cannot be read or written.
  case file(FileError)
  /// A file is not what its name says.
  case malformed(path: String, cause: String)
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

  /// Stable code, snake_case, never reused.
  package var code: String {
    switch self {
    case .existing: "keys_exist"
    case .interrupted: "keys_interrupted"
    case .missing: "keys_missing"
    case .file: "key_file"
    case .malformed: "key_file_malformed"
    case .mismatch: "key_certificate_mismatch"
    case .untrusted: "key_chain_untrusted"
    case .unknownAPIKey: "api_key_unknown"
    case .tooManyAPIKeys: "api_key_limit"
    case .label: "api_key_label"
    case .crypto: "crypto_failure"
    }
  }
}

extension KeyError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .existing(let path):
      "\(path) exists, and keys are never overwritten: move it away to begin anew, or name another "
        + "directory with --data"
    case .interrupted(let authority, let unfinished):
      "\(authority) was left by a `paytool keys generate` that was stopped before it had finished, "
        + "and nothing uses it: remove \(authority) and \(unfinished), then run "
        + "`paytool keys generate` again"
    case .missing(let path):
      "\(path) does not exist: run `paytool keys generate` if there never were keys, restore it "
        + "from a backup if there were, or name the right directory with --data"
    case .file(let error): error.description
    case .malformed(let path, let cause):
      "\(path) cannot be used: \(cause); restore it from a backup, or move the keys away and run "
        + "`paytool keys generate`"
    case .mismatch(let key, let certificate):
      "\(key) is not the private key of the first certificate in \(certificate): restore the pair "
        + "from one backup, or move the keys away and run `paytool keys generate`"
    case .untrusted(let path, let root, let cause):
      "the certificates in \(path) do not lead to \(root): \(cause); restore both from one backup, "
        + "or move the keys away and run `paytool keys generate`"
    case .unknownAPIKey(let id, let path):
      "\(path) has no API key \(id): run `paytool keys list` to see their ids"
    case .tooManyAPIKeys(let path):
      "\(path) holds \(KeyLimits.apiKeys) API keys, revoked ones included: take the oldest "
        + "revoked ones out of it"
    case .label:
      "a label is 1 to \(KeyLimits.labelBytes) bytes of text without control characters"
    case .crypto(let failure): failure.detail
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
