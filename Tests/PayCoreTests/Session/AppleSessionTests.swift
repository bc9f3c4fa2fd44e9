import PayCore
import Testing

/// A digest whose value can be written out: 32 bytes of 0xAB.
private struct ConstantDigest: Digest {
  func sha256(_ bytes: [UInt8]) -> [UInt8] { [UInt8](repeating: 0xAB, count: 32) }
}

/// Takes the signature's bytes for the signer's name.
private struct NameReader: SessionSignatureReader {
  func signerName(of signature: [UInt8]) -> String? {
    signature == [0] ? nil : String(decoding: signature, as: UTF8.self)
  }
}

@Suite struct AppleSessionTests {
  private static let now = Timestamp(milliseconds: 1_767_225_600_123)
  private static let hash = String(repeating: "AB", count: 32)
  private static let start = now.milliseconds
  private static let signer = "ecc-smp-broker-sign_UC4-PROD"

  /// As Apple's samples have it.
  private static let session: JSONValue = [
    "epochTimestamp": .integer(start), "expiresAt": .integer(start + 3_600_000),
    "merchantSessionIdentifier": "SSH00_00", "nonce": "21432f7c",
    "merchantIdentifier": .string(hash), "domainName": "shop.example.com",
    "displayName": "Sample Merchant", "signature": .string(Hex.lower(signer.utf8)),
    "operationalAnalyticsIdentifier": .string("Sample Merchant:" + hash), "retries": 0,
    "pspId": .string(hash), "statusCode": .null, "statusMessage": .null,
  ]

  private static func read(
    _ bytes: [UInt8], _ environment: AppleEnvironment = .production, at moment: Timestamp = now,
    merchant: JSONValue = Fixture.merchant
  ) throws -> AppleSession {
    try AppleSession(
      bytes, answering: SessionRequest(Fixture.configuration(merchant: merchant).merchant),
      from: environment, at: moment, digest: ConstantDigest(), signatures: NameReader())
  }

  @Test func `the request has the four members`() throws {
    let request = SessionRequest(try Fixture.configuration().merchant)
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == #"{"merchantIdentifier":"merchant.com.sample.ApplePayAction","#
        + #""displayName":"Sample Merchant","initiative":"web","#
        + #""initiativeContext":"shop.example.com"}"#)
  }

