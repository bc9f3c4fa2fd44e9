internal import CLinux
internal import Glibc

/// What moving bytes came to.
enum Transfer: Equatable {
  /// So many bytes, at least one.
  case moved(Int)
  /// None now.
  case blocked
  /// The peer sends no more.
  case ended
  /// The connection is broken.
  case failed
}

/// A descriptor that is closed exactly once.
struct Descriptor: ~Copyable {
  let number: Int32

  /// Takes over `number`; throws the current errno if the call that made it failed.
  init(_ number: Int32, from call: String) throws(HTTPServerError) {
    guard number >= 0 else { throw .system(call: call, errno: errno) }
    self.number = number
  }

  init?(accepted number: Int32) {
    guard number >= 0 else { return nil }
    self.number = number
  }

  deinit { close(number) }
}

/// A connected, non-blocking TCP socket.
struct Socket: ~Copyable {
  private let descriptor: Descriptor
  var number: Int32 { descriptor.number }

  init(_ descriptor: consuming Descriptor) {
    var on: Int32 = 1
    // Answers are written in one piece: waiting to gather more only delays them.
    setsockopt(
      descriptor.number, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    self.descriptor = descriptor
  }

  borrowing func read(into room: UnsafeMutableRawBufferPointer) -> Transfer {
    while true {
      let count = recv(number, room.baseAddress, room.count, 0)
      if count > 0 { return .moved(count) }
      if count == 0 { return .ended }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .blocked : .failed
    }
  }

  borrowing func write(_ bytes: UnsafeRawBufferPointer) -> Transfer {
    while true {
      let count = send(number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      if count >= 0 { return .moved(count) }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .blocked : .failed
    }
  }

  /// Tells the peer that nothing more comes.
  borrowing func finishWriting() { shutdown(number, Int32(SHUT_WR)) }
}
