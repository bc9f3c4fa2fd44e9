import Glibc
import PaySystem
import Synchronization
import TestSupport

/// Stands between a client and a server's Unix socket, and cuts the first connection that sends
/// some words: before the server sees them, or before the client sees the answer.
final class PostgresProxy: Sendable {
  enum Cut: Sendable { case beforeServer, beforeClient }

  private let folder: TemporaryDirectory
  private let listener: Int32
  private let target: String
  private let words: [UInt8]
  private let cut: Cut
  private let atCut: @Sendable () -> Void
  /// Whether the words have been seen, and whether it is done.
  private let state = Mutex((isSeen: false, isDone: false))

  /// The folder in which clients find the socket.
  var socketFolder: String { folder.path }

  var hasCut: Bool { state.withLock { $0.isDone } }

  /// `atCut` runs before the client notices.
  init(
    to target: String, cutting cut: Cut, at words: String,
    _ atCut: @escaping @Sendable () -> Void = {}
  ) throws {
    folder = try TemporaryDirectory()
    self.target = target + "/.s.PGSQL.5432"
    self.words = Array(words.utf8)
    self.cut = cut
    self.atCut = atCut
    listener = try listening(at: folder.file(".s.PGSQL.5432"))
    Thread.start { [self] in accept() }
  }

  /// Takes no more connections; the value goes when the last one ends.
  func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  deinit { close(listener) }

  private func accept() {
    while true {
      let client = Glibc.accept(listener, nil, nil)
      guard client >= 0 else { return }
      let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      guard withAddress(target, { connect(server, $0, $1) }) == 0 else {
        close(client)
        close(server)
        continue
      }
      let pair = Pair(client: client, server: server)
      Thread.start { [self] in
        pump(from: client, to: server) { [self] in self.passToServer($0) }
        pair.end()
      }
      Thread.start { [self] in
        pump(from: server, to: client) { [self] _ in self.passToClient() }
        pair.end()
      }
    }
  }

  private func pump(from: Int32, to: Int32, _ passes: ([UInt8]) -> Bool) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(from, &buffer, buffer.count, 0)
      guard count > 0, passes(Array(buffer[..<count])) else { return }
      guard send(to, buffer, count, Int32(MSG_NOSIGNAL)) == count else { return }
    }
  }

  private func passToServer(_ bytes: [UInt8]) -> Bool {
    let isNow = state.withLock { state -> Bool in
      guard !state.isSeen, bytes.firstRange(of: words) != nil else { return false }
      state.isSeen = true
      if cut == .beforeServer { state.isDone = true }
      return cut == .beforeServer
    }
    if isNow { atCut() }
    return !isNow
  }

  private func passToClient() -> Bool {
    let isNow = state.withLock { state -> Bool in
      guard cut == .beforeClient, state.isSeen, !state.isDone else { return false }
      state.isDone = true
      return true
    }
    if isNow { atCut() }
    return !isNow
  }
}

/// Two sockets that end together, and are closed when both directions have ended.
private final class Pair: Sendable {
  private let client: Int32
  private let server: Int32

  init(client: Int32, server: Int32) {
    self.client = client
    self.server = server
  }

  func end() {
    shutdown(client, Int32(SHUT_RDWR))
    shutdown(server, Int32(SHUT_RDWR))
  }

  deinit {
    close(client)
    close(server)
  }
}

/// A Unix socket to which one can connect, and that never answers.
struct SilentSocket {
  private let listener: Int32

  init(_ path: String) throws { listener = try listening(at: path) }

  func close() { Glibc.close(listener) }
}

private func listening(at path: String) throws -> Int32 {
  let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  guard withAddress(path, { bind(listener, $0, $1) }) == 0, listen(listener, 16) == 0 else {
    throw NoCluster("no socket: \(String(cString: strerror(errno)))")
  }
  return listener
}

private func withAddress(
  _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { place in
    for (index, byte) in path.utf8.prefix(place.count - 1).enumerated() { place[index] = byte }
  }
  return withUnsafePointer(to: address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
}
