import PayCore
import Testing

@testable import PayCrypto

/// Tokens that Apple's servers signed, under Apple's root.
@Suite(.enabled(if: AppleToken.isThere, "the third-party vectors are not there"))
struct AppleTokenVectorTests {
  private let root: Certificate

  init() throws { root = try AppleToken.root() }

  @Test(arguments: AppleToken.all())
  func `it is good at its signing time`(vector: AppleToken) throws {
    let token = try vector.sealed()
    let verified = try PaymentTokenVerifier(roots: [root]).verify(token, at: vector.signingTime)
    #expect(verified.signingTime == vector.signingTime)
    #expect(verified.signer.hasSuffix("UC4-PROD"))
  }

  @Test(arguments: AppleToken.all())
  func `it is stale from the end of the window on`(vector: AppleToken) throws {
    let verifier = try PaymentTokenVerifier(roots: [root])
    let token = try vector.sealed()
    for (seconds, code) in [
      (300, nil), (301, "payment_token_stale"), (200_000_000, "payment_token_stale"), (-60, nil),
      (-61, "payment_token_from_future"),
    ] as [(Int64, String?)] {
      let moment = vector.signingTime.adding(seconds: seconds)
      #expect(tokenFault { _ = try verifier.verify(token, at: moment) }?.code == code, "\(seconds)")
    }
  }

  @Test(arguments: AppleToken.all().filter { $0.symmetricKey != nil })
  func `the symmetric key opens it, and any other does not`(vector: AppleToken) throws {
    let token = try vector.sealed()
    var key = try #require(vector.symmetricKey)
    var other = key
    other[0] ^= 1
    let cipher = TokenCipher.of(token.version)
    #expect(try cipher.open(token.data, with: Secret(wiping: &other)) == nil)
    let payload = try cipher.open(token.data, with: Secret(wiping: &key))
    guard vector.expected["opens"] == true else {
      #expect(payload == nil)
      return
    }
    let opened = try OpenedToken(
      PaymentTokenVerifier(roots: [root]).verify(token, at: vector.signingTime),
      payload: try #require(payload))
    let digest = opened.payload.withBytes { sha256(Array($0)) }
    let facts: JSONValue = [
      "opens": true, "plaintextSHA256": .string(Hex.lower(digest)), "last4": .string(opened.last4),
      "applicationExpirationDate": .string(opened.expiry),
      "currencyCode": .string(opened.currencyNumeric),
      "transactionAmount": .integer(opened.amountMinor),
      "paymentDataType": .string(opened.paymentDataType.rawValue),
      "eciIndicator": opened.eciIndicator.map { .string($0) } ?? .null,
    ]
    #expect(facts == vector.expected)
  }
}

/// What `body` throws as a `PaymentTokenFault`, nil if it throws nothing.
func tokenFault(_ body: () throws -> Void) -> PaymentTokenFault? {
  do {
    try body()
    return nil
  } catch {
    return error as? PaymentTokenFault
  }
}
