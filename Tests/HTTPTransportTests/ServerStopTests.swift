import Glibc
import HTTPTransport
import Testing

@Suite struct `A server that stops` {
  @Test func `answers 20 half-sent requests whose rest arrives in time`() throws {
    let limits = ServerStrain.limits {
      $0.headerSeconds = 60
      $0.bodySeconds = 60
    }
    let fixture = try Fixture(limits, loops: 2)
    let clients = try (0..<20).map { number in
      let client = try fixture.connect()
      // One answer first, so that the server surely has the connection.
      client.send(RequestCase.get)
      _ = try client.answer()
      client.send(
        number % 2 == 0
          ? "GET /\(number) HTTP/1.1\r\nHo"
          : "POST /\(number) HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na")
      return client
    }
    let idle = try fixture.connect()
    idle.send(RequestCase.get)
    _ = try idle.answer()
    let stopping = try Stopping(fixture.server, drainSeconds: 20)
    #expect(try idle.isClosedByServer())
    for (number, client) in clients.enumerated() {
      client.send(number % 2 == 0 ? "st: x\r\n\r\n" : "bc")
      let answer = try client.answer()
      #expect(answer.body.hasPrefix(number % 2 == 0 ? "GET /\(number) " : "POST /\(number) abc"))
      #expect(answer["Connection"] == "close")
      #expect(try client.isClosedByServer())
    }
    #expect(stopping.cut() == 0)
    #expect(throws: Client.ClientError.self) { try fixture.connect() }
  }

  @Test func `waits for a handler and sends its answer`() async throws {
    let gate = Gate()
    let fixture = try Fixture { _ in
      await gate.pass()
      return HTTPResponse(status: 200)
    }
    let client = try fixture.connect()
    client.send(RequestCase.get)
    await gate.arrived(1)
    let stopping = try Stopping(fixture.server, drainSeconds: 20)
    #expect(try ServerStrain.retry { (try? fixture.connect()) == nil })
    gate.open()
    #expect(try client.answersToEnd().map { $0["Connection"] } == ["close"])
    #expect(stopping.cut() == 0)
  }

  @Test func `cuts what is not done at the deadline and says how many`() async throws {
    let gate = Gate()
    let fixture = try Fixture { _ in
      await gate.pass()
      return HTTPResponse(status: 200)
    }
    let clients = try (0..<3).map { _ in try fixture.connect() }
    for client in clients { client.send(RequestCase.get) }
    await gate.arrived(3)
    #expect(fixture.server.stop(drainSeconds: 0) == 3)
    for client in clients { #expect(try client.isClosedByServer()) }
    // The handlers go on, on their loop, though nobody hears them.
    gate.open()
    #expect(fixture.server.stop(drainSeconds: 0) == 0)
  }

  @Test func `does not count as cut who has its answer and only keeps its end open`() throws {
    let fixture = try Fixture()
    let client = try fixture.connect()
    client.send("GET / HTTP/1.0\r\n\r\n")
    #expect(try client.answer().status == 200)
    #expect(try client.isClosedByServer())
    #expect(fixture.server.stop(drainSeconds: 0) == 0)
  }

  @Test func `stops at once when nothing is open, started or not`() throws {
    let fixture = try Fixture()
    #expect(fixture.server.stop(drainSeconds: 20) == 0)
    let unstarted = try HTTPServer(
      listen: ListenAddress(parsing: "127.0.0.1:0"), loops: 1,
      refusal: { HTTPResponse(status: $0.status) }, handler: Fixture.echo)
    #expect(unstarted.stop(drainSeconds: 20) == 0)
    #expect(throws: HTTPServerError.alreadyStarted) { try unstarted.start() }
  }
}

/// A stop under way on a thread of its own: it blocks, and the tests' threads are few.
final class Stopping: @unchecked Sendable {
  // Sendable: `result` is written by the thread before it ends and read after it was joined.
  private let server: HTTPServer
  private let drainSeconds: Int
  private var result = -1
  private var thread = pthread_t()

  init(_ server: HTTPServer, drainSeconds: Int) throws {
    self.server = server
    self.drainSeconds = drainSeconds
    let argument = Unmanaged.passRetained(self).toOpaque()
    let failure = pthread_create(
      &thread, nil,
      { @Sendable argument in
        guard let argument else { return nil }
        let own = Unmanaged<Stopping>.fromOpaque(argument).takeRetainedValue()
        own.result = own.server.stop(drainSeconds: own.drainSeconds)
        return nil
      }, argument)
    #expect(failure == 0)
  }

  /// Waits for the end of the stop: how many connections were cut.
  func cut() -> Int {
    pthread_join(thread, nil)
    return result
  }
}
