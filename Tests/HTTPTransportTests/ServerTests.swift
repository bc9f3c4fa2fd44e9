import Glibc
import HTTPTransport
import Synchronization
import Testing

@Suite struct `A server` {
  @Test func `answers several requests on one connection, in order`() throws {
    let fixture = try Fixture()
    let client = try fixture.connect()
    client.send("GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n")
    client.send(RequestCase.post("Content-Length: 3", body: "abc"))
    #expect(try client.answer().body == "GET /1 ")
    #expect(try client.answer().body == "GET /2 ")
    let last = try client.answer()
    #expect(last.body == "POST /p abc")
    #expect(last["content-length"] == "11")
    #expect(last["Content-Type"] == "text/plain")
    #expect(last["Date"]?.hasSuffix(" GMT") == true)
    #expect(last["Connection"] == nil)
  }

  @Test func `answers requests sent ahead in order, however long each takes`() async throws {
    let gate = Gate()
    let fixture = try Fixture { request in
      if request.path == "/1" { await gate.pass() }
      return await Fixture.echo(request)
    }
    let client = try fixture.connect()
    client.send((1...50).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
    await gate.arrived(1)
    gate.open()
    for number in 1...50 { #expect(try client.answer().body == "GET /\(number) ") }
  }

  @Test func `answers what is sent ahead beyond its bound`() async throws {
    var limits = HTTPServerLimits()
    limits.pipelineBytes = 1000
    let gate = Gate()
    let fixture = try Fixture(limits) { request in
      if request.path == "/first" { await gate.pass() }
      return HTTPResponse(status: 200)
    }
    let client = try fixture.connect()
    client.send("GET /first HTTP/1.1\r\nHost: x\r\n\r\n")
    await gate.arrived(1)
    client.send(String(repeating: RequestCase.get, count: 2000))
    gate.open()
    for _ in 0...2000 { #expect(try client.answer().status == 200) }
  }

  @Test func `answers a request that comes byte by byte`() throws {
    let fixture = try Fixture()
    let client = try fixture.connect()
    for byte in RequestCase.get.utf8 { client.send([byte]) }
    #expect(try client.answer().status == 200)
  }

  @Test func `answers a client that has stopped sending`() async throws {
    let gate = Gate()
    let fixture = try Fixture { _ in
      await gate.pass()
      return HTTPResponse(status: 200)
    }
    let client = try fixture.connect()
    client.send(RequestCase.get)
    client.finishWriting()
    await gate.arrived(1)
    gate.open()
    #expect(try client.answersToEnd().map(\.status) == [200])
  }

  @Test func `refuses half a request whose client has stopped sending`() throws {
    let fixture = try Fixture()
    let answers = try fixture.exchange(RequestCase.get + "GET /b HTTP/1.1\r\nHo")
    #expect(answers.map(\.status) == [200, 400])
    #expect(fixture.refusals.codes == ["incomplete_request"])
  }

  @Test func `takes a chunked body and gives leave for it`() throws {
    let fixture = try Fixture()
    let client = try fixture.connect()
    client.send(RequestCase.post("Expect: 100-continue", "Transfer-Encoding: chunked", body: ""))
    #expect(try client.answer().status == 100)
    client.send("3\r\nabc\r\n")
    client.send("0\r\n\r\n")
    #expect(try client.answer().body == "POST /p abc")
  }

  @Test func `gives no leave for a body that is too large`() throws {
    let fixture = try Fixture()
    let client = try fixture.connect()
    client.send(RequestCase.post("Expect: 100-continue", "Content-Length: 99999", body: ""))
    let answers = try client.answersToEnd()
    #expect(answers.map(\.status) == [413])
    #expect(answers.first?["Connection"] == "close")
    #expect(answers.first?.body == "body_too_large")
  }

  @Test func `answers HEAD with the length and no body`() throws {
    let fixture = try Fixture()
    let client = try fixture.connect()
    client.send("HEAD /a HTTP/1.1\r\nHost: x\r\n\r\n" + RequestCase.get)
    let head = try client.answer(isHead: true)
    #expect(head["Content-Length"] == "8")
    #expect(try client.answer().body == "GET /ok ")
  }

  @Test func `closes after HTTP-1.0, and when either side asks`() throws {
    let fixture = try Fixture { request in
      let headers = HTTPHeaders(request.path == "/bye" ? [("Connection", "close")] : [])
      return HTTPResponse(status: 200, headers: headers)
    }
    for text in [
      "GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
      "GET /bye HTTP/1.1\r\nHost: x\r\n\r\n",
    ] {
      let client = try fixture.connect()
      client.send(text + RequestCase.get)
      let answers = try client.answersToEnd()
      #expect(answers.map(\.status) == [200])
      #expect(answers.first?["Connection"] == "close")
    }
  }

  @Test(arguments: RequestCase.refused)
  func `refuses, closes, and lets the client read why`(_ row: RequestCase) throws {
    let fixture = try Fixture()
    let client = try fixture.connect()
    client.send(row.bytes)
    let answers = try client.answersToEnd()
    #expect(answers.map(\.status) == [row.status])
    #expect(answers.first?.body == row.refusal)
    #expect(fixture.refusals.codes == [row.refusal])
  }

  @Test(arguments: [
    ("A\r\nB", "c", 200), ("A", "b\r\nSet-Cookie: c", 200), ("A", "b\nc", 200), ("A", "b\0", 200),
    ("", "b", 200), ("A b", "c", 200), ("A", "b", 199), ("A", "b", 600), ("A", "b", -1),
  ]) func `answers 500 rather than send what breaks the framing`(
    _ name: String, _ value: String, _ status: Int
  ) throws {
    let fixture = try Fixture { _ in
      HTTPResponse(status: status, headers: HTTPHeaders([(name, value)]), body: [1, 2])
    }
    let client = try fixture.connect()
    client.send(RequestCase.get)
    let answer = try client.answer()
    #expect(answer.status == 500)
    #expect(answer.body == "invalid_answer")
    #expect(answer.fields.map(\.name) == ["Date", "Content-Length"])
  }

  @Test func `writes its own framing fields and not the handler's`() throws {
    let fixture = try Fixture { _ in
      HTTPResponse(
        status: 200,
        headers: HTTPHeaders([
          ("content-length", "99"), ("Transfer-Encoding", "chunked"), ("date", "x"), ("A", "b"),
        ]), body: [0x61])
    }
    let client = try fixture.connect()
    client.send(RequestCase.get)
    let answer = try client.answer()
    #expect(answer.fields.map(\.name) == ["Date", "A", "Content-Length"])
    #expect(answer.body == "a")
  }

  @Test func `sends no body with 204`() throws {
    let fixture = try Fixture { request in
      HTTPResponse(status: request.path == "/ok" ? 204 : 200, body: [0x61])
    }
    let client = try fixture.connect()
    client.send(RequestCase.get + "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try client.answer()["Content-Length"] == nil)
    #expect(try client.answer().body == "a")
  }

  @Test func `sends a large answer to a client that reads late`() throws {
    let body = [UInt8](repeating: 0x61, count: 8 << 20)
    let fixture = try Fixture { _ in HTTPResponse(status: 200, body: body) }
    let client = try fixture.connect()
    client.send(RequestCase.get)
    #expect(try fixture.exchange(RequestCase.get).first?.body.utf8.count == body.count)
    #expect(try client.answer().body.utf8.count == body.count)
  }

  @Test func `does not start on a port that another server has`() throws {
    let fixture = try Fixture()
    #expect(throws: HTTPServerError.addressInUse(fixture.server.address.description)) {
      try HTTPServer(
        listen: fixture.server.address, refusal: { HTTPResponse(status: $0.status) },
        handler: Fixture.echo)
    }
    #expect(throws: HTTPServerError.alreadyStarted) { try fixture.server.start() }
  }

  @Test(arguments: [
    ("127.0.0.1:8080", true), ("127.1.2.3:0", true), ("[::1]:65535", true), ("0.0.0.0:1", false),
    ("localhost:80", true), ("[::]:80", false), ("10.0.0.1:80", false),
  ]) func `reads an address to listen on`(_ text: String, _ isLoopback: Bool) throws {
    let address = try ListenAddress(parsing: text)
    #expect(address.isLoopback == isLoopback)
    #expect(address.description == (text == "localhost:80" ? "127.0.0.1:80" : text))
  }

  @Test(arguments: [
    "", ":80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:+1", "::1:80", "[::1]",
    "[127.0.0.1]:80", "example.com:80", "127.0.0.1:8o", "[]:80", "127.0.0.1:000080",
  ]) func `refuses what is no address`(_ text: String) {
    #expect(throws: HTTPServerError.invalidListenAddress(text)) {
      try ListenAddress(parsing: text)
    }
  }
}
