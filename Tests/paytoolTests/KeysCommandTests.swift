import Foundation
import TestSupport
import Testing

@Suite struct KeysCommandTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  /// All files below the data directory, as text where they are text.
  private func stored() throws -> String {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: shop.data)
    return paths.map { path in
      String(
        decoding: FileManager.default.contents(atPath: shop.data + "/" + path) ?? Data(),
        as: UTF8.self)
    }.joined(separator: "\n")
  }

  @Test func `generate tells the key once, where things lie and what comes next`() throws {
    let finished = try shop.paytool("keys", "generate")
    #expect(finished.status == 0)
    #expect(finished.output.contains("pay_test_"))
    #expect(finished.output.contains(shop.data + "/keys/root.pem"))
    #expect(finished.output.contains("-H @\(shop.data)/keys/auth-header"))
    #expect(finished.errors.contains("shown this once"))
    #expect(finished.errors.contains("Next: PayServer "))
    #expect(!finished.errors.contains("pay_test_"))
  }

  @Test func `generate --json has the key, the paths and the certificates`() throws {
    let keys = try shop.json("keys", "generate")
    #expect(keys["object"] as? String == "keys")
    #expect((keys["apiKey"] as? String)?.hasPrefix("pay_test_") == true)
    #expect(keys["root"] as? String == shop.data + "/keys/root.pem")
    #expect(keys["authHeader"] as? String == shop.data + "/keys/auth-header")
    #expect(keys["kid"] is String)
    #expect((keys["certificates"] as? [Any])?.count == 8)
  }

  @Test func `generate never overwrites`() throws {
    let noon = "2027-01-01T12:00:00Z"  // the days left stay as they are
    let before = try shop.json("keys", "generate")
    let listed = try shop.ok("keys", "list", "--json", "--at", noon)
    let again = try shop.paytool("keys", "generate")
    #expect(again.status == 4)
    #expect(again.output.isEmpty)
    #expect(again.errorLines.count == 1)
    #expect(try shop.ok("keys", "list", "--json", "--at", noon) == listed)
    #expect(before["apiKey"] is String)
  }

  @Test func `a file with the key in it is its owner's alone`() throws {
    let path = shop.folder.file("keys.json")
    _ = try shop.ok("keys", "generate", "--json", "-o", path)
    #expect(try mode(path) == 0o600)
  }

  @Test(arguments: [
    ["keys", "list"], ["keys", "add"], ["keys", "revoke", "key_x"], ["session", "sign"],
    ["session", "verify", "-"], ["intent", "create"], ["intent", "verify", "-"],
    ["intent", "cancel", "buy_x"],
  ])
  func `without keys a command says what to run`(arguments: [String]) throws {
    let finished = try shop.paytool(arguments)
    #expect(finished.status == 4)
    #expect(finished.output.isEmpty)
    #expect(finished.errorLines.count == 1)
    #expect(finished.errors.contains("paytool keys generate"))
  }

  @Test func `list shows dates, days left and ids, and never a key`() throws {
    let made = try shop.json("keys", "generate", "--at", "2026-01-01T00:00:00Z")
    let key = try #require(made["apiKey"] as? String)
    let text = try shop.ok("keys", "list", "--at", "2026-01-02T00:00:00Z")
    #expect(text.contains("sessionSigner") && text.contains("2028-01-31T00:00:00Z"))
    #expect(text.contains(" 759\n"))
    #expect(text.contains(try #require(made["kid"] as? String)))
    #expect(!text.contains(key))
    let json = try shop.ok("keys", "list", "--json")
    #expect(!json.contains(key) && !json.contains("PRIVATE"))
  }

  @Test func `a certificate that has ended has less than no days left`() throws {
    _ = try shop.json("keys", "generate", "--at", "2026-01-01T00:00:00Z")
    let late = try shop.json("keys", "list", "--at", "2036-01-01T00:00:01Z")
    let certificates = try #require(late["certificates"] as? [[String: Any]])
    #expect(
      certificates.map { $0["daysLeft"] as? Int } == [
        -1, -1827, -2893, -1827, -2893, -2893, -2893, -2893,
      ])
  }

  @Test func `add makes a key that list names and nothing keeps`() throws {
    _ = try shop.ok("keys", "generate")
    for (options, prefix, kind) in [([], "pay_test_", "test"), (["--live"], "pay_live_", "live")] {
      let added = try shop.paytool(["keys", "add", "--label", "till \(kind)"] + options)
      #expect(added.status == 0)
      let key = added.output.trimmingCharacters(in: .newlines)
      #expect(key.hasPrefix(prefix))
      #expect(added.errorLines.count == 1)
      #expect(!(try stored()).contains(key))
      #expect(try shop.ok("keys", "list").contains("till \(kind)"))
    }
    let json = try shop.json("keys", "add", "--live")
    #expect((json["apiKey"] as? String)?.hasPrefix("pay_live_") == true)
    #expect(json["kind"] as? String == "live")
  }

  @Test(arguments: ["", "a\nb", String(repeating: "x", count: 65)])
  func `a label that does not fit a table is refused`(label: String) throws {
    _ = try shop.ok("keys", "generate")
    let finished = try shop.paytool("keys", "add", "--label", label)
    #expect(finished.status == 2)
    #expect(finished.output.isEmpty && finished.errorLines.count == 1)
  }

  @Test func `revoke refuses a key from then on, once`() throws {
    _ = try shop.ok("keys", "generate")
    let id = try #require(try shop.json("keys", "add")["id"] as? String)
    let first = try shop.json("keys", "revoke", id, "--at", "2030-01-01T00:00:00Z")
    #expect(first["revokedAt"] as? String == "2030-01-01T00:00:00Z")
    let second = try shop.json("keys", "revoke", id, "--at", "2031-01-01T00:00:00Z")
    #expect(second["revokedAt"] as? String == "2030-01-01T00:00:00Z")
    #expect(try shop.ok("keys", "list").contains("revoked 2030-01-01T00:00:00Z"))
    let human = try shop.paytool("keys", "revoke", id)
    #expect(human.status == 0 && human.output.isEmpty && human.errorLines.count == 1)
    #expect(try shop.paytool("keys", "revoke", id, "-q").errors.isEmpty)
  }

  @Test func `a key nobody knows cannot be revoked`() throws {
    _ = try shop.ok("keys", "generate")
    let finished = try shop.paytool("keys", "revoke", "key_nope")
    #expect(finished.status == 4)
    #expect(finished.errorLines.count == 1)
  }
}
