import COpenSSL
import PayCore

/// How the symmetric key of a payment token is found again.
///
/// Source: Apple, Restoring the symmetric key; NIST SP 800-56A 5.8.1.
enum TokenKeyAgreement {
  /// EC_v1: ECDH on P-256 with the ephemeral key, then one round of the KDF with SHA-256.
  ///
  /// `merchantHash` is the SHA-256 of the merchant identifier, 32 bytes. Throws `ephemeralKey`,
  /// `library`.
  static func symmetricKey(
    _ key: PrivateKey, ephemeralKey: [UInt8], merchantHash: [UInt8]
  ) throws(PaymentTokenFault) -> Secret {
    guard let peer = CurvePoint(ephemeralKey[...], on: .p256)?.key() else {
      throw .ephemeralKey
    }
    do {
      return try derive(sharedSecret(key, peer), merchantHash)
    } catch {
      throw .library(error)
    }
  }

  /// All 32 bytes of Z, leading zeros included.
  private static func sharedSecret(
    _ key: PrivateKey, _ peer: CurveKey
  ) throws(CryptoFailure) -> Secret {
    guard let context = key.withPointer({ EVP_PKEY_CTX_new($0, nil) }) else {
      throw .openSSL("agree on a key")
    }
    defer { EVP_PKEY_CTX_free(context) }
    return try Secret(count: zBytes) { (output) throws(CryptoFailure) in
      var count = zBytes
      // The point was checked when it was read: it lies on a curve without cofactor, which a second
      // check, of its order, could only confirm at the price of another multiplication.
      let isDerived = peer.withPointer { peer in
        EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer_ex(context, peer, 0) == 1
          && EVP_PKEY_derive(
            context, output.baseAddress?.assumingMemoryBound(to: UInt8.self), &count) == 1
      }
      guard isDerived, count == zBytes else { throw .openSSL("agree on a key") }
    }
  }

  static let zBytes = 32

  /// SHA-256 of a counter of 1, Z, and Apple's OtherInfo.
  static func derive(_ z: Secret, _ merchantHash: [UInt8]) throws(CryptoFailure) -> Secret {
    let info = otherInfo + merchantHash
    let input = Secret(count: 4 + z.count + info.count) { input in
      input[3] = 1
      z.withBytes { UnsafeMutableRawBufferPointer(rebasing: input[4...]).copyMemory(from: $0) }
      UnsafeMutableRawBufferPointer(rebasing: input[(4 + z.count)...]).copyBytes(from: info)
    }
    return try Secret(count: 32) { (output) throws(CryptoFailure) in
      let isDone = input.withBytes { input in
        EVP_Digest(
          input.baseAddress, input.count, output.baseAddress?.assumingMemoryBound(to: UInt8.self),
          nil, DigestAlgorithm.sha256.pointer, nil) == 1
      }
      guard isDone else { throw .openSSL("derive a key") }
    }
  }

  /// The algorithm, with the length of its name, and the party U.
  private static let otherInfo: [UInt8] = [0x0D] + Array("id-aes256-GCM".utf8) + Array("Apple".utf8)

  /// RSA_v1: the wrapped key by RSA-OAEP with SHA-256 and MGF1 with SHA-256.
  ///
  /// A key that does not unwrap is replaced by a random one, with which no tag holds: whoever sent
  /// it learns nothing of the padding. Throws `library`.
  static func unwrap(_ wrapped: [UInt8], with key: PrivateKey) throws(PaymentTokenFault) -> Secret {
    guard let context = key.withPointer({ EVP_PKEY_CTX_new($0, nil) }) else {
      throw .library(.openSSL("unwrap a key"))
    }
    defer {
      EVP_PKEY_CTX_free(context)
      drainOpenSSLErrors()
    }
    let digest = DigestAlgorithm.sha256.pointer
    guard EVP_PKEY_decrypt_init(context) == 1,
      EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_OAEP_PADDING) == 1,
      EVP_PKEY_CTX_set_rsa_oaep_md(context, digest) == 1,
      EVP_PKEY_CTX_set_rsa_mgf1_md(context, digest) == 1
    else { throw .library(.openSSL("unwrap a key")) }
    let keyBytes = TokenCipher.of(.rsaV1).keyBytes
    do throws(CryptoFailure) {
      let padded = try Secret(count: 1024) { (output) throws(CryptoFailure) in
        var count = output.count
        let start = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let isUnwrapped = EVP_PKEY_decrypt(context, start, &count, wrapped, wrapped.count) == 1
        if !isUnwrapped || count != keyBytes {
          guard RAND_bytes(start, Int32(keyBytes)) == 1 else { throw .openSSL("make a key") }
        }
      }
      return padded.withBytes {
        Secret(copying: UnsafeRawBufferPointer(rebasing: $0[..<keyBytes]))
      }
    } catch {
      throw .library(error)
    }
  }
}
