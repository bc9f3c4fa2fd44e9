import Synchronization

/// Contexts at rest of one key: making one costs a tenth of a signature, and each may be used by
/// one thread at a time.
struct ContextPool<Context: Sendable>: ~Copyable {
  private let idle = Mutex<[Context]>([])

  /// Lets all contexts go that nobody uses.
  borrowing func empty() { idle.withLock { $0.removeAll() } }

  /// Lends a context, a new one if all are at work; nil if none can be made.
  borrowing func lend<Result, Failure: Error>(
    orMake make: () throws(Failure) -> Context?, to body: (Context) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    let rested = idle.withLock { $0.popLast() }
    guard let context = if let rested { rested } else { try make() } else { return nil }
    defer { idle.withLock { $0.append(context) } }
    return try body(context)
  }
}
