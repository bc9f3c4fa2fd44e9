package import PayCore
import Synchronization

/// A store that forgets everything when it goes: for tests and trials.
package final class MemoryStore: PaymentStore {
  fileprivate struct State {
    /// In ascending order of their ids.
    var intents: [PurchaseIntent] = []
    /// By the bytes of their scope: to String, two spellings of an accent are the same.
    var answers: [[UInt8]: (claim: IdempotencyClaim, answer: RecordedAnswer)] = [:]
    var journals: [NumberedJournal] = []
    var voidings: [Voiding] = []
    /// By the intent's id.
    var heldTokens: [String: HeldToken] = [:]
    var isClosed = false
  }

  private let state = Mutex(State())

  package init() {}

  package func create(
    _ intent: PurchaseIntent, answer: RecordedAnswer, claim: IdempotencyClaim?, at moment: Timestamp
  ) async throws(StoreError) -> IdempotencyOutcome {
    try access { state throws(StoreError) in
      if let claim, let known = state.outcome(of: claim, at: moment) { return known }
      let place = state.place(of: intent.id)
      guard !state.holds(intent.id, at: place) else {
        throw .io(detail: "the intent \(intent.id) exists already")
      }
      if let refusal = state.supersede(on: intent.notification, at: moment) {
        return .refused(refusal)
      }
      state.intents.insert(intent, at: place)
      if let claim { state.answers[claim.scope.bytes] = (claim, answer) }
      return .performed(answer)
    }
  }

  package func outcome(
    of claim: IdempotencyClaim, at moment: Timestamp
  ) async throws(StoreError) -> IdempotencyOutcome? {
    try access { state throws(StoreError) in state.outcome(of: claim, at: moment) }
  }

  package func intent(_ id: String) async throws(StoreError) -> PurchaseIntent? {
    try access { state throws(StoreError) in
      let place = state.place(of: id)
      return state.holds(id, at: place) ? state.intents[place] : nil
    }
  }

  package func intents(
    before: String?, limit: Int
  ) async throws(StoreError) -> [PurchaseIntent] {
    try access { state throws(StoreError) in
      let end = before.map(state.place) ?? state.intents.count
      return state.intents[..<end].suffix(max(0, limit)).reversed()
    }
  }

  package func verifiedIntents(limit: Int) async throws(StoreError) -> [PurchaseIntent] {
    try access { state throws(StoreError) in
      Array(state.intents.filter { $0.state == .verified }.prefix(max(0, limit)))
    }
  }

  package func intent(
    thatTook token: TokenIdentity
  ) async throws(StoreError) -> PurchaseIntent? {
    try access { state throws(StoreError) in state.taker(of: token) }
  }

  package func heldToken(of intent: String) async throws(StoreError) -> [UInt8]? {
    try access { state throws(StoreError) in state.heldTokens[intent]?.sealed }
  }

  package func wipeTokens(
    at moment: Timestamp, limit: Int
  ) async throws(StoreError) -> Int {
    try access { state throws(StoreError) in
      let over = state.heldTokens.filter { $0.value.keptUntil <= moment }.keys.prefix(max(0, limit))
      for intent in over { state.heldTokens[intent] = nil }
      return over.count
    }
  }

  package func overdueIntents(
    at moment: Timestamp, limit: Int
  ) async throws(StoreError) -> [String] {
    try access { state throws(StoreError) in
      let overdue = state.intents.compactMap { intent in
        intent.deadline.flatMap { $0 <= moment ? (deadline: $0, id: intent.id) : nil }
      }
      return overdue.sorted { $0.deadline < $1.deadline }.prefix(max(0, limit)).map(\.id)
    }
  }

  package func record(
    _ answer: RecordedAnswer, claim: IdempotencyClaim, at moment: Timestamp
  ) async throws(StoreError) -> IdempotencyOutcome {
    try access { state throws(StoreError) in
      if let known = state.outcome(of: claim, at: moment) { return known }
      state.answers[claim.scope.bytes] = (claim, answer)
      return .performed(answer)
    }
  }

  package func update(
    _ id: String, claim: IdempotencyClaim?, at moment: Timestamp,
    decide: @escaping @Sendable (PurchaseIntent, [Journal]) -> IntentUpdate
  ) async throws(StoreError) -> IdempotencyOutcome? {
    try access { state throws(StoreError) in
      if let claim, let known = state.outcome(of: claim, at: moment) { return known }
      let place = state.place(of: id)
      guard state.holds(id, at: place) else { return nil }
      let journals = state.journals.map(\.journal).filter { $0.intent.hasSameBytes(as: id) }
      let update = decide(state.intents[place], journals)
      if let token = update.intent.acceptance?.identity, let taker = state.taker(of: token),
        !taker.id.hasSameBytes(as: id)
      {
        return .refused(.tokenUsed)
      }
      state.keep(update, at: place)
      if let claim, case .performed(let answer) = update.outcome {
        state.answers[claim.scope.bytes] = (claim, answer)
      }
      return update.outcome
    }
  }

  package func journals(
    after number: Int64, limit: Int
  ) async throws(StoreError) -> [NumberedJournal] {
    try access { state throws(StoreError) in
      Array(state.journals.drop { $0.number <= number }.prefix(max(0, limit)))
    }
  }

  package func voidings() async throws(StoreError) -> [Voiding] {
    try access { state throws(StoreError) in state.voidings }
  }

  package func checkWritable() async throws(StoreError) {
    try access { _ throws(StoreError) in }
  }

  package func close() async throws(StoreError) {
    state.withLock { $0.isClosed = true }
  }

  private func access<Value: Sendable>(
    _ body: (inout State) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try state.withLock { state throws(StoreError) in
      guard !state.isClosed else { throw .closed }
      return try body(&state)
    }
  }
}

