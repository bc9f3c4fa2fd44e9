import Foundation
import PayCore
import PayCrypto
import TestSupport
import Testing

@Suite struct NotificationRenderCommandTests {
  private let shop: Shop
  private static let at = ["--at", "2030-01-01T00:00:00Z"]

  init() throws { shop = try Shop.withKeys() }

  private func render(_ arguments: [String], in shop: Shop? = nil, input: String = "") throws
    -> Finished
  {
    try (shop ?? self.shop).paytool(["notification", "render"] + Self.at + arguments, input: input)
  }

  private func token(_ payload: JSONValue) throws -> OfferToken {
    guard case .string(let text)? = payload["offer"]?["token"] else {
      throw NotADocument(text: "\(payload)")
    }
    let keys = try ES256TokenKeys(KeyDirectory(data: shop.data))
    return try OfferToken(
      opening: text, keys: keys, merchantIdentifier: "merchant.com.sample.ApplePayAction")
  }

  private func line(_ text: some StringProtocol) throws -> JSONValue {
    try JSONValue(parsing: Array(text.utf8))
  }

  @Test func `the sample's payload has at most 1,024 bytes, its offer can be bought`() throws {
    let finished = try render([])
    #expect(finished.status == 0)
    #expect(finished.output.utf8.count - 1 <= 1024)
    let payload = try line(finished.output.dropLast())
    #expect(payload["aps"]?["category"] == "BUY_OFFER")
    let offer = try NotificationOffer(json: payload["offer"] ?? .null)
    let token = try token(payload)
    #expect(token.notification == offer.notification)
    #expect(token.offer == "some-product")
    #expect(token.expiresAt.description == "2030-01-02T00:00:00Z")
    #expect(offer.expiresAt == token.expiresAt)
    #expect(token.offerDigest.count == 32)
  }

  /// The rows of the table on standard error.
  private func budget(_ finished: Finished) -> [(name: String, bytes: Int)] {
    finished.errorLines.compactMap { line in
      guard let space = line.lastIndex(of: " "), let bytes = Int(line[space...].dropFirst()) else {
        return nil
      }
      return (line[..<space].trimmingCharacters(in: .whitespaces), bytes)
    }
  }

  @Test func `the table on standard error sums up to the bytes on standard output`() throws {
    let finished = try render([])
    let rows = budget(finished)
    let count = finished.output.utf8.count - 1
    #expect(rows.map(\.name).first == "alert title")
    #expect(rows.suffix(2).map(\.name) == ["total", "left of 4096"])
    #expect(rows.dropLast(2).reduce(0) { $0 + $1.bytes } == count)
    #expect(rows.suffix(2).map(\.bytes) == [count, 4096 - count])
    #expect(try render(["--quiet"]).errors.isEmpty)
  }

  @Test func `with --json the payload is a member beside its budget`() throws {
    let finished = try render(["--json"])
    let report = try line(finished.output.dropLast())
    let payload = try #require(report["payload"])
    #expect(report["object"] == "notification")
    #expect(report["id"] == payload["offer"]?["notification"])
    #expect(report["bytes"] == .integer(Int64(payload.bytes.count)))
    #expect(report["expiresAt"] == "2030-01-02T00:00:00Z")
    #expect(report["shortened"] == false)
    guard case .array(let parts)? = report["budget"] else {
      Issue.record("no budget")
      return
    }
    let bytes = parts.compactMap {
      if case .integer(let bytes)? = $0["bytes"] { bytes } else { nil }
    }
    #expect(bytes.count == parts.count && bytes.reduce(0, +) == Int64(payload.bytes.count))
  }

  @Test func `a body that was shortened is a warning`() throws {
    var shop = shop
    shop.configuration = try sampleCopy(in: shop) { name, text in
      name == "notification.json"
        ? text.replacingOccurrences(
          of: "Choose an amount", with: String(repeating: "👨‍👩‍👧‍👦", count: 140)) : text
    }
    let finished = try render([], in: shop)
    #expect(finished.status == 0)
    #expect((4072...4096).contains(finished.output.utf8.count - 1))
    #expect(finished.output.contains("👦…\"}"))
    #expect(finished.errorLines.last?.hasPrefix("warning: the body was shortened by ") == true)
    #expect(try line(render(["--json"], in: shop).output.dropLast())["shortened"] == true)
  }

