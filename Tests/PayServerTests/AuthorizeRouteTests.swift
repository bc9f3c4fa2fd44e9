import Foundation
import TestSupport
import Testing

/// The device brings its payment token to the real PayServer and waits; the backend speaks.
@Suite struct `Authorize route` {
  private static let path = "/v1/purchase-intents/"
  private let folder: TemporaryDirectory
  private let server: ServerProcess

  init() throws {
    folder = try TemporaryDirectory()
    server = try ServerProcess(data: folder, arguments: ["--dev"])
  }

  private struct Bought {
    let id: String
    let token: String
    let payment: String
  }

  private func buy(_ key: String = "k") throws -> Bought {
    let answer = try server.call(
      "POST", "/v1/purchase-intents", body: #"{"offer":"some-product","segment":2}"#, key: key)
    let object = try jsonObject(answer.body)
    let id = try #require(object["id"] as? String)
    let made = try paytool(folder, ["token", "simulate", "--intent", id])
    return Bought(
      id: id, token: try #require(object["intentToken"] as? String),
      payment: String(decoding: made.standardOutput, as: UTF8.self))
  }

  private func authorize(
    _ id: String, _ payment: String, key: String = "a", credential: String? = nil
  ) throws -> HTTPAnswer {
    try server.call(
      "POST", Self.path + id + "/authorize", body: #"{"paymentToken":\#(payment)}"#, key: key,
      credential: credential)
  }

  /// Waits, as a backend does, for what awaits its word, and says it.
  private func speak(_ result: String, reference: String = "P") throws -> HTTPAnswer {
    let list = try server.call("GET", "/v1/purchase-intents?state=verified&wait=15")
    #expect(list.status == 200)
    let data = try #require(try jsonObject(list.body)["data"] as? [[String: Any]])
    let id = try #require(data.first?["id"] as? String)
    return try server.call(
      "POST", Self.path + id + "/authorization",
      body: #"{"pspReference":"\#(reference)","result":"\#(result)"}"#, key: "word-\(id)")
  }

  /// Authorizes while the backend says `result`: the device's request is on its way before.
  private func authorize(_ bought: Bought, backendSays result: String) throws -> HTTPAnswer {
    let device = try HTTPConnection(port: server.port, timeoutSeconds: 40)
    try device.send(
      HTTPConnection.bytes(
        "POST", Self.path + bought.id + "/authorize",
        headers: server.headers(key: "a", credential: bought.token),
        body: #"{"paymentToken":\#(bought.payment)}"#))
    #expect(try speak(result).status == 200)
    return try device.answer()
  }

  @Test(arguments: [("approved", "SUCCESS"), ("declined", "FAILURE")])
  func `the device is told what the backend says`(
    row: (result: String, status: String)
  ) throws {
    let bought = try buy()
    let answer = try authorize(bought, backendSays: row.result)
    #expect(answer.status == 200, "\(answer.text)")
    let object = try jsonObject(answer.body)
    #expect(object["status"] as? String == "STATUS_" + row.status)
    #expect(object["intent"] as? String == bought.id)
    #expect(object["amountProven"] as? Bool == false)
    // Again under its key, under another one, and by the backend: the same.
    let again = try authorize(bought.id, bought.payment, credential: bought.token)
    #expect(again.body == answer.body && again.headers["idempotent-replayed"] == "true")
    let other = try authorize(bought.id, bought.payment, key: "b", credential: bought.token)
    #expect(other.body == answer.body && other.headers["idempotent-replayed"] == nil)
    #expect(try authorize(bought.id, bought.payment, key: "c").body == answer.body)
    // And after a restart.
    #expect(server.end(SIGTERM) == 0)
    let restarted = try ServerProcess(data: folder, arguments: ["--dev"])
    let later = try restarted.call(
      "POST", Self.path + bought.id + "/authorize",
      body: #"{"paymentToken":\#(bought.payment)}"#, key: "a", credential: bought.token)
    #expect(later.body == answer.body && later.headers["idempotent-replayed"] == "true")
  }

  @Test func `a payment is used once, however it is spelled`() throws {
    let bought = try buy()
    _ = try authorize(bought, backendSays: "approved")
    let other = try buy("other")
    let object = try jsonObject(Array(bought.payment.utf8))
    var upper = object
    var data = try #require(object["paymentData"] as? [String: Any])
    var header = try #require(data["header"] as? [String: Any])
    header["transactionId"] = (header["transactionId"] as? String)?.uppercased()
    data["header"] = header
    upper["paymentData"] = data
    let respelled = String(
      decoding: try JSONSerialization.data(withJSONObject: upper, options: [.prettyPrinted]),
      as: UTF8.self)
    for payment in [bought.payment, respelled] {
      let refused = try authorize(other.id, payment, credential: other.token)
      #expect(refused.status == 422)
      #expect(try jsonObject(refused.body)["code"] as? String == "payment_token_refused")
    }
    let same = try authorize(bought.id, respelled, key: "again", credential: bought.token)
    #expect(try jsonObject(same.body)["status"] as? String == "STATUS_SUCCESS")
    #expect(server.end(SIGTERM) == 0)
    #expect(try server.logText.contains("token_used_before"))
  }

  @Test func `the backend takes the token for its provider once, and again under the same key`()
    throws
  {
    let bought = try buy()
    let path = Self.path + bought.id + "/payment-token"
    #expect(try server.call("POST", path, key: "t").status == 409)
    let device = try HTTPConnection(port: server.port, timeoutSeconds: 40)
    try device.send(
      HTTPConnection.bytes(
        "POST", Self.path + bought.id + "/authorize",
        headers: server.headers(key: "a", credential: bought.token),
        body: #"{"paymentToken":\#(bought.payment)}"#))
    let list = try server.call("GET", "/v1/purchase-intents?state=verified&wait=15")
    #expect(list.text.contains(bought.id))
    #expect(try server.call("POST", path).status == 400)
    #expect(try server.call("POST", path, key: "t", credential: bought.token).status == 403)
    let token = try server.call("POST", path, key: "t")
    #expect(token.status == 200, "\(token.text)")
    let given = try #require(try jsonObject(token.body)["paymentToken"] as? NSDictionary)
    #expect(given == (try jsonObject(Array(bought.payment.utf8)) as NSDictionary))
    let again = try server.call("POST", path, body: "{}", key: "t")
    #expect(again.body == token.body && again.headers["idempotent-replayed"] == "true")
    let other = try server.call("POST", path, key: "u")
    #expect(other.status == 409)
    #expect(try jsonObject(other.body)["code"] as? String == "token_handed_over")
    // After a decline nobody may have it any more.
    let declined = try server.call(
      "POST", Self.path + bought.id + "/authorization",
      body: #"{"pspReference":"P","result":"declined"}"#, key: "w")
    #expect(declined.status == 200)
    #expect(try device.answer().text.contains("STATUS_FAILURE"))
    let wiped = try server.call("POST", path, key: "t")
    #expect(try jsonObject(wiped.body)["code"] as? String == "token_wiped")
    // And it was never in the clear in any file.
    let data = try #require(
      try jsonObject(Array(bought.payment.utf8))["paymentData"] as? [String: Any])
    let ciphertext = try #require(data["data"] as? String)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.file("store")) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("store/" + name)))
      #expect(bytes.range(of: Data(ciphertext.utf8)) == nil, "\(name)")
    }
  }

  @Test func `it wants a token, a key, and the intent's own credential`() throws {
    let (bought, other) = (try buy(), try buy("other"))
    let path = Self.path + bought.id + "/authorize"
    let body = #"{"paymentToken":\#(bought.payment)}"#
    #expect(try server.call("POST", path, body: body).status == 400)
    #expect(try server.call("POST", path, body: "{}", key: "a").status == 422)
    #expect(try server.call("POST", path, body: body, key: "a", credential: "").status == 401)
    let stranger = try server.call("POST", path, body: body, key: "a", credential: other.token)
    #expect(stranger.status == 404)
    #expect(
      try authorize(other.id, bought.payment, credential: other.token).status == 422)
    // Nothing of it was kept.
    let intent = try server.call("GET", Self.path + bought.id)
    #expect(try jsonObject(intent.body)["state"] as? String == "created")
  }

  @Test func `only what is verified can be asked for by its state`() throws {
    for query in ["state=created", "wait=5", "state=verified&wait=26", "state=verified&wait=-1"] {
      let answer = try server.call("GET", "/v1/purchase-intents?" + query)
      #expect(answer.status == 422, "\(query): \(answer.text)")
    }
    let none = try server.call("GET", "/v1/purchase-intents?state=verified")
    #expect(none.status == 200)
    #expect((try jsonObject(none.body)["data"] as? [Any])?.isEmpty == true)
  }
}
