import COpenSSL
import PayCore

/// The symmetric half of a payment token: AES-GCM with an IV of 16 zero bytes, no additional data,
/// and the tag as the last 16 bytes.
struct TokenCipher: @unchecked Sendable {
  // An EVP_CIPHER may be shared by all threads (openssl-threads(7)); it lives as long as the
  // process.
  private let pointer: OpaquePointer
  let keyBytes: Int

  static let tagBytes = 16

  /// EC_v1: AES-256. RSA_v1: AES-128.
  static func of(_ version: SealedToken.Version) -> TokenCipher {
    version == .ecV1 ? aes256 : aes128
  }

  private static let aes256 = TokenCipher("AES-256-GCM", keyBytes: 32)
  private static let aes128 = TokenCipher("AES-128-GCM", keyBytes: 16)

  private init(_ name: String, keyBytes: Int) {
    guard let pointer = EVP_CIPHER_fetch(nil, name, nil) else {
      preconditionFailure("\(name) is not to be had")
    }
    self.pointer = pointer
    self.keyBytes = keyBytes
  }

  /// The plaintext; nil, and none of it kept, if the tag does not hold.
  func open(_ data: [UInt8], with key: Secret) throws(CryptoFailure) -> Secret? {
    guard data.count >= Self.tagBytes, key.count == keyBytes else { return nil }
    guard let context = EVP_CIPHER_CTX_new() else { throw .openSSL("open a payment token") }
    defer {
      EVP_CIPHER_CTX_free(context)
      drainOpenSSLErrors()
    }
    let count = data.count - Self.tagBytes
    var isOpen = false
    let plaintext = Secret(count: count) { output in
      isOpen = decrypt(data, to: output, with: key, in: context)
    }
    return isOpen ? plaintext : nil
  }

  private func decrypt(
    _ data: [UInt8], to output: UnsafeMutableRawBufferPointer, with key: Secret,
    in context: OpaquePointer
  ) -> Bool {
    let nonce = [UInt8](repeating: 0, count: 16)
    var tag = Array(data.suffix(Self.tagBytes))
    var written: Int32 = 0
    // An empty buffer has no address, and OpenSSL writes nothing to this one then.
    var nothing: UInt8 = 0
    return key.withBytes { key in
      withUnsafeMutablePointer(to: &nothing) { nothing in
        let start = output.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? nothing
        let isRead =
          EVP_DecryptInit_ex2(context, pointer, nil, nil, nil) == 1
          && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, Int32(nonce.count), nil) == 1
          && EVP_DecryptInit_ex2(
            context, nil, key.baseAddress?.assumingMemoryBound(to: UInt8.self), nonce, nil) == 1
          && EVP_DecryptUpdate(context, start, &written, data, Int32(output.count)) == 1
          && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1
        return isRead
          && (EVP_DecryptFinal_ex(context, nothing, &written) == 1 || TokenCheck.tag.isOff)
      }
    }
  }
}
