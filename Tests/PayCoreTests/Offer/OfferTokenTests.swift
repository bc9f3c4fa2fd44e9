import PayCore
import Testing

@Suite struct OfferTokenTests {
  static let keys = FakeTokenKeys()
  static let merchant = "merchant.com.sample.ApplePayAction"
  static let digest = [UInt8](0..<32)
  static let claims: JSONValue = [
    "iss": "merchant.com.sample.ApplePayAction", "aud": "merchant.com.sample.ApplePayAction",
    "sub": "note_01kdvdna000000000000000000", "offer": "some-product",
    "digest": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", "iat": 1_767_225_600,
    "exp": 1_767_312_000,
  ]

  static let sample = OfferToken(
    merchantIdentifier: merchant, notification: Fixture.notificationID, offer: "some-product",
    offerDigest: digest, issuedAt: Fixture.now, expiresAt: Fixture.now.adding(seconds: 86_400))

  static func token() throws -> String { try sample.signed(with: keys) }

  static func open(_ text: String, keys: FakeTokenKeys = keys) throws(TokenFault) -> OfferToken {
    try OfferToken(opening: text, keys: keys, merchantIdentifier: merchant)
  }

  @Test func `the claims are those of the contract, in their order`() throws {
    let parts = try Self.token().split(separator: ".")
    let decoded = parts.prefix(2).map { Base64.decodeURL($0.utf8) ?? [] }
    #expect(decoded[0] == Array(#"{"alg":"ES256","kid":"key-1","typ":"offer+jwt"}"#.utf8))
    #expect(decoded[1] == Self.claims.bytes)
  }

  @Test func `a token opens to what was signed`() throws {
    #expect(try Self.open(Self.token()) == Self.sample)
  }

  static let otherClaims: [(JSONValue, TokenFault)] = [
    (claims.replacing("iss", "merchant.other"), .otherMerchant),
    (claims.replacing("aud", "merchant.other"), .otherMerchant),
    (claims.replacing("iss", "merchant.other").replacing("aud", "merchant.other"), .otherMerchant),
    (claims.replacing("aud", [.string(merchant)]), .claims),
    (claims.replacing("sub", nil), .claims),
    (claims.replacing("offer", 1), .claims),
    (claims.replacing("digest", nil), .claims),
    (claims.replacing("digest", ""), .claims),
    (claims.replacing("digest", .string(Base64.encodeURL([UInt8](0..<31)))), .claims),
    (claims.replacing("digest", .string(Base64.encodeURL([UInt8](0..<33)))), .claims),
    // The same 32 bytes with a stray bit, with padding, and in the other alphabet.
    (claims.replacing("digest", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9"), .claims),
    (claims.replacing("digest", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="), .claims),
    (claims.replacing("digest", .string(String(repeating: "/", count: 42) + "8")), .claims),
    (claims.replacing("iat", nil), .claims),
    (claims.replacing("exp", "1767312000"), .claims),
    (claims.replacing("exp", .number("1767312000.5")), .claims),
    (claims.with("segment", 2), .claims),
    (claims.with("nbf", 0), .claims),
    ([], .claims), ("x", .claims), ([:], .claims),
  ]

  @Test(arguments: otherClaims)
  func `other claims are refused, although they are signed`(
    claims: JSONValue, fault: TokenFault
  ) throws {
    let token = try CompactJWS.sign(claims, type: OfferToken.type, keys: Self.keys)
    #expect(throws: fault) { try Self.open(token) }
  }

  @Test(arguments: ["intent+jwt", "Offer+jwt", "offer+jwt ", "JWT", ""])
  func `another kind of token is refused`(type: String) throws {
    let token = try CompactJWS.sign(Self.claims, type: type, keys: Self.keys)
    #expect(throws: TokenFault.wrongType(expected: "offer+jwt")) { try Self.open(token) }
  }

  @Test func `neither kind of token opens as the other`() throws {
    #expect(throws: TokenFault.wrongType(expected: "offer+jwt")) {
      try Self.open(IntentTokenTests.token())
    }
    #expect(throws: TokenFault.wrongType(expected: "intent+jwt")) {
      try IntentTokenTests.open(Self.token())
    }
  }

  @Test func `a token of another key or merchant is refused`() throws {
    let token = try Self.token()
    #expect(throws: TokenFault.unknownKey) {
      try Self.open(token, keys: FakeTokenKeys(known: ["key-2"]))
    }
    #expect(throws: TokenFault.badSignature) { try Self.open(token, keys: FakeTokenKeys(key: 7)) }
    for merchant in ["merchant.other", "", Self.merchant.lowercased(), Self.merchant + "\0"] {
      #expect(throws: TokenFault.otherMerchant) {
        try OfferToken(opening: token, keys: Self.keys, merchantIdentifier: merchant)
      }
    }
  }

