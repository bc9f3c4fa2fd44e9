import PayCore
import PaySystem

/// The one read-write connection and its group commit: a batch of commands is one transaction, and
/// every caller hears only after the commit is on disk.
final class SQLiteWriter: Performer {
  /// Pages of the write-ahead log between two checkpoints, 4 MiB: a checkpoint holds writers up.
  private static let checkpointPages = 1000

  private let connection: SQLiteConnection
  private let records: SQLiteRecords
  /// Set after a failed write whose outcome is unknown: nothing more is written then.
  private var stopped: StoreError?
  /// Pages of the log at the last checkpoint.
  private var checkpointed = 0

  init(path: String, lock: consuming FileLock) throws(StoreError) {
    connection = try SQLiteConnection(writing: path, format: Schema.format, lock: lock)
    records = SQLiteRecords(connection: connection)
  }

  func perform(_ commands: [SQLiteCommand]) {
    do throws(StoreError) {
      for answer in try commit(commands) { answer() }
    } catch {
      abandon(after: error)
      for command in commands { command.fail(error) }
    }
    checkpointIfDue()
  }

  /// Runs the commands in one transaction; their answers once it is on disk.
  private func commit(
    _ commands: [SQLiteCommand]
  ) throws(StoreError) -> [SQLiteCommand.Answer] {
    if let stopped { throw stopped }
    try connection.prepared("BEGIN IMMEDIATE").run()
    var answers: [SQLiteCommand.Answer] = []
    for command in commands { answers.append(try isolated(command)) }
    try connection.prepared("COMMIT").run()
    return answers
  }

  /// Runs one command so that its failure undoes its own changes only; throws if the batch is lost.
  private func isolated(_ command: SQLiteCommand) throws(StoreError) -> SQLiteCommand.Answer {
    try connection.prepared("SAVEPOINT command").run()
    do throws(StoreError) {
      let answer = try command.run(records)
      try connection.prepared("RELEASE command").run()
      return answer
    } catch {
      // A full disk or a failed read may end the whole transaction.
      guard connection.isInTransaction else { throw error }
      try connection.prepared("ROLLBACK TO command").run()
      try connection.prepared("RELEASE command").run()
      return { command.fail(error) }
    }
  }

  /// Undoes what is open after a failed batch.
  private func abandon(after error: StoreError) {
    note(error)
    guard connection.isInTransaction else { return }
    do throws(StoreError) {
      try connection.prepared("ROLLBACK").run()
    } catch {
      note(error)
    }
  }

  /// After a failed write or sync nobody knows what reached the disk, and trying again may pass off
  /// lost pages as written, so the writer stops for good. A full disk or a busy file is a clean
  /// refusal, and later writes are tried.
  private func note(_ error: StoreError) {
    guard stopped == nil else { return }
    switch error {
    case .io(let detail), .corrupt(let detail):
      stopped = .io(
        detail: "nothing more is written since \(detail): check the disk, then start again")
    case .locked, .olderSchema, .newerSchema, .missing, .full, .overloaded, .closed, .readOnly:
      break
    }
  }

  // MARK: Checkpoints

  /// Copies the log into the database, after the callers have their answers. SQLite's own automatic
  /// checkpoint would do so inside a commit, and keep its errors to itself.
  private func checkpointIfDue() {
    let pages = connection.logPages
    if pages < checkpointed { checkpointed = 0 }  // the log began anew
    guard stopped == nil, pages - checkpointed >= Self.checkpointPages else { return }
    checkpointed = pages
    do throws(StoreError) {
      try connection.checkpoint(.passive)
    } catch {
      note(error)
    }
  }

  /// Empties the log, so that the database is one file again; not after a failed write, when the
  /// log is what a person wants to look at.
  func finish() -> StoreError? {
    if stopped == nil {
      do throws(StoreError) {
        try connection.checkpoint(.truncate)
      } catch {
        note(error)
      }
    }
    if stopped != nil { connection.keepLog() }
    return stopped
  }
}
