import PaySystem

/// Where keys lie in a data directory; everything here is named, nothing is read.
package struct KeyDirectory: Sendable, Hashable {
  /// The data directory.
  package let data: String
  private let suffix: String

  /// `data` is the path of the data directory, `.pay` by default.
  package init(data: String) { self.init(data: data, suffix: "") }

  private init(data: String, suffix: String) {
    self.data = data
    self.suffix = suffix
  }

  /// Where `keys generate` builds the two folders before it gives them their names.
  var unfinished: KeyDirectory { KeyDirectory(data: data, suffix: ".new") }

  /// What the server and the tools read: folder 0700, files 0600.
  package var keys: String { data + "/keys" + suffix }
  /// What only `keys generate` writes and the server never opens: the authorities' private keys.
  package var authority: String { data + "/ca" + suffix }
  /// Taken by whoever changes keys, for as long as the change takes.
  package var lock: String { data + "/keys.lock" }

  /// The private key that signs sessions, PKCS#8 in PEM.
  package var signerKey: String { keys + "/session-signer.key" }
  /// Its certificate, then that of the intermediate authority, in PEM.
  package var signerChain: String { keys + "/session-signer.pem" }
  /// The development root's certificate in PEM.
  package var root: String { keys + "/root.pem" }
  /// The `kid` of the token key that signs.
  package var tokenSigningKey: String { keys + "/token-signing-key" }
  /// The key of the vault that keeps payment tokens for minutes: 32 bytes in Base64.
  package var vaultKey: String { keys + "/token-vault.key" }
  /// The hashes of the API keys.
  package var apiKeys: String { keys + "/api-keys.json" }
  /// The operator's own copy of a test key, as a header line for `curl -H @FILE`.
  package var authHeader: String { keys + "/auth-header" }

  /// The key that payment tokens of a family are encrypted for, and its certificate. Several
  /// `payment-processing-*.key` may lie side by side, each with its `.pem`.
  package func processingKey(_ algorithm: KeyAlgorithm) -> KeyFiles {
    KeyFiles(keys + "/" + Self.processingKeyPrefix + algorithm.rawValue)
  }

  /// The key that signs development payment tokens of a family, and its certificate, then that of
  /// the intermediate authority. It lies with the authorities: whoever has it can forge a payment.
  package func tokenSigner(_ algorithm: KeyAlgorithm) -> KeyFiles {
    KeyFiles(authority + "/token-signer-" + algorithm.rawValue)
  }

  package var rootKey: String { authority + "/root.key" }
  package var intermediateKey: String { authority + "/intermediate.key" }
  package var tokenIntermediateKey: String { authority + "/token-intermediate.key" }

  /// A token key, PKCS#8 in PEM. Several may lie side by side: all verify.
  package func tokenKey(_ kid: String) -> String {
    keys + "/" + Self.tokenKeyPrefix + kid + Self.tokenKeySuffix
  }

  /// The `kid` that a file of `keys` holds by its name; nil if it is no token key.
  static func kid(ofFile name: String) -> String? {
    guard name.hasPrefix(tokenKeyPrefix), name.hasSuffix(tokenKeySuffix) else { return nil }
    return String(name.dropFirst(tokenKeyPrefix.count).dropLast(tokenKeySuffix.count))
  }

  static let processingKeyPrefix = "payment-processing-"
  private static let tokenKeyPrefix = "token-"
  private static let tokenKeySuffix = ".pem"
}

/// The two families of payment tokens, as the names of key files tell them: `EC_v1` and `RSA_v1`.
package enum KeyAlgorithm: String, Sendable, CaseIterable {
  case ec
  case rsa

  /// What development keys are.
  package var kind: KeyKind { self == .ec ? .p256 : .rsa2048 }
}

/// A private key and its certificates, side by side.
package struct KeyFiles: Sendable, Hashable {
  /// PKCS#8 in PEM.
  package let key: String
  /// The key's own certificate first, in PEM.
  package let certificates: String

  init(_ path: String) { self.init(key: path + ".key", certificates: path + ".pem") }

  init(key: String, certificates: String) {
    self.key = key
    self.certificates = certificates
  }
}

/// Bounds of what is read from a key directory.
enum KeyLimits {
  /// A PEM file: the longest has two certificates of under 1 KiB each.
  static let pemBytes = 64 * 1024
  /// Keys and certificates in one file: a key, its certificate and its authorities'.
  static let pemBlocks = 32
  /// API keys, revoked ones included: each look-up compares with all of them.
  static let apiKeys = 256
  /// `api-keys.json` with that many keys.
  static let apiKeyFileBytes = 256 * 1024
  /// A label is for a person's eyes, in a table.
  static let labelBytes = 64
}
