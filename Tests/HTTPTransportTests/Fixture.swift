import HTTPTransport
import Synchronization

/// A server on a free port of this machine, stopped when the test lets go of it.
final class Fixture: Sendable {
  let server: HTTPServer
  let refusals: Refusals

  /// Answers `METHOD path?query body` unless told otherwise.
  init(
    _ limits: HTTPServerLimits = .init(), loops: Int = 1, tls: TLSConfiguration? = nil,
    handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse = Fixture.echo
  ) throws {
    let refusals = Refusals()
    self.refusals = refusals
    server = try HTTPServer(
      listen: ListenAddress(parsing: "127.0.0.1:0"), limits: limits, loops: loops, tls: tls,
      refusal: { refusal in
        refusals.add(refusal)
        return HTTPResponse(status: refusal.status, body: Array(refusal.code.utf8))
      }, handler: handler)
    try server.start()
  }

  deinit { server.stop(drainSeconds: 0) }

  func connect() throws -> Client { try Client(server.address) }

  /// Sends on a connection of its own and finishes writing: all answers.
  func exchange(_ text: String) throws -> [Answer] {
    let client = try connect()
    client.send(text)
    client.finishWriting()
    return try client.answersToEnd()
  }

  @Sendable static func echo(_ request: HTTPRequest) async -> HTTPResponse {
    let query = request.query.map { "?\($0)" } ?? ""
    let body = String(decoding: request.body, as: UTF8.self)
    return HTTPResponse(
      status: 200, headers: HTTPHeaders([("Content-Type", "text/plain")]),
      body: Array("\(request.method) \(request.path)\(query) \(body)".utf8))
  }
}

/// The refusals a server made.
final class Refusals: Sendable {
  private let all = Mutex<[Refusal]>([])
  func add(_ refusal: Refusal) { all.withLock { $0.append(refusal) } }
  var codes: [String] { all.withLock { $0.map(\.code) } }
}

/// Lets handlers wait until the test says go, and tells the test how many wait.
final class Gate: Sendable {
  private struct Contents {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var arrivals = 0
    var watchers: [(count: Int, resume: CheckedContinuation<Void, Never>)] = []
  }
  private let contents = Mutex(Contents())

  /// Waits until `open`.
  func pass() async {
    await withCheckedContinuation { continuation in
      let ready = contents.withLock { contents in
        contents.arrivals += 1
        if !contents.isOpen { contents.waiting.append(continuation) }
        let ready = contents.watchers.filter { $0.count <= contents.arrivals }
        contents.watchers.removeAll { $0.count <= contents.arrivals }
        return ready.map(\.resume) + (contents.isOpen ? [continuation] : [])
      }
      for one in ready { one.resume() }
    }
  }

  /// Waits until `count` handlers have arrived.
  func arrived(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = contents.withLock { contents in
        if contents.arrivals < count { contents.watchers.append((count, continuation)) }
        return contents.arrivals >= count
      }
      if isThere { continuation.resume() }
    }
  }

  func open() {
    let waiting = contents.withLock { contents in
      contents.isOpen = true
      defer { contents.waiting = [] }
      return contents.waiting
    }
    for one in waiting { one.resume() }
  }
}
