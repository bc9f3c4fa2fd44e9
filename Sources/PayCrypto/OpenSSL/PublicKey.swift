import COpenSSL
import PayCore

/// A public key, parsed once; any number of threads verify with it.
final class PublicKey: @unchecked Sendable {
  // An EVP_PKEY that is only read may be shared by all threads (openssl-threads(7)).
  private let pointer: OpaquePointer
  let kind: KeyKind
  /// SubjectPublicKeyInfo (RFC 5280 4.1.2.7) in DER; a point is written uncompressed.
  let spki: [UInt8]

  /// Keeps a reference to an EVP_PKEY of its own.
  init(of key: OpaquePointer) throws(CryptoFailure) {
    kind = KeyKind(of: key)
    if kind == .p256 {
      // 0x04: uncompressed.
      spki =
        try CurvePoint.Curve.p256.head + [0x04] + Self.coordinate("qx", of: key)
        + Self.coordinate("qy", of: key)
    } else {
      spki = try encodedDER("write a public key") { i2d_PUBKEY(key, $0) }
    }
    guard EVP_PKEY_up_ref(key) == 1 else { throw .openSSL("keep a key") }
    pointer = key
  }

  deinit { EVP_PKEY_free(pointer) }

  /// SHA-256 of the SubjectPublicKeyInfo: what Apple calls `publicKeyHash`.
  var spkiHash: [UInt8] { sha256(spki) }

  /// The coordinates of its point, 32 bytes each, big-endian; nil unless it is on P-256.
  var point: (x: [UInt8], y: [UInt8])? {
    guard kind == .p256 else { return nil }
    return (Array(spki.suffix(64).prefix(32)), Array(spki.suffix(32)))
  }

  /// Whether the signature is that of this key, which is on P-256, over a digest of 32 bytes. A
  /// failure of the library counts as no.
  func isValid(_ signature: ECDSASignature, digest: [UInt8]) -> Bool {
    kind == .p256 && verify(signature.der, digest)
  }

  /// Whether the signature is that of this key over a SHA-256 digest: ECDSA in DER, which has one
  /// spelling, or RSA by PKCS #1 v1.5 (RFC 8017 8.2). No other kind of key verifies.
  func isValid(_ signature: [UInt8], digest: [UInt8]) -> Bool {
    switch kind {
    case .p256: ECDSASignature(der: signature).map { isValid($0, digest: digest) } ?? false
    case .rsa: verify(signature, digest)
    case .other: false
    }
  }

  /// Lends the EVP_PKEY to a call that reads it.
  func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result { body(pointer) }

  private func verify(_ signature: [UInt8], _ digest: [UInt8]) -> Bool {
    guard let context = EVP_PKEY_CTX_new(pointer, nil) else { return false }
    defer {
      EVP_PKEY_CTX_free(context)
      drainOpenSSLErrors()
    }
    return EVP_PKEY_verify_init(context) == 1 && kind.setSignatureForm(context)
      && EVP_PKEY_verify(context, signature, signature.count, digest, digest.count) == 1
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
  static func == (left: PublicKey, right: PublicKey) -> Bool { left.spki == right.spki }
}

extension KeyKind {
  /// Tells a context that signs or verifies which form a signature over a SHA-256 digest has.
  func setSignatureForm(_ context: OpaquePointer) -> Bool {
    guard case .rsa = self else { return true }
    return EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
      && EVP_PKEY_CTX_set_signature_md(context, DigestAlgorithm.sha256.pointer) == 1
  }
}
