package import PayCore

/// What the server knows of an API key: never the key itself.
package struct APIKey: Sendable, Hashable {
  /// A test key is for development and never moves money; a live one is for production.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case test
    case live

    /// How a key of this kind begins.
    package var prefix: String { "pay_" + rawValue + "_" }
  }

  /// `key_` and 12 hex characters of the hash.
  package let id: String
  package let kind: Kind
  /// SHA-256 of the key's text, 32 bytes.
  package let hash: [UInt8]
  /// What its owner calls it.
  package let label: String?
  package let createdAt: Timestamp
  /// Since when it is refused; nil while it is good.
  package let revokedAt: Timestamp?

  init(
    kind: Kind, hash: [UInt8], label: String?, createdAt: Timestamp, revokedAt: Timestamp? = nil
  ) {
    id = "key_" + Hex.lower(hash.prefix(6))
    self.kind = kind
    self.hash = hash
    self.label = label
    self.createdAt = createdAt
    self.revokedAt = revokedAt
  }

  func revoked(at moment: Timestamp) -> APIKey {
    APIKey(
      kind: kind, hash: hash, label: label, createdAt: createdAt, revokedAt: revokedAt ?? moment)
  }
}

extension APIKey {
  /// Hex characters after the prefix: 24 random bytes.
  static let secretCharacters = 48

  /// A new key and its text, the only place where that is ever to be had.
  static func make(
    kind: Kind, label: String?, at moment: Timestamp, random: (Int) -> [UInt8]
  ) -> (key: APIKey, secret: Secret) {
    var bytes = random(secretCharacters / 2)
    var text = Array(kind.prefix.utf8)
    text.reserveCapacity(text.count + secretCharacters)
    let digits = Array("0123456789abcdef".utf8)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    bytes.wipe()
    let hash = sha256(text)
    let key = APIKey(kind: kind, hash: hash, label: label, createdAt: moment)
    return (key, Secret(wiping: &text))
  }

  /// Whether a text has the form of a key; says nothing of whether it is one.
  static func isWellFormed(_ text: [UInt8]) -> Bool {
    Kind.allCases.contains { kind in
      let prefix = Array(kind.prefix.utf8)
      return text.starts(with: prefix) && text.count == prefix.count + secretCharacters
        && text[prefix.count...].allSatisfy { byte in
          (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
    }
  }
}

/// The API keys that are good at one time.
package struct APIKeyRing: Sendable, Hashable {
  private let keys: [APIKey]

  /// Keeps those of `keys` that are not revoked.
  package init(_ keys: [APIKey]) { self.keys = keys.filter { $0.revokedAt == nil } }

  /// Whether a key for production is among them.
  package var hasLiveKey: Bool { keys.contains { $0.kind == .live } }

  /// The key whose text was presented; nil if it is malformed, unknown or revoked.
  ///
  /// Compares with every key, each in constant time: how long it takes tells nothing about them.
  package func principal(for presented: String) -> APIKey? {
    var text = Array(presented.utf8)
    defer { text.wipe() }
    guard APIKey.isWellFormed(text) else { return nil }
    let hash = sha256(text)
    var found: APIKey?
    for key in keys where constantTimeEqual(key.hash, hash) { found = key }
    return found
  }
}
