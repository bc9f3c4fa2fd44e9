import PayCore
import Testing

/// A digest whose value can be written out: the bytes 0 to 31.
private struct CountingDigest: Digest {
  func sha256(_ bytes: [UInt8]) -> [UInt8] { [UInt8](0..<32) }
}

@Suite struct MerchantSessionTests {
  static let keys = FakeSessionKeys()
  static let moment = Timestamp(milliseconds: Fixture.now.milliseconds + 123)
  static let hash = "000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F"
  static let identifier =
    "PSH000102030405060708090A0B0C0D0E0F_"
    + "101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F"

  static func session(
    for intent: PurchaseIntent?, merchant: JSONValue = Fixture.merchant
  ) throws -> MerchantSession {
    MerchantSession(
      try Fixture.configuration(merchant: merchant).merchant, intent: intent, at: moment,
      randomBytes: { [UInt8](0..<UInt8($0)) }, digest: CountingDigest())
  }

  static func signed(standsAlone: Bool = false) throws -> SignedSession {
    try SignedSession(session(for: standsAlone ? nil : Fixture.intent()), signer: keys)
  }

  /// The contract, written out: four bytes of length, then the field.
  static let fields: [(length: String, field: String)] = [
    ("0000000e", "pay-session-v1"), ("00000040", hash), ("00000064", identifier),
    ("00000010", "shop.example.com"), ("00000003", "web"), ("00000010", "shop.example.com"),
    ("0000000f", "Sample Merchant"), ("00000008", "00010203"), ("0000000d", "1767225600123"),
    ("0000000d", "1767225900123"), ("00000050", "Sample Merchant:" + hash), ("00000001", "0"),
    ("00000040", hash),
  ]

  @Test func `the signed bytes are the fields behind their lengths`() throws {
    let own: [(length: String, field: String)] = [
      ("0000001e", "buy_01kdvdna000000000000000000"), ("00000004", "2000"), ("00000003", "USD"),
    ]
    let expected = (Self.fields + own).map { $0.length + Hex.lower($0.field.utf8) }.joined()
    #expect(try Hex.lower(Self.session(for: Fixture.intent()).signedBytes) == expected)
  }

  @Test func `a session that stands alone has empty places for the intent`() throws {
    let own: [(length: String, field: String)] = [
      ("00000000", ""), ("00000001", "0"), ("00000000", ""),
    ]
    let expected = (Self.fields + own).map { $0.length + Hex.lower($0.field.utf8) }.joined()
    #expect(try Hex.lower(Self.session(for: nil).signedBytes) == expected)
  }

  @Test func `a signed session has its JSON`() throws {
    let signed = try Self.signed()
    #expect(
      signed.json.text == #"{"merchantIdentifier":"\#(Self.hash)","#
        + #""merchantSessionIdentifier":"\#(Self.identifier)","domainName":"shop.example.com","#
        + #""initiative":"web","initiativeContext":"shop.example.com","#
        + #""displayName":"Sample Merchant","nonce":"00010203","epochTimestamp":1767225600123,"#
        + #""expiresAt":1767225900123,"#
        + #""operationalAnalyticsIdentifier":"Sample Merchant:\#(Self.hash)","retries":0,"#
        + #""pspId":"\#(Self.hash)","purchaseIntent":"buy_01kdvdna000000000000000000","#
        + #""amountMinor":2000,"currency":"USD","signedFields":["merchantIdentifier","#
        + #""merchantSessionIdentifier","domainName","initiative","initiativeContext","#
        + #""displayName","nonce","epochTimestamp","expiresAt","operationalAnalyticsIdentifier","#
        + #""retries","pspId","purchaseIntent","amountMinor","currency"],"#
        + #""signature":"\#(Hex.lower(signed.signature))"}"#)
  }

