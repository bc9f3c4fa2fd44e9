import Foundation
import TestSupport
import Testing

/// Payment tokens at the server: those of the development root are taken with `--dev` only, and
/// why a token is refused is told to the log alone.
@Suite struct `Payment token route` {
  private static let path = "/v1/payment-tokens/validate"
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// A simulated token: for an intent, or for an amount, with more options of `token simulate`.
  private func token(_ arguments: [String]) throws -> String {
    let made = try paytool(folder, ["token", "simulate"] + arguments)
    return String(decoding: made.standardOutput, as: UTF8.self)
  }

  private func validate(
    _ server: ServerProcess, _ token: String, intent: String? = nil
  ) throws -> HTTPAnswer {
    let more = intent.map { #","intent":"\#($0)""# } ?? ""
    return try server.call("POST", Self.path, body: #"{"paymentToken":\#(token)\#(more)}"#)
  }

  private func intent(_ server: ServerProcess) throws -> String {
    let made = try server.call(
      "POST", "/v1/purchase-intents", body: #"{"offer":"some-product","segment":2}"#, key: "k")
    return try #require(try jsonObject(made.body)["id"] as? String)
  }

  @Test func `without --dev a simulated token is refused, and the log says why`() throws {
    let server = try ServerProcess(data: folder)
    let id = try intent(server)
    let refused = try validate(server, try token(["--intent", id]), intent: id)
    #expect(refused.status == 422)
    #expect(try jsonObject(refused.body)["code"] as? String == "payment_token_refused")
    #expect(!String(decoding: refused.body, as: UTF8.self).contains("untrusted"))
    #expect(server.end(SIGTERM) == 0)
    #expect(try server.logText.contains("payment_token_untrusted"))
  }

  @Test func `with --dev it is good for its own intent only, at its own time`() throws {
    let server = try ServerProcess(data: folder, arguments: ["--dev"])
    let id = try intent(server)
    let good = try token(["--intent", id])
    for _ in 0..<2 {
      let answer = try validate(server, good, intent: id)
      #expect(answer.status == 200)
      let object = try jsonObject(answer.body)
      #expect(object["valid"] as? Bool == true)
      #expect(object["intent"] as? String == id)
      #expect(object["amountProven"] as? Bool == false)
      #expect(object["replayChecked"] as? Bool == false)
      #expect((object["replayKey"] as? String)?.utf8.count == 64)
    }
    let unbound = try token(["--amount", "20.00", "--currency", "USD"])
    #expect(try validate(server, unbound, intent: id).status == 422)
    #expect(try validate(server, good, intent: "buy_00000000000000000000000000").status == 404)
    let canceled = try server.call(
      "POST", "/v1/purchase-intents/\(id)/cancel", body: "{}", key: "cancel")
    #expect(canceled.status == 200)
    #expect(try validate(server, good, intent: id).status == 409)
    #expect(server.end(SIGTERM) == 0)
    #expect(try server.logText.contains("payment_token_other_intent"))
  }

  @Test(arguments: [
    "stale", "bad-signature", "trailing-byte", "leaf-without-oid", "other-root", "too-large",
  ])
  func `what it is refused for is one answer to the byte`(fault: String) throws {
    let server = try ServerProcess(data: folder, arguments: ["--dev"])
    let id = try intent(server)
    /// The answer without what names the request.
    func answer(_ token: String) throws -> String {
      let refused = try validate(server, token, intent: id)
      #expect(refused.status == 422)
      var object = try jsonObject(refused.body)
      object["instance"] = nil
      object["requestId"] = nil
      let data = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
      return String(decoding: data, as: UTF8.self)
    }
    let faulty = try answer(try token(["--intent", id, "--fault", fault]))
    let unbound = try answer(try token(["--amount", "20.00", "--currency", "USD"]))
    #expect(faulty == unbound)
  }

  @Test func `a token must be given, by an API key`() throws {
    let server = try ServerProcess(data: folder, arguments: ["--dev"])
    #expect(try server.call("POST", Self.path, body: "{}").status == 422)
    #expect(try server.call("POST", Self.path, body: #"{"paymentToken":1}"#).status == 422)
    #expect(try server.call("POST", Self.path, body: #"{"paymentToken":{}}"#).status == 422)
    let part = String(repeating: "a", count: 16_000)
    let large = #"{"paymentToken":{"a":"\#(part)","b":"\#(part)"},"intent":"x"}"#
    #expect(try server.call("POST", Self.path, body: large).status == 422)
    let open = try server.call("POST", Self.path, body: "{}", credential: "")
    #expect(open.status == 401)
    #expect(server.end(SIGTERM) == 0)
    #expect(try server.logText.contains("payment_token_too_large"))
  }

  @Test func `--dev does not start with a live key, and a later one opens nothing`() throws {
    let server = try ServerProcess(data: folder, arguments: ["--dev"])
    let live = try paytool(folder, ["keys", "add", "--live"])
    let key = String(decoding: live.standardOutput, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let answer = try server.call("GET", "/v1/offers", credential: key)
    #expect(answer.status == 401)
    #expect(try server.call("GET", "/v1/offers").status == 200)
    #expect(server.end(SIGTERM) == 0)
    let again = try runInTime(
      binaryDirectory + "/PayServer", ["--data", folder.path, "--listen", "127.0.0.1:0", "--dev"])
    #expect(again.status == 4)
    #expect(again.errors.contains("test keys only"))
  }

  @Test(arguments: [["--listen", "0.0.0.0:0"], ["--behind-proxy"]])
  func `--dev is for loopback only`(more: [String]) throws {
    let finished = try runInTime(
      binaryDirectory + "/PayServer", ["--data", folder.path, "--dev"] + more)
    #expect(finished.status == 2)
    #expect(finished.errors.contains("--dev"))
  }
}
