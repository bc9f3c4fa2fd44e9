import Foundation
import TestSupport
import Testing

/// What the backend says of a payment, through the real PayServer.
@Suite struct `Words of the backend` {
  private let data: TemporaryDirectory
  private let server: ServerProcess
  private let path = "/v1/purchase-intents/"

  init() throws {
    data = try TemporaryDirectory()
    server = try ServerProcess(data: data)
  }

  private func made(_ key: String = "made") throws -> (id: String, token: String) {
    let answer = try server.call(
      "POST", "/v1/purchase-intents", body: #"{"offer":"some-product","segment":2}"#, key: key)
    let intent = try jsonObject(answer.body)
    return (try #require(intent["id"] as? String), try #require(intent["intentToken"] as? String))
  }

  private func say(
    _ verb: String, _ id: String, _ body: String?, key: String? = "key", credential: String? = nil
  ) throws -> HTTPAnswer {
    try server.call("POST", path + id + "/" + verb, body: body, key: key, credential: credential)
  }

  private static func approval(_ reference: String) -> String {
    #"{"pspReference":"\#(reference)","result":"approved","attested":true}"#
  }

  private func code(_ answer: HTTPAnswer) throws -> String? {
    try jsonObject(answer.body)["code"] as? String
  }

  @Test func `an intent is authorized, captured and refunded, each once per key`() throws {
    let id = try made().id
    let steps: [(verb: String, body: String, state: String, refunded: String)] = [
      ("authorization", Self.approval("P"), "authorized", "0.00"),
      ("capture", #"{"pspReference":"C"}"#, "captured", "0.00"),
      ("refund", #"{"pspReference":"R1","amount":"5.00"}"#, "captured", "5.00"),
      ("refund", #"{"pspReference":"R2"}"#, "captured", "20.00"),
    ]
    var answers: [HTTPAnswer] = []
    for (number, step) in steps.enumerated() {
      let answer = try say(step.verb, id, step.body, key: "k\(number)")
      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer.headers["idempotent-replayed"] == nil)
      let intent = try jsonObject(answer.body)
      #expect(intent["id"] as? String == id)
      #expect(intent["state"] as? String == step.state)
      #expect(intent["amountRefunded"] as? String == step.refunded)
      #expect(intent["intentToken"] == nil)
      answers.append(answer)
    }
    #expect(server.end(SIGTERM) == 0)
    let restarted = try ServerProcess(data: data)
    for (number, step) in steps.enumerated() {
      let again = try restarted.call(
        "POST", path + id + "/" + step.verb, body: step.body, key: "k\(number)")
      #expect(again.status == 200 && again.body == answers[number].body)
      #expect(again.headers["idempotent-replayed"] == "true")
    }
    let authorization = try #require(
      try jsonObject(answers[0].body)["authorization"] as? [String: Any])
    #expect(authorization["pspReference"] as? String == "P")
    #expect(authorization["attested"] as? Bool == true)
  }

  @Test func `a canceled intent stays canceled, and an empty body cancels too`() throws {
    for (number, body) in [nil, "{}", #"{"pspReference":"V"}"#].enumerated() {
      let id = try made("m\(number)").id
      let answer = try say("cancel", id, body, key: "c\(number)")
      #expect(answer.status == 200, "\(answer.text)")
      #expect(try jsonObject(answer.body)["state"] as? String == "canceled")
      let again = try say("cancel", id, body, key: "d\(number)")
      #expect(again.status == 409)
      #expect(try code(again) == "intent_state")
    }
  }

  @Test(arguments: ["authorization", "capture", "cancel", "refund", "dispute"])
  func `only an API key speaks for the backend, and it needs a key for each word`(
    verb: String
  ) throws {
    let (id, token) = try made()
    let body =
      switch verb {
      case "authorization": Self.approval("P")
      case "dispute": #"{"pspReference":"P","result":"opened"}"#
      default: #"{"pspReference":"P"}"#
      }
    #expect(try say(verb, id, body, credential: "").status == 401)
    #expect(try say(verb, id, body, credential: token).status == 403)
    #expect(try say(verb, id, body, key: nil).status == 400)
    #expect(try say(verb, id, body, key: "a b").status == 400)
    #expect(try say(verb, id, "{", key: "k").status == 400)
    #expect(try say(verb, id, #"{"x":1}"#).status == 422)
    let unknown = try say(verb, "buy_nobody", body)
    #expect(unknown.status == 404)
    #expect(try code(unknown) == "intent_unknown")
    #expect(try server.call("GET", path + id + "/" + verb).status == 405)
    let plain = try HTTPConnection(port: server.port).request(
      "POST", path + id + "/" + verb,
      headers: server.headers(key: "k") + [("Content-Type", "text/plain")], body: body)
    #expect(plain.status == 415)
    #expect(
      try jsonObject(try server.call("GET", path + id).body)["state"] as? String == "created")
  }

  @Test(
    arguments: [
      ("authorization", "{}", ["/pspReference", "/result"]),
      (
        "authorization", #"{"pspReference":"P","result":"ok","attested":1}"#,
        ["/result", "/attested"]
      ),
      ("capture", #"{"pspReference":"a b"}"#, ["/pspReference"]),
      ("capture", #"{"pspReference":"P","amount":"5.00"}"#, ["/amount"]),
      ("cancel", #"{"why":"x"}"#, ["/why"]),
      ("refund", #"{"amount":5,"pspReference":"R"}"#, ["/amount"]),
      ("dispute", #"{"pspReference":"D","result":"approved"}"#, ["/result"]),
      ("dispute", #"{"pspReference":"D","result":"lost","amount":"1.00"}"#, ["/amount"]),
    ])
  func `every fault of a body is told with its place`(
    verb: String, body: String, pointers: [String]
  ) throws {
    let answer = try say(verb, try made().id, body)
    #expect(answer.status == 422)
    let errors = try #require(try jsonObject(answer.body)["errors"] as? [[String: Any]])
    #expect(Set(errors.compactMap { $0["pointer"] as? String }) == Set(pointers))
  }

  @Test func `what a state does not allow is 409, and the key stays free`() throws {
    let id = try made().id
    #expect(try say("capture", id, #"{"pspReference":"C"}"#, key: "c").status == 409)
    #expect(try say("refund", id, #"{"pspReference":"R"}"#, key: "r").status == 409)
    let unattested = try say(
      "authorization", id, #"{"pspReference":"P","result":"approved"}"#, key: "a")
    #expect(unattested.status == 409)
    #expect(unattested.text.contains("attested"))
    #expect(try say("authorization", id, Self.approval("P"), key: "a").status == 200)
    #expect(try say("capture", id, #"{"pspReference":"C"}"#, key: "c").status == 200)
    #expect(try say("capture", id, #"{"pspReference":"D"}"#, key: "d").status == 409)
    #expect(try say("cancel", id, nil, key: "x").status == 409)
    for (amount, status) in [("20.01", 422), ("0.00", 422), ("1.001", 422), ("x", 422)] {
      let answer = try say(
        "refund", id, #"{"pspReference":"R","amount":"\#(amount)"}"#, key: "r")
      #expect(answer.status == status, "\(amount)")
      let errors = try #require(try jsonObject(answer.body)["errors"] as? [[String: Any]])
      #expect(errors.first?["pointer"] as? String == "/amount")
    }
    #expect(try say("refund", id, #"{"pspReference":"R"}"#, key: "r").status == 200)
    let repeated = try say("refund", id, #"{"pspReference":"R"}"#, key: "r2")
    #expect(repeated.status == 409)
    #expect(try code(repeated) == "refund_repeated")
  }

  @Test func `a dispute is opened and decided, and what cannot be is refused`() throws {
    let id = try made().id
    func dispute(_ body: String, key: String) throws -> HTTPAnswer {
      try say("dispute", id, #"{"pspReference":"D","result":\#(body)}"#, key: key)
    }
    #expect(try dispute(#""opened""#, key: "o").status == 409)
    #expect(try say("authorization", id, Self.approval("P"), key: "a").status == 200)
    #expect(try say("capture", id, #"{"pspReference":"C"}"#, key: "c").status == 200)
    let unknown = try dispute(#""won""#, key: "w")
    #expect(unknown.status == 409)
    #expect(try code(unknown) == "dispute_unknown")
    for amount in ["20.01", "0.00", "x"] {
      let answer = try dispute(#""opened","amount":"\#(amount)""#, key: "o")
      #expect(answer.status == 422, "\(amount)")
      let errors = try #require(try jsonObject(answer.body)["errors"] as? [[String: Any]])
      #expect(errors.first?["pointer"] as? String == "/amount")
    }
    let opened = try dispute(#""opened","amount":"5.00""#, key: "o")
    #expect(opened.status == 200, "\(opened.text)")
    #expect(try jsonObject(opened.body)["amountDisputed"] as? String == "5.00")
    #expect(try jsonObject(opened.body)["state"] as? String == "captured")
    let again = try dispute(#""opened","amount":"5.00""#, key: "o")
    #expect(again.body == opened.body && again.headers["idempotent-replayed"] == "true")
    let repeated = try dispute(#""opened""#, key: "o2")
    #expect(repeated.status == 409)
    #expect(try code(repeated) == "dispute_repeated")
    #expect(
      try say("refund", id, #"{"pspReference":"R","amount":"15.01"}"#, key: "r").status == 422)
    #expect(try dispute(#""lost""#, key: "l").status == 200)
    let decided = try dispute(#""won""#, key: "w")
    #expect(decided.status == 409)
    #expect(try code(decided) == "dispute_decided")
    let refunded = try say("refund", id, #"{"pspReference":"R"}"#, key: "r")
    #expect(try jsonObject(refunded.body)["amountRefunded"] as? String == "15.00")
  }

  @Test func `the same key for another word or another intent is refused`() throws {
    let (one, two) = (try made("1").id, try made("2").id)
    #expect(try say("authorization", one, Self.approval("P"), key: "k").status == 200)
    for (id, body) in [(two, Self.approval("P")), (one, Self.approval("Q"))] {
      let answer = try say("authorization", id, body, key: "k")
      #expect(answer.status == 422)
      #expect(try code(answer) == "idempotency_key_reused")
    }
    // Another route is another scope.
    #expect(try say("capture", one, #"{"pspReference":"P"}"#, key: "k").status == 200)
  }

  @Test func `an approval that comes too late is recorded, and the operator is told`() throws {
    let id = try made().id
    #expect(try say("cancel", id, nil, key: "x").status == 200)
    for key in ["l1", "l2"] {
      let late = try say("authorization", id, Self.approval("LATE-1"), key: key)
      #expect(late.status == 409)
      #expect(try code(late) == "approval_too_late")
    }
    let voidings = try #require(
      try paytoolObject(data, ["intent", "voidings"])["data"] as? [[String: Any]])
    #expect(voidings.count == 1)
    #expect(voidings.first?["pspReference"] as? String == "LATE-1")
    #expect(voidings.first?["intent"] as? String == id)
    #expect(voidings.first?["state"] as? String == "canceled")
    #expect(server.end(SIGTERM) == 0)
    let warning = try #require(
      try server.logText.split(separator: "\n").first { $0.contains(#""level":"warning""#) })
    let line = try jsonObject(Array(warning.utf8))
    #expect(line["intent"] as? String == id)
    #expect(line["pspReference"] as? String == "LATE-1")
    #expect(line["code"] as? String == "approval_too_late")
  }

  @Test func `of many approvals and captures at once one of each is done`() async throws {
    let id = try made().id
    #expect(try say("authorization", id, Self.approval("P0"), key: "a").status == 200)
    let (port, headers) = (server.port, (0..<20).map { server.headers(key: "c\($0)") })
    let path = path + id + "/capture"
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<20 {
        group.addTask {
          try HTTPConnection(port: port).request(
            "POST", path, headers: headers[number], body: #"{"pspReference":"C\#(number)"}"#
          ).status
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.count { $0 == 200 } == 1)
    #expect(statuses.count { $0 == 409 } == 19)
    let balance = try paytoolObject(data, ["ledger", "balance"])
    #expect(balance["journals"] as? Int == 1)
  }
}
