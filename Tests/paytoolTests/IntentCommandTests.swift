import Foundation
import PayCore
import PayCrypto
import PaySystem
import TestSupport
import Testing

@Suite struct IntentCommandTests {
  private let shop: Shop
  private static let start = "2030-01-01T00:00:00Z"
  private static let end = "2030-01-01T00:15:00Z"

  init() throws { shop = try Shop.withKeys() }

  private func created(_ segment: String = "2") throws -> (id: String, token: String) {
    let made = try shop.json("intent", "create", "--segment", segment, "--at", Self.start)
    return (
      try #require(made["id"] as? String), try #require(made["intentToken"] as? String)
    )
  }

  private func verdict(
    _ token: String, at moment: String = start
  ) throws -> (status: Int32, codes: [String], errors: String) {
    let finished = try shop.paytool(
      ["intent", "verify", "-", "--json", "--at", moment], input: token)
    let document = try document(finished.output)
    let findings = try #require(document["findings"] as? [[String: String]])
    #expect(document["valid"] as? Bool == (finished.status == 0))
    return (finished.status, findings.compactMap { $0["code"] }, finished.errors)
  }

  @Test func `create makes an intent as the buy action does`() throws {
    let made = try shop.json("intent", "create", "--segment", "2", "--at", Self.start)
    #expect(made["object"] as? String == "purchaseIntent")
    #expect(made["state"] as? String == "created")
    #expect(made["amount"] as? String == "20.00")
    #expect(made["expiresAt"] as? String == Self.end)
    let human = try shop.paytool("intent", "create")
    #expect(human.status == 0)
    #expect(human.output.contains("5.00 USD") && human.output.contains("created"))
    #expect(!human.output.contains("eyJ"))
  }

  @Test func `an intent says how it is shipped, if it is`() throws {
    let plain = try shop.json("intent", "create", "--segment", "2", "--at", Self.start)
    #expect(plain["shippingMethod"] == nil)
    #expect(!(try shop.ok("intent", "list")).contains("express"))
    let shipped = try shop.json(
      "intent", "create", "--offer", "tea-box", "--shipping", "express", "--at", Self.start)
    #expect(shipped["shippingMethod"] as? String == "express")
    let id = try #require(shipped["id"] as? String)
    #expect(try shop.ok("intent", "show", id).contains("Express, the next day (express)"))
    #expect(try shop.ok("intent", "list").contains("  express\n"))
  }

  @Test func `a file with a token in it is its owner's alone`() throws {
    let path = shop.folder.file("intent.json")
    _ = try shop.ok("intent", "create", "--json", "-o", path)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test(arguments: [
    ["--segment", "3"], ["--segment", "-1"], ["--offer", "nope"], ["--at", "x"],
  ])
  func `what cannot be bought is not written down`(arguments: [String]) throws {
    let finished = try shop.paytool(["intent", "create"] + arguments)
    #expect(finished.status == 2)
    #expect(finished.output.isEmpty && finished.errorLines.count == 1)
    #expect(!FileManager.default.fileExists(atPath: shop.data + "/store"))
  }

  @Test func `whoever holds the store is named, and reading goes on`() throws {
    let (id, token) = try created()
    let lock = try FileLock.take(shop.data + "/store/lock", as: "PayServer")
    for command in [["intent", "create"], ["intent", "cancel", id]] {
      let finished = try shop.paytool(command)
      #expect(finished.status == 5)
      #expect(finished.output.isEmpty)
      #expect(finished.errors.contains("PayServer (process \(getpid()))"))
    }
    #expect(try shop.ok("intent", "list").contains(id))
    #expect(try shop.ok("intent", "show", id).contains(id))
    #expect(try verdict(token).status == 0)
    withExtendedLifetime(lock) {}
  }

  @Test func `a list has every intent, newest first, in three forms`() throws {
    let ids = try (0..<3).map { try created("\($0)").id }
    let table = try shop.ok("intent", "list", "--at", Self.start)
    let rows = table.split(separator: "\n")
    #expect(rows.first?.hasPrefix("INTENT ") == true)
    #expect(rows.dropFirst().map { String($0.prefix(30)) } == ids.reversed())
    let lines = try shop.ok("intent", "list", "--format", "ndjson").split(separator: "\n")
    #expect(try lines.map { try document($0 + "\n")["id"] as? String } == ids.reversed())
    let list = try shop.json("intent", "list")
    #expect(list["object"] as? String == "list")
    let data = try #require(list["data"] as? [[String: Any]])
    #expect(data.map { $0["id"] as? String } == ids.reversed())
    #expect(data.allSatisfy { $0["intentToken"] == nil && $0["state"] as? String == "created" })
    #expect(
      try shop.ok("intent", "list", "--format", "json") == (try shop.ok("intent", "list", "--json"))
    )
  }