extension MemoryStore.State {
  fileprivate mutating func keep(_ update: IntentUpdate, at place: Int) {
    let known = intents[place]
    intents[place] = update.intent
    hold(update, of: known)
    if let journal = update.journal {
      journals.append(NumberedJournal(number: Int64(journals.count) + 1, journal: journal))
    }
    if let voiding = update.voiding,
      !voidings.contains(where: {
        $0.intent == voiding.intent && $0.pspReference == voiding.pspReference
      })
    {
      voidings.append(voiding)
    }
  }

  /// Gives up the earlier intent on a notification, or says why it stands in the way.
  fileprivate mutating func supersede(
    on notification: String?, at moment: Timestamp
  ) -> IntentError? {
    guard let notification else { return nil }
    for place in intents.indices
    where intents[place].notification?.hasSameBytes(as: notification) == true {
      let update = intents[place].superseded(at: moment)
      keep(update, at: place)
      if let refusal = update.refusal { return refusal }
    }
    return nil
  }

  private mutating func hold(_ update: IntentUpdate, of known: PurchaseIntent) {
    let intent = update.intent
    if let held = update.heldToken {
      heldTokens[intent.id] = held
    } else if let handOver = intent.handOver, known.handOver == nil,
      let held = heldTokens[intent.id]
    {
      heldTokens[intent.id] = HeldToken(
        sealed: held.sealed, keptUntil: handOver.isRepeatableUntil)
    }
    if intent.wipesToken { heldTokens[intent.id] = nil }
  }

  fileprivate func taker(of token: TokenIdentity) -> PurchaseIntent? {
    intents.first { intent in
      intent.acceptance?.transactionID == token.transactionID
        || intent.acceptance?.replayKey == token.replayKey
    }
  }

  /// Where an intent with this id is, or would be put.
  fileprivate func place(of id: String) -> Int {
    var (low, high) = (0, intents.count)
    while low < high {
      let middle = (low + high) / 2
      if intents[middle].id.utf8.lexicographicallyPrecedes(id.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  fileprivate func holds(_ id: String, at place: Int) -> Bool {
    place < intents.count && intents[place].id.utf8.elementsEqual(id.utf8)
  }

  fileprivate func outcome(
    of claim: IdempotencyClaim, at moment: Timestamp
  ) -> IdempotencyOutcome? {
    guard let known = answers[claim.scope.bytes], known.claim.keptUntil > moment else {
      return nil
    }
    return known.claim.fingerprint == claim.fingerprint ? .replayed(known.answer) : .keyReused
  }
}

extension IdempotencyScope {
  fileprivate var bytes: [UInt8] {
    var fields = LengthPrefixed()
    fields.append(principal)
    fields.append(route)
    fields.append(key)
    return fields.bytes
  }
}
