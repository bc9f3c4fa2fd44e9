import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayStore

/// Errors as a real server gives them.
@Suite(.enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence))
struct PostgresErrorTests {
  let cluster: PostgresCluster
  let connection: PostgresConnection
  let table = PostgresCluster.newTable()

  init() throws {
    cluster = try PostgresCluster.shared()
    connection = try cluster.connect()
    try connection.execute(
      "CREATE TABLE \(table) (id bigint CONSTRAINT \(table)_key PRIMARY KEY, name text,"
        + " part bigint CONSTRAINT \(table)_part UNIQUE DEFERRABLE INITIALLY DEFERRED,"
        + " CONSTRAINT \(table)_named CHECK (name <> 'secret'))")
  }

  private var insert: String { "INSERT INTO \(table) (id, name, part) VALUES ($1, $2, $1)" }

  private func insertion(_ number: Int64, _ name: String = "n") -> PostgresStatement {
    PostgresStatement(insert, [.integer(number), .text(name)])
  }

  private var ids: [Int64] {
    get throws {
      try connection.query("SELECT id FROM \(table) ORDER BY id").rows.map { try $0.integer(0) }
    }
  }

  // MARK: Each class

  @Test func `a taken key is told by its constraint, and nothing of the row`() throws {
    #expect(try connection.query(insertion(1)).changes == 1)
    #expect(throws: PostgresError.uniqueViolation(constraint: "\(table)_key")) {
      try connection.query(insertion(1, "hunter2"))
    }
    // The session goes on.
    #expect(try connection.query(insertion(2)).tag == "INSERT 0 1")
    #expect(try ids == [1, 2])
  }

  @Test func `a key that is checked at the commit fails there`() throws {
    _ = try connection.query(insertion(1))
    let other = PostgresStatement(
      "INSERT INTO \(table) (id, part) VALUES ($1, 1)", [.integer(2)])
    // On its own, a statement's commit comes after its result.
    let failure = #expect(throws: PipelineFailure.self) { try connection.pipeline([other]) }
    #expect(
      failure
        == PipelineFailure(
          index: 1, error: .uniqueViolation(constraint: "\(table)_part")))
    let atCommit = #expect(throws: PipelineFailure.self) {
      try connection.pipeline([.begin, other, .commit])
    }
    #expect(
      atCommit
        == PipelineFailure(
          index: 2, error: .uniqueViolation(constraint: "\(table)_part")))
    #expect(!connection.isInTransaction)
    #expect(try ids == [1])
  }

  @Test(arguments: ["secret", "12x"])
  func `a refused value is not repeated`(value: String) {
    let sql =
      value == "secret"
      ? insert : "INSERT INTO \(table) (id) SELECT $1 WHERE $2::text::bigint > 0"
    let error = #expect(throws: PostgresError.self) {
      try connection.query(sql, .integer(9), .text(value))
    }
    guard case .statement(let state, let detail) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(state == (value == "secret" ? "23514" : "22P02"))
    #expect(!detail.contains(value))
  }

  @Test func `wrong SQL is told in the server's words`() {
    let error = #expect(throws: PostgresError.self) { try connection.query("SELECT nothing") }
    #expect(error?.description == "column \"nothing\" does not exist (SQLSTATE 42703)")
    #expect(throws: PostgresError.self) { try connection.query("SELECT 1; SELECT 2") }
    #expect(throws: PostgresError.self) { try connection.query("").row() }
    #expect(throws: Never.self) { try connection.query("SELECT 1") }
  }

  @Test func `two that wait for each other: one is ended, and goes through when tried again`()
    throws
  {
    _ = try connection.pipeline([insertion(1), insertion(2)])
    let update = "UPDATE \(table) SET name = $2 WHERE id = $1"
    let other = try cluster.connect()
    _ = try connection.query(.begin)
    _ = try other.query(.begin)
    try connection.query(update, .integer(1), .text("a"))
    try other.query(update, .integer(2), .text("b"))
    let crossed = Outcome<PostgresError?>()
    let lent = Lent(other)
    Thread.start {
      do throws(PostgresError) {
        try lent.value.query(update, .integer(1), .text("b"))
        crossed.set(nil)
      } catch {
        crossed.set(error)
      }
    }
    var own: PostgresError?
    do throws(PostgresError) {
      try connection.query(update, .integer(2), .text("a"))
    } catch {
      own = error
      _ = try connection.query(.rollback)
    }
    let theirs = crossed.wait()
    #expect([own, theirs].compactMap { $0 } == [.deadlock])
  }

  @Test func `a transaction whose ground has changed is refused`() throws {
    _ = try connection.query(insertion(1))
    var settings = PostgresSettings()
    settings.isolation = .serializable
    let other = try cluster.connect(settings)
    _ = try other.query(.begin)
    _ = try other.query("SELECT count(*) FROM \(table)")
    try connection.query("UPDATE \(table) SET name = 'a' WHERE id = 1")
    #expect(throws: PostgresError.serializationFailure) {
      try other.query("UPDATE \(table) SET name = 'b' WHERE id = 1")
    }
    #expect(other.isInTransaction)
    // A commit of what has failed is none, whatever the server calls it.
    #expect(throws: PostgresError.rolledBack) { try other.query(.commit) }
    #expect(!other.isInTransaction)
  }

  @Test func `a transaction that only reads takes no writes`() throws {
    _ = try connection.query(PostgresStatement("BEGIN READ ONLY"))
    #expect(throws: PostgresError.readOnly) { try connection.query(insertion(1)) }
    _ = try connection.query(.rollback)
  }

  @Test func `what takes too long is ended, and the session goes on`() throws {
    var settings = PostgresSettings()
    settings.statementMilliseconds = 50
    settings.lockMilliseconds = 20
    let hasty = try cluster.connect(settings)
    #expect(throws: PostgresError.timedOut) {
      try hasty.query("SELECT 1 WHERE pg_sleep(60) IS NOT NULL")
    }
    _ = try connection.pipeline([.begin, insertion(1)])
    #expect(throws: PostgresError.timedOut) { try hasty.query(insertion(1)) }
    _ = try connection.query(.rollback)
    #expect(try hasty.query(insertion(1)).changes == 1)
  }

  @Test func `no more connections than the server takes`() throws {
    try connection.execute("CREATE ROLE lonely_\(table) LOGIN CONNECTION LIMIT 1")
    let login = try cluster.login(user: "lonely_\(table)")
    let first = try login.open()
    #expect(throws: PostgresError.tooManyConnections) { _ = try login.open() }
    #expect(try first.query("SELECT 1").row().integer(0) == 1)
  }

  @Test func `a killed session has done nothing, and says no more`() throws {
    let victim = try cluster.connect()
    _ = try victim.pipeline([.begin, insertion(1)])
    let kill = "SELECT pg_terminate_backend($1::integer, 10000)"
    #expect(try connection.query(kill, .integer(Int64(victim.serverProcess))).row().boolean(0))
    #expect(throws: PostgresError.connectionLost) { try victim.query(insertion(2)) }
    #expect(throws: PostgresError.connectionLost) { try victim.query(.commit) }
    #expect(victim.isLost)
    #expect(try ids == [])
  }

  @Test func `a session that is killed at work has done nothing in its transaction`() throws {
    let victim = try cluster.connect()
    let kill = PostgresStatement("SELECT pg_terminate_backend(pg_backend_pid())")
    #expect(throws: PipelineFailure(index: 2, error: .shutDown)) {
      try victim.pipeline([.begin, insertion(1), kill])
    }
    // With a commit behind it nobody can know.
    let other = try cluster.connect()
    #expect(throws: PipelineFailure(index: 2, error: .outcomeUnknown)) {
      try other.pipeline([.begin, insertion(1), kill, .commit])
    }
    #expect(try ids == [])
  }

  // MARK: Batches

  @Test func `a batch gives a result for each statement`() throws {
    let results = try connection.pipeline([
      .begin, insertion(1), insertion(2), PostgresStatement("SELECT count(*) FROM \(table)"),
      .commit,
    ])
    #expect(results.map(\.tag) == ["BEGIN", "INSERT 0 1", "INSERT 0 1", "SELECT 1", "COMMIT"])
    #expect(try results[3].row().integer(0) == 2)
    #expect(try ids == [1, 2])
  }

  @Test(arguments: 0..<4)
  func `the first failure is named, and nothing of the batch is done`(place: Int) throws {
    _ = try connection.query(insertion(9))
    var statements = (0..<4).map { insertion(Int64($0)) }
    statements[place] = insertion(9)
    let unique = PostgresError.uniqueViolation(constraint: "\(table)_key")
    // Outside of a transaction.
    #expect(throws: PipelineFailure(index: place, error: unique)) {
      try connection.pipeline(statements)
    }
    #expect(try ids == [9])
    #expect(!connection.isInTransaction)
    // In one, which stays open and failed: not even the rollback behind it was run.
    #expect(throws: PipelineFailure(index: place + 1, error: unique)) {
      try connection.pipeline([.begin] + statements + [.rollback])
    }
    #expect(connection.isInTransaction)
    _ = try connection.query(.rollback)
    #expect(try ids == [9])
    // What was to be prepared behind the failure is prepared later.
    #expect(try connection.query("SELECT count(*) FROM \(table)").row().integer(0) == 1)
  }

  @Test func `a statement that is prepared behind a failure is prepared again`() throws {
    let late = PostgresStatement("SELECT count(*) + $1 FROM \(table)", [.integer(1)])
    let wrong = PostgresStatement("SELECT 1 / $1", [.integer(0)])
    for _ in 0..<2 {
      let failure = #expect(throws: PipelineFailure.self) {
        try connection.pipeline([wrong, late, late])
      }
      #expect(failure?.index == 0)
    }
    let results = try connection.pipeline([late, late])
    #expect(try results.map { try $0.row().integer(0) } == [1, 1])
  }

  @Test func `a batch larger than all buffers goes through`() throws {
    // Both sides have more to say than the kernel holds.
    let text = String(repeating: "x", count: 100_000)
    let echo = PostgresStatement("SELECT $1 AS echo", [.text(text)])
    let results = try connection.pipeline(Array(repeating: echo, count: 100))
    #expect(results.count == 100)
    #expect(try results.allSatisfy { try $0.row().text(0) == text })
  }
}

