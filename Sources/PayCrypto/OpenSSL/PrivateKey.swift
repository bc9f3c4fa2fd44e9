import COpenSSL
import PayCore

/// A private key on P-256 or of RSA, parsed once; any number of threads sign with it.
// Unchecked: an EVP_PKEY that is only read may be shared by all threads (openssl-threads(7)).
final class PrivateKey: @unchecked Sendable {
  private let pointer: OpaquePointer
  private let contexts = ContextPool<SigningContext>()
  let publicKey: PublicKey

  private init(owning pointer: OpaquePointer, ofAnyKind: Bool = false) throws(CryptoFailure) {
    self.pointer = pointer
    do {
      publicKey = try PublicKey(of: pointer)
    } catch {
      EVP_PKEY_free(pointer)
      throw error
    }
    // From here on `deinit` frees it, also when this throws.
    if case .other(let name) = publicKey.kind, !ofAnyKind {
      throw CryptoFailure("the key is \(name), not \(KeyKind.wanted)")
    }
  }

  deinit { EVP_PKEY_free(pointer) }

  var kind: KeyKind { publicKey.kind }

  /// That of `sign`.
  var signatureAlgorithm: SignatureAlgorithm {
    kind == .p256 ? .ecdsaWithSHA256 : .rsaWithSHA256
  }

  /// A new key from OpenSSL's generator; one of RSA takes some tenths of a second.
  static func generate(_ kind: KeyKind) throws(CryptoFailure) -> PrivateKey {
    let pointer =
      switch kind {
      case .p256: pay_generate_p256()
      case .rsa(let bits): pay_generate_rsa(UInt32(clamping: bits))
      case .other(let name): throw CryptoFailure("cannot make a key of the kind \(name)")
      }
    guard let pointer else { throw .openSSL("make a key") }
    return try PrivateKey(owning: pointer)
  }

  /// A key of RSA with 1024 bits, which nothing of ours takes: for faulty chains.
  static func generateWeak() throws(CryptoFailure) -> PrivateKey {
    guard let pointer = pay_generate_rsa(1024) else { throw .openSSL("make a key") }
    return try PrivateKey(owning: pointer, ofAnyKind: true)
  }

  /// Takes an EVP_PKEY over that was read, and checks that its two halves belong together.
  convenience init(checking pointer: OpaquePointer) throws(CryptoFailure) {
    try self.init(owning: pointer)
    guard let context = EVP_PKEY_CTX_new(pointer, nil) else { throw .openSSL("check the key") }
    defer { EVP_PKEY_CTX_free(context) }
    guard EVP_PKEY_check(context) == 1 else { throw .openSSL("check the key") }
  }

  /// The key as unencrypted PKCS#8 in PEM.
  func pem() throws(CryptoFailure) -> Secret {
    try MemoryBIO.written("write a private key") { bio in
      PEM_write_bio_PKCS8PrivateKey(bio, pointer, nil, nil, 0, nil, nil)
    } _: { bytes in
      Secret(copying: bytes)
    }
  }

  /// The signature over `message` with SHA-256: of ECDSA in DER, or of RSA by PKCS #1 v1.5.
  func sign(_ message: [UInt8]) throws(CryptoFailure) -> [UInt8] {
    let signature = try contexts.lend { () throws(CryptoFailure) in
      try SigningContext(pointer, kind)
    } to: { (context) throws(CryptoFailure) in
      try context.sign(message)
    }
    guard let signature else { throw .openSSL("sign") }
    return signature
  }

  /// Lends the EVP_PKEY to a call that signs or compares a certificate.
  func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result { body(pointer) }
}

/// What one signature at a time is made with, kept ready.
// Unchecked: a context belongs to one thread at a time; the pool lends each out once.
private final class SigningContext: @unchecked Sendable {
  private let pointer: OpaquePointer
  private let hashing: OpaquePointer
  private let digest = UnsafeMutablePointer<UInt8>.allocate(capacity: 32)
  /// Bytes of the longest signature.
  private let capacity: Int

  init(_ key: OpaquePointer, _ kind: KeyKind) throws(CryptoFailure) {
    guard let pointer = EVP_PKEY_CTX_new(key, nil) else { throw .openSSL("sign") }
    guard let hashing = EVP_MD_CTX_new() else {
      EVP_PKEY_CTX_free(pointer)
      throw .openSSL("sign")
    }
    self.pointer = pointer
    self.hashing = hashing
    capacity = Int(EVP_PKEY_get_size(key))
    guard EVP_PKEY_sign_init(pointer) == 1, kind.setSignatureForm(pointer) else {
      throw .openSSL("sign")
    }
  }

  deinit {
    EVP_PKEY_CTX_free(pointer)
    EVP_MD_CTX_free(hashing)
    digest.deallocate()
  }

  func sign(_ message: [UInt8]) throws(CryptoFailure) -> [UInt8] {
    let isHashed =
      EVP_DigestInit_ex(hashing, DigestAlgorithm.sha256.pointer, nil) == 1
      && EVP_DigestUpdate(hashing, message, message.count) == 1
      && EVP_DigestFinal_ex(hashing, digest, nil) == 1
    var isSigned = false
    let signature = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
      count = capacity
      let isDone =
        isHashed && EVP_PKEY_sign(pointer, output.baseAddress, &count, digest, 32) == 1
      // Without memory to write its numbers in DER, ECDSA is done with a length of -1.
      isSigned = isDone && (1...capacity).contains(count)
      if !isSigned { count = 0 }
    }
    guard isSigned else { throw .openSSL("sign") }
    return signature
  }
}

/// Answers OpenSSL's question for the password of an encrypted key; by default it asks the
/// terminal.
func refusePassword(
  _: UnsafeMutablePointer<CChar>?, _: Int32, _: Int32, _: UnsafeMutableRawPointer?
) -> Int32 { -1 }
