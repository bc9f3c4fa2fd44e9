import Foundation

/// A TLS server on a free loopback port that demands a client certificate and answers what the test
/// says; ended when the value goes.
package final class GatewayProcess: Sendable {
  package let port: UInt16
  private let folder: TemporaryDirectory
  private let process: ChildProcess

  /// `options` are those of Tests/Peers/gateway.py.
  package init(
    _ certificate: CertificateAuthority.Pair, clientRoot: String, answer: [UInt8],
    options: [String] = []
  ) throws {
    folder = try TemporaryDirectory()
    try Data(answer).write(to: URL(fileURLWithPath: folder.file("answer")))
    let errors = folder.file("errors")
    for name in ["errors", "connections", "requests"] {
      try Data().write(to: URL(fileURLWithPath: folder.file(name)))
    }
    let script = packageRoot + "/Tests/Peers/gateway.py"
    process = try ChildProcess(
      "/usr/bin/env",
      ["python3", script, folder.path, certificate.certificate, certificate.key, clientRoot]
        + options, errors: errors)
    port = try Self.waitForPort(folder.file("port"), errors: errors, process)
  }

  package func answer(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file("answer")), options: .atomic)
  }

  /// An answer with a status and a body.
  package static func answer(status: Int = 200, _ body: [UInt8], head: String = "") -> [UInt8] {
    Array("HTTP/1.1 \(status) X\r\nContent-Length: \(body.count)\r\n\(head)\r\n".utf8) + body
  }

  /// All requests that came, one after the other.
  package var requests: String {
    get throws { String(decoding: try bytes("requests"), as: UTF8.self) }
  }

  /// How often somebody connected.
  package var connections: Int { get throws { try bytes("connections").count } }

  private func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file(name))))
  }

  private static func waitForPort(
    _ path: String, errors: String, _ process: ChildProcess
  ) throws -> UInt16 {
    let deadline = Date(timeIntervalSinceNow: 30)
    while Date() < deadline {
      if let text = try? String(contentsOfFile: path, encoding: .utf8),
        let port = UInt16(text.prefix { $0.isNumber })
      {
        return port
      }
      guard process.isRunning else {
        let words = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
        throw NoAnswer(description: "the gateway ended: \(words)")
      }
      usleep(5000)
    }
    throw NoAnswer(description: "the gateway does not listen")
  }
}