/// A value that another thread uses while its owner waits.
// Unchecked: only one of the two touches it at a time.
struct Lent<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

@Suite struct PostgresErrorMeaningTests {
  @Test(arguments: [
    ("53100", "store_full"), ("53300", "store_overloaded"), ("40001", "store_overloaded"),
    ("40P01", "store_overloaded"), ("57014", "store_overloaded"), ("55P03", "store_overloaded"),
    ("25006", "store_io"), ("57P01", "store_io"), ("57P02", "store_io"), ("57P03", "store_io"),
    ("25P03", "store_io"),
    ("23505", "store_io"), ("40003", "store_io"), ("08006", "store_io"), ("42P01", "store_io"),
    ("XX001", "store_corrupt"), ("XX002", "store_corrupt"), ("58030", "store_io"),
  ])
  func `an SQLSTATE is told by the store's codes`(state: String, code: String) {
    let error = PostgresError(sqlState: state, text: "words", constraint: "key")
    #expect(StoreError(error).code == code)
  }

  @Test(arguments: ["22P02", "23502", "23514", "P0001", "21000", "99999"])
  func `words that may quote a value are not repeated`(state: String) {
    let error = PostgresError(sqlState: state, text: "hunter2", constraint: "")
    #expect(!error.description.contains("hunter2"))
    #expect(error.description.contains(state))
  }

