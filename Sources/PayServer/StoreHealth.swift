import PayCore
import PaySystem
import Synchronization

/// Whether the store takes writes; asked at most four times a second, so that a flood of `/readyz`,
/// which needs no credential, costs the store nothing.
final class StoreHealth: Sendable {
  private struct Verdict {
    let failure: StoreError?
    let goodUntil: UInt64
  }

  private static let lifetimeNanoseconds: UInt64 = 250_000_000

  private let store: any PaymentStore
  private let now: @Sendable () -> UInt64
  private let last = Mutex<Verdict?>(nil)

  init(_ store: any PaymentStore, now: @escaping @Sendable () -> UInt64 = monotonicNanoseconds) {
    self.store = store
    self.now = now
  }

  /// What keeps the store from writing; nil if nothing does.
  func failure() async -> StoreError? {
    let moment = now()
    if let verdict = last.withLock({ $0 }), moment < verdict.goodUntil { return verdict.failure }
    var failure: StoreError?
    do throws(StoreError) { try await store.checkWritable() } catch { failure = error }
    let verdict = Verdict(failure: failure, goodUntil: moment + Self.lifetimeNanoseconds)
    last.withLock { $0 = verdict }
    return failure
  }
}
