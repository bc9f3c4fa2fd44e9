import PayCore
import Testing

@Suite struct IntentTokenTests {
  static let keys = FakeTokenKeys()
  static let merchant = "merchant.com.sample.ApplePayAction"
  static let claims: JSONValue = [
    "iss": "merchant.com.sample.ApplePayAction", "aud": "merchant.com.sample.ApplePayAction",
    "sub": "buy_01kdvdna000000000000000000", "offer": "some-product", "segment": 2,
    "amountMinor": 2000, "currency": "USD", "iat": 1_767_225_600, "exp": 1_767_226_500,
  ]

  static func token() throws -> String {
    try IntentToken(for: Fixture.intent()).signed(with: keys)
  }

  static func signed(_ claims: JSONValue, type: String = "intent+jwt") throws -> String {
    try CompactJWS.sign(claims, type: type, keys: keys)
  }

  static func open(_ text: String, keys: FakeTokenKeys = keys) throws(TokenFault) -> IntentToken {
    try IntentToken(opening: text, keys: keys, merchantIdentifier: merchant)
  }

  @Test func `the claims are those of the contract, in their order`() throws {
    let parts = try Self.token().split(separator: ".")
    let decoded = parts.prefix(2).map { Base64.decodeURL($0.utf8) ?? [] }
    #expect(decoded[0] == Array(#"{"alg":"ES256","kid":"key-1","typ":"intent+jwt"}"#.utf8))
    #expect(decoded[1] == Self.claims.bytes)
  }

  @Test func `a token opens to what was signed`() throws {
    let token = try Self.open(Self.token())
    #expect(token == IntentToken(for: try Fixture.intent()))
    #expect(token.intent == Fixture.intentID)
    #expect(token.amountMinor == 2000)
    #expect(token.expiresAt == Fixture.now.adding(seconds: 900))
  }

  static let otherClaims: [(JSONValue, TokenFault)] = [
    (claims.replacing("iss", "merchant.other"), .otherMerchant),
    (claims.replacing("aud", "merchant.other"), .otherMerchant),
    (claims.replacing("iss", "merchant.other").replacing("aud", "merchant.other"), .otherMerchant),
    (claims.replacing("aud", [.string(merchant)]), .claims),
    (claims.replacing("sub", nil), .claims),
    (claims.replacing("offer", 1), .claims),
    (claims.replacing("segment", "2"), .claims),
    (claims.replacing("segment", .number("2.0")), .claims),
    (claims.replacing("amountMinor", .number("2e3")), .claims),
    (claims.replacing("amountMinor", "20.00"), .claims),
    (claims.replacing("currency", .null), .claims),
    (claims.replacing("iat", nil), .claims),
    (claims.replacing("exp", nil), .claims),
    (claims.replacing("exp", .number("1767226500.5")), .claims),
    (claims.with("nbf", 0), .claims),
    ([], .claims), ("x", .claims), ([:], .claims),
  ]

  @Test(arguments: otherClaims)
  func `other claims are refused, although they are signed`(
    claims: JSONValue, fault: TokenFault
  ) throws {
    let token = try Self.signed(claims)
    #expect(throws: fault) { try Self.open(token) }
  }

  @Test(arguments: ["offer+jwt", "Intent+jwt", "intent+jwt ", "JWT", "", "\u{131}ntent+jwt"])
  func `another kind of token is refused`(type: String) throws {
    let token = try Self.signed(Self.claims, type: type)
    #expect(throws: TokenFault.wrongType(expected: "intent+jwt")) { try Self.open(token) }
  }

  @Test func `a token of another key is refused`() throws {
    let token = try Self.token()
    #expect(throws: TokenFault.unknownKey) {
      try Self.open(token, keys: FakeTokenKeys(known: ["key-2"]))
    }
    #expect(throws: TokenFault.badSignature) { try Self.open(token, keys: FakeTokenKeys(key: 7)) }
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

