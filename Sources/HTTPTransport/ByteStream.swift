/// The bytes of one connection, with or without TLS.
struct ByteStream: ~Copyable {
  private let socket: Socket
  private let tls: TLSSession?

  init(_ descriptor: consuming Descriptor, tls: TLSSession?) {
    socket = Socket(descriptor)
    self.tls = tls
  }

  var number: Int32 { socket.number }
  var isSecure: Bool { tls != nil }
  /// TLS must write before anything else can happen.
  var wantsWrite: Bool { tls?.wantsWrite ?? false }

  /// Goes on with the TLS handshake: `.moved` when it is done.
  borrowing func handshake() -> Transfer { tls?.handshake() ?? .moved(0) }

  /// Bytes lie in TLS and no longer in the socket: the loop does not hear of them.
  var holdsMore: Bool { tls?.holdsMore ?? false }

  /// Reads at most one TLS record, which always fits `room`.
  borrowing func read(into room: UnsafeMutableRawBufferPointer) -> Transfer {
    tls?.read(into: room) ?? socket.read(into: room)
  }

  /// Reads what is to be thrown away.
  borrowing func discard(into room: UnsafeMutableRawBufferPointer) -> Transfer {
    socket.read(into: room)
  }

  borrowing func write(_ bytes: UnsafeRawBufferPointer) -> Transfer {
    tls?.write(bytes) ?? socket.write(bytes)
  }

  /// Tells the peer that nothing more comes.
  borrowing func finishWriting() {
    tls?.finishWriting()
    socket.finishWriting()
  }
}
