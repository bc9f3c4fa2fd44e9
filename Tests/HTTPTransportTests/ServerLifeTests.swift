import Glibc
import HTTPTransport
import Synchronization
import Testing

@Suite struct `A server under strain` {
  /// Deadlines so short that a test need not wait for them, and one long.
  static func limits(_ change: (inout HTTPServerLimits) -> Void) -> HTTPServerLimits {
    var limits = HTTPServerLimits()
    change(&limits)
    return limits
  }

  @Test(arguments: ["G", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: x\r\n\r"])
  func `refuses a header that does not arrive in time`(_ half: String) throws {
    let fixture = try Fixture(Self.limits { $0.headerSeconds = 0.05 })
    let client = try fixture.connect()
    client.send(half)
    #expect(try client.answersToEnd().map(\.status) == [408])
    #expect(fixture.refusals.codes == ["request_timeout"])
  }

  @Test(arguments: [
    RequestCase.post("Content-Length: 7", body: "123456"),
    RequestCase.post("Transfer-Encoding: chunked", body: "7\r\n1234567\r\n0\r\n"),
  ]) func `refuses a body that does not arrive in time`(_ half: String) throws {
    let fixture = try Fixture(Self.limits { $0.bodySeconds = 0.05 })
    let client = try fixture.connect()
    client.send(half)
    #expect(try client.answersToEnd().map(\.status) == [408])
  }

  @Test func `cuts off a client that drips`() throws {
    let fixture = try Fixture(Self.limits { $0.headerSeconds = 0.1 })
    let client = try fixture.connect()
    let start = ContinuousClock.now
    client.send("GET / HTTP/1.1\r\nHost: x\r\n")
    while ContinuousClock.now - start < .seconds(8), fixture.refusals.codes.isEmpty {
      client.send("A")
      usleep(2000)
    }
    #expect(fixture.refusals.codes == ["request_timeout"])
    #expect(try client.answersToEnd().map(\.status) == [408])
  }

  @Test func `closes an idle connection without a word, before and after a request`() throws {
    let fixture = try Fixture(Self.limits { $0.idleSeconds = 0.05 })
    let silent = try fixture.connect()
    #expect(try silent.isClosedByServer())
    let client = try fixture.connect()
    client.send(RequestCase.get)
    _ = try client.answer()
    #expect(try client.isClosedByServer())
    #expect(fixture.refusals.codes == [])
  }

  @Test func `sets no deadline while the handler works`() async throws {
    let gate = Gate()
    let fixture = try Fixture(
      Self.limits {
        $0.headerSeconds = 0.02
        $0.bodySeconds = 0.02
        $0.idleSeconds = 0.02
      }
    ) { _ in
      await gate.pass()
      return HTTPResponse(status: 200)
    }
    let client = try fixture.connect()
    client.send(RequestCase.get)
    await gate.arrived(1)
    // A second connection is closed as idle: so much time has passed for the first one too.
    for _ in 0..<3 { #expect(try fixture.connect().isClosedByServer()) }
    gate.open()
    #expect(try client.answer().status == 200)
  }

  @Test func `cuts off a client that does not read its answer`() throws {
    let body = [UInt8](repeating: 0x61, count: 16 << 20)
    // One second is added for each 64 KiB, so the time allowed is made negative here.
    let fixture = try Fixture(Self.limits { $0.writeSeconds = -255.95 }) { _ in
      HTTPResponse(status: 200, body: body)
    }
    let client = try fixture.connect()
    client.send(RequestCase.get)
    usleep(400_000)
    #expect(throws: Client.ClientError.self) { try client.answer() }
  }

  @Test func `closes a refused client that never stops sending`() throws {
    let fixture = try Fixture(Self.limits { $0.lingerBytes = 100_000 })
    let client = try fixture.connect()
    client.send("nonsense\r\n")
    client.send([UInt8](repeating: 0x61, count: 64 << 20))
    #expect(fixture.refusals.codes == ["bad_request_line"])
  }

  @Test func `turns away connections over its bound, and takes others when one goes`() throws {
    let fixture = try Fixture(Self.limits { $0.connections = 2 })
    var first: Client? = try fixture.connect()
    let second = try fixture.connect()
    for client in [first, second] {
      client?.send(RequestCase.get)
      #expect(try client?.answer().status == 200)
    }
    let third = try fixture.connect()
    #expect(try third.answersToEnd().map(\.status) == [503])
    #expect(fixture.refusals.codes == ["too_many_connections"])
    first = nil
    #expect(try Self.retry { try fixture.exchange(RequestCase.get).first?.status == 200 })
    second.send(RequestCase.get)
    #expect(try second.answer().status == 200)
  }

  @Test func `bounds the connections of one address`() throws {
    let fixture = try Fixture(Self.limits { $0.connectionsPerAddress = 1 })
    let client = try fixture.connect()
    client.send(RequestCase.get)
    _ = try client.answer()
    #expect(try fixture.connect().answersToEnd().map(\.status) == [503])
  }

  @Test func `serves others beside 5,000 slow connections`() throws {
    let fixture = try Fixture(loops: 2)
    let slow = try (0..<5000).map { _ in
      let client = try fixture.connect()
      client.send("GET / HT")
      return client
    }
    for _ in 0..<20 { #expect(try fixture.exchange(RequestCase.get).first?.status == 200) }
    for client in slow.prefix(20) {
      client.send("TP/1.1\r\nHost: x\r\n\r\n")
      #expect([200, 408].contains(try client.answer().status))
    }
  }

  @Test func `drops the answer to a client that has gone, and keeps its place until then`()
    async throws
  {
    let gate = Gate()
    let fixture = try Fixture(Self.limits { $0.connections = 1 }) { request in
      if request.path == "/slow" { await gate.pass() }
      return await Fixture.echo(request)
    }
    let lost = try fixture.connect()
    lost.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
    await gate.arrived(1)
    lost.reset()
    #expect(try fixture.connect().answersToEnd().map(\.status) == [503])
    gate.open()
    #expect(
      try Self.retry {
        try fixture.exchange(RequestCase.get).map(\.body) == ["GET /ok "]
      })
  }

  @Test func `never gives a late answer to another connection`() async throws {
    let gate = Gate()
    let fixture = try Fixture { request in
      if request.path == "/slow" { await gate.pass() }
      return await Fixture.echo(request)
    }
    var lost: [Client] = []
    for _ in 0..<20 {
      let client = try fixture.connect()
      client.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
      lost.append(client)
    }
    await gate.arrived(20)
    for client in lost { client.reset() }
    // These take the slots of the lost ones.
    let others = try (0..<20).map { _ in try fixture.connect() }
    for client in others {
      client.send(RequestCase.get)
      #expect(try client.answer().body == "GET /ok ")
      client.send("GET /half HTTP/1.1\r\n")
    }
    gate.open()
    for client in others {
      client.send("Host: x\r\n\r\n")
      #expect(try client.answer().body == "GET /half ")
    }
  }

  /// Tries until `body` is true; at most 5 seconds.
  static func retry(_ body: () throws -> Bool) throws -> Bool {
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .seconds(5) {
      if try body() { return true }
      usleep(5000)
    }
    return false
  }
}

typealias ServerStrain = `A server under strain`
