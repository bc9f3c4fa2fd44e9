import PayCore

/// A store in a dictionary, which can be told to fail.
actor FakeStore: PaymentStore {
  private var kept: [String: PurchaseIntent] = [:]
  private var answers: [IdempotencyScope: (claim: IdempotencyClaim, answer: RecordedAnswer)] = [:]
  private var ledger: [NumberedJournal] = []
  private var toVoid: [Voiding] = []
  private var held: [String: HeldToken] = [:]
  private var failure: StoreError?

  func fail(with error: StoreError?) { failure = error }

  private func check() throws(StoreError) { if let failure { throw failure } }

  func create(
    _ intent: PurchaseIntent, answer: RecordedAnswer, claim: IdempotencyClaim?, at moment: Timestamp
  ) throws(StoreError) -> IdempotencyOutcome {
    if let claim, let known = try outcome(of: claim, at: moment) { return known }
    try check()
    for other in kept.values where other.notification != nil {
      guard other.notification == intent.notification else { continue }
      let update = other.superseded(at: moment)
      kept[other.id] = update.intent
      if let refusal = update.refusal { return .refused(refusal) }
    }
    kept[intent.id] = intent
    if let claim { answers[claim.scope] = (claim, answer) }
    return .performed(answer)
  }

  func outcome(
    of claim: IdempotencyClaim, at moment: Timestamp
  ) throws(StoreError) -> IdempotencyOutcome? {
    try check()
    guard let known = answers[claim.scope], known.claim.keptUntil > moment else { return nil }
    return known.claim.fingerprint == claim.fingerprint ? .replayed(known.answer) : .keyReused
  }

  func intent(_ id: String) throws(StoreError) -> PurchaseIntent? {
    try check()
    return kept[id]
  }

  func intents(before: String?, limit: Int) throws(StoreError) -> [PurchaseIntent] {
    try check()
    let newestFirst = kept.values.sorted { $0.id > $1.id }
    return Array(newestFirst.filter { before == nil || $0.id < before ?? "" }.prefix(limit))
  }

  func verifiedIntents(limit: Int) throws(StoreError) -> [PurchaseIntent] {
    try check()
    return Array(
      kept.values.filter { $0.state == .verified }.sorted { $0.id < $1.id }.prefix(limit))
  }

  func intent(thatTook token: TokenIdentity) throws(StoreError) -> PurchaseIntent? {
    try check()
    return taker(of: token)
  }

  private func taker(of token: TokenIdentity) -> PurchaseIntent? {
    kept.values.first { intent in
      intent.acceptance?.transactionID == token.transactionID
        || intent.acceptance?.replayKey == token.replayKey
    }
  }

  func heldToken(of intent: String) throws(StoreError) -> [UInt8]? {
    try check()
    return held[intent]?.sealed
  }

  func wipeTokens(at moment: Timestamp, limit: Int) throws(StoreError) -> Int {
    try check()
    let over = held.filter { $0.value.keptUntil <= moment }.keys.prefix(limit)
    for id in over { held[id] = nil }
    return over.count
  }

  func overdueIntents(at moment: Timestamp, limit: Int) throws(StoreError) -> [String] {
    try check()
    return kept.values.filter { intent in intent.deadline.map { $0 <= moment } ?? false }
      .map(\.id).sorted().prefix(limit).map { $0 }
  }

  func record(
    _ answer: RecordedAnswer, claim: IdempotencyClaim, at moment: Timestamp
  ) throws(StoreError) -> IdempotencyOutcome {
    if let known = try outcome(of: claim, at: moment) { return known }
    answers[claim.scope] = (claim, answer)
    return .performed(answer)
  }

  func update(
    _ id: String, claim: IdempotencyClaim?, at moment: Timestamp,
    decide: @Sendable (PurchaseIntent, [Journal]) -> IntentUpdate
  ) throws(StoreError) -> IdempotencyOutcome? {
    try check()
    if let claim, let known = try outcome(of: claim, at: moment) { return known }
    guard let intent = kept[id] else { return nil }
    let update = decide(intent, ledger.map(\.journal).filter { $0.intent == id })
    if let token = update.intent.acceptance?.identity, let taker = taker(of: token), taker.id != id
    {
      return .refused(.tokenUsed)
    }
    kept[id] = update.intent
    if let token = update.heldToken { held[id] = token }
    if update.intent.wipesToken { held[id] = nil }
    if let journal = update.journal {
      ledger.append(NumberedJournal(number: Int64(ledger.count) + 1, journal: journal))
    }
    if let voiding = update.voiding { toVoid.append(voiding) }
    if let claim, case .performed(let answer) = update.outcome {
      answers[claim.scope] = (claim, answer)
    }
    return update.outcome
  }

  func journals(after number: Int64, limit: Int) throws(StoreError) -> [NumberedJournal] {
    try check()
    return Array(ledger.filter { $0.number > number }.prefix(limit))
  }

  func voidings() throws(StoreError) -> [Voiding] {
    try check()
    return toVoid
  }

  func checkWritable() throws(StoreError) { try check() }

  func close() { failure = .closed }
}
