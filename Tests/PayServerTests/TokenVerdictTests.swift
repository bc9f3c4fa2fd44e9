import Foundation
import TestSupport
import Testing

/// One table of tokens, judged over HTTP and by paytool beside the server.
@Suite struct `Verdicts on intent tokens` {
  private let data: TemporaryDirectory

  init() throws {
    data = try TemporaryDirectory()
    // Makes the keys; the store is free for paytool again once the server has ended.
    let server = try ServerProcess(data: data)
    #expect(server.end(SIGTERM) == 0)
  }

  private func makeIntent(
    _ data: TemporaryDirectory, _ arguments: [String] = []
  ) throws -> (id: String, token: CompactToken) {
    let intent = try paytoolObject(data, ["intent", "create", "--segment", "1"] + arguments)
    return (
      try #require(intent["id"] as? String),
      try CompactToken(try #require(intent["intentToken"] as? String))
    )
  }

  /// A second shop with the keys of the first, or with keys of its own.
  private func otherShop(sameKeys: Bool) throws -> TemporaryDirectory {
    let other = try TemporaryDirectory()
    if sameKeys {
      let copied = try runInTime("/bin/cp", ["-a", data.file("keys"), other.file("keys")])
      try #require(copied.status == 0, "\(copied.errors)")
    } else {
      try paytool(other, ["keys", "generate"])
    }
    return other
  }

  private func tokens() throws -> [(name: String, token: String, code: String?)] {
    let expired = try makeIntent(data, ["--at", moment(secondsFromNow: -7200)]).token
    let canceled = try makeIntent(data)
    try paytool(data, ["intent", "cancel", canceled.id])
    let fresh = try makeIntent(data).token
    let early = try makeIntent(data, ["--at", moment(secondsFromNow: 3600)]).token
    let foreign = try makeIntent(try otherShop(sameKeys: false)).token
    let unknown = try makeIntent(try otherShop(sameKeys: true)).token
    var resigned = foreign
    resigned.parts[0] = fresh.parts[0]
    return [
      ("fresh", fresh.text, nil),
      ("expired", expired.text, "token_expired"),
      ("canceled", canceled.token.text, "intent_canceled"),
      ("from the future", early.text, "token_not_yet_valid"),
      ("of no stored intent", unknown.text, "intent_unknown"),
      ("first bit flipped", try fresh.flippingSignatureBit(0), "token_bad_signature"),
      ("middle bit flipped", try fresh.flippingSignatureBit(300), "token_bad_signature"),
      ("last bit flipped", try fresh.flippingSignatureBit(511), "token_bad_signature"),
      (
        "another price", try fresh.replacing(":1000,", by: ":1001,", inPart: 1),
        "token_bad_signature"
      ),
      ("another key", foreign.text, "token_unknown_key"),
      ("another key under our kid", resigned.text, "token_bad_signature"),
      (
        "another type", try fresh.replacing("intent+jwt", by: "payment+jwt", inPart: 0),
        "token_wrong_type"
      ),
      ("no algorithm", try fresh.replacing("ES256", by: "none", inPart: 0), "token_header"),
      ("stray bits", try fresh.withStrayBits(), "token_not_canonical"),
      ("padding", fresh.text + "==", "token_not_canonical"),
      ("no signature", fresh.parts[0] + "." + fresh.parts[1] + ".", "token_malformed"),
      ("a fourth part", fresh.text + ".AAAA", "token_malformed"),
      ("white space", " " + fresh.text, "token_malformed"),
    ]
  }

  @Test func `HTTP and paytool give the same verdict on every token`() throws {
    let tokens = try tokens()
    let server = try ServerProcess(data: data)
    for (name, token, code) in tokens {
      let body = try JSONSerialization.data(withJSONObject: ["intentToken": token])
      let answer = try server.call(
        "POST", "/v1/purchase-intents/validate", body: String(decoding: body, as: UTF8.self))
      #expect(answer.status == 200, "\(name)")
      try expect(try jsonObject(answer.body), code, "\(name) over HTTP")
      let finished = try runInTime(
        binaryDirectory + "/paytool", ["intent", "verify", "-", "--json", "--data", data.path],
        input: token + "\n")
      #expect(finished.status == (code == nil ? 0 : 1), "\(name): \(finished.errors)")
      try expect(try jsonObject(finished.standardOutput), code, "\(name) in paytool")
      #expect(!finished.errors.contains(token), "\(name)")
    }
    #expect(server.end(SIGTERM) == 0)
    #expect(try tokens.allSatisfy { try !server.logText.contains($0.token) })
  }

  private func expect(
    _ verdict: [String: Any], _ code: String?, _ name: String
  ) throws {
    let findings = try #require(verdict["findings"] as? [[String: Any]])
    #expect(verdict["valid"] as? Bool == (code == nil), "\(name)")
    #expect(findings.first?["code"] as? String == code, "\(name)")
    #expect(code != nil || verdict["intent"] is [String: Any], "\(name)")
  }
}
