import COpenSSL

/// The kind of a key, as far as it decides what can be done with it.
package enum KeyKind: Sendable, Hashable {
  /// Elliptic curve P-256 (prime256v1): ECDSA and ECDH.
  case p256
  /// RSA with a modulus of 2048 to 4096 bits.
  case rsa(bits: Int)
  /// Any other, by its name: nothing is signed or verified with it. Apple's root is on P-384.
  case other(String)

  /// What development keys of RSA have.
  package static let rsa2048 = KeyKind.rsa(bits: 2048)

  static let rsaBits = 2048...4096
  /// What a refusal says is wanted.
  static let wanted = "EC P-256, or RSA of \(rsaBits.lowerBound) to \(rsaBits.upperBound) bits"

  /// The kind of an EVP_PKEY.
  init(of key: OpaquePointer) {
    defer { drainOpenSSLErrors() }
    let bits = Int(EVP_PKEY_get_bits(key))
    switch EVP_PKEY_get_base_id(key) {
    case EVP_PKEY_RSA where Self.rsaBits.contains(bits): self = .rsa(bits: bits)
    case EVP_PKEY_RSA: self = .other("RSA \(bits)")
    case EVP_PKEY_EC:
      let curve = Self.curve(of: key)
      self = curve == "prime256v1" ? .p256 : .other("EC " + (Self.curves[curve] ?? curve))
    default:
      self = .other(EVP_PKEY_get0_type_name(key).map { String(cString: $0) } ?? "unknown")
    }
  }

  private static func curve(of key: OpaquePointer) -> String {
    var name = [CChar](repeating: 0, count: 64)
    var count = 0
    guard EVP_PKEY_get_group_name(key, &name, name.count, &count) == 1 else {
      return "on a curve without a name"
    }
    return String(decoding: name.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// FIPS 186-4's names of curves, by OpenSSL's.
  private static let curves = [
    "secp224r1": "P-224", "secp384r1": "P-384", "secp521r1": "P-521",
  ]
}

extension KeyKind: CustomStringConvertible {
  package var description: String {
    switch self {
    case .p256: "EC P-256"
    case .rsa(let bits): "RSA \(bits)"
    case .other(let name): name
    }
  }
}
