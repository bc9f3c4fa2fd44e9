import Glibc
import HTTPTransport

/// A blocking client socket for tests; no call waits longer than its timeout.
final class Client {
  private let descriptor: Int32
  private var received: [UInt8] = []

  init(_ address: ListenAddress, timeout: Int = 10) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var limit = timeval(tv_sec: timeout, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = address.port.bigEndian
    inet_pton(AF_INET, "127.0.0.1", &name.sin_addr)
    let result = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw ClientError.refused(errno) }
  }

  deinit { close(descriptor) }

  enum ClientError: Error { case refused(Int32), timedOut, closedEarly, notAnAnswer(String) }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// Sends what it can; a peer that is gone is no error, the answer tells.
  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return }
      sent += count
    }
  }

  func finishWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Closes so that the peer sees a reset at once.
  func reset() {
    var hard = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Reads one answer. `isHead`: it has a length and no body.
  func answer(isHead: Bool = false) throws -> Answer {
    while true {
      if let (answer, used) = try Answer.parse(received, isHead: isHead) {
        received.removeFirst(used)
        return answer
      }
      guard try fill() else { throw ClientError.closedEarly }
    }
  }

  /// Whether the server closes without sending anything more.
  func isClosedByServer() throws -> Bool {
    try received.isEmpty && !fill()
  }

  /// All answers until the server closes.
  func answersToEnd() throws -> [Answer] {
    while try fill() {}
    var answers: [Answer] = []
    while !received.isEmpty {
      guard let (answer, used) = try Answer.parse(received, isHead: false) else {
        throw ClientError.closedEarly
      }
      received.removeFirst(used)
      answers.append(answer)
    }
    return answers
  }

  private func fill() throws -> Bool {
    var room = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &room, room.count, 0)
    if count < 0 && errno == EAGAIN { throw ClientError.timedOut }
    if count <= 0 { return false }
    received.append(contentsOf: room[..<count])
    return true
  }
}

/// One answer as the client saw it.
struct Answer {
  let status: Int
  let fields: [(name: String, value: String)]
  let body: String

  subscript(name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  static func parse(_ bytes: [UInt8], isHead: Bool) throws -> (Answer, used: Int)? {
    guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: "\r\n\r\n".utf8) })
    else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
    let first = lines[0].split(separator: " ")
    guard first.count >= 2, first[0] == "HTTP/1.1", let status = Int(first[1]) else {
      throw Client.ClientError.notAnAnswer(String(lines[0]))
    }
    let fields = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (name: String(parts[0]), value: String(parts[1].drop { $0 == " " }))
    }
    let length = fields.first { $0.name == "Content-Length" }.flatMap { Int($0.value) } ?? 0
    let start = end + 4
    let used = isHead ? start : start + length
    guard bytes.count >= used else { return nil }
    let body = String(decoding: bytes[start..<used], as: UTF8.self)
    return (Answer(status: status, fields: fields, body: body), used)
  }
}
