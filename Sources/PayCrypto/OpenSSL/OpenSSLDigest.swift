import COpenSSL
import PayCore

/// SHA-256 by OpenSSL, for the engine.
package struct OpenSSLDigest: Digest {
  package init() {}

  package func sha256(_ bytes: [UInt8]) -> [UInt8] { PayCrypto.sha256(bytes) }
}

/// SHA-256 (FIPS 180-4): 32 bytes.
func sha256(_ bytes: [UInt8]) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: 32) { output, count in
    // The algorithm is compiled in: this fails only if memory is out.
    let algorithm = DigestAlgorithm.sha256.pointer
    let done = EVP_Digest(bytes, bytes.count, output.baseAddress, nil, algorithm, nil)
    precondition(done == 1, "SHA-256 is not to be had")
    count = 32
  }
}

/// A digest that OpenSSL has looked up by name, once: a look-up costs more than a small digest.
struct DigestAlgorithm: @unchecked Sendable {
  // EVP_MD may be shared by all threads (openssl-threads(7)); it lives as long as the process.
  let pointer: OpaquePointer

  static let sha256: DigestAlgorithm = {
    guard let pointer = EVP_MD_fetch(nil, "SHA256", nil) else {
      preconditionFailure("SHA-256 is not to be had")
    }
    return DigestAlgorithm(pointer: pointer)
  }()
}

/// Whether two byte strings are equal, in a time that depends on their lengths only.
package func constantTimeEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
}
