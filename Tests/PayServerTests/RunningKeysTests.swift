import Foundation
import TestSupport
import Testing

/// Keys of the running server.
@Suite struct `Keys of a running server` {
  private let data: TemporaryDirectory
  private let server: ServerProcess

  init() throws {
    data = try TemporaryDirectory()
    server = try ServerProcess(data: data)
  }

  /// Asks until the status comes, for three seconds; the last status.
  private func status(of credential: String, awaiting wanted: Int) throws -> Int {
    let deadline = Date(timeIntervalSinceNow: 3)
    var status = 0
    repeat {
      status = try server.call("GET", "/v1/offers", credential: credential).status
      if status == wanted { break }
      usleep(10_000)
    } while Date() < deadline
    return status
  }

  @Test func `an added key is soon good, a revoked one soon is not, and the others stay`() throws {
    let added = try paytoolObject(data, ["keys", "add", "--label", "second"])
    let key = try #require(added["apiKey"] as? String)
    let id = try #require(added["id"] as? String)
    #expect(try status(of: key, awaiting: 200) == 200)
    try paytool(data, ["keys", "revoke", id])
    #expect(try status(of: key, awaiting: 401) == 401)
    #expect(try server.call("GET", "/v1/offers").status == 200)
  }

  @Test func `the key set has the key of the intent tokens and nothing private`() throws {
    let intent = try jsonObject(
      try server.call(
        "POST", "/v1/purchase-intents", body: #"{"offer":"some-product","segment":0}"#, key: "k"
      ).body)
    let token = try #require(intent["intentToken"] as? String)
    let answer = try server.call("GET", "/.well-known/jwks.json", credential: "")
    #expect(answer.status == 200)
    #expect(answer.headers["cache-control"] == "public, max-age=300")
    let keys = try #require(try jsonObject(answer.body)["keys"] as? [[String: Any]])
    let kid = try #require(try CompactToken(token).header["kid"] as? String)
    #expect(keys.compactMap { $0["kid"] as? String } == [kid])
    for key in keys {
      #expect(key["kty"] as? String == "EC")
      #expect(key["crv"] as? String == "P-256")
      #expect(Set(key.keys).isSubset(of: ["kty", "crv", "x", "y", "kid", "use", "alg"]))
    }
  }
}
