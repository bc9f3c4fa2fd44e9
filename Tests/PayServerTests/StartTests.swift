import Foundation
import TestSupport
import Testing

/// What keeps PayServer from starting, and what it then says.
@Suite struct `Start of PayServer` {
  private let data: TemporaryDirectory

  init() throws { data = try TemporaryDirectory() }

  private func start(_ arguments: [String]) throws -> Finished {
    try runInTime(
      binaryDirectory + "/PayServer",
      ["--data", data.path, "--listen", "127.0.0.1:0"] + arguments)
  }

  private func lines(_ finished: Finished) -> [Substring] {
    finished.errors.split(separator: "\n")
  }

  @Test(
    arguments: [
      ["--listen", "0.0.0.0:0"], ["--key-rate", "0"], ["--nonsense"], ["--tls-cert", "c.pem"],
      ["--store", "postgres"],
    ])
  func `a command line that is refused ends with 2 and one line`(arguments: [String]) throws {
    let finished = try start(arguments)
    #expect(finished.status == 2)
    #expect(lines(finished).count == 1)
    #expect(finished.errors.hasPrefix("PayServer: "))
    #expect(finished.output.isEmpty)
  }

  @Test func `missing keys end with 4 and name the command that makes them`() throws {
    let finished = try start([])
    #expect(finished.status == 4)
    #expect(finished.errors.contains("paytool keys generate"))
    #expect(lines(finished).count == 1)
  }

  @Test func `a busy port ends with 5 and names the address`() throws {
    let first = try ServerProcess(data: try TemporaryDirectory())
    try KeyTemplate.made().write(to: data.path)
    let finished = try start(["--listen", "127.0.0.1:\(first.port)"])
    #expect(finished.status == 5)
    #expect(finished.errors.contains("127.0.0.1:\(first.port)"))
    #expect(lines(finished).count == 1)
    #expect(try first.call("GET", "/livez", credential: "").status == 200)
  }

  @Test func `a broken configuration ends with 1 and tells every fault`() throws {
    let folder = data.file("config")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let sample = URL(fileURLWithPath: packageRoot + "/merchant-config")
    let changes = [
      "merchant.json": [("\"US\"", "\"us\""), ("shop.example", " ")],
      "offers.json": [("\"5.00\"", "\"5.0001\""), ("\"defaultSegment\": 0", "\"x\": 0")],
    ]
    for (name, changes) in changes {
      var text = try String(contentsOf: sample.appendingPathComponent(name), encoding: .utf8)
      for (old, new) in changes {
        try #require(text.contains(old))
        text = text.replacingOccurrences(of: old, with: new)
      }
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    }
    let finished = try start(["--config", folder])
    #expect(finished.status == 1)
    for pointer in ["/countryCode", "/domainName", "/offers/0/x", "/offers/0/segments/0"] {
      #expect(lines(finished).contains { $0.contains(pointer) }, "\(pointer): \(finished.errors)")
    }
    #expect(lines(finished).count == 4)
    #expect(lines(finished).allSatisfy { $0.hasPrefix("PayServer: ") })
  }

  @Test func `a configuration folder that is not there ends with 5 and is named`() throws {
    let finished = try start(["--config", data.file("nowhere")])
    #expect(finished.status == 5)
    #expect(finished.errors.contains(data.file("nowhere")))
  }

  @Test func `help and version go to standard output`() throws {
    let help = try start(["--help"])
    #expect(help.status == 0)
    #expect(help.output.hasPrefix("PayServer "))
    #expect(help.errors.isEmpty)
    let version = try start(["--version"])
    #expect(version.status == 0)
    #expect(version.output.split(separator: "\n").count == 1)
  }
}

/// TLS as a client of another make sees it.
@Suite struct `TLS of PayServer` {
  private static let isPossible = ["/usr/bin/curl", "/usr/bin/openssl"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(.enabled(if: isPossible))
  func `curl trusts the given certificate, no other, and gets no plain answer`() throws {
    let data = try TemporaryDirectory()
    let (certificate, key) = (data.file("tls-cert.pem"), data.file("tls-key.pem"))
    let made = try runInTime(
      "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", key, "-out", certificate, "-days", "1", "-subj", "/CN=localhost", "-addext",
        "subjectAltName=IP:127.0.0.1",
      ])
    try #require(made.status == 0, "\(made.errors)")
    let server = try ServerProcess(
      data: data, arguments: ["--tls-cert", certificate, "--tls-key", key])
    func curl(_ arguments: [String], scheme: String = "https") throws -> Finished {
      try runInTime(
        "/usr/bin/curl",
        ["--silent", "--max-time", "20", "--noproxy", "*"] + arguments
          + ["\(scheme)://127.0.0.1:\(server.port)/livez"])
    }
    let trusting = try curl(["--cacert", certificate])
    #expect(trusting.status == 0)
    #expect(trusting.output == "ok\n")
    // 60: the peer's certificate cannot be verified.
    #expect(try curl([]).status == 60)
    let plain = try curl([], scheme: "http")
    #expect(!plain.output.contains("ok"))
    #expect(server.end(SIGTERM) == 0)
  }

  @Test func `a private key that is not there ends with 4 and is named`() throws {
    let data = try TemporaryDirectory()
    try KeyTemplate.made().write(to: data.path)
    let missing = data.file("missing.pem")
    let finished = try runInTime(
      binaryDirectory + "/PayServer",
      [
        "--data", data.path, "--listen", "127.0.0.1:0", "--tls-cert", missing, "--tls-key",
        missing,
      ])
    #expect(finished.status == 4)
    #expect(finished.errors.contains(missing))
  }
}
