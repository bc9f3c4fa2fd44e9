internal import CLinux
internal import Glibc

/// A numeric IPv4 or IPv6 address and a port, to listen on.
package struct ListenAddress: Sendable, Equatable, CustomStringConvertible {
  /// `"127.0.0.1"`, `"::1"`: without brackets.
  package let host: String
  /// 0 asks for a free port.
  package let port: UInt16

  /// Reads `127.0.0.1:8080`, `[::1]:0` or `localhost:8080` (which is 127.0.0.1).
  ///
  /// Throws `HTTPServerError.invalidListenAddress` for anything else.
  package init(parsing text: String) throws(HTTPServerError) {
    let parts = text.utf8.lastIndex(of: ASCII.colon).map {
      (String(text[..<$0]), text[text.index(after: $0)...])
    }
    guard let (before, digits) = parts, (1...5).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits)
    else { throw .invalidListenAddress(text) }
    let bracketed = before.hasPrefix("[") && before.hasSuffix("]") && before.utf8.count > 2
    let host = bracketed ? String(before.dropFirst().dropLast()) : before
    self.host = host == "localhost" ? "127.0.0.1" : host
    self.port = port
    guard let address = SocketAddress(host: self.host, port: port),
      (address.family == AF_INET6) == bracketed
    else { throw .invalidListenAddress(text) }
  }

  init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Whether only this machine can reach it: 127.0.0.0/8 or ::1.
  package var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

  /// `127.0.0.1:8080` or `[::1]:8080`.
  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// A socket address of either family, as the kernel wants it.
struct SocketAddress {
  private var storage = sockaddr_storage()
  private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

  /// An empty one, for the kernel to fill.
  init() {}

  /// Nil if `host` is not numeric.
  init?(host: String, port: UInt16) {
    var four = sockaddr_in()
    var six = sockaddr_in6()
    if inet_pton(AF_INET, host, &four.sin_addr) == 1 {
      four.sin_family = sa_family_t(AF_INET)
      four.sin_port = port.bigEndian
      length = socklen_t(MemoryLayout<sockaddr_in>.size)
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: four, as: sockaddr_in.self) }
    } else if inet_pton(AF_INET6, host, &six.sin6_addr) == 1 {
      six.sin6_family = sa_family_t(AF_INET6)
      six.sin6_port = port.bigEndian
      length = socklen_t(MemoryLayout<sockaddr_in6>.size)
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: six, as: sockaddr_in6.self) }
    } else {
      return nil
    }
  }

  var family: Int32 { Int32(storage.ss_family) }

  var port: UInt16 {
    withUnsafeBytes(of: storage) {
      family == AF_INET6
        ? UInt16(bigEndian: $0.load(as: sockaddr_in6.self).sin6_port)
        : UInt16(bigEndian: $0.load(as: sockaddr_in.self).sin_port)
    }
  }

  /// The address without its port; an IPv4 address inside IPv6 is written as IPv4.
  var host: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = family
    withUnsafeBytes(of: storage) {
      if family == AF_INET6 {
        var address = $0.load(as: sockaddr_in6.self).sin6_addr
        inet_ntop(AF_INET6, &address, &text, socklen_t(text.count))
      } else {
        var address = $0.load(as: sockaddr_in.self).sin_addr
        inet_ntop(AF_INET, &address, &text, socklen_t(text.count))
      }
    }
    let host = String(
      decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return host.hasPrefix("::ffff:") && host.contains(".") ? String(host.dropFirst(7)) : host
  }

  /// Calls `body` with the address as C wants it.
  func withPointer<R>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
    withUnsafePointer(to: storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }

  /// Calls `body` with the address for C to fill.
  mutating func withMutablePointer<R>(
    _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> R
  ) -> R {
    var room = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &room) }
    }
    length = room
    return result
  }
}