  @Test func `each recipient has a line, an id and a token`() throws {
    let names = (1...50).map { "customer \($0)" } + ["Ω,\"x\""]
    let path = try shop.file("recipients", names.joined(separator: "\n"))
    let finished = try render(["--recipients", path])
    #expect(finished.status == 0)
    let lines = try finished.output.split(separator: "\n").map { try line($0) }
    #expect(lines.map { $0["recipient"] } == names.map { .string($0) })
    let ids = try lines.map { line in
      let payload = try #require(line["payload"])
      let id = try token(payload).notification
      #expect(line["id"] == .string(id))
      #expect(payload["offer"]?["notification"] == .string(id))
      return id
    }
    #expect(Set(ids).count == names.count && ids == ids.sorted())
    #expect(finished.errorLines.first == "51 payloads, each of these bytes:")
    let payload = try #require(lines.first?["payload"])
    #expect(budget(finished).suffix(2).first?.bytes == payload.bytes.count)
  }

  @Test func `recipients come from standard input, payloads go to a file of its owner`() throws {
    let path = shop.folder.file("payloads")
    let finished = try render(["--recipients", "-", "-o", path, "-q"], input: "a\nb\n")
    #expect(finished.status == 0 && finished.output.isEmpty && finished.errors.isEmpty)
    #expect(try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count == 2)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test(arguments: [
    ("", "recipients_missing"), ("a\n\nb\n", "recipient_blank"),
    ("a\nb\na\n", "recipient_duplicate"),
    ("a\nb\r\n", "recipient_hidden_character"),
  ])
  func `a bad list is refused before anything is written`(list: String, code: String) throws {
    let path = shop.folder.file("payloads")
    let finished = try render(["--recipients", "-", "-o", path, "--json"], input: list)
    #expect(finished.status == 1 && finished.output.isEmpty)
    let problem = try document(finished.errors)
    #expect(problem["code"] as? String == code)
    #expect((problem["detail"] as? String)?.hasPrefix("standard input: ") == true)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `what is missing is told with its remedy`() throws {
    let keyless = try Shop()
    let noKeys = try render([], in: keyless)
    #expect(noKeys.status == 4 && noKeys.output.isEmpty)
    #expect(noKeys.errors.contains("keys generate"))
    let noOffer = try render(["--offer", "some-produkt"])
    #expect(noOffer.status == 2 && noOffer.output.isEmpty)
    #expect(noOffer.errors.contains("did you mean some-product?"))
    let noFile = try render(["--recipients", "/nowhere"])
    #expect(noFile.status == 5 && noFile.output.isEmpty)
    var silent = shop
    silent.configuration = try sampleCopy(in: shop) { $1 }
    try FileManager.default.removeItem(atPath: silent.configuration + "/notification.json")
    #expect(try silent.ok("check").contains("notifications  none"))
    let notConfigured = try render([], in: silent)
    #expect(notConfigured.status == 1 && notConfigured.output.isEmpty)
    #expect(notConfigured.errorLines.count == 1)
    #expect(notConfigured.errors.contains("has no notification.json"))
  }

  @Test func `no store is needed, and none is made`() throws {
    let before = try Set(FileManager.default.contentsOfDirectory(atPath: shop.data))
    #expect(try render([]).status == 0)
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: shop.data)) == before)
  }

  @Test func `an offer that is over is refused`() throws {
    var shop = shop
    shop.configuration = try sampleCopy(in: shop) { name, text in
      name == "offers.json"
        ? text.replacingOccurrences(
          of: #""defaultSegment": 0"#, with: #""validUntil": "2030-01-01T00:00:00Z""#) : text
    }
    let finished = try render([], in: shop)
    #expect(finished.status == 1 && finished.output.isEmpty)
    #expect(finished.errors.contains("some-product cannot be bought"))
  }
}
