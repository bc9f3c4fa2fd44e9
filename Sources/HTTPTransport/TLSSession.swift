internal import COpenSSL

/// An SSL over a non-blocking socket; used by one thread.
///
/// OpenSSL writes without MSG_NOSIGNAL: the thread must have SIGPIPE blocked. The error queue is
/// the thread's: it is emptied before each call, so that an old error is not taken for a new one,
/// and after each failure.
final class TLSSession {
  private let pointer: OpaquePointer
  /// The session waits until the socket takes bytes, whatever was asked of it.
  private(set) var wantsWrite = false
  private var isBroken = false

  init(owning pointer: OpaquePointer) { self.pointer = pointer }

  deinit { SSL_free(pointer) }

  /// Goes on with the handshake: `.moved` when it is done.
  func handshake() -> Transfer {
    ERR_clear_error()
    return outcome(SSL_do_handshake(pointer), count: 1)
  }

  func read(into room: UnsafeMutableRawBufferPointer) -> Transfer {
    ERR_clear_error()
    var count = 0
    let result = SSL_read_ex(pointer, room.baseAddress, room.count, &count)
    return outcome(result, count: count)
  }

  /// Whether bytes were taken out of the socket and not yet read, a part of a record included.
  var holdsMore: Bool { !isBroken && SSL_has_pending(pointer) == 1 }

  func write(_ bytes: UnsafeRawBufferPointer) -> Transfer {
    ERR_clear_error()
    var count = 0
    let result = SSL_write_ex(pointer, bytes.baseAddress, bytes.count, &count)
    return outcome(result, count: count)
  }

  /// Tells the peer, in TLS, that nothing more comes.
  func finishWriting() {
    // After a fatal error OpenSSL allows no other call.
    if isBroken || SSL_in_init(pointer) == 1 { return }
    ERR_clear_error()
    SSL_shutdown(pointer)
    ERR_clear_error()
  }

  private func outcome(_ result: Int32, count: Int) -> Transfer {
    wantsWrite = false
    if result > 0 { return .moved(count) }
    defer { ERR_clear_error() }
    switch SSL_get_error(pointer, result) {
    case SSL_ERROR_WANT_READ: return .blocked
    case SSL_ERROR_WANT_WRITE:
      wantsWrite = true
      return .blocked
    case SSL_ERROR_ZERO_RETURN: return .ended
    default:
      isBroken = true
      return .failed
    }
  }
}
