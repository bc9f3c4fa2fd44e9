import Glibc
import PayCore
import PaySystem
import Synchronization
import TestSupport
import Testing

@testable import PayStore

/// Connections that break at the worst moment, and what is known then.
@Suite(.enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence))
struct PostgresFaultTests {
  /// Retries that do not wait, and note how long they would have.
  private final class Pauses {
    var taken: [UInt64] = []
    var retries: PostgresSession.Retries {
      var retries = PostgresSession.Retries()
      retries.random = { $0 - 1 }
      retries.sleep = { self.taken.append($0) }
      return retries
    }
  }

  private func table(in cluster: PostgresCluster) throws -> String {
    let table = PostgresCluster.newTable()
    try cluster.connect().execute("CREATE TABLE \(table) (id bigint PRIMARY KEY)")
    return table
  }

  private func ids(_ table: String, in cluster: PostgresCluster) throws -> [Int64] {
    try cluster.connect().query("SELECT id FROM \(table) ORDER BY id").rows.map {
      try $0.integer(0)
    }
  }

  private func insertion(_ table: String, _ id: Int64 = 1) -> PostgresStatement {
    PostgresStatement("INSERT INTO \(table) VALUES ($1)", [.integer(id)])
  }

  // MARK: A commit without an answer

  @Test(arguments: [PostgresProxy.Cut.beforeServer, .beforeClient], [true, false])
  func `a commit without an answer is told as unknown, and reading tells`(
    cut: PostgresProxy.Cut, isBatch: Bool
  ) throws {
    let cluster = try PostgresCluster.shared()
    let table = try table(in: cluster)
    let proxy = try PostgresProxy(to: cluster.socketFolder, cutting: cut, at: "COMMIT")
    defer { proxy.stop() }
    let pauses = Pauses()
    let login = try cluster.login(in: proxy.socketFolder)
    let session = PostgresSession(retries: pauses.retries, login.open)
    #expect(throws: PostgresError.outcomeUnknown) {
      if isBatch { return _ = try session.transaction([insertion(table)]) }
      try session.transaction { connection throws(PostgresError) in
        _ = try connection.query(insertion(table))
      }
    }
    #expect(proxy.hasCut)
    #expect(pauses.taken == [])
    // The caller reads by the id, over a connection that is made anew.
    let isThere = try session.read { connection throws(PostgresError) in
      try connection.query("SELECT 1 FROM \(table) WHERE id = $1", .integer(1)).count == 1
    }
    #expect(isThere == (cut == .beforeClient))
  }

  @Test func `a lone statement without an answer is unknown too`() throws {
    let cluster = try PostgresCluster.shared()
    let table = try table(in: cluster)
    let proxy = try PostgresProxy(
      to: cluster.socketFolder, cutting: .beforeClient, at: "INSERT INTO")
    defer { proxy.stop() }
    let connection = try cluster.login(in: proxy.socketFolder).open()
    #expect(throws: PostgresError.outcomeUnknown) { try connection.query(insertion(table)) }
    #expect(try ids(table, in: cluster) == [1])
  }

  @Test func `before the commit a lost connection is made anew, and the transaction is run once`()
    throws
  {
    let cluster = try PostgresCluster.shared()
    let table = try table(in: cluster)
    let proxy = try PostgresProxy(
      to: cluster.socketFolder, cutting: .beforeClient, at: "INSERT INTO")
    defer { proxy.stop() }
    let pauses = Pauses()
    let session = PostgresSession(
      retries: pauses.retries, try cluster.login(in: proxy.socketFolder).open)
    var runs = 0
    try session.transaction { connection throws(PostgresError) in
      runs += 1
      _ = try connection.query(insertion(table))
    }
    #expect(runs == 2)
    #expect(pauses.taken == [9_999_999])
    #expect(try ids(table, in: cluster) == [1])
  }

  @Test func `a read is tried again whatever became of it`() throws {
    let cluster = try PostgresCluster.shared()
    let proxy = try PostgresProxy(
      to: cluster.socketFolder, cutting: .beforeClient, at: "SELECT 42")
    defer { proxy.stop() }
    let pauses = Pauses()
    let session = PostgresSession(
      retries: pauses.retries, try cluster.login(in: proxy.socketFolder).open)
    let answer = try session.read { connection throws(PostgresError) in
      try connection.query("SELECT 42").row().integer(0)
    }
    #expect(answer == 42)
    #expect(proxy.hasCut && pauses.taken.count == 1)
  }

  // MARK: A server that ends

  @Test func `a server that is killed between a commit and its answer has it`() throws {
    let cluster = try PostgresCluster()
    let table = try table(in: cluster)
    let proxy = try PostgresProxy(
      to: cluster.socketFolder, cutting: .beforeClient, at: "COMMIT", cluster.kill)
    defer { proxy.stop() }
    let connection = try cluster.login(in: proxy.socketFolder).open()
    let failure = #expect(throws: PipelineFailure.self) {
      try connection.pipeline([.begin, insertion(table), .commit])
    }
    #expect(failure?.error == .outcomeUnknown)
    try cluster.start()
    #expect(try ids(table, in: cluster) == [1])
  }

  @Test func `a server that is restarted amid transactions: they are run again`() throws {
    let cluster = try PostgresCluster()
    let table = try table(in: cluster)
    let pauses = Pauses()
    let session = PostgresSession(retries: pauses.retries, try cluster.login().open)
    var runs = 0
    for id in Int64(1)...3 {
      try session.transaction { connection throws(PostgresError) in
        runs += 1
        _ = try connection.query(insertion(table, id))
        guard runs == 2 else { return }
        do { try cluster.restart() } catch { Issue.record(error) }
      }
    }
    #expect(runs == 4)
    #expect(try ids(table, in: cluster) == [1, 2, 3])
    // A connection that ended while it lay idle is found out before anything is sent.
    try cluster.restart()
    let count = pauses.taken.count
    _ = try session.transaction([insertion(table, 4)])
    #expect(pauses.taken.count == count + 1)
    // Without a server it is tried as often as it may be, and no more.
    cluster.kill()
    pauses.taken = []
    let error = #expect(throws: PostgresError.self) {
      _ = try session.transaction([insertion(table, 5)])
    }
    guard case .unreachable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(pauses.taken == [9_999_999, 19_999_999, 39_999_999, 79_999_999, 159_999_999])
    try cluster.start()
    _ = try session.transaction([insertion(table, 5)])
    #expect(try ids(table, in: cluster) == [1, 2, 3, 4, 5])
  }

  @Test func `a commit that waits for a standby in vain is not taken for one`() throws {
    let cluster = try PostgresCluster(["synchronous_standby_names=nobody"])
    let watcher = try cluster.connect()
    // Without a standby, what creates a table would wait as well.
    try watcher.execute("SET synchronous_commit = local")
    let table = PostgresCluster.newTable()
    try watcher.execute("CREATE TABLE \(table) (id bigint PRIMARY KEY)")
    let connection = try cluster.connect()
    let lent = Lent(connection)
    let batches = [[.begin, insertion(table, 1), .commit], [insertion(table, 2)]]
    for batch in batches {
      let ended = Outcome<PipelineFailure?>()
      Thread.start {
        do throws(PipelineFailure) {
          _ = try lent.value.pipeline(batch)
          ended.set(nil)
        } catch {
          ended.set(error)
        }
      }
      let process = PostgresValue.integer(Int64(connection.serverProcess))
      let waits = "SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'SyncRep'"
      while try watcher.query(waits, process).count == 0 {}
      try watcher.query("SELECT pg_cancel_backend($1::integer)", process)
      let failure = ended.wait()
      #expect(failure?.error == .outcomeUnknown)
      #expect(!connection.isLost)
    }
    let count = try connection.query("SELECT count(*) FROM \(table)").row().integer(0)
    #expect(count == 2)
  }

  @Test func `a server that hangs is given up`() throws {
    let cluster = try PostgresCluster()
    var settings = PostgresSettings()
    settings.statementMilliseconds = 100
    settings.graceMilliseconds = 100
    let connection = try cluster.connect(settings)
    let server = connection.serverProcess
    kill(server, SIGSTOP)
    #expect(throws: PostgresError.outcomeUnknown) { try connection.query("SELECT 1") }
    #expect(connection.isLost)
    kill(server, SIGCONT)
  }

  // MARK: Retries

  @Test func `two that read and write each other's ground both go through`() throws {
    let cluster = try PostgresCluster.shared()
    let table = try table(in: cluster)
    var settings = PostgresSettings()
    settings.isolation = .serializable
    let login = try cluster.login(settings: settings)
    let ended = (0..<4).map { _ in Outcome<PostgresError?>() }
    for (worker, outcome) in ended.enumerated() {
      Thread.start {
        let session = PostgresSession(
          retries: { () -> PostgresSession.Retries in
            var retries = PostgresSession.Retries()
            retries.attempts = 100
            return retries
          }(), login.open)
        do throws(PostgresError) {
          for _ in 0..<25 {
            try session.transaction { connection throws(PostgresError) in
              let next = try connection.query("SELECT count(*) FROM \(table)").row().integer(0)
              try connection.query("INSERT INTO \(table) VALUES ($1)", .integer(next))
            }
          }
          outcome.set(nil)
        } catch {
          outcome.set(error)
        }
        _ = worker
      }
    }
    #expect(ended.map { $0.wait() } == [nil, nil, nil, nil])
    #expect(try ids(table, in: cluster) == Array(0..<100))
  }

  @Test func `what fails for good is rolled back and not tried again`() throws {
    let cluster = try PostgresCluster.shared()
    let table = try table(in: cluster)
    let pauses = Pauses()
    let session = PostgresSession(retries: pauses.retries, try cluster.login().open)
    let unique = PostgresError.uniqueViolation(constraint: "\(table)_pkey")
    #expect(throws: unique) {
      try session.transaction([insertion(table, 1), insertion(table, 1)])
    }
    #expect(throws: unique) {
      try session.transaction { connection throws(PostgresError) in
        _ = try connection.query(insertion(table, 1))
        _ = try connection.query(insertion(table, 1))
      }
    }
    // A body that passes over an error has not committed what it may believe.
    #expect(throws: PostgresError.rolledBack) {
      try session.transaction { connection throws(PostgresError) in
        _ = try connection.query(insertion(table, 1))
        _ = try? connection.query(insertion(table, 1))
      }
    }
    #expect(pauses.taken == [])
    #expect(try ids(table, in: cluster) == [])
    _ = try session.transaction([insertion(table, 1)])
    #expect(try ids(table, in: cluster) == [1])
  }
}
