import PayCore
import PayStore
import Testing

/// What every store promises to the engine.
@Suite struct StoreContractTests {
  // MARK: Idempotency

  @Test(arguments: Kind.allCases)
  func `a key's first request is performed and its repetition gets the same bytes`(
    _ kind: Kind
  ) async throws {
    var subject = try kind.make()
    let intent = try sampleIntent(1)
    let answer = RecordedAnswer(subject: intent.id, body: Array(0...255) + [0, 0])
    let claim = sampleClaim("k")
    let first = try await subject.store.create(intent, answer: answer, claim: claim, at: noon)
    #expect(first == .performed(answer))
    try await subject.settle()

    let other = try sampleIntent(2)
    let again = try await subject.store.create(
      other, answer: PayStoreTests.answer(for: other), claim: claim, at: noon)
    #expect(again == .replayed(answer))
    #expect(try await subject.store.outcome(of: claim, at: noon) == .replayed(answer))
    #expect(try await subject.store.allIDs() == [intent.id])
    #expect(try await subject.store.intent(other.id) == nil)
  }

  @Test(arguments: Kind.allCases)
  func `a key that was used for another request is refused and nothing is made`(
    _ kind: Kind
  ) async throws {
    var subject = try kind.make()
    try await subject.store.buy(1, key: "k")
    try await subject.settle()
    let other = try sampleIntent(2)
    let claim = sampleClaim("k", body: 2)
    #expect(try await subject.store.outcome(of: claim, at: noon) == .keyReused)
    let outcome = try await subject.store.create(
      other, answer: answer(for: other), claim: claim, at: noon)
    #expect(outcome == .keyReused)
    #expect(try await subject.store.allIDs() == [sampleID(1)])
  }

  @Test(
    arguments: Kind.allCases,
    [
      sampleClaim("k", principal: "note:1"), sampleClaim("k", route: "POST /v1/notifications"),
      sampleClaim("K"), sampleClaim("k "),
      // The three parts are not one text.
      sampleClaim("1k", route: "POST /v1/purchase-intents".dropLast().description),
      // One spelling of an accent is not the other, although Swift's strings are equal.
      sampleClaim("e\u{301}"),
    ])
  func `another principal, route or key is another scope`(
    _ kind: Kind, _ claim: IdempotencyClaim
  ) async throws {
    let store = try kind.make().store
    try await store.buy(1, key: "k")
    try await store.buy(2, key: "\u{e9}")
    #expect(try await store.outcome(of: claim, at: noon) == nil)
    let intent = try sampleIntent(3)
    let outcome = try await store.create(
      intent, answer: answer(for: intent), claim: claim, at: noon)
    #expect(outcome == .performed(answer(for: intent)))
  }

