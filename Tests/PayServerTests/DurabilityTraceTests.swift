import Foundation
import TestSupport
import Testing

/// Reads the system calls of the server: no answer leaves before its commit is synchronized.
@Suite struct `Durability` {
  private static let strace = "/usr/bin/strace"

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: strace)))
  func `each answer comes after fdatasync`() throws {
    let data = try TemporaryDirectory()
    let server = try ServerProcess(data: data)
    let trace = data.file("trace")
    let tracer = try ChildProcess(
      Self.strace,
      [
        "-f", "-qq", "-s", "64", "-o", trace, "-p", "\(server.id)", "-e",
        "trace=fdatasync,fsync,read,readv,recvfrom,recvmsg,write,writev,sendto,sendmsg",
      ])
    // The tracer is attached once a request shows up in its file.
    let deadline = Date(timeIntervalSinceNow: 20)
    while ((try? Data(contentsOf: URL(fileURLWithPath: trace))) ?? Data()).isEmpty {
      try #require(tracer.isRunning && Date() < deadline, "strace may not attach here")
      _ = try server.call("GET", "/livez", credential: "")
    }
    for number in 0..<10 {
      let answer = try server.call(
        "POST", "/v1/purchase-intents", body: #"{"offer":"some-product","segment":0}"#,
        key: "trace-\(number)")
      #expect(answer.status == 201)
    }
    // The tracer ends, and its file is complete, when the server is gone.
    #expect(server.end(SIGTERM) == 0)
    tracer.wait()
    let lines = String(decoding: try Data(contentsOf: URL(fileURLWithPath: trace)), as: UTF8.self)
    var isSynchronized = false
    var answers: [Bool] = []
    for line in lines.split(separator: "\n") {
      if line.contains(#""POST /v1/purchase-intents"#) { isSynchronized = false }
      if line.contains("sync(") || line.contains("sync resumed"), line.hasSuffix("= 0") {
        isSynchronized = true
      }
      if line.contains(#""HTTP/1.1 201"#) {
        answers.append(isSynchronized)
        isSynchronized = false
      }
    }
    #expect(answers == [Bool](repeating: true, count: 10))
  }
}