  @Test func `a session is passed on byte for byte`() throws {
    let text = " \n" + String(decoding: Self.session.bytes, as: UTF8.self)
    let spelled = Array(text.replacing("shop", with: #"\u0073hop"#).utf8) + [0x20, 0x0A]
    let session = try Self.read(spelled)
    #expect(session.bytes == spelled)
    #expect(session.createdAt == Self.now)
    #expect(session.expiresAt == Self.now.adding(seconds: 3600))
    #expect(session.findings.isEmpty)
  }

  private static let lowerHash = String(repeating: "ab", count: 32)
  /// Milliseconds, so many after the session was made.
  private static func time(_ milliseconds: Int64) -> JSONValue { .integer(start + milliseconds) }
  private static func time(inSeconds count: Int64) -> JSONValue { .integer(start / 1000 + count) }
  private static func hex(_ text: String) -> JSONValue { .string(Hex.lower(text.utf8)) }

  private static let members: [(name: String, value: JSONValue?, code: String)] = [
    ("epochTimestamp", time(inSeconds: 0), "seconds"),
    ("expiresAt", time(inSeconds: 3600), "seconds"),
    ("epochTimestamp", .integer(-1), "shape"), ("expiresAt", .integer(.max), "shape"),
    ("epochTimestamp", "1767225600123", "shape"), ("expiresAt", nil, "shape"),
    ("epochTimestamp", .number("1.7672256001e12"), "shape"),
    ("expiresAt", time(0), "lifetime"), ("expiresAt", time(-1), "lifetime"),
    ("expiresAt", time(7_200_001), "lifetime"),
    ("expiresAt", time(7_200_000), "ok"),
    ("signature", nil, "shape"), ("signature", "", "shape"), ("signature", "abc", "shape"),
    ("signature", "00", "signature"), ("signature", "ZZ", "shape"),
    ("nonce", nil, "shape"), ("nonce", "", "shape"), ("merchantSessionIdentifier", nil, "shape"),
    ("merchantIdentifier", "AB", "shape"), ("merchantIdentifier", nil, "shape"),
    ("merchantIdentifier", .string(lowerHash), "shape"),
    ("displayName", nil, "shape"), ("displayName", "Other", "display_name"),
    ("domainName", nil, "shape"), ("domainName", "other.example.com", "domain_name"),
    ("domainName", "Shop.example.com", "domain_name"),
    ("statusCode", 417, "error_body"), ("statusCode", "417", "error_body"),
    ("statusMessage", "no", "error_body"),
    ("signature", hex("UC4-SANDBOX"), "environment"),
    ("signature", hex("UC4-PROD2"), "environment"),
    ("anything", "else", "ok"),
  ]

  @Test(arguments: members)
  func `a member that is not right is told`(name: String, value: JSONValue?, code: String) {
    var found = "ok"
    do {
      _ = try Self.read(Self.session.replacing(name, value).bytes)
    } catch let fault as AppleSessionFault {
      found = fault.code.replacing("apple_session_", with: "")
      #expect(!fault.description.isEmpty)
    } catch {
      found = "\(error)"
    }
    #expect(found == code)
  }

  @Test(arguments: [
    ("", "not_json"), ("<html>", "not_json"), ("[]", "shape"), ("null", "shape"), ("{}", "shape"),
    ("{} {}", "not_json"), (#"{"a":1,"a":2}"#, "not_json"),
    (#"{"statusMessage":"Payment Services Exception","statusCode":"417"}"#, "error_body"),
  ])
  func `what is no session at all is told`(text: String, code: String) throws {
    let fault = #expect(throws: AppleSessionFault.self) { try Self.read(Array(text.utf8)) }
    #expect(fault?.code == "apple_session_" + code)
  }

  @Test func `an error body is told with its words`() throws {
    let text = #"{"statusMessage":"domain not registered","statusCode":"417"}"#
    let fault = #expect(throws: AppleSessionFault.self) { try Self.read(Array(text.utf8)) }
    #expect(fault == .errorBody(status: "417", message: "domain not registered"))
  }

  @Test(arguments: [(-301, "clock"), (-300, "ok"), (0, "ok"), (300, "ok"), (301, "clock")])
  func `a session is made about now`(seconds: Int64, code: String) {
    var found = "ok"
    do {
      _ = try Self.read(Self.session.bytes, at: Self.now.adding(seconds: seconds))
    } catch {
      found = (error as? AppleSessionFault)?.code ?? "\(error)"
    }
    #expect(found.hasSuffix(code))
  }

  @Test func `a session that has ended is refused`() {
    let short = Self.session.replacing("expiresAt", .integer(Self.start + 1000))
    #expect(throws: AppleSessionFault.self) {
      try Self.read(short.bytes, at: Self.now.adding(seconds: 1))
    }
  }

  @Test func `sandbox and production are not each other`() throws {
    let sandbox = Self.session.replacing("signature", .string(Hex.lower("UC4-SANDBOX".utf8)))
    _ = try Self.read(sandbox.bytes, .sandbox)
    let fault = #expect(throws: AppleSessionFault.self) {
      try Self.read(Self.session.bytes, .sandbox)
    }
    #expect(fault == .environment(signer: Self.signer, wanted: .sandbox))
  }

  @Test func `another merchant hash is odd, not wrong`() throws {
    let other = Self.session.replacing(
      "merchantIdentifier", .string(String(repeating: "CD", count: 32)))
    let session = try Self.read(other.bytes)
    #expect(session.findings.map(\.code) == ["apple_session_merchant_hash"])
    #expect(session.findings.allSatisfy { $0.severity == .warning })
  }

  @Test func `outside the web the context is the initiative's`() throws {
    let merchant = Fixture.merchant.with("initiative", "messaging")
      .with("initiativeContext", "https://shop.example.com/pay")
    let message = Self.session.replacing("domainName", nil)
      .with("initiative", "messaging").with("initiativeContext", "https://shop.example.com/pay")
    _ = try Self.read(message.bytes, merchant: merchant)
    for (name, value) in [("initiative", "web"), ("initiativeContext", "https://x.example")] {
      let fault = #expect(throws: AppleSessionFault.self) {
        try Self.read(message.replacing(name, .string(value)).bytes, merchant: merchant)
      }
      #expect(fault == .initiative)
    }
  }
}
