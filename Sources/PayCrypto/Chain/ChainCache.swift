import Glibc
import Synchronization

/// What was made of the last chains that were found to lead to the root, by the exact bytes of all
/// certificates of a message: what differs in one bit is another chain. Only what has passed every
/// check comes in, and dates are checked at every use.
final class ChainCache<Value: Sendable>: Sendable {
  private struct Entry {
    let certificates: ArraySlice<UInt8>
    let value: Value

    /// At once, not one byte after the other: this is done for every message.
    func isOf(_ others: ArraySlice<UInt8>) -> Bool {
      certificates.withUnsafeBytes { ours in
        others.withUnsafeBytes { others in
          guard ours.count == others.count, let start = ours.baseAddress,
            let other = others.baseAddress
          else { return false }
          return memcmp(start, other, ours.count) == 0
        }
      }
    }
  }

  private let capacity: Int
  private let entries = Mutex<[Entry]>([])

  /// Signers change once in years, and Apple has a handful at work; 0 remembers nothing.
  init(capacity: Int = 16) { self.capacity = capacity }

  func value(of certificates: ArraySlice<UInt8>) -> Value? {
    entries.withLock { $0.first { $0.isOf(certificates) }?.value }
  }

  func remember(_ value: Value, of certificates: ArraySlice<UInt8>) {
    guard capacity > 0 else { return }
    // A copy of their own, so that the message around them is not kept.
    let entry = Entry(certificates: Array(certificates)[...], value: value)
    entries.withLock { entries in
      guard !entries.contains(where: { $0.isOf(entry.certificates) }) else { return }
      entries = entries.suffix(capacity - 1) + [entry]
    }
  }
}
