package import PayCore
import Synchronization

/// A store that forgets everything when it goes: for tests and trials.
package final class MemoryStore: PaymentStore {
  fileprivate struct State {
    /// In ascending order of their ids.
    var intents: [PurchaseIntent] = []
    /// By the bytes of their scope: to String, two spellings of an accent are the same.
    var answers: [[UInt8]: (claim: IdempotencyClaim, answer: RecordedAnswer)] = [:]
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

  package func update(
    _ id: String, decide: @escaping @Sendable (PurchaseIntent) -> IntentUpdate
  ) async throws(StoreError) -> IntentUpdate? {
    try access { state throws(StoreError) in
      let place = state.place(of: id)
      guard state.holds(id, at: place) else { return nil }
      let update = decide(state.intents[place])
      state.intents[place] = update.intent
      return update
    }
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
