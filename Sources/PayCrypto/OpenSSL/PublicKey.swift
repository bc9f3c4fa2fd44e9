import COpenSSL
import PayCore

/// A public key on P-256, parsed once; any number of threads verify with it.
final class PublicKey: @unchecked Sendable {
  // An EVP_PKEY that is only read may be shared by all threads (openssl-threads(7)).
  private let pointer: OpaquePointer
  /// The coordinates of its point, 32 bytes each, big-endian.
  let x: [UInt8]
  let y: [UInt8]

  /// Keeps a reference to an EVP_PKEY of its own; refuses a key that is not on P-256.
  init(of key: OpaquePointer) throws(CryptoFailure) {
    guard Self.isOnP256(key) else {
      drainOpenSSLErrors()
      throw CryptoFailure("the key is not an elliptic-curve key on P-256")
    }
    x = try Self.coordinate("qx", of: key)
    y = try Self.coordinate("qy", of: key)
    guard EVP_PKEY_up_ref(key) == 1 else { throw .openSSL("keep a key") }
    pointer = key
  }

  deinit { EVP_PKEY_free(pointer) }

  /// Whether the signature is that of this key over a digest of 32 bytes. A failure of the library
  /// counts as no.
  func isValid(_ signature: ECDSASignature, digest: [UInt8]) -> Bool {
    guard let context = EVP_PKEY_CTX_new(pointer, nil) else { return false }
    defer {
      EVP_PKEY_CTX_free(context)
      drainOpenSSLErrors()
    }
    let der = signature.der
    return EVP_PKEY_verify_init(context) == 1
      && EVP_PKEY_verify(context, der, der.count, digest, digest.count) == 1
  }

  private static func isOnP256(_ key: OpaquePointer) -> Bool {
    var name = [CChar](repeating: 0, count: 64)
    var count = 0
    return EVP_PKEY_get_base_id(key) == EVP_PKEY_EC
      && EVP_PKEY_get_group_name(key, &name, name.count, &count) == 1
      && name.prefix(count).elementsEqual("prime256v1".utf8.map { CChar($0) })
  }

  private static func coordinate(
    _ name: String, of key: OpaquePointer
  ) throws(CryptoFailure) -> [UInt8] {
    var number: OpaquePointer?
    guard EVP_PKEY_get_bn_param(key, name, &number) == 1, let number else {
      throw .openSSL("read a public key")
    }
    defer { BN_free(number) }
    var bytes = [UInt8](repeating: 0, count: 32)
    guard BN_bn2binpad(number, &bytes, 32) == 32 else { throw .openSSL("read a public key") }
    return bytes
  }
}

extension PublicKey: Equatable {
  static func == (left: PublicKey, right: PublicKey) -> Bool {
    left.x == right.x && left.y == right.y
  }
}
