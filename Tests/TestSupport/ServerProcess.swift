import Foundation

/// A real PayServer on a free loopback port, with keys of its own; killed when the value goes.
package final class ServerProcess {
  package let port: UInt16
  package let apiKey: String
  private let process: ChildProcess
  private let log: String

  package var id: Int32 { process.id }

  /// Starts PayServer on the data folder, making its keys if there are none.
  package init(data: TemporaryDirectory, arguments: [String] = []) throws {
    let keys = data.file("api-key")
    if !FileManager.default.fileExists(atPath: keys) {
      let template = try KeyTemplate.made()
      try template.write(to: data.path)
      try Data(template.apiKey.utf8).write(to: URL(fileURLWithPath: keys))
    }
    apiKey = String(decoding: try Data(contentsOf: URL(fileURLWithPath: keys)), as: UTF8.self)
    log = data.file("server-\(UUID().uuidString).log")
    try Data().write(to: URL(fileURLWithPath: log))
    process = try ChildProcess(
      binaryDirectory + "/PayServer",
      ["--data", data.path, "--listen", "127.0.0.1:0"] + arguments, errors: log,
      directory: packageRoot)
    port = try Self.waitForPort(log, process)
  }

  /// What the server has logged so far, a JSON object a line.
  package var logText: String {
    get throws { String(decoding: try Data(contentsOf: URL(fileURLWithPath: log)), as: UTF8.self) }
  }

  /// Sends a signal and waits for the end; the exit status, or the signal that ended it.
  @discardableResult
  package func end(_ signal: Int32) -> Int32 {
    process.send(signal)
    return process.wait()
  }

  /// Sends a signal without waiting.
  package func send(_ signal: Int32) { process.send(signal) }

  package func waitForExit() -> Int32 {
    process.wait()
  }

  /// A request with the API key.
  package func call(
    _ method: String, _ target: String, body: String? = nil, key: String? = nil,
    credential: String? = nil
  ) throws -> HTTPAnswer {
    try HTTPConnection(port: port).request(
      method, target, headers: headers(key: key, credential: credential), body: body)
  }

  /// The headers of a request with the API key, or another credential; "" for none.
  package func headers(key: String? = nil, credential: String? = nil) -> [(String, String)] {
    var headers: [(String, String)] = []
    let credential = credential ?? apiKey
    if !credential.isEmpty { headers.append(("Authorization", "Bearer " + credential)) }
    if let key { headers.append(("Idempotency-Key", key)) }
    return headers
  }

  private static func waitForPort(_ log: String, _ process: ChildProcess) throws -> UInt16 {
    let deadline = Date(timeIntervalSinceNow: 20)
    while Date() < deadline {
      let text = String(
        decoding: try Data(contentsOf: URL(fileURLWithPath: log)), as: UTF8.self)
      if let place = text.range(of: "://127.0.0.1:") {
        let digits = text[place.upperBound...].prefix { $0.isNumber }
        if let port = UInt16(digits) { return port }
      }
      guard process.isRunning else { throw NoAnswer(description: "PayServer ended: \(text)") }
      usleep(5000)
    }
    throw NoAnswer(description: "PayServer does not listen")
  }
}
