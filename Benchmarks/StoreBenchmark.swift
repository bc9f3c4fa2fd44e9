import PayCore
import PayStore
import PaySystem

/// Intents per second through the store: 64 clients at once, and one commit per intent.
func benchmarkStore(directory: String) async throws -> (grouped: Double, single: Double) {
  let store = try SQLiteStore.open(directory: directory, mode: .readWrite(holder: "Benchmarks"))
  let factory = try IntentFactory()
  var grouped: [Double] = []
  var single: [Double] = []
  for _ in 0..<3 {
    grouped.append(try await rate(store, factory, clients: 64, each: 300))
    single.append(try await rate(store, factory, clients: 1, each: 3000))
  }
  try await store.close()
  return (grouped.median, single.median)
}

private func rate(
  _ store: SQLiteStore, _ factory: IntentFactory, clients: Int, each: Int
) async throws -> Double {
  let start = monotonicNanoseconds()
  try await withThrowingTaskGroup(of: Void.self) { group in
    for _ in 0..<clients {
      group.addTask {
        for _ in 0..<each { try await factory.createOne(in: store) }
      }
    }
    try await group.waitForAll()
  }
  return Double(clients * each) * 1e9 / Double(monotonicNanoseconds() - start)
}

/// Intents that differ in id and key only.
private struct IntentFactory: Sendable {
  private let environment = Environment.live()
  private let quote: Quote

  init() throws {
    let configuration = try ConfigurationDirectory.load("merchant-config")
    quote = try Quote(configuration, offer: nil, segment: 0, at: Timestamp.current())
  }

  func createOne(in store: SQLiteStore) async throws {
    let moment = environment.now()
    let id = environment.nextIntentID(moment)
    let intent = PurchaseIntent(
      id: id, state: .created, offer: quote.offer, segment: quote.segment, price: quote.price,
      refundedMinorUnits: 0, createdAt: moment.wholeSecond,
      expiresAt: moment.wholeSecond.adding(seconds: 900), nonce: environment.randomBytes(16),
      request: quote.request)
    let claim = IdempotencyClaim(
      scope: IdempotencyScope(principal: "key:bench", route: "POST /v1/purchase-intents", key: id),
      fingerprint: [UInt8](repeating: 7, count: 32), keptUntil: moment.adding(seconds: 86_400))
    let answer = RecordedAnswer(subject: id, body: intent.json().bytes)
    guard case .performed = try await store.create(intent, answer: answer, claim: claim, at: moment)
    else { throw BenchmarkError("the store replayed a new key") }
  }
}
