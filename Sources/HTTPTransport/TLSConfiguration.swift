internal import COpenSSL

/// The certificate and the private key of a server, read once and checked against each other.
package struct TLSConfiguration: Sendable {
  let context: TLSContext

  /// Reads a PEM file of the certificate and its intermediates, leaf first, and one of the key.
  ///
  /// Throws `HTTPServerError.tls` if a file cannot be read, the key is encrypted, or the two do not
  /// belong together.
  package init(certificatePath: String, privateKeyPath: String) throws(HTTPServerError) {
    context = try TLSContext(certificatePath: certificatePath, privateKeyPath: privateKeyPath)
  }
}

/// An SSL_CTX.
///
/// `@unchecked Sendable`: nothing changes it after `init`, and OpenSSL counts its references and
/// guards what sessions share of it with locks of its own.
final class TLSContext: @unchecked Sendable {
  private let pointer: OpaquePointer

  init(certificatePath: String, privateKeyPath: String) throws(HTTPServerError) {
    ERR_clear_error()
    guard let pointer = SSL_CTX_new(TLS_server_method()) else { throw .tls("no memory") }
    self.pointer = pointer
    guard pay_ssl_ctx_set_server_rules(pointer) == 1,
      SSL_CTX_set_cipher_list(pointer, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1
    else { throw Self.failure("the library does not take the settings") }
    // Without this OpenSSL asks for the password of an encrypted key on the terminal.
    SSL_CTX_set_default_passwd_cb(pointer) { @Sendable _, _, _, _ in -1 }
    guard SSL_CTX_use_certificate_chain_file(pointer, certificatePath) == 1 else {
      throw Self.failure("the certificate \(certificatePath) cannot be used")
    }
    guard SSL_CTX_use_PrivateKey_file(pointer, privateKeyPath, SSL_FILETYPE_PEM) == 1 else {
      throw Self.failure("the private key \(privateKeyPath) cannot be used with the certificate")
    }
    guard SSL_CTX_check_private_key(pointer) == 1 else {
      throw Self.failure("the private key \(privateKeyPath) is not that of the certificate")
    }
    SSL_CTX_set_alpn_select_cb(pointer, selectProtocol, nil)
  }

  deinit { SSL_CTX_free(pointer) }

  /// A session over the socket `number`, which must outlive it; nil if memory ran out.
  func session(over number: Int32) -> TLSSession? {
    defer { ERR_clear_error() }
    guard let session = SSL_new(pointer) else { return nil }
    guard SSL_set_fd(session, number) == 1 else {
      SSL_free(session)
      return nil
    }
    SSL_set_accept_state(session)
    return TLSSession(owning: session)
  }

  private static func failure(_ what: String) -> HTTPServerError {
    defer { ERR_clear_error() }
    let reason = ERR_reason_error_string(ERR_peek_error()).map { String(cString: $0) }
    return .tls(reason.map { "\(what): \($0)" } ?? what)
  }
}

/// Chooses http/1.1 of the protocols that a client offers, and refuses one that offers only others.
private func selectProtocol(
  _: OpaquePointer?, _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
  _ length: UnsafeMutablePointer<UInt8>?, _ offered: UnsafePointer<UInt8>?, _ count: UInt32,
  _: UnsafeMutableRawPointer?
) -> Int32 {
  guard let offered else { return SSL_TLSEXT_ERR_ALERT_FATAL }
  let list = UnsafeBufferPointer(start: offered, count: Int(count))
  var start = 0
  while start < list.count {
    let size = Int(list[start])
    guard start + 1 + size <= list.count else { break }
    if list[(start + 1)...].prefix(size).elementsEqual("http/1.1".utf8) {
      chosen?.pointee = offered + start + 1
      length?.pointee = UInt8(size)
      return SSL_TLSEXT_ERR_OK
    }
    start += 1 + size
  }
  return SSL_TLSEXT_ERR_ALERT_FATAL
}
