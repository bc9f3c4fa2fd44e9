import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayStore

/// The moment at which tests happen.
let noon = Timestamp(seconds: 1_767_268_800)

/// A payment request over `amount`, with lines that a shop might write.
func sampleRequest(
  _ currency: String = "USD", amount: String = "20.00", label: String = "Some Product"
) throws -> PaymentRequest {
  try PaymentRequest(webForm: [
    "merchantIdentifier": "merchant.com.sample", "merchantCapabilities": ["supports3DS"],
    "supportedNetworks": ["visa", "masterCard"], "countryCode": "US",
    "currencyCode": .string(currency),
    "lineItems": [["label": .string(label), "amount": .string(amount), "type": "pending"]],
    "total": ["label": "Sample Merchant", "amount": .string(amount), "type": "final"],
  ])
}

/// An intent with a number for its id: greater numbers sort later.
func sampleIntent(
  _ number: Int, offer: String = "some-product", request: PaymentRequest? = nil
) throws -> PurchaseIntent {
  let request = try request ?? sampleRequest()
  return PurchaseIntent(
    id: sampleID(number), state: .created, offer: offer, segment: 2, price: request.total.amount,
    refundedMinorUnits: 0, createdAt: noon, expiresAt: noon.adding(seconds: 900),
    nonce: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 16), request: request)
}

func sampleID(_ number: Int) -> String {
  let digits = String(number)
  return PurchaseIntent.idPrefix + String(repeating: "0", count: 26 - digits.count) + digits
}

func sampleClaim(
  _ key: String, principal: String = "key:test", route: String = "POST /v1/purchase-intents",
  body: UInt8 = 1, keptUntil: Timestamp = noon.adding(seconds: 86_400)
) -> IdempotencyClaim {
  IdempotencyClaim(
    scope: IdempotencyScope(principal: principal, route: route, key: key),
    fingerprint: [UInt8](repeating: body, count: 32), keptUntil: keptUntil)
}

func answer(for intent: PurchaseIntent) -> RecordedAnswer {
  RecordedAnswer(subject: intent.id, body: Array("answer of \(intent.id)".utf8))
}

extension PaymentStore {
  /// Creates a numbered intent under a key, at noon.
  @discardableResult
  func buy(_ number: Int, key: String? = nil) async throws -> IdempotencyOutcome {
    let intent = try sampleIntent(number)
    return try await create(
      intent, answer: answer(for: intent), claim: key.map { sampleClaim($0) }, at: noon)
  }

  /// Lets a decision be made at noon that needs neither a key nor the journals.
  @discardableResult
  func update(
    _ number: Int, decide: @escaping @Sendable (PurchaseIntent) -> IntentUpdate
  ) async throws(StoreError) -> IdempotencyOutcome? {
    try await update(sampleID(number), claim: nil, at: noon) { intent, _ in decide(intent) }
  }

  /// The ids of all intents, newest first, read in pages.
  func allIDs(page: Int = 500) async throws -> [String] {
    var ids: [String] = []
    while true {
      let next = try await intents(before: ids.last, limit: page).map(\.id)
      if next.isEmpty { return ids }
      ids += next
    }
  }
}

/// What `operation` threw.
func storeError(
  _ operation: () async throws(StoreError) -> some Sendable
) async -> StoreError? {
  do throws(StoreError) {
    _ = try await operation()
    return nil
  } catch {
    return error
  }
}

/// The stores that keep the one contract.
enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case memory
  case sqlite
  /// SQLite, closed and opened again before each look.
  case sqliteReopened

  var testDescription: String { rawValue }

  func make() throws -> Subject {
    let directory = try TemporaryDirectory()
    return Subject(
      directory: directory, reopens: self == .sqliteReopened,
      store: self == .memory ? MemoryStore() : try SQLiteStore.openToWrite(directory))
  }
}

extension SQLiteStore {
  static func openToWrite(
    _ directory: TemporaryDirectory, holder: String = "test"
  ) throws(StoreError) -> SQLiteStore {
    try open(directory: directory.path, mode: .readWrite(holder: holder))
  }

  static func openToRead(_ directory: TemporaryDirectory) throws(StoreError) -> SQLiteStore {
    try open(directory: directory.path, mode: .readOnly)
  }
}

extension TemporaryDirectory {
  var database: String { file("store/pay.sqlite") }
}

/// A store under test.
struct Subject {
  let directory: TemporaryDirectory
  let reopens: Bool
  private(set) var store: any PaymentStore

  init(directory: TemporaryDirectory, reopens: Bool, store: any PaymentStore) {
    self.directory = directory
    self.reopens = reopens
    self.store = store
  }

  /// Closes the store and opens it again, where the kind says so: what was acknowledged must be the
  /// same from here on.
  mutating func settle() async throws {
    guard reopens else { return }
    try await store.close()
    store = try SQLiteStore.openToWrite(directory)
  }
}