  @Test(arguments: Kind.allCases, [(-1, true), (0, false), (1, false)] as [(Int64, Bool)])
  func `an answer is kept until its moment, and from then on its key is free`(
    _ kind: Kind, _ row: (late: Int64, isKept: Bool)
  ) async throws {
    var subject = try kind.make()
    let kept = sampleClaim("k").keptUntil
    try await subject.store.buy(1, key: "k")
    try await subject.settle()
    let moment = Timestamp(milliseconds: kept.milliseconds + row.late)
    let intent = try sampleIntent(2)
    let second = sampleClaim("k", body: 2, keptUntil: kept.adding(seconds: 86_400))
    #expect(
      try await subject.store.outcome(of: second, at: moment) == (row.isKept ? .keyReused : nil))
    let outcome = try await subject.store.create(
      intent, answer: answer(for: intent), claim: second, at: moment)
    #expect(outcome == (row.isKept ? .keyReused : .performed(answer(for: intent))))
    try await subject.settle()
    // The new answer has taken the old one's place; the old intent stays.
    let known = row.isKept ? nil : IdempotencyOutcome.replayed(answer(for: intent))
    #expect(try await subject.store.outcome(of: second, at: kept) == known)
    #expect(try await subject.store.intent(sampleID(1)) != nil)
  }

  @Test(arguments: Kind.allCases)
  func `of fifty creates of one key at once exactly one is performed and all answer alike`(
    _ kind: Kind
  ) async throws {
    var subject = try kind.make()
    let store = subject.store
    let outcomes = try await withThrowingTaskGroup(of: IdempotencyOutcome.self) { group in
      for number in 1...50 { group.addTask { try await store.buy(number, key: "k") } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    try await subject.settle()
    let ids = try await subject.store.allIDs()
    let winner = try #require(try await subject.store.intents(before: nil, limit: 9).first)
    #expect(ids == [winner.id])
    #expect(outcomes.count { $0 == .performed(answer(for: winner)) } == 1)
    #expect(outcomes.count { $0 == .replayed(answer(for: winner)) } == 49)
  }

  @Test(arguments: Kind.allCases)
  func `distinct keys at once are all performed and each is there exactly once`(
    _ kind: Kind
  ) async throws {
    var subject = try kind.make()
    let store = subject.store
    let count = 1000
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        group.addTask {
          let outcome = try await store.buy(number, key: "k\(number)")
          #expect(outcome == .performed(try answer(for: sampleIntent(number))))
          // What is acknowledged is visible at once.
          #expect(try await store.intent(sampleID(number)) != nil)
        }
      }
      try await group.waitForAll()
    }
    try await subject.settle()
    #expect(try await subject.store.allIDs() == (0..<count).reversed().map(sampleID))
  }

  @Test(arguments: Kind.allCases)
  func `an intent's id is taken once, and a failed create leaves its key free`(
    _ kind: Kind
  ) async throws {
    var subject = try kind.make()
    let store = subject.store
    try await store.buy(1)
    let intent = try sampleIntent(1)
    let claim = sampleClaim("k")
    let error = await storeError { () async throws(StoreError) in
      try await store.create(intent, answer: answer(for: intent), claim: claim, at: noon)
    }
    #expect(error?.code == "store_io")
    try await subject.settle()
    #expect(try await subject.store.outcome(of: claim, at: noon) == nil)
    try await subject.store.buy(2, key: "k")
    #expect(try await subject.store.allIDs() == [sampleID(2), sampleID(1)])
  }

  @Test(arguments: Kind.allCases)
  func `without a key each create makes an intent`(_ kind: Kind) async throws {
    var subject = try kind.make()
    for number in 1...3 { try await subject.store.buy(number) }
    try await subject.settle()
    #expect(try await subject.store.allIDs().count == 3)
  }

  // MARK: Reading

  @Test(
    arguments: Kind.allCases,
    [
      ("USD", "0.00", "free"), ("USD", "92233720368547758.07", "all that fits"),
      ("JPY", "9223372036854775807", "円"), ("KWD", "1.234", "three digits"),
      ("USD", "20.00", "Crème brûlée 🍮"), ("USD", "20.00", "e\u{301} is not \u{e9}"),
      ("USD", "20.00", "'; DROP TABLE intents; --\"\\"),
    ])
  func `an intent comes back as it was`(
    _ kind: Kind, _ row: (currency: String, amount: String, label: String)
  ) async throws {
    var subject = try kind.make()
    let request = try sampleRequest(row.currency, amount: row.amount, label: row.label)
    let intent = try sampleIntent(7, request: request)
    let body = RecordedAnswer(subject: intent.id, body: [])
    _ = try await subject.store.create(intent, answer: body, claim: sampleClaim("k"), at: noon)
    try await subject.settle()
    let found = try #require(try await subject.store.intent(intent.id))
    #expect(found == intent)
    #expect(found.request.webForm.bytes == request.webForm.bytes)
    #expect(found.canonicalBytes == intent.canonicalBytes)
    #expect(try await subject.store.intents(before: nil, limit: 1) == [intent])
    #expect(try await subject.store.outcome(of: sampleClaim("k"), at: noon) == .replayed(body))
  }

  @Test(arguments: Kind.allCases)
  func `a zero byte does not end a text`(_ kind: Kind) async throws {
    var subject = try kind.make()
    let intent = try sampleIntent(1, offer: "a\u{0}b")
    let claim = sampleClaim("k\u{0}1")
    let body = RecordedAnswer(subject: "s\u{0}t", body: [0, 1, 0])
    _ = try await subject.store.create(intent, answer: body, claim: claim, at: noon)
    try await subject.settle()
    #expect(try await subject.store.intent(intent.id) == intent)
    #expect(try await subject.store.outcome(of: claim, at: noon) == .replayed(body))
    #expect(try await subject.store.outcome(of: sampleClaim("k\u{0}2"), at: noon) == nil)
  }

  @Test(arguments: Kind.allCases, ["", "buy_", sampleID(2), "buy_\u{0}", "é", "' OR 1=1 --"])
  func `an id that nobody has gives no intent`(_ kind: Kind, _ id: String) async throws {
    let store = try kind.make().store
    try await store.buy(1)
    #expect(try await store.intent(id) == nil)
    let outcome = try await store.update(id, claim: nil, at: noon) { intent, _ in
      IntentUpdate(intent: intent)
    }
    #expect(outcome == nil)
  }

  @Test(
    arguments: Kind.allCases,
    [
      (nil, 3, [9, 8, 7]), (8, 2, [7, 6]), (1, 5, [0]), (0, 5, []), (nil, 0, []), (nil, -1, []),
      (100, 1, [9]),
    ] as [(Int?, Int, [Int])])
  func `a page is the newest below an id`(
    _ kind: Kind, _ row: (before: Int?, limit: Int, numbers: [Int])
  ) async throws {
    var subject = try kind.make()
    for number in [3, 1, 4, 0, 5, 9, 2, 6, 8, 7] { try await subject.store.buy(number) }
    try await subject.settle()
    let page = try await subject.store.intents(
      before: row.before.map(sampleID), limit: row.limit)
    #expect(page.map(\.id) == row.numbers.map(sampleID))
  }

  @Test(arguments: Kind.allCases)
  func `pages stay as they are while intents are added`(_ kind: Kind) async throws {
    let store = try kind.make().store
    for number in 0..<100 { try await store.buy(number) }
    var seen: [String] = []
    for number in 100..<120 {
      let page = try await store.intents(before: seen.last ?? sampleID(100), limit: 5)
      seen += page.map(\.id)
      try await store.buy(number)
    }
    #expect(seen == (0..<100).reversed().map(sampleID))
  }

  // MARK: Deciding

  @Test(arguments: Kind.allCases)
  func `a decision is kept and its refusal is reported`(_ kind: Kind) async throws {
    var subject = try kind.make()
    try await subject.store.buy(1)
    let canceled = try await subject.store.update(1) { $0.applying(.canceled, at: noon) }
    try await subject.settle()
    let kept = try #require(try await subject.store.intent(sampleID(1)))
    #expect(kept.state == .canceled)
    #expect(
      canceled == .performed(RecordedAnswer(subject: sampleID(1), body: kept.json().bytes)))

    let refused = try await subject.store.update(1) { $0.applying(.captured, at: noon) }
    #expect(refused == .refused(.notAllowed(in: .canceled, .captured)))
    try await subject.settle()
    #expect(try await subject.store.intent(sampleID(1))?.state == .canceled)
  }

  @Test(arguments: Kind.allCases)
  func `what a refusal changes is kept`(_ kind: Kind) async throws {
    var subject = try kind.make()
    try await subject.store.buy(1)
    let outcome = try await subject.store.update(1) { $0.applying(.canceled, at: $0.expiresAt) }
    #expect(outcome == .refused(.expired))
    try await subject.settle()
    #expect(try await subject.store.intent(sampleID(1))?.state == .expired)
  }

  @Test(arguments: Kind.allCases, IntentState.allCases)
  func `every state is kept`(_ kind: Kind, _ state: IntentState) async throws {
    var subject = try kind.make()
    try await subject.store.buy(1)
    try await subject.store.update(1) { intent in
      var changed = intent
      changed.state = state
      changed.refundedMinorUnits = intent.price.minorUnits
      return IntentUpdate(intent: changed)
    }
    try await subject.settle()
    let found = try await subject.store.intent(sampleID(1))
    #expect(found?.state == state)
    #expect(found?.refundedMinorUnits == 2000)
  }

  @Test(arguments: Kind.allCases)
  func `of many who take an intent out of one state only one does`(_ kind: Kind) async throws {
    let store = try kind.make().store
    try await store.buy(1)
    let outcomes = try await withThrowingTaskGroup(of: IdempotencyOutcome?.self) { group in
      for _ in 0..<50 {
        group.addTask { try await store.update(1) { $0.applying(.tokenVerified, at: noon) } }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let refusal = IdempotencyOutcome.refused(.notAllowed(in: .verified, .tokenVerified))
    #expect(outcomes.count { $0 == refusal } == 49)
    #expect(try await store.intent(sampleID(1))?.state == .verified)
  }

  // MARK: Closing

  @Test(arguments: Kind.allCases)
  func `after closing every call is refused and closing again does nothing`(
    _ kind: Kind
  ) async throws {
    let store = try kind.make().store
    let intent = try sampleIntent(1)
    try await store.close()
    try await store.close()
    let create = await storeError { () async throws(StoreError) in
      try await store.create(intent, answer: answer(for: intent), claim: nil, at: noon)
    }
    let outcome = await storeError { () async throws(StoreError) in
      try await store.outcome(of: sampleClaim("k"), at: noon)
    }
    let read = await storeError { () async throws(StoreError) in
      try await store.intent(intent.id)
    }
    let list = await storeError { () async throws(StoreError) in
      try await store.intents(before: nil, limit: 1)
    }
    let update = await storeError { () async throws(StoreError) in
      try await store.update(1) { IntentUpdate(intent: $0) }
    }
    #expect([create, outcome, read, list, update] == Array(repeating: .closed, count: 5))
  }

  @Test(arguments: Kind.allCases)
  func `a call beside a close is either done or refused as closed`(_ kind: Kind) async throws {
    let subject = try kind.make()
    let store = subject.store
    let acknowledged = await withTaskGroup(of: String?.self) { group in
      for number in 0..<200 {
        group.addTask {
          do {
            try await store.buy(number)
            return sampleID(number)
          } catch {
            #expect(error as? StoreError == .closed)
            return nil
          }
        }
        if number == 100 {
          group.addTask {
            try? await store.close(); return nil
          }
        }
      }
      return await group.reduce(into: Set<String>()) { if let id = $1 { $0.insert(id) } }
    }
    guard kind != .memory else { return }
    try await store.close()
    let reopened = try SQLiteStore.openToWrite(subject.directory)
    #expect(Set(try await reopened.allIDs()) == acknowledged)
  }
}
