import HTTPTransport
import Synchronization
import TestSupport
import Testing

@Suite struct `A server under TLS` {
  /// A certificate for localhost that signs itself, its key, and another key.
  struct Identity {
    let folder: TemporaryDirectory
    var certificate: String { folder.file("certificate.pem") }
    var key: String { folder.file("key.pem") }

    init() throws {
      folder = try TemporaryDirectory()
      let result = try run(
        "/usr/bin/openssl",
        [
          "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
          "-subj", "/CN=localhost", "-days", "2", "-keyout", folder.file("key.pem"), "-out",
          folder.file("certificate.pem"),
        ])
      try #require(result.status == 0, "\(result.errors)")
    }

    var configuration: TLSConfiguration {
      get throws { try TLSConfiguration(certificatePath: certificate, privateKeyPath: key) }
    }
  }

  /// What `openssl s_client` reads after it sent `text`; nil if no connection came about.
  static func exchange(
    _ fixture: Fixture, _ identity: Identity, _ text: String, _ options: String...
  ) throws -> [Answer]? {
    let arguments =
      [
        "s_client", "-connect", fixture.server.address.description, "-quiet", "-ign_eof",
        "-CAfile", identity.certificate, "-verify_return_error", "-servername", "localhost",
      ] + options
    let result = try run("/usr/bin/openssl", arguments, input: Array(text.utf8))
    var bytes = result.standardOutput
    if bytes.isEmpty { return nil }
    var answers: [Answer] = []
    while !bytes.isEmpty {
      guard let (answer, used) = try Answer.parse(bytes, isHead: false) else {
        throw Client.ClientError.closedEarly
      }
      answers.append(answer)
      bytes.removeFirst(used)
    }
    return answers
  }

  static let last = "GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

  @Test(arguments: ["-tls1_2", "-tls1_3"])
  func `answers requests sent ahead, with large bodies both ways`(_ version: String) throws {
    let identity = try Identity()
    let fixture = try Fixture(tls: identity.configuration) { request in
      let body = request.path == "/last" ? [UInt8](repeating: 0x61, count: 3 << 20) : request.body
      return HTTPResponse(status: 200, body: body)
    }
    let post = RequestCase.post("Content-Length: 60000", body: RequestCase.x(60000))
    let answers = try Self.exchange(fixture, identity, post + RequestCase.get + Self.last, version)
    #expect(answers?.map(\.status) == [200, 200, 200])
    #expect(answers?.map(\.body.utf8.count) == [60000, 0, 3 << 20])
  }

  @Test func `refuses what is wrong and lets the client read why`() throws {
    let identity = try Identity()
    let fixture = try Fixture(tls: identity.configuration)
    let answers = try Self.exchange(
      fixture, identity, RequestCase.post("Content-Length: 131072", body: RequestCase.x(131072)))
    #expect(answers?.map(\.status) == [413])
  }

  @Test func `speaks http-1.1 with a client that offers it among others`() throws {
    let identity = try Identity()
    let fixture = try Fixture(tls: identity.configuration)
    let both = try Self.exchange(fixture, identity, Self.last, "-alpn", "h2,http/1.1")
    #expect(both?.map(\.body) == ["GET /last "])
    #expect(try Self.exchange(fixture, identity, Self.last, "-alpn", "h2") == nil)
    // The server is none the worse for it.
    #expect(try Self.exchange(fixture, identity, Self.last)?.count == 1)
  }

  @Test func `refuses TLS 1.1`() throws {
    let identity = try Identity()
    let fixture = try Fixture(tls: identity.configuration)
    let old = try Self.exchange(
      fixture, identity, Self.last, "-tls1_1", "-cipher", "ALL:@SECLEVEL=0")
    #expect(old == nil)
  }

  @Test(arguments: ["", "\u{16}", "GET / HTTP/1.1\r\nHost: x\r\n\r\n"])
  func `closes a client that makes no handshake in time`(_ text: String) throws {
    var limits = HTTPServerLimits()
    limits.headerSeconds = 0.1
    let identity = try Identity()
    let fixture = try Fixture(limits, tls: identity.configuration)
    let client = try fixture.connect()
    client.send(text)
    let start = ContinuousClock.now
    _ = try? client.answersToEnd()
    #expect(ContinuousClock.now - start < .seconds(9), "the client's own timeout is 10 s")
    #expect(fixture.refusals.codes == [])
  }

  @Test func `answers what is under way when it stops`() throws {
    let identity = try Identity()
    let server = Mutex<HTTPServer?>(nil)
    let stopping = Mutex<Stopping?>(nil)
    // The server holds its handler, and the handler holds both.
    defer {
      server.withLock { $0 = nil }
      stopping.withLock { $0 = nil }
    }
    let fixture = try Fixture(tls: identity.configuration) { request in
      if let server = server.withLock({ $0 }) {
        stopping.withLock { $0 = try? Stopping(server, drainSeconds: 20) }
      }
      return await Fixture.echo(request)
    }
    server.withLock { $0 = fixture.server }
    // The client ends only when the server closes.
    #expect(try Self.exchange(fixture, identity, RequestCase.get)?.map(\.body) == ["GET /ok "])
    #expect(stopping.withLock { $0 }?.cut() == 0)
  }

  @Test func `does not start with an identity that cannot be used`() throws {
    let identity = try Identity()
    let other = try Identity()
    let encrypted = identity.folder.file("encrypted.pem")
    _ = try run(
      "/usr/bin/openssl",
      ["pkey", "-in", identity.key, "-aes256", "-passout", "pass:secret", "-out", encrypted])
    for (certificate, key) in [
      (identity.certificate, other.key), (identity.certificate, identity.certificate),
      (identity.key, identity.key), ("/nowhere", identity.key),
      (identity.certificate, encrypted),
    ] {
      #expect {
        try TLSConfiguration(certificatePath: certificate, privateKeyPath: key)
      } throws: { error in
        (error as? HTTPServerError)?.code == "invalid_tls_identity"
      }
    }
  }
}
