internal import Glibc

/// Why a server cannot be made or started.
package enum HTTPServerError: Error, Equatable, Sendable {
  /// The text is not `ADDRESS:PORT` or `[ADDRESS]:PORT`.
  case invalidListenAddress(String)
  /// Another process listens on this address and port.
  case addressInUse(String)
  /// A system call failed with this errno.
  case system(call: String, errno: Int32)
  /// `start` was called a second time.
  case alreadyStarted
  /// The certificate or the private key cannot be used; the text says which and why.
  case tls(String)

  /// Stable, snake_case.
  package var code: String {
    switch self {
    case .invalidListenAddress: "invalid_listen_address"
    case .addressInUse: "address_in_use"
    case .system: "listen_failed"
    case .alreadyStarted: "already_started"
    case .tls: "invalid_tls_identity"
    }
  }
}

extension HTTPServerError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .invalidListenAddress(let text):
      "\(text) is not HOST:PORT such as 127.0.0.1:8080 or [::1]:8080"
    case .addressInUse(let address):
      "\(address) is in use by another process: stop it, or choose another port with --listen"
    case .system(let call, let number):
      "cannot listen: \(call) failed: \(String(cString: strerror(number)))"
    case .alreadyStarted: "the server was started twice"
    case .tls(let cause): cause
    }
  }
}
