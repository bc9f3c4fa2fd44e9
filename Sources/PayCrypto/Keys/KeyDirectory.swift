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
  /// The hashes of the API keys.
  package var apiKeys: String { keys + "/api-keys.json" }
  /// The operator's own copy of a test key, as a header line for `curl -H @FILE`.
  package var authHeader: String { keys + "/auth-header" }

  package var rootKey: String { authority + "/root.key" }
  package var intermediateKey: String { authority + "/intermediate.key" }

  /// A token key, PKCS#8 in PEM. Several may lie side by side: all verify.
  package func tokenKey(_ kid: String) -> String {
    keys + "/" + Self.tokenKeyPrefix + kid + Self.tokenKeySuffix
  }

  /// The `kid` that a file of `keys` holds by its name; nil if it is no token key.
  static func kid(ofFile name: String) -> String? {
    guard name.hasPrefix(tokenKeyPrefix), name.hasSuffix(tokenKeySuffix) else { return nil }
    return String(name.dropFirst(tokenKeyPrefix.count).dropLast(tokenKeySuffix.count))
  }

  private static let tokenKeyPrefix = "token-"
  private static let tokenKeySuffix = ".pem"
}

/// Bounds of what is read from a key directory.
enum KeyLimits {
  /// A PEM file: the longest has two certificates of under 1 KiB each.
  static let pemBytes = 64 * 1024
  /// API keys, revoked ones included: each look-up compares with all of them.
  static let apiKeys = 256
  /// `api-keys.json` with that many keys.
  static let apiKeyFileBytes = 256 * 1024
  /// A label is for a person's eyes, in a table.
  static let labelBytes = 64
}
