import COpenSSL

/// An EVP_PKEY with a public key on a curve or of RSA, and contexts ready to verify by it.
final class KeyHandle: @unchecked Sendable {
  // An EVP_PKEY that is only read may be shared by all threads (openssl-threads(7)), and whoever
  // gives it another point is the only one who has the handle then.
  let pointer: OpaquePointer
  private let isRSA: Bool
  private let contexts = ContextPool<VerifyingContext>()

  init(owning pointer: OpaquePointer, isRSA: Bool) {
    self.pointer = pointer
    self.isRSA = isRSA
  }

  deinit { EVP_PKEY_free(pointer) }

  /// To be called when the key is given another value, which nobody may be using: a context may
  /// have a copy of the key, where signatures and keys are made by different providers.
  func forgetContexts() { contexts.empty() }

  /// Whether `signature`, in DER for ECDSA and PKCS #1 v1.5 for RSA, is this key's over a message
  /// of this hash, which for RSA is of SHA-256. A failure of the library counts as no.
  func isValid(_ signature: ArraySlice<UInt8>, of hash: [UInt8]) -> Bool {
    let isValid = contexts.lend {
      VerifyingContext(pointer, isRSA: isRSA)
    } to: { context in
      context.isValid(signature, of: hash)
    }
    guard isValid == true else {
      drainOpenSSLErrors()
      return false
    }
    return true
  }
}

/// What one signature at a time is verified with, kept ready.
private final class VerifyingContext: @unchecked Sendable {
  // A context belongs to one thread at a time: the pool lends each out once.
  private let pointer: OpaquePointer

  /// nil: the library failed.
  init?(_ key: OpaquePointer, isRSA: Bool) {
    guard let pointer = EVP_PKEY_CTX_new(key, nil) else { return nil }
    self.pointer = pointer
    // ECDSA takes a hash as it is; PKCS #1 v1.5 has the name of its digest in the signature.
    let isReady =
      EVP_PKEY_verify_init(pointer) == 1
      && (!isRSA
        || EVP_PKEY_CTX_set_rsa_padding(pointer, RSA_PKCS1_PADDING) == 1
          && EVP_PKEY_CTX_set_signature_md(pointer, DigestAlgorithm.sha256.pointer) == 1)
    guard isReady else { return nil }
  }

  deinit { EVP_PKEY_CTX_free(pointer) }

  func isValid(_ signature: ArraySlice<UInt8>, of hash: [UInt8]) -> Bool {
    signature.withUnsafeBufferPointer {
      EVP_PKEY_verify(pointer, $0.baseAddress, $0.count, hash, hash.count) == 1
    }
  }
}
