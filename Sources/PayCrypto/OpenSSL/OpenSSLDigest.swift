import COpenSSL
import PayCore

/// SHA-256 by OpenSSL, for the engine.
package struct OpenSSLDigest: Digest {
  package init() {}

  package func sha256(_ bytes: [UInt8]) -> [UInt8] { PayCrypto.sha256(bytes) }
}

/// SHA-256 (FIPS 180-4): 32 bytes.
func sha256(_ bytes: some Collection<UInt8>) -> [UInt8] { DigestAlgorithm.sha256.hash(bytes) }

/// A digest that OpenSSL has looked up by name, once: a look-up costs more than a small digest.
struct DigestAlgorithm: @unchecked Sendable {
  // EVP_MD may be shared by all threads (openssl-threads(7)); it lives as long as the process.
  let pointer: OpaquePointer
  private let count: Int

  static let sha256 = DigestAlgorithm("SHA256", count: 32)
  static let sha384 = DigestAlgorithm("SHA384", count: 48)

  private init(_ name: String, count: Int) {
    guard let pointer = EVP_MD_fetch(nil, name, nil) else {
      preconditionFailure("\(name) is not to be had")
    }
    self.pointer = pointer
    self.count = count
  }

  func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
    bytes.withContiguousStorageIfAvailable(hash) ?? Array(bytes).withUnsafeBufferPointer(hash)
  }

  private func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { output, written in
      // The algorithm is compiled in: this fails only if memory is out.
      let done = EVP_Digest(bytes.baseAddress, bytes.count, output.baseAddress, nil, pointer, nil)
      precondition(done == 1, "a digest is not to be had")
      written = count
    }
  }
}

/// Whether two byte strings are equal, in a time that depends on their lengths only.
package func constantTimeEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
}