  @Test func `a token that is cut, or goes on, is refused`() throws {
    let token = try Self.token()
    for count in 0..<token.count {
      #expect(throws: TokenFault.self) { try Self.open(String(token.prefix(count))) }
    }
    for tail in [".", "A", "=", " ", "\n", ".AAAA"] {
      #expect(throws: TokenFault.self) { try Self.open(token + tail) }
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
    (-60_001, .notYetValid), (-60_000, nil), (0, nil), (899_999, nil), (900_000, .expired),
    (1_000_000_000, .expired),
  ]

  @Test(arguments: moments)
  func `a token is good from a minute before its time until its end`(
    milliseconds: Int64, fault: TokenFault?
  ) throws {
    let moment = Timestamp(milliseconds: Fixture.now.milliseconds + milliseconds)
    let token = try IntentToken(for: Fixture.intent())
    var found: TokenFault?
    do { try token.checkTime(at: moment) } catch { found = error }
    #expect(found == fault)
  }

  @Test func `an intent made within a second is issued at the second`() throws {
    let intent = try Fixture.intent()
    let late = PurchaseIntent(
      id: intent.id, state: .created, offer: intent.offer, segment: 2, price: intent.price,
      refundedMinorUnits: 0, createdAt: Timestamp(milliseconds: Fixture.now.milliseconds + 999),
      expiresAt: intent.expiresAt, nonce: intent.nonce, request: intent.request)
    #expect(IntentToken(for: late).issuedAt == Fixture.now)
  }
}

@Suite struct IntentValidationTests {
  private func validation(
    _ intent: PurchaseIntent?, token: PurchaseIntent? = nil, after seconds: Int64 = 0
  ) throws -> IntentValidation {
    let token = IntentToken(for: try token ?? intent ?? Fixture.intent())
    return IntentValidation(token, intent: intent, at: Fixture.now.adding(seconds: seconds))
  }

  @Test func `a token and its intent are valid together`() throws {
    let intent = try Fixture.intent()
    let validation = try validation(intent)
    #expect(validation.isValid)
    #expect(
      validation.json.text == #"{"object":"intentValidation","valid":true,"#
        + #""intent":\#(intent.json().text),"findings":[]}"#)
  }

  @Test func `a refused token says nothing about any intent`() {
    let validation = IntentValidation(refused: .badSignature)
    #expect(!validation.isValid)
    #expect(
      validation.json.text == #"{"object":"intentValidation","valid":false,"intent":null,"#
        + #""findings":[{"code":"token_bad_signature","severity":"error","#
        + #""pointer":"/intentToken","message":"the token's signature is wrong: "#
        + #"it has been changed or signed by another key","source":"RFC 7515"}]}"#)
  }

  static let states: [(IntentState, Int64, [String])] = [
    (.created, 0, []), (.verified, 0, []), (.authorized, 0, []), (.captured, 0, []),
    (.canceled, 0, ["intent_canceled"]), (.expired, 0, ["intent_expired"]),
    (.failed, 0, ["intent_failed"]),
    (.created, 899, []), (.created, 900, ["token_expired", "intent_expired"]),
    (.captured, 900, ["token_expired"]), (.canceled, 900, ["token_expired", "intent_canceled"]),
    (.created, -61, ["token_not_yet_valid"]),
  ]

  @Test(arguments: states)
  func `each state and time has its findings`(
    state: IntentState, seconds: Int64, codes: [String]
  ) throws {
    let validation = try validation(Fixture.intent(state: state), after: seconds)
    #expect(validation.findings.map(\.code) == codes)
    #expect(validation.isValid == codes.isEmpty)
    #expect(validation.findings.allSatisfy { $0.pointer == "/intentToken" })
    #expect(validation.findings.allSatisfy { $0.severity == .error })
  }

  @Test func `a genuine token without its intent is a finding`() throws {
    let validation = try validation(nil)
    #expect(validation.findings.map(\.code) == ["intent_unknown"])
    #expect(validation.json["intent"] == .null)
    #expect(!validation.isValid)
  }

  @Test(arguments: [Int64(0), 1])
  func `a token that says another price than the intent is a finding`(segment: Int64) throws {
    let validation = try validation(Fixture.intent(), token: Fixture.intent(segment: segment))
    #expect(validation.findings.map(\.code) == ["token_mismatch"])
    #expect(!validation.isValid)
  }
}
