import Glibc
import TestSupport
import Testing

/// Allowances of the running server.
@Suite struct `Rate limits` {
  private let offers = "/v1/offers"

  /// The answers to requests that arrive together, on one connection.
  private func burst(
    _ server: ServerProcess, _ target: String, count: Int, credential: String? = nil
  ) throws -> [HTTPAnswer] {
    let connection = try HTTPConnection(port: server.port)
    let one = HTTPConnection.bytes("GET", target, headers: server.headers(credential: credential))
    try connection.send(Array(repeatElement(one, count: count).joined()))
    return try (0..<count).map { _ in try connection.answer() }
  }

  private func expectRefusal(_ answers: [HTTPAnswer], after allowed: Int) throws {
    #expect(answers.prefix(allowed).allSatisfy { $0.status == 200 })
    #expect(answers.allSatisfy { [200, 429].contains($0.status) })
    let refused = try #require(answers.first { $0.status == 429 })
    #expect(refused.headers["retry-after"] == "1")
    #expect(refused.headers["content-type"] == "application/problem+json")
    let problem = try jsonObject(refused.body)
    #expect(problem["code"] as? String == "rate_limited")
    #expect(problem["status"] as? Int == 429)
    #expect(problem["requestId"] as? String == refused.headers["request-id"])
  }

  @Test func `a key that asks too often is told when to come again, other keys are not`() throws {
    let data = try TemporaryDirectory()
    let server = try ServerProcess(data: data, arguments: ["--key-rate", "3"])
    let open = try burst(server, "/livez", count: 40)
    #expect(open.allSatisfy { $0.status == 200 })
    try expectRefusal(try burst(server, offers, count: 40), after: 3)
    #expect(server.end(SIGTERM) == 0)
    let other = try paytoolObject(data, ["keys", "add"])
    let again = try ServerProcess(data: data, arguments: ["--key-rate", "3"])
    try expectRefusal(try burst(again, offers, count: 40), after: 3)
    let key = try #require(other["apiKey"] as? String)
    #expect(try again.call("GET", offers, credential: key).status == 200)
  }

  @Test func `a device has an allowance of its own`() throws {
    let server = try ServerProcess(
      data: try TemporaryDirectory(), arguments: ["--device-rate", "2"])
    let path = "/v1/purchase-intents"
    func make(_ key: String) throws -> (path: String, token: String) {
      let intent = try jsonObject(
        try server.call(
          "POST", path, body: #"{"offer":"some-product","segment":0}"#, key: key
        ).body)
      let id = try #require(intent["id"] as? String)
      return (path + "/" + id, try #require(intent["intentToken"] as? String))
    }
    let (mine, other) = (try make("a"), try make("b"))
    let answers = try burst(server, mine.path, count: 40, credential: mine.token)
    try expectRefusal(answers, after: 2)
    #expect(try server.call("GET", other.path, credential: other.token).status == 200)
    #expect(try server.call("GET", mine.path).status == 200)
  }
}