  @Test(
    arguments: [
      ("connection to server failed: FATAL:  53300: sorry\nLOCATION:  f, g.c:1\n", "53300"),
      ("connection to server failed: FATAL:  57P03: starting up\nLOCATION:  f\n", "57P03"),
      ("connection to server failed: FATAL:  28P01: no\nLOCATION:  f\n", "28P01"),
      ("connection failed: Connection refused\n\tIs it running?\n", nil),
      ("could not translate: FATAL:  text without: state", nil),
      ("", nil),
    ] as [(String, String?)])
  func `a refused login is told by its SQLSTATE`(message: String, state: String?) {
    let error = PostgresError(refusal: message)
    if let state {
      #expect(error == PostgresError(sqlState: state, text: textOf(error), constraint: ""))
      #expect(!error.description.contains("LOCATION"))
    } else {
      guard case .unreachable = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  private func textOf(_ error: PostgresError) -> String {
    if case .statement(_, let detail) = error { detail } else { "" }
  }

  @Test(arguments: [
    (["SELECT"], false, true), (["SELECT"], true, false), (["BEGIN", "INSERT"], false, false),
    (["BEGIN", "INSERT", "COMMIT"], false, true), (["insert", " commit"], true, true),
    (["\n End;"], true, true), (["PREPARE TRANSACTION 'x'"], true, true),
    (["/* */ COMMIT"], true, true), (["-- \nCOMMIT"], true, true), (["committee"], true, false),
    (["ROLLBACK"], true, false), (["ROLLBACK", "INSERT"], true, true),
    (["START TRANSACTION", "INSERT", "ROLLBACK"], false, false),
  ])
  func `what may have committed is known`(sql: [String], isInside: Bool, expected: Bool) {
    let statements = sql.map { PostgresStatement($0) }
    #expect(PostgresStatement.mayCommit(statements, isInTransaction: isInside) == expected)
  }
}