  @Test func `a list ends after the limit`() throws {
    let ids = try (0..<3).map { _ in try created().id }
    for limit in 1...4 {
      let list = try shop.json("intent", "list", "--limit", "\(limit)")
      #expect((list["data"] as? [Any])?.count == min(limit, ids.count))
    }
  }

  @Test(arguments: [
    ["--limit", "0"], ["--limit", "-1"], ["--limit", "x"], ["--limit", ""], ["--format", "csv"],
  ])
  func `a list that cannot be is refused`(arguments: [String]) throws {
    let finished = try shop.paytool(["intent", "list"] + arguments)
    #expect(finished.status == 2)
    #expect(finished.output.isEmpty && finished.errorLines.count == 1)
  }

  @Test(arguments: [
    ["list"], ["list", "--json"], ["list", "--format", "ndjson"], ["show", "buy_x"],
  ])
  func `a store that is not there is told by its path`(arguments: [String]) throws {
    let finished = try shop.paytool(["intent"] + arguments)
    #expect(finished.status == 5)
    #expect(finished.output.isEmpty)
    #expect(finished.errorLines.count == 1)
    #expect(finished.errors.contains(shop.data))
  }

  @Test func `show tells one intent as it stands`() throws {
    let id = try created().id
    #expect(try shop.ok("intent", "show", id, "--at", Self.start).contains("created"))
    #expect(try shop.json("intent", "show", id, "--at", Self.end)["state"] as? String == "expired")
    let unknown = try shop.paytool("intent", "show", "buy_x")
    #expect(unknown.status == 2)
    #expect(unknown.output.isEmpty && unknown.errorLines.count == 1)
  }

  @Test func `cancel gives an intent up, once`() throws {
    let (id, token) = try created()
    let at = ["--at", Self.start]
    #expect(try shop.paytool(["intent", "cancel", id] + at).output.contains("canceled"))
    #expect(try shop.paytool(["intent", "cancel", id] + at).status == 1)
    #expect(try shop.paytool(["intent", "cancel", "buy_x"] + at).status == 2)
    let after = try verdict(token)
    #expect(after.status == 1 && after.codes == ["intent_canceled"])
  }

  @Test func `a token is good until its intent ends`() throws {
    let (id, token) = try created()
    let text = try shop.ok("intent", "verify", "-", "--at", Self.start, input: token)
    #expect(text.contains(id) && text.contains("20.00 USD") && text.contains(Self.end))
    #expect(try verdict(token + "\n").status == 0)
    #expect(try verdict(token, at: "2030-01-01T00:14:59Z").status == 0)
    let late = try verdict(token, at: Self.end)
    #expect(late.status == 1)
    #expect(late.codes == ["token_expired", "intent_expired"])
    let human = try shop.paytool("intent", "verify", "-", "--at", Self.end, input: token)
    #expect(human.output.isEmpty && human.errorLines.count == 1)
  }

  @Test func `a token from a file verifies too`() throws {
    let path = try shop.file("token.txt", try created().token + "\n")
    #expect(try shop.paytool("intent", "verify", path, "--at", Self.start).status == 0)
    #expect(try shop.paytool("intent", "verify", "/nowhere").status == 5)
  }

  @Test func `a token that is not ours is refused by name`() throws {
    let (_, token) = try created()
    let parts = token.split(separator: ".").map(String.init)
    let other = try Shop.withOtherKeys().json("intent", "create", "--at", Self.start)
    let keys = try ES256TokenKeys(KeyDirectory(data: shop.data))
    let offer = try CompactJWS.sign(["sub": "x"], type: "offer+jwt", keys: keys)
    let empty = try CompactJWS.sign([:], type: "intent+jwt", keys: keys)
    let cases: [(String, String)] = [
      ("", "token_malformed"), ("a.b.c", "token_malformed"), (token + "\n\n", "token_malformed"),
      (" " + token, "token_malformed"), (token + "==", "token_not_canonical"),
      (parts[0] + "." + parts[1] + "." + String(parts[2].reversed()), ""),
      (try #require(other["intentToken"] as? String), "token_unknown_key"),
      (offer, "token_wrong_type"), (empty, "token_claims"),
    ]
    for (text, code) in cases {
      let (status, codes, errors) = try verdict(text)
      #expect(status == 1, "\(code)")
      if !code.isEmpty { #expect(codes == [code]) }
      #expect(try document(errors)["code"] as? String == codes.first)
      #expect(!errors.contains("eyJ"), "an error shows the token")
    }
  }

  @Test func `without a store a good token has no intent`() throws {
    let (_, token) = try created()
    try FileManager.default.removeItem(atPath: shop.data + "/store")
    let (status, codes, _) = try verdict(token)
    #expect(status == 1 && codes == ["intent_unknown"])
  }
}
