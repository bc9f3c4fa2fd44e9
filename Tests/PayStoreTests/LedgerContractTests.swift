import PayCore
import Testing

/// What every store promises of the backend's words, the ledger and notifications.
@Suite struct LedgerContractTests {
  private static let approval = word("P")

  private static func word(_ reference: String) -> BackendWord {
    .authorization(pspReference: reference, isApproved: true, isAttested: true)
  }

  private static func intent(_ number: Int, on notification: String) throws -> PurchaseIntent {
    let plain = try sampleIntent(number)
    return PurchaseIntent(
      id: plain.id, state: plain.state, offer: plain.offer, segment: plain.segment,
      price: plain.price, refundedMinorUnits: 0, createdAt: plain.createdAt,
      expiresAt: plain.expiresAt, nonce: plain.nonce, request: plain.request,
      notification: notification)
  }

  // MARK: Words

  @Test(arguments: Kind.allCases)
  func `words and their journals are kept`(_ kind: Kind) async throws {
    var subject = try kind.make()
    try await subject.store.buy(1)
    for word in [
      Self.approval, .capture(pspReference: "C"), .refund(pspReference: "R1", amount: "5.00"),
      .refund(pspReference: "R2", amount: nil),
    ] {
      guard case .performed = try await subject.store.say(word, 1) else {
        Issue.record("\(word) is refused")
        return
      }
      try await subject.settle()
    }
    let kept = try #require(try await subject.store.intent(sampleID(1)))
    #expect(kept.state == .captured && kept.refundedMinorUnits == 2000)
    #expect(
      kept.authorization
        == Authorization(pspReference: "P", isAttested: true, actor: "key:test", moment: noon))
    let journals = try await subject.store.journals(after: 0, limit: 10)
    #expect(journals.map(\.number) == [1, 2, 3])
    #expect(journals.map(\.journal.kind) == [.capture, .refund, .refund])
    #expect(journals.map(\.journal.pspReference) == ["C", "R1", "R2"])
    #expect(journals.map(\.journal.amount.minorUnits) == [2000, 500, 1500])
    #expect(journals.allSatisfy { $0.journal.intent == kept.id && $0.journal.isAttested })
    #expect(journals.allSatisfy { $0.journal.actor == "key:test" && $0.journal.moment == noon })
    var balances = LedgerBalances()
    for journal in journals { balances.add(journal.journal) }
    #expect(balances.lines.map(\.account) == [.clearing, .revenue, .refunds])
    #expect(balances.lines.map(\.minorUnits) == [0, -2000, 2000])
  }

  @Test(arguments: Kind.allCases)
  func `disputes and their journals are kept`(_ kind: Kind) async throws {
    var subject = try kind.make()
    try await subject.store.buy(1)
    for word in [
      Self.approval, .capture(pspReference: "C"),
      .dispute(pspReference: "D1", .opened, amount: "5.00"),
      .dispute(pspReference: "D2", .opened, amount: nil),
      .dispute(pspReference: "D1", .won, amount: nil),
      .dispute(pspReference: "D2", .lost, amount: nil), .refund(pspReference: "R", amount: nil),
    ] {
      guard case .performed = try await subject.store.say(word, 1) else {
        Issue.record("\(word) is refused")
        return
      }
      try await subject.settle()
    }
    let kept = try #require(try await subject.store.intent(sampleID(1)))
    #expect(kept.refundedMinorUnits == 500 && kept.disputedMinorUnits == 1500)
    let again = try await subject.store.say(
      .dispute(pspReference: "D1", .opened, amount: "0.01"), 1)
    #expect(again == .refused(.disputeRepeated("D1")))
    let journals = try await subject.store.journals(after: 0, limit: 10).map(\.journal)
    #expect(journals.allSatisfy { $0.postings.count == 2 })
    var balances = LedgerBalances()
    for journal in journals { balances.add(journal) }
    #expect(
      balances.lines.map(\.account) == [.clearing, .disputes, .revenue, .refunds, .disputeLosses])
    #expect(balances.lines.map(\.minorUnits) == [0, 0, -2000, 500, 1500])
  }

  @Test(arguments: Kind.allCases)
  func `the tax in a price is kept, posted with its capture and taken back with refunds`(
    _ kind: Kind
  ) async throws {
    var subject = try kind.make()
    let plain = try sampleIntent(1)
    let intent = PurchaseIntent(
      id: plain.id, state: plain.state, offer: plain.offer, segment: plain.segment,
      price: plain.price, refundedMinorUnits: 0, createdAt: plain.createdAt,
      expiresAt: plain.expiresAt, nonce: plain.nonce, request: plain.request, taxMinorUnits: 131)
    _ = try await subject.store.create(intent, answer: answer(for: intent), claim: nil, at: noon)
    try await subject.settle()
    for word in [
      Self.approval, .capture(pspReference: "C"), .refund(pspReference: "R1", amount: "5.00"),
      .refund(pspReference: "R2", amount: nil),
    ] {
      _ = try await subject.store.say(word, 1)
      try await subject.settle()
    }
    #expect(try await subject.store.intent(intent.id)?.taxMinorUnits == 131)
    let journals = try await subject.store.journals(after: 0, limit: 10).map(\.journal)
    #expect(
      journals.map { $0.postings.map(\.amount.minorUnits) } == [
        [2000, -1869, -131], [467, 33, -500], [1402, 98, -1500],
      ])
    #expect(journals[0].postings.map(\.account) == [.clearing, .revenue, .tax])
    #expect(journals[1].postings.map(\.account) == [.refunds, .tax, .clearing])
  }

  @Test(arguments: Kind.allCases)
  func `a word under a key is done once and answered with the same bytes`(
    _ kind: Kind
  ) async throws {
    var subject = try kind.make()
    try await subject.store.buy(1)
    let claim = sampleClaim("k")
    let first = try await subject.store.say(Self.approval, 1, claim: claim)
    guard case .performed(let answer)? = first else {
      Issue.record("\(String(describing: first))")
      return
    }
    try await subject.settle()
    _ = try await subject.store.say(.capture(pspReference: "C"), 1)
    #expect(try await subject.store.say(Self.approval, 1, claim: claim) == .replayed(answer))
    let other = try await subject.store.say(
      .capture(pspReference: "D"), 1, claim: sampleClaim("k", body: 2))
    #expect(other == .keyReused)
    #expect(try await subject.store.journals(after: 0, limit: 10).count == 1)
  }

  @Test(arguments: Kind.allCases)
  func `a refused word leaves its key free and writes no journal`(_ kind: Kind) async throws {
    var subject = try kind.make()
    try await subject.store.buy(1)
    let claim = sampleClaim("k")
    let early = try await subject.store.say(.capture(pspReference: "C"), 1, claim: claim)
    #expect(early == .refused(.notAllowed(in: .created, .captured)))
    _ = try await subject.store.say(Self.approval, 1)
    try await subject.settle()
    let done = try await subject.store.say(.capture(pspReference: "C"), 1, claim: claim)
    guard case .performed? = done else {
      Issue.record("\(String(describing: done))")
      return
    }
    for word in [
      BackendWord.capture(pspReference: "D"), .refund(pspReference: "R", amount: "20.01"),
    ] {
      guard case .refused? = try await subject.store.say(word, 1) else {
        Issue.record("\(word) is done")
        return
      }
    }
    #expect(try await subject.store.journals(after: 0, limit: 10).count == 1)
  }

  @Test(arguments: Kind.allCases)
  func `of many refunds at once no more is given back than was captured`(
    _ kind: Kind
  ) async throws {
    let store = try kind.make().store
    try await store.buy(1)
    _ = try await store.say(Self.approval, 1)
    _ = try await store.say(.capture(pspReference: "C"), 1)
    let outcomes = try await withThrowingTaskGroup(of: IdempotencyOutcome?.self) { group in
      for number in 0..<40 {
        group.addTask {
          // Each reference twice.
          try await store.say(.refund(pspReference: "R\(number / 2)", amount: "3.00"), 1)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let done = outcomes.count { if case .performed? = $0 { true } else { false } }
    #expect(done == 6)
    let refunds = try await store.journals(after: 1, limit: 100)
    #expect(refunds.map(\.number) == Array(2...7))
    #expect(Set(refunds.map(\.journal.pspReference)).count == 6)
    #expect(try await store.intent(sampleID(1))?.refundedMinorUnits == 1800)
  }

  @Test(
    arguments: Kind.allCases,
    [
      (0, 3, [1, 2, 3]), (3, 2, [4, 5]), (4, 10, [5]), (5, 1, []), (99, 1, []), (0, 0, []),
      (0, -1, []), (-5, 1, [1]),
    ] as [(Int64, Int, [Int64])])
  func `a page of journals is the next above a number`(
    _ kind: Kind, _ row: (after: Int64, limit: Int, numbers: [Int64])
  ) async throws {
    var subject = try kind.make()
    for number in 1...5 {
      try await subject.store.buy(number)
      _ = try await subject.store.say(Self.approval, number)
      _ = try await subject.store.say(.capture(pspReference: "C\(number)"), number)
    }
    try await subject.settle()
    let page = try await subject.store.journals(after: row.after, limit: row.limit)
    #expect(page.map(\.number) == row.numbers)
    #expect(page.map(\.journal.intent) == row.numbers.map { sampleID(Int($0)) })
  }

  // MARK: Voidings

  @Test(arguments: Kind.allCases)
  func `an approval that came too late is remembered, once, whatever is refused`(
    _ kind: Kind
  ) async throws {
    var subject = try kind.make()
    for number in 1...2 {
      try await subject.store.buy(number)
      _ = try await subject.store.say(.cancel(pspReference: nil), number)
    }
    for (number, reference) in [(1, "L1"), (2, "L1"), (1, "L1"), (1, "L2")] {
      let outcome = try await subject.store.say(
        Self.word(reference), number, claim: sampleClaim("k\(number)\(reference)"))
      #expect(outcome == .refused(.approvalTooLate(in: .canceled)))
      try await subject.settle()
    }
    let voidings = try await subject.store.voidings()
    #expect(voidings.map(\.pspReference) == ["L1", "L1", "L2"])
    #expect(voidings.map(\.intent) == [sampleID(1), sampleID(2), sampleID(1)])
    #expect(
      voidings.first
        == Voiding(
          intent: sampleID(1), pspReference: "L1", state: .canceled, actor: "key:test",
          moment: noon))
  }

  // MARK: Answers of no intent

  @Test(arguments: Kind.allCases)
  func `an answer that stands for no intent is kept as any other`(_ kind: Kind) async throws {
    var subject = try kind.make()
    let claim = sampleClaim("n", route: "POST /v1/notifications")
    let answer = RecordedAnswer(subject: "note_1", body: Array(0...255))
    #expect(
      try await subject.store.record(answer, claim: claim, at: noon) == .performed(answer))
    try await subject.settle()
    let other = RecordedAnswer(subject: "note_2", body: [1])
    #expect(try await subject.store.record(other, claim: claim, at: noon) == .replayed(answer))
    let changed = sampleClaim("n", route: "POST /v1/notifications", body: 2)
    #expect(try await subject.store.record(other, claim: changed, at: noon) == .keyReused)
    let later = claim.keptUntil
    #expect(try await subject.store.record(other, claim: claim, at: later) == .performed(other))
    #expect(try await subject.store.allIDs() == [])
  }

  // MARK: Notifications

  @Test(arguments: Kind.allCases)
  func `a notification has at most one intent that is open`(_ kind: Kind) async throws {
    var subject = try kind.make()
    for number in 1...3 {
      let intent = try Self.intent(number, on: "note_a")
      let outcome = try await subject.store.create(
        intent, answer: answer(for: intent), claim: sampleClaim("k\(number)"), at: noon)
      #expect(outcome == .performed(answer(for: intent)))
      try await subject.settle()
    }
    let other = try Self.intent(4, on: "note_b")
    _ = try await subject.store.create(other, answer: answer(for: other), claim: nil, at: noon)
    let states = try await subject.store.intents(before: nil, limit: 10).map(\.state)
    #expect(states == [.created, .created, .canceled, .canceled])
    #expect(try await subject.store.intent(sampleID(3))?.notification == "note_a")
  }

  @Test(
    arguments: Kind.allCases,
    [
      ([], true), ([.cancel(pspReference: nil)], true),
      ([.authorization(pspReference: "P", isApproved: false, isAttested: true)], true),
      ([Self.approval], false), ([Self.approval, .capture(pspReference: "C")], false),
      (
        [Self.approval, .capture(pspReference: "C"), .refund(pspReference: "R", amount: nil)],
        false
      ),
      ([Self.approval, .cancel(pspReference: nil)], true),
    ] as [([BackendWord], Bool)])
  func `a notification buys again only if nothing was paid on it`(
    _ kind: Kind, _ row: (words: [BackendWord], buys: Bool)
  ) async throws {
    var subject = try kind.make()
    let first = try Self.intent(1, on: "note_a")
    _ = try await subject.store.create(first, answer: answer(for: first), claim: nil, at: noon)
    for word in row.words { _ = try await subject.store.say(word, 1) }
    try await subject.settle()
    let before = try await subject.store.intent(first.id)
    let second = try Self.intent(2, on: "note_a")
    let claim = sampleClaim("k")
    let outcome = try await subject.store.create(
      second, answer: answer(for: second), claim: claim, at: noon)
    #expect(outcome == (row.buys ? .performed(answer(for: second)) : .refused(.notificationUsed)))
    try await subject.settle()
    #expect((try await subject.store.intent(second.id) != nil) == row.buys)
    if !row.buys {
      #expect(try await subject.store.outcome(of: claim, at: noon) == nil)
      #expect(try await subject.store.intent(first.id) == before)
    }
  }

  @Test(arguments: Kind.allCases)
  func `an open intent whose time ran out stands in nobody's way`(_ kind: Kind) async throws {
    var subject = try kind.make()
    let first = try Self.intent(1, on: "note_a")
    _ = try await subject.store.create(first, answer: answer(for: first), claim: nil, at: noon)
    let second = try Self.intent(2, on: "note_a")
    let outcome = try await subject.store.create(
      second, answer: answer(for: second), claim: nil, at: first.expiresAt)
    #expect(outcome == .performed(answer(for: second)))
    try await subject.settle()
    #expect(try await subject.store.intent(first.id)?.state == .expired)
  }

  @Test(arguments: Kind.allCases, [1, 2, 3, 4] as [UInt64])
  func `whatever happens in whatever order, one intent of a notification is paid at most`(
    _ kind: Kind, seed: UInt64
  ) async throws {
    try await NotificationModel(seed: seed).run(on: kind)
  }
}

extension PaymentStore {
  /// Says a word on a numbered intent, at noon.
  func say(
    _ word: BackendWord, _ number: Int, claim: IdempotencyClaim? = nil, at moment: Timestamp = noon
  ) async throws(StoreError) -> IdempotencyOutcome? {
    try await update(sampleID(number), claim: claim, at: moment) { intent, journals in
      intent.applying(word, by: "key:test", journals: journals, at: moment)
    }
  }
}
