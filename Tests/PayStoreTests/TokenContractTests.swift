import PayCore
import Testing

/// What every store promises of payment tokens and of deadlines.
@Suite struct TokenContractTests {
  private static func acceptance(
    transaction: UInt8 = 1, signed: UInt8 = 1, at moment: Timestamp = noon
  ) -> TokenAcceptance {
    TokenAcceptance(
      transactionID: [UInt8](repeating: transaction, count: 32),
      replayKey: [UInt8](repeating: signed, count: 32), version: .rsaV1,
      signingTime: noon.adding(seconds: -7), actor: "intent:\(sampleID(1))", moment: moment)
  }

  @Test(arguments: Kind.allCases)
  func `a token that was taken is kept with all that is known of it`(_ kind: Kind) async throws {
    var subject = try kind.make()
    try await subject.store.buy(1)
    let acceptance = Self.acceptance()
    let outcome = try await subject.store.update(1) { $0.accepting(acceptance) }
    #expect(outcome == .performed(.open(about: sampleID(1))))
    try await subject.settle()
    let kept = try #require(try await subject.store.intent(sampleID(1)))
    #expect(kept.state == .verified && kept.acceptance == acceptance)
    for identity in [
      acceptance.identity, Self.acceptance(signed: 2).identity,
      Self.acceptance(transaction: 2).identity,
    ] {
      #expect(try await subject.store.intent(thatTook: identity) == kept)
    }
    let other = Self.acceptance(transaction: 2, signed: 2).identity
    #expect(try await subject.store.intent(thatTook: other) == nil)
  }

  @Test(arguments: Kind.allCases, [(1, 1), (1, 2), (2, 1)] as [(UInt8, UInt8)])
  func `no second intent takes the transaction or the signed bytes, ever`(
    _ kind: Kind, _ row: (transaction: UInt8, signed: UInt8)
  ) async throws {
    var subject = try kind.make()
    try await subject.store.buy(1)
    try await subject.store.buy(2)
    _ = try await subject.store.update(1) { $0.accepting(Self.acceptance()) }
    // Whatever became of the first.
    _ = try await subject.store.update(1) { $0.endingWait }
    try await subject.settle()
    let again = Self.acceptance(transaction: row.transaction, signed: row.signed)
    let claim = sampleClaim("k")
    let refused = try await subject.store.update(sampleID(2), claim: claim, at: noon) { intent, _ in
      intent.accepting(again)
    }
    #expect(refused == .refused(.tokenUsed))
    try await subject.settle()
    #expect(try await subject.store.intent(sampleID(2)) == (try sampleIntent(2)))
    #expect(try await subject.store.outcome(of: claim, at: noon) == nil)
    let fresh = Self.acceptance(transaction: 3, signed: 3)
    let taken = try await subject.store.update(2) { $0.accepting(fresh) }
    #expect(taken == .performed(.open(about: sampleID(2))))
  }

  @Test(arguments: Kind.allCases)
  func `of many intents that bring one token at once exactly one takes it`(
    _ kind: Kind
  ) async throws {
    var subject = try kind.make()
    let store = subject.store
    let count = 200
    for number in 1...count { try await store.buy(number) }
    let outcomes = try await withThrowingTaskGroup(of: IdempotencyOutcome?.self) { group in
      for number in 1...count {
        group.addTask { try await store.update(number) { $0.accepting(Self.acceptance()) } }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.count { $0 == .refused(.tokenUsed) } == count - 1)
    try await subject.settle()
    let verified = try await subject.store.verifiedIntents(limit: count)
    #expect(verified.count == 1)
    #expect(outcomes.contains(.performed(.open(about: verified.first?.id ?? ""))))
  }

  @Test(arguments: Kind.allCases)
  func `a held token stays for its time, longer once handed over, and not beyond its intent`(
    _ kind: Kind
  ) async throws {
    var subject = try kind.make()
    let end = noon.adding(seconds: Limits.heldTokenSeconds)
    for number in 1...3 {
      try await subject.store.buy(number)
      let acceptance = Self.acceptance(transaction: UInt8(number), signed: UInt8(number))
      let held = HeldToken(sealed: [UInt8(number), 0], keptUntil: end)
      _ = try await subject.store.update(number) { $0.accepting(acceptance, holding: held) }
    }
    try await subject.settle()
    func held(_ number: Int) async throws -> [UInt8]? {
      try await subject.store.heldToken(of: sampleID(number))
    }
    #expect(try await held(1) == [1, 0])
    let later = noon.adding(seconds: 20)
    let handOver = HandOver(actor: "key:1", key: "k", moment: later)
    _ = try await subject.store.update(1) { $0.handingOver(handOver) }
    _ = try await subject.store.update(2) { $0.endingWait }
    try await subject.settle()
    #expect(try await subject.store.intent(sampleID(1))?.handOver == handOver)
    #expect(try await held(2) == nil)
    #expect(try await subject.store.wipeTokens(at: noon, limit: 9) == 0)
    #expect(try await subject.store.wipeTokens(at: end, limit: 9) == 1)
    #expect(try await held(3) == nil)
    #expect(try await held(1) == [1, 0])
    #expect(try await subject.store.wipeTokens(at: handOver.isRepeatableUntil, limit: 9) == 1)
    #expect(try await held(1) == nil)
    #expect(try await held(4) == nil)
  }

  @Test(arguments: Kind.allCases)
  func `what awaits the backend's word is listed, the oldest first, until it has spoken`(
    _ kind: Kind
  ) async throws {
    var subject = try kind.make()
    for number in 1...4 {
      try await subject.store.buy(number)
      let acceptance = Self.acceptance(transaction: UInt8(number), signed: UInt8(number))
      _ = try await subject.store.update(number) { $0.accepting(acceptance) }
    }
    _ = try await subject.store.say(
      .authorization(pspReference: "P", isApproved: true, isAttested: false), 2)
    try await subject.settle()
    let ids = try await subject.store.verifiedIntents(limit: 10).map(\.id)
    #expect(ids == [1, 3, 4].map(sampleID))
    #expect(try await subject.store.verifiedIntents(limit: 2).map(\.id) == [1, 3].map(sampleID))
    #expect(try await subject.store.verifiedIntents(limit: -1).isEmpty)
  }

  @Test(arguments: Kind.allCases)
  func `an intent is overdue from its deadline until that is written down`(
    _ kind: Kind
  ) async throws {
    var subject = try kind.make()
    for number in 1...3 { try await subject.store.buy(number) }
    _ = try await subject.store.update(2) { $0.accepting(Self.acceptance()) }
    _ = try await subject.store.update(3) { $0.applying(.canceled, at: noon) }
    try await subject.settle()
    func overdue(_ moment: Timestamp) async throws -> [String] {
      try await subject.store.overdueIntents(at: moment, limit: 9)
    }
    let wordIsDue = noon.adding(seconds: Limits.wordWaitSeconds)
    #expect(try await overdue(Timestamp(milliseconds: wordIsDue.milliseconds - 1)).isEmpty)
    #expect(try await overdue(wordIsDue) == [sampleID(2)])
    let expiry = try sampleIntent(1).expiresAt
    #expect(try await overdue(expiry) == [sampleID(2), sampleID(1)])
    #expect(try await subject.store.overdueIntents(at: expiry, limit: 1) == [sampleID(2)])
    for number in 1...3 { _ = try await subject.store.update(number) { $0.ended(at: expiry) } }
    try await subject.settle()
    #expect(try await overdue(expiry).isEmpty)
    let states = try await subject.store.intents(before: nil, limit: 9).map(\.state)
    #expect(states == [.canceled, .failed, .expired])
  }
}
