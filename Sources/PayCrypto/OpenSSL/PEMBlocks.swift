import COpenSSL
import PayCore

/// One block of a PEM text (RFC 7468) that has been decoded and, in the old form, decrypted.
struct PEMBlock {
  /// `PRIVATE KEY`, `CERTIFICATE`.
  let label: String
  /// DER, if the block was not encrypted with another passphrase.
  let contents: Secret
  let wasEncrypted: Bool

  /// All blocks of a text, in order; other text between them is allowed.
  static func all(
    in text: UnsafeRawBufferPointer, passphrase: Passphrase?, limit: Int
  ) throws(KeyFormFault) -> [PEMBlock] {
    guard let bio = BIO_new_mem_buf(text.baseAddress, Int32(clamping: text.count)) else {
      throw .malformed("memory is out")
    }
    defer {
      BIO_free(bio)
      drainOpenSSLErrors()
    }
    drainOpenSSLErrors()
    var blocks: [PEMBlock] = []
    while let block = try next(bio, passphrase) {
      guard blocks.count < limit else { throw .malformed("it holds more than \(limit) blocks") }
      blocks.append(block)
    }
    return blocks
  }

  private static func next(
    _ bio: OpaquePointer, _ passphrase: Passphrase?
  ) throws(KeyFormFault) -> PEMBlock? {
    var name: UnsafeMutablePointer<CChar>?
    var header: UnsafeMutablePointer<CChar>?
    var data: UnsafeMutablePointer<UInt8>?
    var count = 0
    guard PEM_read_bio(bio, &name, &header, &data, &count) == 1 else {
      guard ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE else {
        throw .malformed("its PEM is broken: " + drainOpenSSLErrors().joined(separator: ", "))
      }
      return nil
    }
    let capacity = count
    defer {
      CRYPTO_free(name, nil, 0)
      CRYPTO_free(header, nil, 0)
      CRYPTO_clear_free(data, capacity, nil, 0)
    }
    guard let name, let header, let data else { throw .malformed("memory is out") }
    let wasEncrypted = try decrypt(data, &count, header: header, passphrase)
    return PEMBlock(
      label: String(cString: name),
      contents: Secret(copying: UnsafeRawBufferPointer(start: data, count: count)),
      wasEncrypted: wasEncrypted)
  }

  /// Decrypts, in place, a block of the old form, whose header names a cipher (`DEK-Info`); whether
  /// it was one.
  private static func decrypt(
    _ data: UnsafeMutablePointer<UInt8>, _ count: inout Int,
    header: UnsafeMutablePointer<CChar>, _ passphrase: Passphrase?
  ) throws(KeyFormFault) -> Bool {
    var cipher = EVP_CIPHER_INFO()
    guard PEM_get_EVP_CIPHER_INFO(header, &cipher) == 1 else {
      let reasons = drainOpenSSLErrors()
      throw reasons.contains("unsupported encryption")
        ? .legacyEncryption(reasons.joined(separator: ", "))
        : .malformed("its PEM has a header that is not understood")
    }
    guard cipher.cipher != nil else { return false }
    guard let passphrase else { throw .passphraseMissing }
    let isDecrypted = passphrase.withCString { text in
      PEM_do_header(
        &cipher, data, &count, givePassphrase, UnsafeMutableRawPointer(mutating: text)) == 1
    }
    guard isDecrypted else {
      throw drainOpenSSLErrors().contains("unsupported")
        ? .legacyEncryption("the cipher of its header") : .passphraseWrong
    }
    return true
  }
}

/// Answers OpenSSL's question for a passphrase with the C text that `context` points to.
private func givePassphrase(
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int32, _: Int32,
  _ context: UnsafeMutableRawPointer?
) -> Int32 {
  guard let buffer, let text = context?.assumingMemoryBound(to: CChar.self) else { return -1 }
  var count = 0
  while text[count] != 0 {
    guard count < Int(capacity) else { return -1 }
    buffer[count] = text[count]
    count += 1
  }
  return Int32(count)
}