  @Test func `the signature is over the signed bytes, at the session's time`() throws {
    let signed = try Self.signed()
    #expect(
      signed.signature == (try Self.keys.sign(signed.session.signedBytes, at: Self.moment)))
    #expect(throws: CryptoFailure("no key")) {
      try SignedSession(Self.session(for: nil), signer: FakeSessionKeys(fails: true))
    }
  }

  @Test(arguments: [false, true])
  func `a signed session survives the round trip`(standsAlone: Bool) throws {
    let signed = try Self.signed(standsAlone: standsAlone)
    #expect(try SignedSession(json: JSONValue(parsing: signed.json.bytes)) == signed)
  }

  @Test func `lifetime and initiative are the merchant's`() throws {
    let merchant = Fixture.merchant.with("sessionLifetimeSeconds", 3600)
      .with("initiative", "messaging").with("initiativeContext", "https://example.com")
    let session = try Self.session(for: nil, merchant: merchant)
    #expect(session.expiresAt == Self.moment.adding(seconds: 3600))
    #expect(session.initiative == "messaging")
    #expect(session.initiativeContext == "https://example.com")
  }

  // MARK: Shape

  private func places(_ json: JSONValue) -> [String]? {
    let fault = #expect(throws: SessionFault.self) { try SignedSession(json: json) }
    guard case .shape(let faults) = fault else { return nil }
    return faults.map { "\($0.pointer) \($0.code)" }
  }

  @Test(arguments: MerchantSession.signedFields + ["signedFields", "signature"])
  func `each member must be there, and of its type`(member: String) throws {
    let json = try Self.signed().json
    #expect(places(json.replacing(member, nil)) == ["/\(member) missing_member"])
    #expect(places(json.replacing(member, .null)) == ["/\(member) wrong_type"])
  }

  static let shapes: [(String, JSONValue?, [String])] = [
    ("extra", 1, ["/extra unknown_member"]),
    ("epochTimestamp", "1767225600123", ["/epochTimestamp wrong_type"]),
    ("epochTimestamp", .number("1.767225600123E12"), ["/epochTimestamp wrong_type"]),
    ("epochTimestamp", -1, ["/epochTimestamp out_of_range"]),
    ("expiresAt", 253_402_300_800_000, ["/expiresAt out_of_range"]),
    ("amountMinor", "2000", ["/amountMinor wrong_type"]),
    ("retries", .number("0.0"), ["/retries wrong_type"]),
    ("signedFields", ["merchantIdentifier", 1], ["/signedFields/1 wrong_type"]),
  ]

  @Test(arguments: shapes)
  func `another shape is refused with its places`(
    member: String, value: JSONValue?, expected: [String]
  ) throws {
    #expect(places(try Self.signed().json.replacing(member, value)) == expected)
  }

  @Test func `faults of the shape are told together`() throws {
    let json = try Self.signed().json.replacing("nonce", 1).replacing("pspId", nil).with("x", 1)
    let fault = #expect(throws: SessionFault.self) { try SignedSession(json: json) }
    #expect(
      fault?.description.hasPrefix(
        "/nonce must be a string, not an integer; /pspId is missing: a string; /x is not") == true)
  }

  @Test func `signedFields must be the list in its order`() throws {
    let json = try Self.signed().json
    let list = MerchantSession.signedFields
    let lists = [
      [], list.dropLast(), list + ["currency"], list.reversed(), list + ["extra"],
      list.map { $0 == "nonce" ? "Nonce" : $0 }, list.map { $0 == "pspId" ? "psp\u{406}d" : $0 },
    ]
    for other in lists {
      #expect(throws: SessionFault.signedFields) {
        try SignedSession(json: json.replacing("signedFields", .strings(Array(other))))
      }
    }
  }

  @Test func `the signature must be canonical hex`() throws {
    let signed = try Self.signed()
    let hex = Hex.lower(signed.signature)
    let others = [
      hex.uppercased(), hex + "0", hex.dropLast() + "", "0x" + hex, hex + " ", hex + "z",
    ]
    for text in others {
      #expect(throws: SessionFault.notHex) {
        try SignedSession(json: signed.json.replacing("signature", .string(text)))
      }
    }
  }

  @Test(arguments: [JSONValue.null, [], "x", 1])
  func `what is not an object is no session`(json: JSONValue) {
    #expect(places(json) == [" wrong_type"])
  }

  // MARK: Checks

  private func fault(
    _ json: JSONValue, after milliseconds: Int64 = 0, digest: some Digest = CountingDigest(),
    keys: FakeSessionKeys = Self.keys
  ) throws -> SessionFault? {
    try SignedSession(json: json).fault(
      merchant: Fixture.configuration().merchant, digest: digest, verifier: keys,
      at: Timestamp(milliseconds: Self.moment.milliseconds + milliseconds))
  }

  @Test func `a good session has no fault`() throws {
    #expect(try fault(Self.signed().json) == nil)
    #expect(try fault(Self.signed(standsAlone: true).json) == nil)
  }

  @Test(arguments: MerchantSession.signedFields)
  func `a change of any signed field is found`(member: String) throws {
    let json = try Self.signed().json
    let changed: JSONValue =
      switch json[member] {
      case .integer(let number): .integer(number + 1)
      case .string(let text): .string(text + "x")
      default: .null
      }
    #expect(try fault(json.replacing(member, changed)) == .badSignature)
  }

  static let times: [(Int64, SessionFault?)] = [
    (-60_124, .notYetValid), (-60_001, .notYetValid), (-60_000, nil), (0, nil), (299_999, nil),
    (300_000, .expired),
  ]

  @Test(arguments: times)
  func `a session is good from a minute before its time until its end`(
    milliseconds: Int64, expected: SessionFault?
  ) throws {
    #expect(try fault(Self.signed().json, after: milliseconds) == expected)
  }

  @Test func `a session that ends when it begins has expired`() throws {
    let json = try Self.signed().json.replacing("expiresAt", 1_767_225_600_123)
    let signed = try SignedSession(SignedSession(json: json).session, signer: Self.keys)
    #expect(try fault(signed.json, after: -1000) == .expired)
  }

  @Test func `signature, merchant and time are checked in this order`() throws {
    let json = try Self.signed().json
    let late: Int64 = 1_000_000
    let other = FakeDigest()
    #expect(try fault(json, after: late, digest: other) == .otherMerchant)
    #expect(try fault(json.replacing("nonce", "x"), after: late, digest: other) == .badSignature)
  }
}
