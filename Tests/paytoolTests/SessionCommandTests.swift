import Foundation
import TestSupport
import Testing

@Suite struct SessionCommandTests {
  private let shop: Shop
  private static let start = "2030-01-01T00:00:00Z"

  init() throws { shop = try Shop.withKeys() }

  private func signed(in shop: Shop? = nil, _ arguments: String...) throws -> String {
    let shop = shop ?? self.shop
    let path = shop.folder.file("session-\(UUID().uuidString).json")
    let finished = try shop.paytool(["session", "sign", "-o", path] + arguments)
    guard finished.status == 0 else { throw UnexpectedExit(arguments, finished) }
    return path
  }

  @Test func `sign writes the session, with and without --json`() throws {
    for arguments in [["session", "sign"], ["session", "sign", "--json"]] {
      let finished = try shop.paytool(arguments)
      #expect(finished.status == 0 && finished.errors.isEmpty)
      let session = try document(finished.output)
      #expect(session["purchaseIntent"] as? String == "")
      #expect(session["amountMinor"] as? Int == 0)
      #expect((session["signedFields"] as? [String])?.count == 15)
    }
  }

  @Test func `a session of ours verifies until it ends`() throws {
    let shop = try Shop.withKeys(at: Self.start)
    let path = try signed(in: shop, "--at", Self.start)
    let text = try shop.ok("session", "verify", path, "--at", "2030-01-01T00:04:59Z")
    #expect(text.contains("good until 2030-01-01T00:05:00Z"))
    #expect(text.contains("Sample Merchant, shop.example.com"))
    let late = try shop.paytool("session", "verify", path, "--at", "2030-01-01T00:05:00Z")
    #expect(late.status == 1)
    #expect(late.output.isEmpty)
    #expect(late.errors == "paytool: the session has expired\n")
  }

  @Test func `a verdict is data, a refusal a problem too`() throws {
    let shop = try Shop.withKeys(at: Self.start)
    let path = try signed(in: shop, "--at", Self.start)
    let good = try shop.json("session", "verify", path, "--at", Self.start)
    #expect(good["valid"] as? Bool == true)
    let late = try shop.paytool("session", "verify", path, "--json")
    #expect(late.status == 1)
    let verdict = try document(late.output)
    #expect(verdict["valid"] as? Bool == false)
    let findings = try #require(verdict["findings"] as? [[String: String]])
    #expect(findings.map { $0["code"] } == ["session_not_yet_valid"])
    #expect(try document(late.errors)["code"] as? String == "session_not_yet_valid")
  }

  @Test(arguments: [
    ("domainName", "session_bad_signature"), ("amountMinor", "session_bad_signature"),
    ("signature", "session_signature_form"), ("extra", "session_shape"),
  ])
  func `a session that was touched is refused by name`(member: String, code: String) throws {
    var session = try shop.json("session", "sign")
    switch session[member] {
    case let number as Int: session[member] = number + 1
    case let text as String: session[member] = text + "00"
    default: session[member] = "x"
    }
    let text = String(
      decoding: try JSONSerialization.data(withJSONObject: session), as: UTF8.self)
    let finished = try shop.paytool(["session", "verify", "-", "--json"], input: text)
    #expect(finished.status == 1)
    #expect(try document(finished.errors)["code"] as? String == code)
  }

  @Test(arguments: ["", "{", "null", "not JSON", "{}", #"{"a":1,"a":2}"#, "[[[[[]]]]]"])
  func `what is no session was checked and found bad`(text: String) throws {
    for command in ["verify", "content"] {
      let finished = try shop.paytool(["session", command, "-"], input: text)
      #expect(finished.status == 1)
      #expect(finished.output.isEmpty)
      #expect(!finished.errors.isEmpty)
    }
  }

  @Test func `a document of another kind is told in a few lines`() throws {
    let quote = try shop.ok("quote", "--json")
    let finished = try shop.paytool("session", "verify", "-", input: quote)
    #expect(finished.status == 1)
    #expect(finished.errorLines.count == 6)
  }

  @Test func `a file that is too large was found bad, one that is missing is an I-O error`() throws
  {
    let path = try shop.file("large.json", String(repeating: " ", count: 70_000))
    #expect(try shop.paytool("session", "verify", path).status == 1)
    let missing = try shop.paytool("session", "verify", "/nowhere")
    #expect(missing.status == 5)
    #expect(missing.errorLines.count == 1)
  }

  @Test func `stock openssl verifies the content against the root`() throws {
    let path = try signed()
    let session = try document(try String(contentsOfFile: path, encoding: .utf8))
    let hex = try #require(session["signature"] as? String)
    let signature = stride(from: 0, to: hex.count, by: 2).compactMap { offset in
      UInt8(hex.dropFirst(offset).prefix(2), radix: 16)
    }
    let content = try shop.paytool("session", "content", path).standardOutput
    try Data(signature).write(to: URL(fileURLWithPath: shop.folder.file("s.der")))
    try Data(content).write(to: URL(fileURLWithPath: shop.folder.file("content")))
    let verified = try run(
      "/usr/bin/openssl",
      [
        "cms", "-verify", "-binary", "-inform", "DER", "-in", shop.folder.file("s.der"),
        "-content", shop.folder.file("content"), "-CAfile", shop.data + "/keys/root.pem",
      ])
    #expect(verified.status == 0, "\(verified.errors)")
    #expect(verified.standardOutput == content)
    let json = try shop.json("session", "content", path)
    #expect(json["content"] as? String == Data(content).base64EncodedString())
  }

  @Test func `a session under another root is refused`() throws {
    let session = try Shop.withOtherKeys().ok("session", "sign")
    let finished = try shop.paytool("session", "verify", "-", input: session)
    #expect(finished.status == 1)
    #expect(finished.errors.contains("does not lead to our root"))
  }

  @Test func `a session carries its intent and its price while the intent is open`() throws {
    let made = try shop.json("intent", "create", "--segment", "2")
    let id = try #require(made["id"] as? String)
    let path = try signed("--intent", id)
    let session = try document(try String(contentsOfFile: path, encoding: .utf8))
    #expect(session["purchaseIntent"] as? String == id)
    #expect(session["amountMinor"] as? Int == 2000)
    #expect(try shop.ok("session", "verify", path).contains("20.00 USD"))
    _ = try shop.ok("intent", "cancel", id)
    let refused = try shop.paytool("session", "sign", "--intent", id)
    #expect(refused.status == 1)
    #expect(refused.output.isEmpty && refused.errorLines.count == 1)
  }

  @Test func `an intent nobody knows gets no session`() throws {
    #expect(try shop.paytool("session", "sign", "--intent", "buy_x").status == 5)
    _ = try shop.ok("intent", "create")
    #expect(try shop.paytool("session", "sign", "--intent", "buy_x").status == 2)
  }
}
