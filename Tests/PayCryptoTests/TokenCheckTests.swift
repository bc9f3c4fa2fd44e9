import PayCore
import Synchronization
import Testing

@testable import PayCrypto

/// That no check of payment tokens stands in for another.
@Suite struct TokenCheckTests {
  /// A simulated token with one fault, made once.
  private struct FaultyToken {
    let name: String
    let bytes: [UInt8]
  }

  @Test func `for each check there is a token that it alone refuses`() throws {
    let bench = try TokenBench.shared.get()
    // It remembers no chain: one that was let through must not be known afterwards.
    let verifier = try bench.forgetfulVerifier()
    var refused: [TokenCheck: [String]] = [:]
    var unreadable: [String] = []
    for token in try Self.tokens(bench) {
      let refusal = Self.trial(of: token, bench, verifier, without: nil)
      guard let check = refusal.failedCheck else {
        unreadable.append(token.name)
        continue
      }
      let trial = Self.trial(of: token, bench, verifier, without: check)
      // Only the size of the key's bytes is seen again when the key is used.
      let isTaken = check == .keyMaterialSize ? trial.isVerified : trial.isOpened
      if isTaken { refused[check, default: []].append(token.name) }
    }
    for check in TokenCheck.allCases {
      let tokens = refused[check] ?? []
      #expect(!tokens.isEmpty, "no token is refused by \(check) alone")
      print("\(check) alone refuses \(tokens.joined(separator: ", "))")
    }
    print("cannot be read or opened at all: \(unreadable.joined(separator: ", "))")
  }

  @Test func `a check that is taken away is away for one task alone`() throws {
    TokenCheck.$isTakenAway.withValue({ $0 == .digest }) {
      #expect(TokenCheck.digest.isOff)
      #expect(!TokenCheck.signature.isOff)
    }
    for check in TokenCheck.allCases { #expect(!check.isOff) }
  }

  private static func tokens(_ bench: TokenBench) throws -> [FaultyToken] {
    try TokenFaultKind.allCases.flatMap { fault in
      try fault.versions.map { version in
        FaultyToken(
          name: "\(fault) (\(version.rawValue))",
          bytes: try bench.token(version) { (recipe) throws(CryptoFailure) in
            try fault.apply(&recipe)
          })
      }
    }
  }

  private struct Trial {
    /// The first check that does not hold.
    let failedCheck: TokenCheck?
    let isVerified: Bool
    let isOpened: Bool
  }

  private static func trial(
    of token: FaultyToken, _ bench: TokenBench, _ verifier: PaymentTokenVerifier,
    without removed: TokenCheck?
  ) -> Trial {
    let failed = Mutex<TokenCheck?>(nil)
    let isTakenAway: @Sendable (TokenCheck) -> Bool = { check in
      failed.withLock { $0 = $0 ?? check }
      return check == removed
    }
    return TokenCheck.$isTakenAway.withValue(isTakenAway) {
      let isVerified = tokenFault { try bench.verify(token.bytes, verifier) } == nil
      let isOpened = isVerified && bench.fault(of: token.bytes, verifier) == nil
      return Trial(
        failedCheck: failed.withLock { $0 }, isVerified: isVerified, isOpened: isOpened)
    }
  }
}
