import PayCore

/// A step on a connection that is done wholly or not at all, and how its caller hears of it.
struct SQLiteCommand: Sendable {
  /// Hands the outcome to the caller.
  typealias Answer = @Sendable () -> Void

  /// Reads or writes, on the connection's thread. The answer it returns is given when what was done
  /// is on disk, and not at all if it never gets there.
  let run: @Sendable (SQLiteRecords) throws(StoreError) -> Answer
  /// Gives the caller an error instead.
  let fail: @Sendable (StoreError) -> Void
}

extension Worker where Work.Command == SQLiteCommand {
  /// What `body` returns on the worker's connection. The caller's own thread never waits.
  func perform<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteRecords) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let result = await withCheckedContinuation { continuation in
      let command = SQLiteCommand(
        run: { records throws(StoreError) in
          let value = try body(records)
          return { continuation.resume(returning: Result<Value, StoreError>.success(value)) }
        },
        fail: { continuation.resume(returning: .failure($0)) })
      if let refusal = submit(command) { command.fail(refusal) }
    }
    return try result.get()
  }
}
