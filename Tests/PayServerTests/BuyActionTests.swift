import Foundation
import TestSupport
import Testing

/// The buy action through the real PayServer.
@Suite struct `Buy action` {
  private let data: TemporaryDirectory
  private let server: ServerProcess
  private let path = "/v1/purchase-intents"
  private let body = #"{"offer":"some-product","segment":2}"#

  init() throws {
    data = try TemporaryDirectory()
    server = try ServerProcess(data: data, arguments: ["--device-rate", "1000"])
  }

  private func object(_ answer: HTTPAnswer) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
  }

  @Test func `a purchase is created with its price and location`() throws {
    let answer = try server.call("POST", path, body: body, key: "k-1")
    #expect(answer.status == 201)
    let intent = try object(answer)
    let id = try #require(intent["id"] as? String)
    #expect(intent["amount"] as? String == "20.00")
    #expect(intent["amountMinor"] as? Int == 2000)
    #expect(intent["state"] as? String == "created")
    #expect(answer.headers["location"] == path + "/" + id)
    #expect(answer.headers["request-id"]?.hasPrefix("req_") == true)
    #expect(answer.headers["cache-control"] == "no-store")
    let read = try object(try server.call("GET", path + "/" + id))
    #expect(read["id"] as? String == id)
    #expect(read["intentToken"] == nil)
  }

  @Test func `the same key gives the same bytes, also after a restart`() throws {
    let first = try server.call("POST", path, body: body, key: "k-1")
    // Other white space and another order of members is the same purchase.
    let again = try server.call(
      "POST", path, body: #"{ "segment": 2, "offer": "some-product" }"#, key: "\"k-1\"")
    #expect(again.body == first.body)
    #expect(again.status == 201)
    #expect(again.headers["idempotent-replayed"] == "true")
    #expect(first.headers["idempotent-replayed"] == nil)
    #expect(server.end(SIGTERM) == 0)
    let restarted = try ServerProcess(data: data)
    let late = try restarted.call("POST", path, body: body, key: "k-1")
    #expect(late.body == first.body)
    #expect(late.headers["idempotent-replayed"] == "true")
  }

  @Test func `fifty parallel requests with one key make one intent`() async throws {
    let (port, headers, path, body) = (server.port, server.headers(key: "k"), path, body)
    let answers = try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
      for _ in 0..<50 {
        group.addTask {
          try HTTPConnection(port: port).request("POST", path, headers: headers, body: body)
        }
      }
      return try await group.reduce(into: [HTTPAnswer]()) { $0.append($1) }
    }
    #expect(answers.allSatisfy { $0.status == 201 })
    #expect(Set(answers.map(\.body)).count == 1)
    #expect(answers.count { $0.headers["idempotent-replayed"] == nil } == 1)
    let list = try object(try server.call("GET", path))
    #expect((list["data"] as? [Any])?.count == 1)
  }

  @Test(
    arguments: [
      (#"{"offer":"some-product","segment":2,"amount":"1.00"}"#, 422, "/amount"),
      (#"{"offer":"some-product","segment":2,"currency":"EUR"}"#, 422, "/currency"),
      (#"{"offer":"some-product","segment":2,"x":1}"#, 422, "/x"),
      (#"{"offer":"nope","segment":2}"#, 422, "/offer"),
      (#"{"offer":"some-product","segment":3}"#, 422, "/segment"),
      (#"{"offer":"some-product","segment":-1}"#, 422, "/segment"),
      (#"{"offer":"some-product","segment":"2"}"#, 422, "/segment"),
      (#"{"offer":"some-product","segment":2.0}"#, 422, "/segment"),
      (#"{"offer":"some-product","segment":1e0}"#, 422, "/segment"),
      (#"{"offer":"some-product","segment":99999999999999999999}"#, 422, "/segment"),
      (#"{"offer":["some-product"],"segment":2}"#, 422, "/offer"),
      (#"{"segment":2}"#, 422, "/offer"), (#"{}"#, 422, "/segment"), (#"[]"#, 422, ""),
      (#"{"offer":"some-product","segment":02}"#, 400, nil),
      (#"{"offer":"some-product","segment":2,}"#, 400, nil),
      (#"{"offer":"some-product","segment":2,"segment":0}"#, 400, nil),
      ("\u{FEFF}" + #"{"offer":"some-product","segment":2}"#, 400, nil),
      (#"{"offer":"some-product","segment":NaN}"#, 400, nil), ("", 400, nil), ("{", 400, nil),
      (String(repeating: "[", count: 60_000), 400, nil),
      (#"{"offer":""# + String(repeating: "x", count: 70_000) + #""}"#, 413, nil),
    ] as [(String, Int, String?)])
  func `a body that is not a purchase is refused with its place`(
    _ body: String, _ status: Int, _ pointer: String?
  ) throws {
    let answer = try server.call("POST", path, body: body, key: "bad")
    #expect(answer.status == status)
    #expect(answer.headers["content-type"] == "application/problem+json")
    let problem = try object(answer)
    #expect(problem["status"] as? Int == status)
    #expect(problem["requestId"] as? String == answer.headers["request-id"])
    for member in ["type", "title", "detail", "instance", "code"] {
      #expect((problem[member] as? String)?.isEmpty == false)
    }
    let errors = try #require(problem["errors"] as? [[String: Any]])
    if let pointer { #expect(errors.contains { $0["pointer"] as? String == pointer }) }
    let list = try object(try server.call("GET", path))
    #expect((list["data"] as? [Any])?.isEmpty == true)
  }

  @Test func `keys and credentials are asked for in order`() throws {
    #expect(try server.call("POST", path, body: "{", credential: "").status == 401)
    #expect(try server.call("POST", path, body: "{", credential: "pay_test_x").status == 401)
    #expect(try server.call("POST", path, body: body).status == 400)
    #expect(try server.call("POST", path, body: body, key: "a b").status == 400)
    #expect(
      try server.call("POST", path, body: body, key: String(repeating: "k", count: 256)).status
        == 400)
    #expect(
      try server.call("POST", path, body: body, key: String(repeating: "k", count: 255)).status
        == 201)
    #expect(try server.call("POST", path, body: body, key: "k").status == 201)
    #expect(
      try server.call(
        "POST", path, body: #"{"offer":"some-product","segment":1}"#, key: "k"
      ).status == 422)
    let plain = try HTTPConnection(port: server.port).request(
      "POST", path, headers: server.headers(key: "m") + [("Content-Type", "text/plain")],
      body: body)
    #expect(plain.status == 415)
    #expect(try server.call("DELETE", path).status == 405)
    #expect(try server.call("GET", "/nothing").status == 404)
    let unauthorized = try server.call("GET", path, credential: "nope")
    #expect(unauthorized.headers["www-authenticate"] == "Bearer")
  }

  @Test func `a device uses its own intent and no other`() throws {
    let mine = try object(try server.call("POST", path, body: body, key: "mine"))
    let other = try object(try server.call("POST", path, body: body, key: "other"))
    let token = try #require(mine["intentToken"] as? String)
    let own = path + "/" + (try #require(mine["id"] as? String))
    let foreign = path + "/" + (try #require(other["id"] as? String))
    #expect(try server.call("GET", own, credential: token).status == 200)
    let session = try server.call("POST", own + "/merchant-session", body: "{}", credential: token)
    #expect(session.status == 200)
    let values = try object(session)
    #expect(values["purchaseIntent"] as? String == mine["id"] as? String)
    #expect(values["amountMinor"] as? Int == 2000)
    #expect(try server.call("GET", foreign, credential: token).status == 404)
    #expect(
      try server.call("POST", foreign + "/merchant-session", body: "{}", credential: token).status
        == 404)
    #expect(try server.call("GET", path, credential: token).status == 403)
    #expect(try server.call("POST", path, body: body, key: "k", credential: token).status == 401)
  }

  @Test func `a session takes no members and needs no body`() throws {
    let intent = try object(try server.call("POST", path, body: body, key: "k"))
    let target = path + "/" + (try #require(intent["id"] as? String)) + "/merchant-session"
    #expect(try server.call("POST", target).status == 200)
    #expect(try server.call("POST", target, body: #"{"amount":"1.00"}"#).status == 422)
    let one = try server.call("POST", target)
    let two = try server.call("POST", target)
    #expect(one.body != two.body)
  }

  @Test func `the backend learns whether a token is good`() throws {
    let intent = try object(try server.call("POST", path, body: body, key: "k"))
    let token = try #require(intent["intentToken"] as? String)
    func validate(_ token: String) throws -> [String: Any] {
      try object(
        try server.call("POST", path + "/validate", body: #"{"intentToken":"\#(token)"}"#))
    }
    let good = try validate(token)
    #expect(good["valid"] as? Bool == true)
    #expect((good["findings"] as? [Any])?.isEmpty == true)
    for bad in [token + "=", token.dropLast() + "!", "", "a.b.c", token + "A"] {
      let verdict = try validate(String(bad))
      #expect(verdict["valid"] as? Bool == false)
      #expect((verdict["findings"] as? [Any])?.isEmpty == false)
    }
  }

  @Test func `lists are pages, newest first`() throws {
    var ids: [String] = []
    for number in 0..<5 {
      let intent = try object(try server.call("POST", path, body: body, key: "k\(number)"))
      ids.insert(try #require(intent["id"] as? String), at: 0)
    }
    let first = try server.call("GET", path + "?limit=2")
    let page = try object(first)
    #expect(
      (page["data"] as? [[String: Any]])?.compactMap { $0["id"] as? String } == ids[..<2] + [])
    #expect(page["hasMore"] as? Bool == true)
    #expect(first.headers["link"]?.contains("startingAfter=\(ids[1])") == true)
    let last = try object(try server.call("GET", path + "?limit=10&startingAfter=\(ids[1])"))
    #expect((last["data"] as? [Any])?.count == 3)
    #expect(last["hasMore"] as? Bool == false)
    #expect(try server.call("POST", path + "?amount=1", body: body, key: "query").status == 422)
    for bad in ["limit=0", "limit=101", "limit=x", "limit", "state=created", "limit=1&limit=1"] {
      #expect(try server.call("GET", path + "?" + bad).status == 422)
    }
  }

  @Test func `a price may be explained, and shipped by a method of choice`() throws {
    let path = "/v1/quotes?offer=tea-box"
    let quote = try object(try server.call("GET", path + "&shipping=express&explain=true"))
    #expect(quote["amount"] as? String == "27.03")
    #expect(quote["shippingMethod"] as? String == "express")
    let steps = try #require(quote["steps"] as? [[String: String]])
    #expect(steps.last?["expression"] == "17.13 + 9.90")
    #expect(try object(try server.call("GET", path + "&explain=false"))["steps"] == nil)
    for (query, code) in [("shipping=sled", "shipping_unknown"), ("explain=1", "wrong_value")] {
      let answer = try server.call("GET", path + "&" + query)
      #expect(answer.status == 422)
      let errors = try #require(try object(answer)["errors"] as? [[String: String]])
      #expect(errors.map { $0["code"] } == [code])
      #expect(errors.map { $0["pointer"] } == ["/" + query.prefix { $0 != "=" }])
    }
  }

  @Test(
    arguments: [
      ("offer=nope", #""offer":"nope","segment":0"#),
      ("offer=tea-box&segment=9", #""offer":"tea-box","segment":9"#),
      (
        "offer=tea-box&shipping=sled", #""offer":"tea-box","segment":0,"shippingMethod":"sled""#
      ),
    ])
  func `a price that there is not has one title, wherever it is asked for`(
    query: String, members: String
  ) throws {
    let asked = try server.call("GET", "/v1/quotes?" + query)
    let bought = try server.call("POST", path, body: "{\(members)}", key: "none-" + query)
    #expect(asked.status == 422 && bought.status == 422)
    let (one, other) = (try object(asked), try object(bought))
    for member in ["type", "title", "code", "detail"] {
      #expect(one[member] as? String == other[member] as? String)
    }
  }

  @Test func `a purchase is shipped by the method that it names`() throws {
    func buy(_ key: String, _ more: String) throws -> HTTPAnswer {
      try server.call(
        "POST", path, body: #"{"offer":"tea-box","segment":0\#(more)}"#, key: key)
    }
    #expect(try object(try buy("s-1", ""))["amount"] as? String == "21.03")
    let express = #","shippingMethod":"express""#
    #expect(try object(try buy("s-2", express))["amount"] as? String == "27.03")
    #expect(try buy("s-1", express).status == 422)
    let unknown = try buy("s-3", #","shippingMethod":"sled""#)
    #expect(unknown.status == 422)
    let errors = try #require(try object(unknown)["errors"] as? [[String: String]])
    #expect(errors.map { $0["pointer"] } == ["/shippingMethod"])
  }

  @Test func `quotes and offers tell the exact price`() throws {
    let quote = try object(try server.call("GET", "/v1/quotes?offer=some-product&segment=1"))
    #expect(quote["amount"] as? String == "10.00")
    #expect(try object(try server.call("GET", "/v1/quotes"))["amount"] as? String == "5.00")
    #expect(try server.call("GET", "/v1/quotes?segment=3").status == 422)
    #expect(try server.call("GET", "/v1/quotes?offer=nope").status == 422)
    #expect(try server.call("GET", "/v1/offers/some-product").status == 200)
    #expect(try server.call("GET", "/v1/offers/nope").status == 404)
    let head = try HTTPConnection(port: server.port).request(
      "HEAD", "/v1/offers", headers: server.headers())
    #expect(head.status == 200)
  }

  @Test func `a second server on the same data is told who holds it`() throws {
    let second = try run(
      binaryDirectory + "/PayServer", ["--data", data.path, "--listen", "127.0.0.1:0"],
      directory: packageRoot)
    #expect(second.status == 5)
    #expect(second.errors.contains("PayServer (process \(server.id))"))
  }

  @Test func `one line is logged for each request, and no secret`() throws {
    let intent = try object(try server.call("POST", path, body: body, key: "k"))
    let token = try #require(intent["intentToken"] as? String)
    _ = try server.call("GET", path, credential: token)
    _ = try server.call("GET", path, credential: "pay_test_wrong")
    #expect(server.end(SIGTERM) == 0)
    let log = try server.logText
    let lines = log.split(separator: "\n")
    #expect(lines.count { $0.contains(#""msg":"request""#) } == 3)
    for line in lines {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
    #expect(!log.contains(server.apiKey))
    #expect(!log.contains(token))
    #expect(!log.contains("pay_test_wrong"))
    #expect(log.contains("credential_unknown"))
  }

  @Test func `twenty half-sent requests at SIGTERM are all answered`() throws {
    let connections = try (0..<20).map { _ in try HTTPConnection(port: server.port) }
    for (number, connection) in connections.enumerated() {
      let bytes = HTTPConnection.bytes(
        "POST", path, headers: server.headers(key: "half-\(number)"), body: body)
      // Half of them stop inside the head, half inside the body.
      try connection.send(Array(bytes.prefix(number.isMultiple(of: 2) ? 40 : bytes.count - 10)))
    }
    // Later requests are answered, so the halves have most likely been received.
    for _ in 0..<8 { _ = try server.call("GET", "/readyz", credential: "") }
    server.send(SIGTERM)
    let deadline = Date(timeIntervalSinceNow: 20)
    while try !server.logText.contains(#""msg":"draining""#) {
      try #require(Date() < deadline, "no drain within 20 s")
      usleep(2000)
    }
    for (number, connection) in connections.enumerated() {
      let bytes = HTTPConnection.bytes(
        "POST", path, headers: server.headers(key: "half-\(number)"), body: body)
      try connection.send(
        Array(bytes.dropFirst(number.isMultiple(of: 2) ? 40 : bytes.count - 10)))
      let answer = try connection.answer()
      #expect(answer.status == 201)
      #expect(answer.headers["connection"]?.lowercased() == "close")
    }
    #expect(server.waitForExit() == 0)
  }
}
