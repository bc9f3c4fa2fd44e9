import Glibc

/// What a server answered.
package struct HTTPAnswer: Sendable {
  package let status: Int
  /// Names in lower case.
  package let headers: [String: String]
  package let body: [UInt8]
  package var text: String { String(decoding: body, as: UTF8.self) }
}

/// Why a request got no answer.
package struct NoAnswer: Error, CustomStringConvertible {
  package let description: String
}

/// A blocking loopback connection with a timeout on every call: a test never hangs.
package final class HTTPConnection {
  private let descriptor: Int32
  private var received: [UInt8] = []

  package init(port: UInt16, timeoutSeconds: Int = 20) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var time = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw NoAnswer(description: "no connection to port \(port)") }
  }

  deinit { close(descriptor) }

  package func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent,
          Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw NoAnswer(description: "the server stopped reading") }
      sent += count
    }
  }

  /// Sends a request and reads its answer.
  package func request(
    _ method: String, _ target: String, headers: [(String, String)] = [], body: String? = nil
  ) throws -> HTTPAnswer {
    try send(Self.bytes(method, target, headers: headers, body: body))
    return try answer(toHead: method == "HEAD")
  }

  /// The bytes of a request with `Host`, and `Content-Type` and `Content-Length` if it has a body.
  package static func bytes(
    _ method: String, _ target: String, headers: [(String, String)] = [], body: String? = nil
  ) -> [UInt8] {
    var text = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    if let body {
      if !headers.contains(where: { $0.0.lowercased() == "content-type" }) {
        text += "Content-Type: application/json\r\n"
      }
      text += "Content-Length: \(body.utf8.count)\r\n"
    }
    return Array((text + "\r\n" + (body ?? "")).utf8)
  }

  /// Reads one answer by its Content-Length.
  package func answer(toHead isHead: Bool = false) throws -> HTTPAnswer {
    let separator = Array("\r\n\r\n".utf8)
    var end: Int?
    while end == nil {
      end = received.firstRange(of: separator)?.upperBound
      if end == nil { try receive() }
    }
    let head = String(decoding: received[..<(end ?? 0)], as: UTF8.self)
    received.removeFirst(end ?? 0)
    let lines = head.split(separator: "\r\n")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = parts.count == 2 ? String(parts[1].dropFirst()) : ""
    }
    let status = Int(lines.first?.split(separator: " ")[1] ?? "") ?? 0
    let length = isHead || status == 100 ? 0 : Int(headers["content-length"] ?? "") ?? 0
    while received.count < length { try receive() }
    let body = Array(received[..<length])
    received.removeFirst(length)
    return HTTPAnswer(status: status, headers: headers, body: body)
  }

  private func receive() throws {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    guard count > 0 else {
      throw NoAnswer(description: count == 0 ? "the server closed" : "no answer in time")
    }
    received += chunk[..<count]
  }
}
