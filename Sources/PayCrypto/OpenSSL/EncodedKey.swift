import COpenSSL
import PayCore

/// Why bytes gave no key or certificate.
enum KeyFormFault: Error, Hashable {
  /// They are not what they seem to be.
  case malformed(String)
  /// They are encrypted, and no passphrase came with them.
  case passphraseMissing
  case passphraseWrong
  /// They are encrypted with what the library no longer offers, such as RC2.
  case legacyEncryption(String)
  case wrongKind(String)
}

/// A key and certificates that were taken out of DER.
struct DecodedKeys {
  var keys: [PrivateKey] = []
  var certificates: [Certificate] = []
}

/// Reads DER of a form that its own structure tells: PKCS#12, a certificate, a private key in
/// PKCS#8, encrypted or not, in SEC1 or in PKCS#1.
struct EncodedKey {
  let bytes: UnsafeBufferPointer<UInt8>
  let passphrase: Passphrase?

  func decode() throws(KeyFormFault) -> DecodedKeys {
    defer { drainOpenSSLErrors() }
    if let file = parse({ d2i_PKCS12(nil, $0, $1) }, free: PKCS12_free) {
      defer { PKCS12_free(file) }
      return try decode(pkcs12: file)
    }
    if let pointer = parse({ d2i_X509(nil, $0, $1) }, free: X509_free) {
      return DecodedKeys(certificates: [try Self.certificate(owning: pointer, der: Array(bytes))])
    }
    return DecodedKeys(keys: [try privateKey()])
  }

  /// A private key in whatever form.
  func privateKey() throws(KeyFormFault) -> PrivateKey {
    defer { drainOpenSSLErrors() }
    if let sealed = parse({ d2i_X509_SIG(nil, $0, $1) }, free: X509_SIG_free) {
      defer { X509_SIG_free(sealed) }
      return try decode(encrypted: sealed)
    }
    guard let key = parse({ d2i_AutoPrivateKey(nil, $0, $1) }, free: EVP_PKEY_free) else {
      throw .malformed("it is no private key, certificate or PKCS#12 file in PEM or DER")
    }
    return try Self.checked(key)
  }

  /// What a `d2i` function makes of all the bytes; nil if they are not its.
  private func parse(
    _ decode: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> OpaquePointer?,
    free: (OpaquePointer?) -> Void
  ) -> OpaquePointer? {
    var next = bytes.baseAddress
    guard let value = decode(&next, bytes.count) else { return nil }
    guard next == bytes.baseAddress.map({ $0 + bytes.count }) else {
      free(value)
      return nil
    }
    return value
  }

  private func decode(encrypted sealed: OpaquePointer) throws(KeyFormFault) -> PrivateKey {
    guard let passphrase else { throw .passphraseMissing }
    drainOpenSSLErrors()
    let info = passphrase.withCString { PKCS8_decrypt(sealed, $0, -1) }
    guard let info else { throw Self.decryptionFault() }
    defer { PKCS8_PRIV_KEY_INFO_free(info) }
    guard let key = EVP_PKCS82PKEY(info) else {
      throw .malformed("its private key cannot be read: " + Self.reasons())
    }
    return try Self.checked(key)
  }

  private func decode(pkcs12 file: OpaquePointer) throws(KeyFormFault) -> DecodedKeys {
    drainOpenSSLErrors()
    guard PKCS12_mac_present(file) == 1 else {
      throw .malformed(
        "the archive has no MAC, which shows that a passphrase is right: make it anew")
    }
    // Programs write an empty passphrase as none or as one of no characters.
    let isRight =
      passphrase.map { $0.withCString { PKCS12_verify_mac(file, $0, -1) } == 1 }
      ?? (PKCS12_verify_mac(file, "", 0) == 1 || PKCS12_verify_mac(file, nil, 0) == 1)
    guard isRight else { throw passphrase == nil ? .passphraseMissing : .passphraseWrong }
    var key: OpaquePointer?
    var certificate: OpaquePointer?
    var others: OpaquePointer?
    let isParsed =
      passphrase.map { $0.withCString { PKCS12_parse(file, $0, &key, &certificate, &others) } }
      ?? PKCS12_parse(file, nil, &key, &certificate, &others)
    guard isParsed == 1 else { throw Self.decryptionFault() }
    var pointers = [certificate].compactMap { $0 }
    while let other = pay_certificates_pop(others) { pointers.append(other) }
    pay_certificates_free(others)
    var decoded = DecodedKeys()
    var fault: KeyFormFault?
    // Each pointer is taken over, whatever the others hold.
    for pointer in pointers {
      do throws(KeyFormFault) {
        decoded.certificates.append(try Self.certificate(owning: pointer, der: nil))
      } catch {
        fault = fault ?? error
      }
    }
    if let key { decoded.keys = [try Self.checked(key)] }
    if let fault { throw fault }
    return decoded
  }

  private static func certificate(
    owning pointer: OpaquePointer, der: [UInt8]?
  ) throws(KeyFormFault) -> Certificate {
    do {
      return try Certificate(owning: pointer, der: der)
    } catch {
      throw .malformed("a certificate in it cannot be used: " + error.detail)
    }
  }

  /// The key, if it is of a kind that is used here and its two halves belong together.
  private static func checked(_ key: OpaquePointer) throws(KeyFormFault) -> PrivateKey {
    if case .other(let name) = KeyKind(of: key) {
      EVP_PKEY_free(key)
      throw .wrongKind(name)
    }
    do {
      return try PrivateKey(checking: key)
    } catch {
      throw .malformed(error.detail)
    }
  }

  /// Why a decryption failed, by what the library has left in its queue: an algorithm that it does
  /// not offer, or else the passphrase.
  private static func decryptionFault() -> KeyFormFault {
    let reasons = drainOpenSSLErrors()
    let isUnknown = reasons.contains { reason in
      ["unsupported", "unknown pbe algorithm", "unsupported algorithm"].contains(reason)
        || reason.hasPrefix("unknown cipher") || reason.hasPrefix("unsupported cipher")
    }
    return isUnknown ? .legacyEncryption(reasons.joined(separator: ", ")) : .passphraseWrong
  }

  private static func reasons() -> String { drainOpenSSLErrors().joined(separator: ", ") }
}
