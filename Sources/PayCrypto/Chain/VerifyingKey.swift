import COpenSSL
import PayCore

/// A public key that came in a certificate: on P-256 or P-384, or RSA of 2048 to 4096 bits.
struct VerifyingKey: Sendable {
  // One of the two is there. The cases of an enum would share a tagged pointer, behind which a leak
  // check does not find the key.
  private let elliptic: CurveKey?
  private let rsa: KeyHandle?

  /// Reads a SubjectPublicKeyInfo; nil if it is no key of these kinds. Points must lie on the
  /// curve.
  init?(_ publicKeyInfo: ArraySlice<UInt8>) {
    let point = CurvePoint(publicKeyInfo, on: .p256) ?? CurvePoint(publicKeyInfo, on: .p384)
    elliptic = point?.key()
    rsa = point == nil ? Self.rsaKey(publicKeyInfo) : nil
    guard elliptic != nil || rsa != nil else {
      drainOpenSSLErrors()
      return nil
    }
  }

  var isRSA: Bool { rsa != nil }

  /// The algorithm with SHA-256 for a key of this kind.
  var algorithm: SignatureAlgorithm { isRSA ? .rsaWithSHA256 : .ecdsaWithSHA256 }

  /// Whether `signature`, in DER for ECDSA and PKCS #1 v1.5 for RSA, is this key's over `message`.
  /// An algorithm for another kind of key counts as no, and so does a failure of the library.
  func isValid(
    _ signature: ArraySlice<UInt8>, of message: some Collection<UInt8>,
    by algorithm: SignatureAlgorithm
  ) -> Bool {
    switch algorithm {
    case .ecdsaWithSHA256:
      elliptic?.isValid(signature, of: DigestAlgorithm.sha256.hash(message)) ?? false
    case .ecdsaWithSHA384:
      elliptic?.isValid(signature, of: DigestAlgorithm.sha384.hash(message)) ?? false
    case .rsaWithSHA256:
      rsa?.isValid(signature, of: DigestAlgorithm.sha256.hash(message)) ?? false
    }
  }

  private static func rsaKey(_ publicKeyInfo: ArraySlice<UInt8>) -> KeyHandle? {
    let parsed = publicKeyInfo.withUnsafeBufferPointer { bytes -> OpaquePointer? in
      var next = bytes.baseAddress
      return d2i_PUBKEY(nil, &next, bytes.count)
    }
    guard let parsed else { return nil }
    let handle = KeyHandle(owning: parsed, isRSA: true)
    guard EVP_PKEY_get_base_id(parsed) == EVP_PKEY_RSA,
      KeyKind.rsaBits.contains(Int(EVP_PKEY_get_bits(parsed))) || TokenCheck.keySize.isOff
    else { return nil }
    return handle
  }
}