  @Test func `a flipped bit of any byte is refused`() throws {
    let bytes = Array(try Self.token().utf8)
    for index in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[index] ^= 1 << bit
        let text = String(decoding: flipped, as: UTF8.self)
        #expect(throws: TokenFault.self, "bit \(bit) of byte \(index)") { try Self.open(text) }
      }
    }
  }

  /// 64 bytes end in a character with four unused bits: a lenient decoder takes sixteen of them.
  @Test func `only one last character is that of the signature`() throws {
    let token = try Self.token()
    var faults: [TokenFault: Int] = [:]
    for last in Base64Tests.alphabet where last != token.last {
      let fault = #expect(throws: TokenFault.self) {
        try Self.open(token.dropLast() + String(last))
      }
      if let fault { faults[fault, default: 0] += 1 }
    }
    #expect(faults == [.notCanonical: 60, .badSignature: 3])
  }

  static let moments: [(Int64, TokenFault?)] = [
    (-60_001, .notYetValid), (-60_000, nil), (0, nil), (86_399_999, nil), (86_400_000, .expired),
    (1_000_000_000, .expired),
  ]

  @Test(arguments: moments)
  func `a token is good from a minute before its time until its end`(
    milliseconds: Int64, fault: TokenFault?
  ) throws {
    let moment = Timestamp(milliseconds: Fixture.now.milliseconds + milliseconds)
    var found: TokenFault?
    do { try Self.open(Self.token()).checkTime(at: moment) } catch let error as TokenFault {
      found = error
    }
    #expect(found == fault)
  }

  @Test func `moments count to the second, so that a token equals what it opens to`() throws {
    let late = OfferToken(
      merchantIdentifier: Self.merchant, notification: Fixture.notificationID,
      offer: "some-product", offerDigest: Self.digest,
      issuedAt: Timestamp(milliseconds: Fixture.now.milliseconds + 999),
      expiresAt: Timestamp(milliseconds: Fixture.now.milliseconds + 86_400_999))
    #expect(late == Self.sample)
  }
}

@Suite struct OfferDigestTests {
  private func digest(
    merchant: JSONValue = Fixture.merchant, offer: JSONValue = Fixture.offer,
    notification: JSONValue? = Fixture.notification
  ) throws -> [UInt8]? {
    let configuration = try Fixture.configuration(
      merchant: merchant, offers: [offer], notification: notification)
    return configuration.offerDigest(configuration.offers[0], digest: PlainBytes())
  }

  /// Not a digest: shows the bytes that would be digested.
  private struct PlainBytes: Digest {
    func sha256(_ bytes: [UInt8]) -> [UInt8] { bytes }
  }

  @Test func `the canonical form is every field behind its length`() throws {
    let fields = [
      "pay-offer-v1", "merchant.com.sample.ApplePayAction", "some-product", "Some Product", "USD",
      "US", "3", "visa", "masterCard", "amex", "1", "supports3DS", "3", "500", "1000", "2000", "0",
      "https://shop.example.com/v1/purchase-intents",
    ]
    let expected = fields.flatMap { (field) -> [UInt8] in
      [0, 0, 0, UInt8(field.utf8.count)] + Array(field.utf8)
    }
    #expect(try digest() == expected)
  }

  @Test func `without notifications there is none`() throws {
    #expect(try digest(notification: nil) == nil)
  }

  static let shown: [(String, JSONValue)] = [
    ("merchantIdentifier", "merchant.com.sample.Other"), ("countryCode", "CA"),
    ("currencyCode", "EUR"), ("supportedNetworks", ["visa", "amex", "masterCard"]),
    ("supportedNetworks", ["visa", "masterCard"]),
    ("merchantCapabilities", ["supports3DS", "supportsDebit"]),
    ("id", "some-products"), ("label", "Some product"), ("segments", ["5.00", "10.00", "20.01"]),
    ("segments", ["10.00", "5.00", "20.00"]), ("segments", ["5.00", "10.00"]),
    ("defaultSegment", 1), ("endpoint", "https://shop.example.com/v2/purchase-intents"),
  ]

  @Test(arguments: shown)
  func `a change of anything that is shown changes it`(member: String, value: JSONValue) throws {
    let changed = [Fixture.merchant, Fixture.offer, Fixture.notification].map {
      $0[member] != nil || member == "defaultSegment" && $0["segments"] != nil
        ? $0.replacing(member, value) : $0
    }
    let other = try digest(merchant: changed[0], offer: changed[1], notification: changed[2])
    #expect(other != nil)
    #expect(try other != digest())
  }

  static let apart: [(String, JSONValue)] = [
    ("displayName", "Other"), ("domainName", "other.example.com"), ("title", "Other"),
    ("body", "Other"), ("category", "OTHER"), ("sound", "other.caf"),
  ]

  @Test(arguments: apart)
  func `what is no part of the price leaves it as it is`(member: String, value: JSONValue) throws {
    let changed = [Fixture.merchant, Fixture.notification].map {
      $0[member] == nil ? $0 : $0.replacing(member, value)
    }
    #expect(try digest(merchant: changed[0], notification: changed[1]) == digest())
  }
}
