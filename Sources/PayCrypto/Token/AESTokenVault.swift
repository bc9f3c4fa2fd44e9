import COpenSSL
package import PayCore
import PaySystem

/// Keeps payment tokens encrypted for the minutes that they are kept at all: AES-256-GCM under a
/// key of the data directory.
///
/// What it seals: one byte of the form (1), a nonce of 12 random bytes, the ciphertext, and the tag
/// of 16; the context is authenticated with it. Source: NIST SP 800-38D.
package struct AESTokenVault: TokenVault {
  static let keyBytes = 32
  private static let form: UInt8 = 1
  private static let nonceBytes = 12
  private static let tagBytes = 16

  private let key: Secret
  private let random: @Sendable (Int) -> [UInt8]

  /// `key` has 32 bytes.
  init(key: Secret, random: @escaping @Sendable (Int) -> [UInt8] = secureRandomBytes) {
    precondition(key.count == Self.keyBytes, "a vault's key has 32 bytes")
    self.key = key
    self.random = random
  }

  package func seal(_ bytes: [UInt8], for context: String) throws(CryptoFailure) -> [UInt8] {
    let nonce = random(Self.nonceBytes)
    var tag = [UInt8](repeating: 0, count: Self.tagBytes)
    let sealed = try run(encrypts: true, bytes, nonce, context) { cipher in
      EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_GET_TAG, Int32(tag.count), &tag) == 1
    }
    guard let sealed else { throw .openSSL("seal a payment token") }
    return [Self.form] + nonce + sealed + tag
  }

  package func open(_ sealed: [UInt8], for context: String) throws(CryptoFailure) -> [UInt8]? {
    let head = 1 + Self.nonceBytes
    guard sealed.count >= head + Self.tagBytes, sealed[0] == Self.form else { return nil }
    var tag = Array(sealed.suffix(Self.tagBytes))
    let nonce = Array(sealed[1..<head])
    return try run(
      encrypts: false, Array(sealed[head..<(sealed.count - Self.tagBytes)]), nonce, context
    ) { cipher in
      EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1
    }
  }

  /// The other side of `bytes`; nil if a step fails, the tag's included. Decrypting, `tagStep`
  /// gives the tag before the end, encrypting it takes it after.
  private func run(
    encrypts: Bool, _ bytes: [UInt8], _ nonce: [UInt8], _ context: String,
    _ tagStep: (OpaquePointer) -> Bool
  ) throws(CryptoFailure) -> [UInt8]? {
    guard let state = EVP_CIPHER_CTX_new() else { throw .openSSL("use the token vault") }
    defer {
      EVP_CIPHER_CTX_free(state)
      drainOpenSSLErrors()
    }
    let direction: Int32 = encrypts ? 1 : 0
    let additional = Array(context.utf8)
    var output = [UInt8](repeating: 0, count: bytes.count + Self.tagBytes)
    var (written, last): (Int32, Int32) = (0, 0)
    var isDone = key.withBytes { key in
      EVP_CipherInit_ex2(
        state, EVP_aes_256_gcm(), key.baseAddress?.assumingMemoryBound(to: UInt8.self), nonce,
        direction, nil) == 1
    }
    isDone =
      isDone
      && EVP_CipherUpdate(state, nil, &last, additional, Int32(additional.count)) == 1
      && EVP_CipherUpdate(state, &output, &written, bytes, Int32(bytes.count)) == 1
      && (encrypts || tagStep(state))
    let total = Int(written)
    isDone =
      isDone
      && output.withUnsafeMutableBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return false }
        return EVP_CipherFinal_ex(state, start + total, &last) == 1
      }
      && (!encrypts || tagStep(state))
    return isDone ? Array(output.prefix(bytes.count)) : nil
  }
}

extension AESTokenVault {
  /// Makes the key of a key directory; throws (`isExisting`) if there is one.
  static func makeKey(in directory: KeyDirectory) throws(FileError) {
    var key = secureRandomBytes(keyBytes)
    defer { key.wipe() }
    var text = Array((Base64.encode(key) + "\n").utf8)
    try Files.create(directory.vaultKey, with: Secret(wiping: &text))
  }

  /// The vault of a key directory; one from before there was a vault gets its key now. Throws
  /// `file`, `malformed`.
  package init(_ directory: KeyDirectory) throws(KeyError) {
    let path = directory.vaultKey
    if !Files.exists(path) {
      do throws(FileError) {
        try Self.makeKey(in: directory)
      } catch  where !error.isExisting {
        throw .file(error)
      } catch {
        // Another server has made it meanwhile: that one counts.
      }
    }
    var bytes = try KeyError.wrap(files: Files.readPrivate(path, limit: 256))
    defer { bytes.wipe() }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    guard var key = Base64.decode(String(decoding: bytes, as: UTF8.self)),
      key.count == Self.keyBytes
    else {
      throw .malformed(
        path: path,
        cause: "it is not \(Self.keyBytes) bytes in Base64; remove it, and a new one "
          + "is made: payment tokens that wait to be handed over are lost then")
    }
    self.init(key: Secret(wiping: &key))
  }
}
