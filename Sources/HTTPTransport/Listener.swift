internal import CLinux
internal import Glibc

/// A listening socket; each loop has its own on the same port, and the kernel spreads connections.
struct Listener: ~Copyable {
  private let descriptor: Descriptor
  let address: ListenAddress
  var number: Int32 { descriptor.number }

  enum Accepted: ~Copyable {
    case connection(Descriptor, host: String)
    /// Nobody waits.
    case idle
    /// Descriptors or memory ran out: try again later, not at once.
    case exhausted
  }

  init(_ address: ListenAddress, backlog: Int, shared: Bool = true) throws(HTTPServerError) {
    guard let name = SocketAddress(host: address.host, port: address.port) else {
      throw .invalidListenAddress(address.description)
    }
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = try Descriptor(socket(name.family, type, 0), from: "socket")
    try Self.set(descriptor.number, SO_REUSEADDR)
    if shared { try Self.set(descriptor.number, SO_REUSEPORT) }
    guard name.withPointer({ bind(descriptor.number, $0, $1) }) == 0 else {
      throw errno == EADDRINUSE
        ? .addressInUse(address.description) : .system(call: "bind", errno: errno)
    }
    var bound = SocketAddress()
    guard bound.withMutablePointer({ getsockname(descriptor.number, $0, $1) }) == 0 else {
      throw .system(call: "getsockname", errno: errno)
    }
    if shared {
      guard listen(descriptor.number, Int32(backlog)) == 0 else {
        throw errno == EADDRINUSE
          ? .addressInUse(address.description) : .system(call: "listen", errno: errno)
      }
    }
    self.address = ListenAddress(host: address.host, port: bound.port)
    self.descriptor = descriptor
  }

  /// One listener per loop.
  ///
  /// Sockets that share a port also share it with a second server that was started by mistake:
  /// half of the requests would go there. So a socket that shares nothing must get the port first.
  static func probe(_ address: ListenAddress) throws(HTTPServerError) {
    guard address.port != 0 else { return }
    _ = try Listener(address, backlog: 0, shared: false)
  }

  /// The next connection that waits.
  borrowing func accept() -> Accepted {
    while true {
      var peer = SocketAddress()
      let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
      let number = peer.withMutablePointer { accept4(self.number, $0, $1, flags) }
      if let descriptor = Descriptor(accepted: number) {
        return .connection(descriptor, host: peer.host)
      }
      switch errno {
      case EINTR, ECONNABORTED, EPROTO: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
      default: return .idle
      }
    }
  }

  private static func set(_ number: Int32, _ option: Int32) throws(HTTPServerError) {
    var on: Int32 = 1
    guard setsockopt(number, SOL_SOCKET, option, &on, socklen_t(MemoryLayout<Int32>.size)) == 0
    else { throw .system(call: "setsockopt", errno: errno) }
  }
}
