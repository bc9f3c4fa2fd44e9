import Foundation
import PayCore
import TestSupport
import Testing

@testable import PayCrypto

/// Our verifier beside OpenSSL's CMS_verify on mutated tokens: what one refuses the other must
/// never take, and what only we refuse is one of the things that CMS_verify is known to let pass.
///
/// Scripts/token-agreement runs it with more mutations than a test run has time for.
@Suite struct TokenAgreementTests {
  /// What we refuse beyond CMS_verify: other spellings of what nothing signs.
  private static let strictness: Set<String> = [
    "payment_token_cms", "payment_token_cms_trailing", "payment_token_cms_algorithm",
    "payment_token_cms_attributes", "payment_token_certificates", "payment_token_ephemeral_key",
  ]

  @Test func `what CMS_verify refuses we refuse, and no flip that it lets pass`() throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["PAY_TOKEN_MUTATIONS"].flatMap { Int($0) } ?? 1000
    let seed = environment["PAY_TOKEN_SEED"].flatMap { UInt64($0) } ?? 20_260_101
    var random = SplitMix64(seed: seed)
    let bench = try TokenBench.shared.get()
    let peer = CMSPeer(root: bench.root)
    let originals = try SealedToken.Version.allCases.flatMap { version in
      try TokenCMSWriter.Encoding.allCases.map { encoding in
        try SealedToken(
          parsing: try bench.token(version, applicationData: [7]) {
            $0.message.encoding = encoding
          })
      }
    }
    for original in originals {
      #expect(bench.refusal(of: original) == nil)
      #expect(
        peer.accepts(original.signature, over: original.signedBytes, at: TestKeys.now), "\(seed)")
    }
    var tally = Tally()
    for round in 0..<count {
      guard let original = originals.randomElement(using: &random) else { return }
      let mutated = original.mutated(using: &random)
      guard mutated != original else { continue }
      let ours = bench.refusal(of: mutated)
      let theirs = peer.accepts(mutated.signature, over: mutated.signedBytes, at: TestKeys.now)
      tally.note(ours: ours == nil, theirs: theirs)
      if theirs, let ours, !Self.strictness.contains(ours) {
        Issue.record("seed \(seed), round \(round): CMS_verify takes what is refused as \(ours)")
      }
      if ours == nil { Issue.record("seed \(seed), round \(round): a mutated token is taken") }
    }
    print("token agreement, seed \(seed): \(tally)")
    #expect(tally.both > 0)
  }
}

private struct Tally: CustomStringConvertible {
  var both = 0
  var weAlone = 0
  var theyAlone = 0
  var neither = 0

  mutating func note(ours: Bool, theirs: Bool) {
    switch (ours, theirs) {
    case (false, false): both += 1
    case (false, true): weAlone += 1
    case (true, false): theyAlone += 1
    case (true, true): neither += 1
    }
  }

  var description: String {
    "\(both) refused by both, \(weAlone) by us alone (bytes that nothing signs), "
      + "\(theyAlone) by CMS_verify alone, \(neither) taken by both"
  }
}

extension TokenBench {
  /// The code for which it is refused; nil: it is good.
  fileprivate func refusal(of token: SealedToken) -> String? {
    tokenFault { _ = try verifier.verify(token, at: TestKeys.now) }?.code
  }
}

extension SealedToken {
  /// One to three changes of what is signed or of the signature: flipped bits, other bytes, bytes
  /// put in or taken out, halves swapped.
  fileprivate func mutated(using random: inout SplitMix64) -> SealedToken {
    var parts = [data, signature, keyMaterial, transactionID, applicationData ?? []]
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      // Most of it in the signature, which has the most to be read.
      let part = Bool.random(using: &random) ? 1 : Int.random(in: 0..<parts.count, using: &random)
      Self.change(&parts[part], using: &random)
    }
    return SealedToken(
      version: version, data: parts[0], signature: parts[1], keyMaterial: parts[2],
      publicKeyHash: publicKeyHash, transactionID: parts[3],
      applicationData: applicationData == nil ? nil : parts[4])
  }

  private static func change(_ bytes: inout [UInt8], using random: inout SplitMix64) {
    guard !bytes.isEmpty else { return bytes.append(UInt8.random(in: 0...255, using: &random)) }
    let index = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0, 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 2: bytes[index] = UInt8.random(in: 0...255, using: &random)
    case 3: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
    default: bytes.remove(at: index)
    }
  }
}
