import Foundation
import PaySystem
import TestSupport
import Testing

/// The offer token of a notification as a credential, through the real PayServer.
@Suite struct `Offer token` {
  private let data: TemporaryDirectory
  private let server: ServerProcess
  private let path = "/v1/purchase-intents"

  init() throws {
    data = try TemporaryDirectory()
    server = try ServerProcess(data: data, arguments: ["--device-rate", "1000"])
  }

  /// A payload by the route; its notification and its token.
  private func notified(_ key: String = "n") throws -> (id: String, token: String) {
    let answer = try server.call(
      "POST", "/v1/notifications", body: #"{"offer":"some-product"}"#, key: key)
    try #require(answer.status == 201, "\(answer.text)")
    let body = try jsonObject(answer.body)
    let payload = try #require(body["payload"] as? [String: Any])
    let offer = try #require(payload["offer"] as? [String: Any])
    return (try #require(body["id"] as? String), try #require(offer["token"] as? String))
  }

  private func buy(
    _ token: String, _ segment: Int = 2, key: String? = "k", server: ServerProcess? = nil
  ) throws -> HTTPAnswer {
    try (server ?? self.server).call(
      "POST", path, body: #"{"offer":"some-product","segment":\#(segment)}"#, key: key,
      credential: token)
  }

  private func id(_ answer: HTTPAnswer) throws -> String {
    try #require(answer.status == 201, "\(answer.text)")
    return try #require(try jsonObject(answer.body)["id"] as? String)
  }

  /// A problem without what names the request.
  private func anonymous(_ answer: HTTPAnswer) throws -> String {
    let id = try #require(answer.headers["request-id"])
    return "\(answer.status) "
      + (answer.headers.filter { !["request-id", "date"].contains($0.key) }
        .map { "\($0.key): \($0.value)" }.sorted().joined(separator: ", "))
      + answer.text.replacingOccurrences(of: id, with: "")
  }

  private func rendered(at moment: String) throws -> String {
    let payload = try jsonObject(
      try paytool(data, ["notification", "render", "--at", moment]).standardOutput)
    let offer = try #require(payload["offer"] as? [String: Any])
    return try #require(offer["token"] as? String)
  }

  @Test func `a notification is answered once per key, byte for byte`() throws {
    let body = #"{"offer":"some-product","recipient":"customer-42"}"#
    let first = try server.call("POST", "/v1/notifications", body: body, key: "n")
    #expect(first.status == 201)
    let object = try jsonObject(first.body)
    #expect(object["object"] as? String == "notification")
    #expect(object["recipient"] as? String == "customer-42")
    #expect((object["id"] as? String)?.hasPrefix("note_") == true)
    let payload = try #require(object["payload"] as? [String: Any])
    #expect((payload["aps"] as? [String: Any])?["category"] is String)
    let text = try #require(first.text.range(of: #""payload":"#)?.upperBound)
    #expect(object["bytes"] as? Int == first.text[text...].utf8.count - 1)
    let again = try server.call("POST", "/v1/notifications", body: body, key: "n")
    #expect(again.status == 201 && again.body == first.body)
    #expect(again.headers["idempotent-replayed"] == "true")
    let plain = #"{"offer":"some-product"}"#
    #expect(try server.call("POST", "/v1/notifications", body: plain, key: "n").status == 422)
    let other = try jsonObject(
      try server.call("POST", "/v1/notifications", body: plain, key: "m").body)
    #expect(other["recipient"] == nil && other["id"] as? String != object["id"] as? String)
  }

  @Test(
    arguments: [
      ("{}", "/offer"), (#"{"offer":"nope"}"#, "/offer"), (#"{"offer":1}"#, "/offer"),
      (#"{"offer":"some-product","segment":2}"#, "/segment"),
      (#"{"offer":"some-product","recipient":""}"#, "/recipient"),
      (#"{"offer":"some-product","recipient":7}"#, "/recipient"),
      (
        #"{"offer":"some-product","recipient":"\#(String(repeating: "é", count: 129))"}"#,
        "/recipient"
      ),
    ])
  func `an order that is none is told its place`(body: String, pointer: String) throws {
    let answer = try server.call("POST", "/v1/notifications", body: body, key: "n")
    #expect(answer.status == 422)
    let errors = try #require(try jsonObject(answer.body)["errors"] as? [[String: Any]])
    #expect(errors.contains { $0["pointer"] as? String == pointer })
  }

  @Test func `a merchant without notifications is told so`() throws {
    let configuration = try TemporaryDirectory()
    for name in ["merchant.json", "offers.json"] {
      try FileManager.default.copyItem(
        atPath: packageRoot + "/merchant-config/" + name, toPath: configuration.file(name))
    }
    let silent = try ServerProcess(
      data: try TemporaryDirectory(), arguments: ["--config", configuration.path])
    let answer = try silent.call(
      "POST", "/v1/notifications", body: #"{"offer":"some-product"}"#, key: "n")
    #expect(answer.status == 409)
    #expect(try jsonObject(answer.body)["code"] as? String == "notification_not_configured")
  }

  @Test func `it buys, once, and a lost answer is answered again`() throws {
    let (notification, token) = try notified()
    let first = try buy(token, 2, key: "a")
    let intent = try jsonObject(first.body)
    #expect(first.status == 201 && intent["amount"] as? String == "20.00")
    #expect(intent["notification"] as? String == notification)
    let again = try buy(token, 2, key: "a")
    #expect(again.body == first.body && again.headers["idempotent-replayed"] == "true")
    #expect(try buy(token, 1, key: "a").status == 422)
    let second = try id(try buy(token, 1, key: "b"))
    let gone = try jsonObject(try server.call("GET", path + "/" + (try id(first))).body)
    #expect(gone["state"] as? String == "canceled")
    let word = #"{"pspReference":"P","result":"approved","attested":true}"#
    let paid = try server.call("POST", "\(path)/\(second)/authorization", body: word, key: "w")
    #expect(paid.status == 200)
    let used = try buy(token, 0, key: "c")
    #expect(try anonymous(used) == (try anonymous(try buy("pay_test_wrong"))))
    #expect(try buy(token, 1, key: "b").headers["idempotent-replayed"] == "true")
    let own = try #require(
      try jsonObject(try buy(token, 1, key: "b").body)["intentToken"] as? String)
    #expect(try server.call("GET", path + "/" + second, credential: own).status == 200)
  }

  @Test func `whatever a token is refused for, the device is told the same`() throws {
    let (_, token) = try notified()
    let compact = try CompactToken(token)
    let intent = try #require(
      try jsonObject(try buy(token, key: "own").body)["intentToken"] as? String)
    var foreign = try CompactToken(intent)
    foreign.parts[2] = compact.parts[2]
    let refused = [
      "", "a.b.c", token + "A", token + "==", try compact.flippingSignatureBit(0),
      try compact.flippingSignatureBit(511), try compact.withStrayBits(),
      try compact.replacing("some-product", by: "some-produce", inPart: 1), foreign.text, intent,
      try rendered(at: moment(secondsFromNow: -86_400 * 3)),
      try rendered(at: moment(secondsFromNow: 7200)),
    ]
    let uniform = try anonymous(try server.call("POST", path, body: "{}", credential: "x"))
    for token in refused {
      #expect(try anonymous(try buy(token, key: "new")) == uniform)
      #expect(
        try anonymous(try server.call("GET", "/v1/quotes?segment=1", credential: token)) == uniform)
    }
    // 401 comes before 400 and 422 for them, and after those for a good one.
    for (body, key, status) in [("{", "k", 400), ("{}", "k", 422), ("{}", "a b", 400)] {
      let good = try server.call("POST", path, body: body, key: key, credential: token)
      #expect(good.status == status)
      for token in refused {
        #expect(
          try server.call("POST", path, body: body, key: key, credential: token).status == 401)
      }
    }
    #expect(server.end(SIGTERM) == 0)
    let log = try server.logText
    for code in ["token_wrong_type", "token_expired", "token_not_yet_valid", "token_bad_signature"]
    {
      #expect(log.contains(#""reason":"\#(code)""#), "\(code)")
    }
    #expect(refused.allSatisfy { $0.isEmpty || !log.contains($0) })
  }

  @Test func `it opens its own offer's price and nothing else`() throws {
    let (_, token) = try notified()
    let quote = try jsonObject(
      try server.call("GET", "/v1/quotes?segment=1", credential: token).body)
    #expect(quote["amount"] as? String == "10.00")
    #expect(
      try server.call("GET", "/v1/quotes?offer=some-product&segment=3", credential: token).status
        == 422)
    #expect(try server.call("GET", "/v1/quotes?offer=other", credential: token).status == 401)
    let intent = try id(try buy(token))
    let word = #"{"pspReference":"P","result":"approved","attested":true}"#
    for (method, target, body) in [
      ("GET", path, nil), ("GET", path + "/" + intent, nil), ("GET", "/v1/offers", nil),
      ("POST", "\(path)/\(intent)/merchant-session", "{}"), ("POST", path + "/validate", "{}"),
      ("POST", "\(path)/\(intent)/authorization", word),
      ("POST", "/v1/notifications", #"{"offer":"some-product"}"#),
    ] {
      let answer = try server.call(method, target, body: body, key: "k", credential: token)
      #expect(answer.status == 403, "\(method) \(target)")
    }
    let late = try rendered(at: moment(secondsFromNow: -86_400 * 3))
    #expect(try server.call("GET", path, credential: late).status == 401)
  }

  @Test func `an offer that has changed since is withdrawn, never sold at another price`() throws {
    let (_, token) = try notified()
    let first = try buy(token, key: "before")
    #expect(server.end(SIGTERM) == 0)
    let configuration = try TemporaryDirectory()
    for name in ["merchant.json", "offers.json", "notification.json"] {
      let text = try String(
        contentsOfFile: packageRoot + "/merchant-config/" + name, encoding: .utf8)
      try Data(text.replacingOccurrences(of: "20.00", with: "21.00").utf8).write(
        to: URL(fileURLWithPath: configuration.file(name)))
    }
    let changed = try ServerProcess(data: data, arguments: ["--config", configuration.path])
    let answer = try buy(token, key: "after", server: changed)
    #expect(answer.status == 409)
    let problem = try jsonObject(answer.body)
    #expect(problem["code"] as? String == "offer_withdrawn")
    #expect((problem["errors"] as? [Any])?.isEmpty == true)
    #expect(
      try changed.call("GET", "/v1/quotes?segment=0", credential: token).status == 409)
    let replay = try buy(token, key: "before", server: changed)
    #expect(replay.body == first.body && replay.headers["idempotent-replayed"] == "true")
  }

  @Test func `two phones with one notification: one purchase is paid at most`() async throws {
    let (_, token) = try notified()
    let (port, path) = (server.port, path)
    let device = (0..<24).map { server.headers(key: "phone-\($0)", credential: token) }
    let backend = (0..<24).map { server.headers(key: "word-\($0)") }
    // Each phone buys, and its backend approves what it was given.
    let outcomes = try await withThrowingTaskGroup(of: (bought: Bool, approved: Int).self) {
      group in
      for number in 0..<24 {
        group.addTask {
          let connection = try HTTPConnection(port: port)
          let bought = try connection.request(
            "POST", path, headers: device[number],
            body: #"{"offer":"some-product","segment":\#(number % 3)}"#)
          guard bought.status == 201 else { return (false, bought.status) }
          let id = try #require(try jsonObject(bought.body)["id"] as? String)
          let said = try connection.request(
            "POST", "\(path)/\(id)/authorization", headers: backend[number],
            body: #"{"pspReference":"P\#(number)","result":"approved","attested":true}"#)
          return (true, said.status)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(
      outcomes.allSatisfy { $0.bought ? [200, 409].contains($0.approved) : $0.approved == 401 })
    #expect(outcomes.count { $0.bought && $0.approved == 200 } == 1)
    let lost = outcomes.count { $0.bought && $0.approved == 409 }
    let voidings = try paytoolObject(data, ["intent", "voidings"])["data"] as? [Any]
    #expect(voidings?.count == lost)
    let page = try jsonObject(try server.call("GET", path + "?limit=100").body)
    let states = try #require(page["data"] as? [[String: Any]]).compactMap {
      $0["state"] as? String
    }
    #expect(states.count { $0 == "authorized" } == 1)
    #expect(states.count { $0 == "created" } == 0)
  }
}
