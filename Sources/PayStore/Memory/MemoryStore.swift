package import PayCore
import Synchronization

/// A store that forgets everything when it goes: for tests and trials.
package final class MemoryStore: PaymentStore {
  private struct State {
    var intents: [String: PurchaseIntent] = [:]
    /// Ids in ascending order.
    var order: [String] = []
    var answers: [IdempotencyScope: (claim: IdempotencyClaim, answer: RecordedAnswer)] = [:]
    var isClosed = false

    func outcome(of claim: IdempotencyClaim, at moment: Timestamp) -> IdempotencyOutcome? {
      guard let known = answers[claim.scope], known.claim.keptUntil > moment else { return nil }
      return known.claim.fingerprint == claim.fingerprint ? .replayed(known.answer) : .keyReused
    }
  }

  private let state = Mutex(State())

  package init() {}

  package func create(
    _ intent: PurchaseIntent, answer: RecordedAnswer, claim: IdempotencyClaim?, at moment: Timestamp
  ) async throws(StoreError) -> IdempotencyOutcome {
    try access { state throws(StoreError) in
      if let claim, let known = state.outcome(of: claim, at: moment) { return known }
      guard state.intents[intent.id] == nil else {
        throw .io(detail: "the intent \(intent.id) exists already")
      }
      state.intents[intent.id] = intent
      let place = state.order.lastIndex { $0 < intent.id }.map { $0 + 1 } ?? 0
      state.order.insert(intent.id, at: place)
      if let claim { state.answers[claim.scope] = (claim, answer) }
      return .performed(answer)
    }
  }

  package func outcome(
    of claim: IdempotencyClaim, at moment: Timestamp
  ) async throws(StoreError) -> IdempotencyOutcome? {
    try access { state throws(StoreError) in state.outcome(of: claim, at: moment) }
  }

  package func intent(_ id: String) async throws(StoreError) -> PurchaseIntent? {
    try access { state throws(StoreError) in state.intents[id] }
  }

  package func intents(
    before: String?, limit: Int
  ) async throws(StoreError) -> [PurchaseIntent] {
    try access { state throws(StoreError) in
      let ids = state.order.reversed().lazy.filter { before.map($0.isBelow) ?? true }
      return ids.prefix(limit).compactMap { state.intents[$0] }
    }
  }

  package func update(
    _ id: String, decide: @escaping @Sendable (PurchaseIntent) -> IntentUpdate
  ) async throws(StoreError) -> IntentUpdate? {
    try access { state throws(StoreError) in
      guard let intent = state.intents[id] else { return nil }
      let update = decide(intent)
      state.intents[id] = update.intent
      return update
    }
  }

  package func close() async throws(StoreError) {
    state.withLock { $0.isClosed = true }
  }

  private func access<Value: Sendable>(
    _ body: (inout State) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let result = state.withLock { state -> Result<Value, StoreError> in
      guard !state.isClosed else { return .failure(.closed) }
      do throws(StoreError) { return .success(try body(&state)) } catch { return .failure(error) }
    }
    return try result.get()
  }
}

extension String {
  fileprivate func isBelow(_ other: String) -> Bool { self < other }
}
