import COpenSSL
import PayCore

/// A public key that came in a certificate: on P-256 or P-384, or RSA of 2048 to 4096 bits.
// Unchecked: an EVP_PKEY that is only read may be shared by all threads (openssl-threads(7)).
final class VerifyingKey: @unchecked Sendable {
  enum Kind: Sendable { case p256, p384, rsa }

  let kind: Kind
  private let pointer: OpaquePointer

  /// Reads a SubjectPublicKeyInfo; nil if it is no key of these kinds. Points must lie on the
  /// curve.
  init?(_ publicKeyInfo: ArraySlice<UInt8>) {
    if let point = CurvePoint(publicKeyInfo, on: .p256), let key = point.key() {
      (kind, pointer) = (.p256, key)
    } else if let point = CurvePoint(publicKeyInfo, on: .p384), let key = point.key() {
      (kind, pointer) = (.p384, key)
    } else if let key = Self.rsaKey(publicKeyInfo) {
      (kind, pointer) = (.rsa, key)
    } else {
      drainOpenSSLErrors()
      return nil
    }
  }

  deinit { EVP_PKEY_free(pointer) }

  /// The algorithm with SHA-256 for a key of this kind.
  var algorithm: SignatureAlgorithm { kind == .rsa ? .rsaWithSHA256 : .ecdsaWithSHA256 }

  /// Whether `signature`, in DER for ECDSA and PKCS #1 v1.5 for RSA, is this key's over `message`.
  /// An algorithm for another kind of key counts as no, and so does a failure of the library.
  func isValid(
    _ signature: ArraySlice<UInt8>, of message: some Collection<UInt8>,
    by algorithm: SignatureAlgorithm
  ) -> Bool {
    let digest: DigestAlgorithm
    switch (algorithm, kind) {
    case (.ecdsaWithSHA256, .p256), (.ecdsaWithSHA256, .p384), (.rsaWithSHA256, .rsa):
      digest = .sha256
    case (.ecdsaWithSHA384, .p256), (.ecdsaWithSHA384, .p384): digest = .sha384
    default: return false
    }
    guard let context = EVP_PKEY_CTX_new(pointer, nil) else { return false }
    defer {
      EVP_PKEY_CTX_free(context)
      drainOpenSSLErrors()
    }
    guard EVP_PKEY_verify_init(context) == 1,
      kind != .rsa || EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1,
      EVP_PKEY_CTX_set_signature_md(context, digest.pointer) == 1
    else { return false }
    let hash = digest.hash(message)
    return signature.withUnsafeBufferPointer {
      EVP_PKEY_verify(context, $0.baseAddress, $0.count, hash, hash.count) == 1
    }
  }

  private static func rsaKey(_ publicKeyInfo: ArraySlice<UInt8>) -> OpaquePointer? {
    let parsed = publicKeyInfo.withUnsafeBufferPointer { bytes -> OpaquePointer? in
      var next = bytes.baseAddress
      return d2i_PUBKEY(nil, &next, bytes.count)
    }
    guard let parsed else { return nil }
    guard EVP_PKEY_get_base_id(parsed) == EVP_PKEY_RSA,
      KeyKind.rsaBits.contains(Int(EVP_PKEY_get_bits(parsed))) || TokenCheck.keySize.isOff
    else {
      EVP_PKEY_free(parsed)
      return nil
    }
    return parsed
  }
}
