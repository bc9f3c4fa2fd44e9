/// What is known of statements that were sent together, while their answers come in.
struct PostgresBatch {
  /// What libpq answers in this order: to a preparation, then to each statement.
  private enum Part {
    case preparation(Int)
    case statement(Int)
  }

  let statements: [PostgresStatement]
  let mayCommit: Bool
  /// The name and types under which a statement is prepared with this batch.
  private(set) var preparations: [Int: (sql: String, name: String, types: [PostgresType])] = [:]
  /// Statements that the server has prepared.
  private(set) var preparedNow: [Int] = []
  private(set) var results: [PostgresResult] = []
  private(set) var failure: PipelineFailure?
  private var parts: [Part] = []
  private var position = 0

  init(_ statements: [PostgresStatement], mayCommit: Bool) {
    self.statements = statements
    self.mayCommit = mayCommit
  }

  mutating func expectPreparation(of index: Int, name: String, types: [PostgresType]) {
    preparations[index] = (statements[index].sql, name, types)
    parts.append(.preparation(index))
  }

  mutating func expectResult(of index: Int) { parts.append(.statement(index)) }

  /// The statement whose answer comes; their count when all have come.
  private var index: Int {
    guard position < parts.count else { return statements.count }
    switch parts[position] {
    case .preparation(let index), .statement(let index): return index
    }
  }

  /// Ends the answers to one part; false if there are more than were asked for.
  mutating func endPart() -> Bool {
    position += 1
    return position <= parts.count + 1
  }

  mutating func succeed(_ result: PostgresResult) {
    guard position < parts.count else { return }
    switch parts[position] {
    case .preparation(let index): preparedNow.append(index)
    case .statement(let index):
      results.append(result)
      if statements[index].isCommit, result.tag != "COMMIT" { fail(.rolledBack) }
    }
  }

  /// The first failure counts.
  mutating func fail(_ error: PostgresError) {
    if failure == nil { failure = PipelineFailure(index: index, error: error) }
  }

  /// The connection ended with `cause`, which says what became of the batch only where nothing of
  /// it can have been committed.
  mutating func lose(_ cause: PostgresError) {
    // The server's word that it has committed is as good as if it had gone on.
    if failure == nil, results.count == statements.count, statements.last?.isCommit == true {
      return
    }
    fail(mayCommit ? .outcomeUnknown : cause)
  }
}
