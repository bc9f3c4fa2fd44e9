import PayCore
import Testing

@testable import PayCrypto

/// One flipped bit anywhere in what was signed, or in the signature, makes another token.
@Suite struct TokenFlipTests {
  struct Subject: CustomTestStringConvertible, Sendable {
    let version: SealedToken.Version
    let encoding: TokenCMSWriter.Encoding

    var testDescription: String { "\(version.rawValue) \(encoding)" }
  }

  static let subjects = SealedToken.Version.allCases.flatMap { version in
    TokenCMSWriter.Encoding.allCases.map { Subject(version: version, encoding: $0) }
  }

  @Test(arguments: subjects)
  func `every flipped bit of a token is refused`(subject: Subject) throws {
    let bench = try TokenBench.shared.get()
    let token = try SealedToken(
      parsing: try bench.token(subject.version, applicationData: [7]) {
        $0.message.encoding = subject.encoding
      })
    #expect(tokenFault { _ = try bench.verifier.verify(token, at: TestKeys.now) } == nil)
    let accepted = try Self.acceptedFlips(of: token) { (flipped) throws(PaymentTokenFault) in
      _ = try bench.opener.open(try bench.verifier.verify(flipped, at: TestKeys.now))
    }
    #expect(accepted == [])
    #expect(drainOpenSSLErrors() == [])
  }

  /// Nothing signs the hash of the key: it only chooses one, which then must open the token. So
  /// without a key it is not looked at here.
  @Test(
    .enabled(if: AppleToken.isThere, "the third-party vectors are not there"),
    arguments: AppleToken.all())
  func `every flipped bit of a token of Apple's is refused, too`(vector: AppleToken) throws {
    let verifier = try PaymentTokenVerifier(roots: [AppleToken.root()])
    let token = try vector.sealed()
    let replayKey = try verifier.verify(token, at: vector.signingTime).replayKey
    let accepted = try Self.acceptedFlips(of: token, exceptKeyHash: true) {
      (flipped) throws(PaymentTokenFault) in
      let verified = try verifier.verify(flipped, at: vector.signingTime)
      #expect(verified.replayKey == replayKey)
    }
    // Not one: every byte that nothing signs is compared with the only value it may have.
    #expect(accepted == [])
  }

  /// The parts in which a flipped bit was taken, with the bit's number.
  private static func acceptedFlips(
    of token: SealedToken, exceptKeyHash: Bool = false,
    check: (SealedToken) throws(PaymentTokenFault) -> Void
  ) throws -> [String] {
    var accepted: [String] = []
    func flip(_ name: String, _ part: [UInt8], _ changed: ([UInt8]) -> SealedToken) {
      for bit in 0..<part.count * 8 {
        var flipped = part
        flipped[bit / 8] ^= 1 << (bit % 8)
        do throws(PaymentTokenFault) {
          try check(changed(flipped))
          accepted.append("\(name) \(bit)")
        } catch {
          continue
        }
      }
    }
    flip("data", token.data) { token.with(data: $0) }
    flip("signature", token.signature) { token.with(signature: $0) }
    flip("key", token.keyMaterial) { token.with(keyMaterial: $0) }
    flip("transactionId", token.transactionID) { token.with(transactionID: $0) }
    if let data = token.applicationData {
      flip("applicationData", data) { token.with(applicationData: $0) }
    }
    if !exceptKeyHash { flip("publicKeyHash", token.publicKeyHash) { token.with(hash: $0) } }
    return accepted
  }

  @Test func `applicationData cannot be added, taken away or emptied`() throws {
    let bench = try TokenBench.shared.get()
    let bound = try SealedToken(parsing: try bench.token(.ecV1, applicationData: [7]))
    let free = try SealedToken(parsing: try bench.token(.ecV1))
    let zeros = [UInt8](repeating: 0, count: 32)
    for token in [bound.without, free.with(applicationData: zeros)] {
      let fault = tokenFault { _ = try bench.verifier.verify(token, at: TestKeys.now) }
      #expect(fault == .digest)
    }
  }

  /// The signed bytes do not say where a part ends. A token that is cut otherwise keeps Apple's
  /// signature, and has another transaction id: it must neither open nor count as another payment.
  @Test func `a token that is cut otherwise is the same payment, and does not open`() throws {
    let bench = try TokenBench.shared.get()
    let token = try SealedToken(parsing: try bench.token(.ecV1, applicationData: [7]))
    let moved = token.with(data: token.data + token.transactionID)
      .with(transactionID: token.applicationData).without
    #expect(moved.signedBytes == token.signedBytes)
    #expect(moved.transactionID != token.transactionID)
    let verified = try bench.verifier.verify(moved, at: TestKeys.now)
    let original = try bench.verifier.verify(token, at: TestKeys.now)
    #expect(verified.replayKey == original.replayKey)
    #expect(tokenFault { _ = try bench.opener.open(verified) } == .undecryptable)
  }
}

extension SealedToken {
  fileprivate func with(
    data: [UInt8]? = nil, signature: [UInt8]? = nil, keyMaterial: [UInt8]? = nil,
    hash: [UInt8]? = nil, transactionID: [UInt8]? = nil, applicationData: [UInt8]? = nil
  ) -> SealedToken {
    SealedToken(
      version: version, data: data ?? self.data, signature: signature ?? self.signature,
      keyMaterial: keyMaterial ?? self.keyMaterial, publicKeyHash: hash ?? publicKeyHash,
      transactionID: transactionID ?? self.transactionID,
      applicationData: applicationData ?? self.applicationData)
  }

  /// The same without application data.
  fileprivate var without: SealedToken {
    SealedToken(
      version: version, data: data, signature: signature, keyMaterial: keyMaterial,
      publicKeyHash: publicKeyHash, transactionID: transactionID, applicationData: nil)
  }
}
