import COpenSSL
import PayCore

/// Encrypts a payload to a merchant's payment-processing certificate, as Apple's servers do.
///
/// Source: Apple, Payment token format reference; NIST SP 800-56A 5.8.1 for the derivation.
enum TokenEncryption {
  /// What a token carries of an encryption.
  struct Sealed {
    /// The ephemeral public key (SubjectPublicKeyInfo) or the wrapped key.
    var keyMaterial: [UInt8]
    /// The ciphertext and its tag of 16 bytes.
    var data: [UInt8]
  }

  /// EC_v1: a new key on P-256 agrees with the merchant's on a secret, from which the key of
  /// AES-256 is derived.
  static func elliptic(
    _ plaintext: [UInt8], to recipient: Certificate, merchantIdentifierHash: [UInt8]
  ) throws(CryptoFailure) -> Sealed {
    guard let ephemeral = pay_generate_p256() else { throw .openSSL("make an ephemeral key") }
    defer { EVP_PKEY_free(ephemeral) }
    defer { withExtendedLifetime(recipient) {} }
    let peer = recipient.withPointer { X509_get0_pubkey($0) }
    var secret = try sharedSecret(of: ephemeral, and: peer)
    defer { secret.wipe() }
    var input: [UInt8] = [0, 0, 0, 1]
    input += secret
    input.append(0x0D)
    input += Array("id-aes256-GCMApple".utf8)
    input += merchantIdentifierHash
    var key = sha256(input)
    defer {
      input.wipe()
      key.wipe()
    }
    return Sealed(
      keyMaterial: try publicKeyInfo(of: ephemeral),
      data: try encrypt(plaintext, key: key, cipher: EVP_aes_256_gcm()))
  }

  /// RSA_v1: a random key of AES-128, encrypted by OAEP with SHA-256, mask function included.
  ///
  /// A fault has another `keyBytes` or another digest, by its name in OpenSSL.
  static func rsa(
    _ plaintext: [UInt8], to recipient: Certificate, keyBytes: Int = 16, digest: String = "SHA256",
    random: (Int) -> [UInt8]
  ) throws(CryptoFailure) -> Sealed {
    var key = random(keyBytes)
    defer { key.wipe() }
    defer { withExtendedLifetime(recipient) {} }
    let peer = recipient.withPointer { X509_get0_pubkey($0) }
    let wrapped = try wrap(key, for: peer, digest: digest)
    let cipher =
      switch keyBytes {
      case 16: EVP_aes_128_gcm()
      case 24: EVP_aes_192_gcm()
      default: EVP_aes_256_gcm()
      }
    return Sealed(
      keyMaterial: wrapped, data: try encrypt(plaintext, key: key, cipher: cipher))
  }

  /// The x coordinate of the common point: 32 bytes, its leading zeros kept.
  private static func sharedSecret(
    of own: OpaquePointer, and peer: OpaquePointer?
  ) throws(CryptoFailure) -> [UInt8] {
    guard let context = EVP_PKEY_CTX_new(own, nil) else { throw .openSSL("agree on a secret") }
    defer { EVP_PKEY_CTX_free(context) }
    var secret = [UInt8](repeating: 0, count: 32)
    var count = secret.count
    guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, peer) == 1,
      EVP_PKEY_derive(context, &secret, &count) == 1, count == 32
    else { throw .openSSL("agree on a secret") }
    return secret
  }

  private static func publicKeyInfo(of key: OpaquePointer) throws(CryptoFailure) -> [UInt8] {
    let count = Int(i2d_PUBKEY(key, nil))
    guard count > 0 else { throw .openSSL("write a public key") }
    return [UInt8](unsafeUninitializedCapacity: count) { output, written in
      var next = output.baseAddress
      written = Int(max(0, i2d_PUBKEY(key, &next)))
    }
  }

  private static func wrap(
    _ key: [UInt8], for recipient: OpaquePointer?, digest name: String
  ) throws(CryptoFailure) -> [UInt8] {
    guard let recipient, let context = EVP_PKEY_CTX_new(recipient, nil),
      let digest = EVP_get_digestbyname(name)
    else { throw .openSSL("wrap a key") }
    defer { EVP_PKEY_CTX_free(context) }
    var wrapped = [UInt8](repeating: 0, count: Int(EVP_PKEY_get_size(recipient)))
    var count = wrapped.count
    guard EVP_PKEY_encrypt_init(context) == 1,
      EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_OAEP_PADDING) == 1,
      EVP_PKEY_CTX_set_rsa_oaep_md(context, digest) == 1,
      EVP_PKEY_CTX_set_rsa_mgf1_md(context, digest) == 1,
      EVP_PKEY_encrypt(context, &wrapped, &count, key, key.count) == 1
    else { throw .openSSL("wrap a key") }
    return Array(wrapped.prefix(count))
  }

  /// AES-GCM with an initialization vector of 16 zero bytes: each key encrypts once.
  private static func encrypt(
    _ plaintext: [UInt8], key: [UInt8], cipher: OpaquePointer?
  ) throws(CryptoFailure) -> [UInt8] {
    guard let context = EVP_CIPHER_CTX_new() else { throw .openSSL("encrypt a payload") }
    defer { EVP_CIPHER_CTX_free(context) }
    let vector = [UInt8](repeating: 0, count: 16)
    var output = [UInt8](repeating: 0, count: plaintext.count + 16)
    var tag = [UInt8](repeating: 0, count: 16)
    var count: Int32 = 0
    var last: Int32 = 0
    guard EVP_EncryptInit_ex(context, cipher, nil, nil, nil) == 1,
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, 16, nil) == 1,
      EVP_EncryptInit_ex(context, nil, nil, key, vector) == 1,
      EVP_EncryptUpdate(context, &output, &count, plaintext, Int32(plaintext.count)) == 1,
      EVP_EncryptFinal_ex(context, &tag, &last) == 1,
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1
    else { throw .openSSL("encrypt a payload") }
    return output.prefix(Int(count)) + tag
  }
}
