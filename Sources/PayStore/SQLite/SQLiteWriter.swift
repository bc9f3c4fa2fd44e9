import PayCore

/// A command for the writer thread.
enum WriteCommand: Sendable {
  case transact(Transaction)
  /// Empties the WAL and calls back; the last command of a store.
  case finish(@Sendable (StoreError?) -> Void)
}

/// A step that is done wholly or not at all.
struct Transaction: Sendable {
  /// Reads and writes, on the writer thread, inside the batch's transaction.
  let run: @Sendable (SQLiteRecords) throws(StoreError) -> Void
  /// Called once: nil when what `run` did is on disk, otherwise why it is not.
  let finish: @Sendable (StoreError?) -> Void
}

/// The one read-write connection and its group commit: a batch of commands is one transaction, and
/// every caller hears only after the commit is on disk.
final class SQLiteWriter {
  private let connection: SQLiteConnection
  private let records: SQLiteRecords
  /// Set after a failed write whose outcome is unknown: nothing more is written then.
  private var wedged: StoreError?

  /// `maximumPages` bounds the file as a full disk would; for tests.
  init(path: String, maximumPages: Int?) throws(StoreError) {
    connection = try SQLiteConnection(path: path, role: .writer)
    records = SQLiteRecords(connection: connection)
    try Schema.migrate(connection)
    if let maximumPages { try connection.execute("PRAGMA max_page_count = \(maximumPages)") }
  }

  func perform(_ commands: [WriteCommand]) {
    var transactions: [Transaction] = []
    var finishers: [@Sendable (StoreError?) -> Void] = []
    for command in commands {
      switch command {
      case .transact(let transaction): transactions.append(transaction)
      case .finish(let finish): finishers.append(finish)
      }
    }
    if !transactions.isEmpty { commit(transactions) }
    for finish in finishers { finish(checkpoint()) }
  }

  private func commit(_ transactions: [Transaction]) {
    var failures: [StoreError?] = []
    var sunk: StoreError?
    do throws(StoreError) {
      if let wedged { throw wedged }
      try connection.execute("BEGIN IMMEDIATE")
      for transaction in transactions { failures.append(try isolated(transaction)) }
      try connection.execute("COMMIT")
    } catch {
      sunk = abandon(error)
    }
    for (index, transaction) in transactions.enumerated() {
      transaction.finish(sunk ?? failures[index])
    }
  }

  /// Runs one command so that its failure undoes its own changes only; throws if the batch is lost.
  private func isolated(_ transaction: Transaction) throws(StoreError) -> StoreError? {
    try connection.execute("SAVEPOINT command")
    do {
      try transaction.run(records)
    } catch {
      // A full disk or a failed read ends the whole transaction by itself.
      guard connection.isInTransaction else { throw error }
      try connection.execute("ROLLBACK TO command")
      try connection.execute("RELEASE command")
      return error
    }
    try connection.execute("RELEASE command")
    return nil
  }

  /// Undoes what is open after a failed batch. After an I/O error nobody knows what reached the
  /// disk, so the writer stops for good; a full disk is a clean refusal, and later writes are tried.
  private func abandon(_ error: StoreError) -> StoreError {
    if connection.isInTransaction {
      do {
        try connection.execute("ROLLBACK")
      } catch {
        wedged = wedged ?? error
      }
    }
    if case .io = error { wedged = wedged ?? error }
    return error
  }

  private func checkpoint() -> StoreError? {
    do { try connection.checkpoint() } catch { return error }
    return nil
  }
}
