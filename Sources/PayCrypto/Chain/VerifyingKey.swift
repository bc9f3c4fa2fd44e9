import COpenSSL
import PayCore

/// A public key that came in a certificate: on P-256 or P-384, or RSA of 2048 to 4096 bits.
enum VerifyingKey: Sendable {
  case elliptic(CurveKey)
  case rsa(KeyHandle)

  /// Reads a SubjectPublicKeyInfo; nil if it is no key of these kinds. Points must lie on the
  /// curve.
  init?(_ publicKeyInfo: ArraySlice<UInt8>) {
    if let point = CurvePoint(publicKeyInfo, on: .p256) ?? CurvePoint(publicKeyInfo, on: .p384),
      let key = point.key()
    {
      self = .elliptic(key)
    } else if let key = Self.rsaKey(publicKeyInfo) {
      self = .rsa(KeyHandle(owning: key, isRSA: true))
    } else {
      drainOpenSSLErrors()
      return nil
    }
  }

  var isRSA: Bool { if case .rsa = self { true } else { false } }

  /// The algorithm with SHA-256 for a key of this kind.
  var algorithm: SignatureAlgorithm { isRSA ? .rsaWithSHA256 : .ecdsaWithSHA256 }

  /// Whether `signature`, in DER for ECDSA and PKCS #1 v1.5 for RSA, is this key's over `message`.
  /// An algorithm for another kind of key counts as no, and so does a failure of the library.
  func isValid(
    _ signature: ArraySlice<UInt8>, of message: some Collection<UInt8>,
    by algorithm: SignatureAlgorithm
  ) -> Bool {
    switch (algorithm, self) {
    case (.ecdsaWithSHA256, .elliptic(let key)):
      key.isValid(signature, of: DigestAlgorithm.sha256.hash(message))
    case (.ecdsaWithSHA384, .elliptic(let key)):
      key.isValid(signature, of: DigestAlgorithm.sha384.hash(message))
    case (.rsaWithSHA256, .rsa(let key)):
      key.isValid(signature, of: DigestAlgorithm.sha256.hash(message))
    default: false
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
