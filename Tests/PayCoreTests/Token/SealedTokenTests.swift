import TestSupport
import Testing

@testable import PayCore

/// A payment token's JSON is read in one way, or not at all.
@Suite struct SealedTokenTests {
  private static let token = SealedToken(
    version: .ecV1, data: (0..<200).map { UInt8($0) },
    signature: [UInt8](repeating: 0xFB, count: 99),
    keyMaterial: [UInt8](repeating: 0xFF, count: 91),
    publicKeyHash: [UInt8](repeating: 0xFE, count: 32),
    transactionID: (0..<32).map { UInt8($0 + 170) },
    applicationData: (0..<32).map { UInt8(255 - $0) })

  private func read(_ text: String) throws(PaymentTokenFault) -> SealedToken {
    try SealedToken(parsing: Array(text.utf8))
  }

  private func code(_ json: JSONValue) -> String? {
    do throws(PaymentTokenFault) {
      _ = try SealedToken(parsing: json.bytes)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func `a token reads as it was written, whole or its payment data alone`() throws {
    let token = Self.token
    #expect(try SealedToken(json: token.json) == token)
    let whole: JSONValue = [
      "paymentData": token.json, "paymentMethod": ["network": "Visa"],
      "transactionIdentifier": .string(Hex.upper(token.transactionID)), "later": "addition",
    ]
    #expect(try SealedToken(parsing: whole.bytes) == token)
  }

  @Test func `escaped slashes and the letter case of hex change nothing`() throws {
    let text = Self.token.json.text
    #expect(text.contains("/"))
    #expect(try read(text.replacing("/", with: "\\/")) == Self.token)
    let id = Hex.lower(Self.token.transactionID)
    #expect(try read(text.replacing(id, with: id.uppercased())) == Self.token)
  }

  @Test func `the signed bytes are key, data, transaction and application data`() {
    let token = Self.token
    #expect(
      token.signedBytes
        == token.keyMaterial + token.data + token.transactionID + (token.applicationData ?? []))
  }

  @Test(arguments: [
    ("data", "AB==", "payment_token_base64"), ("data", "AAA", "payment_token_base64"),
    ("data", "AA-_", "payment_token_base64"), ("data", "", "payment_token_base64"),
    ("signature", " AAAA", "payment_token_base64"), ("version", "EC_v2", "payment_token_version"),
    ("version", "RSA_v1", "payment_token_key_member"),
    ("version", "ec_v1", "payment_token_version"),
    ("extra", "x", "payment_token_shape"),
  ])
  func `another value of a member is refused`(name: String, value: String, expected: String) {
    #expect(code(Self.token.json.replacing(name, .string(value))) == expected)
  }

  @Test(arguments: [
    ("publicKeyHash", "AAAA", "payment_token_base64"),
    ("transactionId", "00", "payment_token_hex"),
    ("transactionId", String(repeating: "0g", count: 32), "payment_token_hex"),
    ("transactionId", String(repeating: "0", count: 63), "payment_token_hex"),
    ("applicationData", "", "payment_token_hex"),
    ("wrappedKey", "AAAA", "payment_token_key_member"),
    ("extra", "x", "payment_token_shape"),
  ])
  func `another value of a header member is refused`(name: String, value: String, expected: String)
  {
    let header = Self.token.json["header"] ?? .null
    #expect(
      code(Self.token.json.replacing("header", header.replacing(name, .string(value)))) == expected)
  }

  @Test func `a member that is missing or of another type is named`() {
    for name in ["data", "signature", "version", "header"] {
      guard case .object(let members) = Self.token.json else { continue }
      let without = JSONValue.object(members.filter { $0.name != name })
      #expect(code(without) == "payment_token_shape")
      let other = JSONValue.object(
        members.map { JSONMember($0.name, $0.name == name ? 1 : $0.value) })
      #expect(code(other) == "payment_token_shape")
    }
  }

  @Test(arguments: [
    #"{"paymentData":{},"paymentMethod":{},"transactionIdentifier":"Simulated Identifier"}"#,
    #"{"paymentData":null,"transactionIdentifier":"x"}"#, #"{"paymentData":""}"#, "{}",
  ])
  func `the Simulator's token is told as such`(text: String) {
    #expect(throws: PaymentTokenFault.simulator) { try read(text) }
  }

  @Test func `a second token around the first is refused`() {
    let outer: [JSONValue] = [
      Self.token.json.with("paymentData", Self.token.json),
      ["paymentData": Self.token.json, "version": "RSA_v1"],
      ["paymentData": Self.token.json, "paymentMethod": []],
    ]
    for json in outer { #expect(code(json) == "payment_token_shape") }
  }

  @Test func `another transaction outside than inside is refused`() {
    let whole: JSONValue = ["paymentData": Self.token.json, "transactionIdentifier": "00"]
    #expect(code(whole) == "payment_token_shape")
  }

  @Test func `what is too large or no JSON is refused before it is read`() {
    let large = [UInt8](repeating: 0x20, count: Limits.paymentTokenBytes + 1)
    #expect(throws: PaymentTokenFault.tooLarge(large.count)) { try SealedToken(parsing: large) }
    for text in ["", "{", "[1,]", #"{"data":"a","data":"b"}"#, "\u{FEFF}{}"] {
      do throws(PaymentTokenFault) {
        _ = try read(text)
        Issue.record("\(text) is read")
      } catch {
        #expect(error.code == "payment_token_not_json")
      }
    }
  }

  @Test func `mutations are read or refused, and what is read reads the same again`() throws {
    let seed = UInt64(20_261_130)
    var random = SplitMix64(seed: seed)
    let bytes = Self.token.json.bytes
    for round in 0..<3000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: 0..<changed.count, using: &random)
        changed[index] = UInt8.random(in: 0...127, using: &random)
      }
      guard let token = try? SealedToken(parsing: changed) else { continue }
      #expect(try SealedToken(json: token.json) == token, "seed \(seed), round \(round)")
    }
  }
}
