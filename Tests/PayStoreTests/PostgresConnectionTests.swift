import Foundation
import PayCore
import PaySystem
import TestSupport
import Testing

@testable import PayStore

@Suite(.enabled(if: PostgresCluster.isInstalled, PostgresCluster.absence))
struct PostgresConnectionTests {
  let cluster: PostgresCluster
  let connection: PostgresConnection
  let table = PostgresCluster.newTable()

  init() throws {
    cluster = try PostgresCluster.shared()
    connection = try cluster.connect()
  }

  private func state(_ body: () throws -> Void) -> String? {
    do { try body() } catch PostgresError.statement(let state, _) { return state } catch {
      return "\(error)"
    }
    return nil
  }

  // MARK: Values

  @Test(arguments: [0, 1, -1, .max, .min, 4_294_967_296] as [Int64])
  func `integers go and come`(number: Int64) throws {
    #expect(try connection.query("SELECT $1", .integer(number)).row().integer(0) == number)
  }

  @Test(arguments: ["", " ", "'; DROP TABLE x; --", "\\", "Zoë 円 👩‍👩‍👧‍👦", "a\nb"])
  func `texts go and come`(text: String) throws {
    #expect(try connection.query("SELECT $1", .text(text)).row().text(0) == text)
  }

  @Test(arguments: [[], [0], [0, 1, 0, 255], Array("\\x00'".utf8)] as [[UInt8]])
  func `bytes go and come`(bytes: [UInt8]) throws {
    #expect(try connection.query("SELECT $1", .blob(bytes)).row().blob(0) == bytes)
  }

  @Test func `large values go and come`() throws {
    let bytes = (0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(try connection.query("SELECT $1", .blob(bytes)).row().blob(0) == bytes)
    let text = String(repeating: "ä", count: 1_000_000)
    let row = try connection.query("SELECT $1, length($1)", .text(text)).row()
    #expect(try row.text(0) == text)
    #expect(try row.integer(1) == 1_000_000)
  }

  @Test func `a text with a zero byte is refused, not cut`() {
    #expect(state { try connection.query("SELECT $1", .text("a\u{0}b")) } == "22021")
  }

  @Test func `nulls are of a type and are seen`() throws {
    let row = try connection.query(
      "SELECT $1, $2, $3", .integer(nil), .text(nil), .blob(nil)
    ).row()
    #expect((0..<3).allSatisfy { row.isNull($0) })
    #expect(try row.integer(orNull: 0) == nil)
    #expect(try row.text(orNull: 1) == nil)
    #expect(try row.blob(orNull: 2) == nil)
    #expect(throws: PostgresError.unexpectedValue(column: 0, detail: "is null")) {
      try row.integer(0)
    }
    // The statement that was prepared with nulls takes values.
    let full = try connection.query(
      "SELECT $1, $2, $3", .integer(7), .text("t"), .blob([1])
    ).row()
    #expect(try full.integer(0) == 7)
    #expect(try full.text(1) == "t")
    #expect(try full.blob(2) == [1])
  }

  @Test func `arrays are unnested in their order, nulls and empty ones included`() throws {
    let numbers: [Int64?] = [3, nil, .min]
    let texts: [String?] = ["", "a,{b}\"", nil]
    let blobs: [[UInt8]?] = [nil, [], [0, 255]]
    let sql = "SELECT a, b, c FROM unnest($1, $2, $3) AS u (a, b, c)"
    let rows = try connection.query(sql, .integers(numbers), .texts(texts), .blobs(blobs)).rows
    #expect(try rows.map { try $0.integer(orNull: 0) } == numbers)
    #expect(try rows.map { try $0.text(orNull: 1) } == texts)
    #expect(try rows.map { try $0.blob(orNull: 2) } == blobs)
    #expect(try connection.query(sql, .integers([]), .texts([]), .blobs([])).count == 0)
    let many = (0..<50_000).map { Optional(Int64($0)) }
    let sum = "SELECT sum(a)::bigint FROM unnest($1) AS u (a)"
    #expect(try connection.query(sum, .integers(many)).row().integer(0) == 1_249_975_000)
  }

  @Test func `other types are read where they fit, and refused where not`() throws {
    let row = try connection.query(
      "SELECT 2::smallint, 4::integer, true, false, 'v'::varchar, 1.5::numeric, now()"
    ).row()
    #expect(try row.integer(0) == 2)
    #expect(try row.integer(1) == 4)
    #expect(try row.boolean(2))
    #expect(try !row.boolean(3))
    #expect(try row.text(4) == "v")
    for column in [2, 4, 5, 6, 7, -1] {
      #expect(throws: PostgresError.self) { try row.integer(column) }
      #expect(throws: PostgresError.self) { try row.integer(orNull: column) }
    }
    #expect(throws: PostgresError.self) { try row.text(0) }
    #expect(throws: PostgresError.self) { try row.blob(4) }
    #expect(throws: PostgresError.self) { try connection.query("SELECT 1 WHERE false").row() }
  }

  @Test func `parameters that are too large are refused before they are sent`() throws {
    let large = [UInt8](repeating: 0, count: Limits.postgresParameterBytes)
    #expect(throws: PostgresError.parametersTooLarge) {
      try connection.query("SELECT $1", .blob(large))
    }
    #expect(try connection.query("SELECT 1").row().integer(0) == 1)
  }

  // MARK: Session

  @Test func `a session is what it must be`() throws {
    let settings = [
      "synchronous_commit": "on", "client_encoding": "UTF8", "statement_timeout": "10s",
      "lock_timeout": "5s", "default_transaction_isolation": "read committed",
      "application_name": "PayServer", "idle_in_transaction_session_timeout": "30s",
    ]
    for (name, value) in settings {
      let found = try connection.query("SELECT current_setting($1)", .text(name)).row().text(0)
      #expect(found == value, "\(name)")
    }
  }

  @Test func `what a role has set otherwise does not hold`() throws {
    try connection.execute("CREATE ROLE hasty LOGIN")
    try connection.execute("ALTER ROLE hasty SET synchronous_commit = off")
    try connection.execute("ALTER ROLE hasty SET default_transaction_isolation = 'serializable'")
    try connection.execute("CREATE ROLE patient LOGIN")
    try connection.execute("ALTER ROLE patient SET synchronous_commit = remote_apply")
    func setting(_ name: String, of role: String) throws -> String {
      try cluster.login(user: role).open().query("SELECT current_setting($1)", .text(name))
        .row().text(0)
    }
    #expect(try setting("synchronous_commit", of: "hasty") == "on")
    #expect(try setting("default_transaction_isolation", of: "hasty") == "read committed")
    #expect(try setting("synchronous_commit", of: "patient") == "remote_apply")
  }

  @Test func `the isolation that is asked for is that of every transaction`() throws {
    var settings = PostgresSettings()
    settings.isolation = .serializable
    let other = try cluster.connect(settings)
    let found = try other.query("SELECT current_setting('transaction_isolation')").row().text(0)
    #expect(found == "serializable")
  }

  @Test func `a database that is not in UTF-8 is refused`() throws {
    try connection.execute(
      "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    let address = try PostgresAddress("host='\(cluster.socketFolder)' user=pay dbname=latin")
    let error = #expect(throws: PostgresError.self) {
      _ = try PostgresLogin(address, environment: { _ in nil }).open()
    }
    #expect(error?.description.contains("server_encoding is LATIN1") == true)
  }

  @Test func `a statement is prepared once, and again if its parameters have other types`() throws {
    for number in 0..<3 { try connection.query("SELECT $1 AS same", .integer(Int64(number))) }
    try connection.query("SELECT $1 AS same", .text("x"))
    let count = "SELECT count(*) FROM pg_prepared_statements WHERE statement = 'SELECT $1 AS same'"
    #expect(try connection.query(count).row().integer(0) == 2)
  }

  @Test func `a statement goes on after the schema has changed below it`() throws {
    try connection.execute("CREATE TABLE \(table) (a bigint)")
    try connection.execute("INSERT INTO \(table) VALUES (1)")
    #expect(try connection.query("SELECT * FROM \(table)").row().integer(0) == 1)
    try connection.execute("ALTER TABLE \(table) ADD COLUMN b bigint DEFAULT 2")
    #expect(state { try connection.query("SELECT * FROM \(table)") } == "0A000")
    #expect(try connection.query("SELECT * FROM \(table)").row().integer(1) == 2)
    try connection.execute("DEALLOCATE ALL")
    #expect(state { try connection.query("SELECT * FROM \(table)") } == "26000")
    #expect(try connection.query("SELECT * FROM \(table)").row().integer(1) == 2)
  }

  // MARK: Credentials

  @Test func `a password comes from the credential, anew for each connection`() throws {
    try connection.execute("CREATE ROLE owner LOGIN PASSWORD 'first' IN ROLE locked")
    let folder = try TemporaryDirectory()
    func write(_ text: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file("postgres-password")))
    }
    try write("first\n")
    let login = try cluster.login(user: "owner") {
      $0 == "CREDENTIALS_DIRECTORY" ? folder.path : nil
    }
    #expect(try login.open().query("SELECT 1").row().integer(0) == 1)
    try connection.execute("ALTER ROLE owner PASSWORD 'second'")
    let refused = #expect(throws: PostgresError.self) { _ = try login.open() }
    guard case .statement("28P01", let detail) = refused else {
      Issue.record("\(String(describing: refused))")
      return
    }
    #expect(!detail.contains("first") && !detail.contains("LOCATION"))
    try write("second")
    #expect(try login.open().query("SELECT 1").row().integer(0) == 1)
  }

  @Test func `libpq's own files are used: a service and a password file`() async throws {
    try connection.execute("CREATE ROLE served LOGIN PASSWORD 'of-a-file' IN ROLE locked")
    let folder = try TemporaryDirectory()
    let socket = cluster.socketFolder
    try Files.create(
      folder.file("services"),
      with: Array("[pay]\nhost=\(socket)\nuser=served\ndbname=postgres\n".utf8))
    try Files.create(folder.file("passwords"), with: Array("*:*:*:served:of-a-file\n".utf8))
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      setenv("PGSERVICEFILE", path + "/services", 1)
      setenv("PGPASSFILE", path + "/passwords", 1)
      let login = try PostgresLogin(PostgresAddress("service=pay"))
      let user = try login.open().query("SELECT session_user::text").row().text(0)
      setenv("PGPASSFILE", path + "/nothing", 1)
      let refused = #expect(throws: PostgresError.self) { _ = try login.open() }
      exit(user == "served" && refused != nil ? 0 : 1)
    }
  }

  @Test func `a database that is not there is told`() throws {
    let address = try PostgresAddress("host='\(cluster.socketFolder)' user=pay dbname=nowhere")
    let error = #expect(throws: PostgresError.self) {
      _ = try PostgresLogin(address, environment: { _ in nil }).open()
    }
    #expect(error?.description.contains("database \"nowhere\" does not exist") == true)
    #expect(error?.description.contains("SQLSTATE 3D000") == true)
  }

  @Test func `no server is told with its place, and the next host is tried`() throws {
    let empty = try TemporaryDirectory()
    let lone = #expect(throws: PostgresError.self) {
      _ = try cluster.login(in: empty.path).open()
    }
    guard case .unreachable(let detail) = lone else {
      Issue.record("\(String(describing: lone))")
      return
    }
    #expect(detail.contains(empty.path))
    #expect(!detail.contains("\n"))
    let both = try cluster.login(in: "\(empty.path),\(cluster.socketFolder)").open()
    #expect(try both.query("SELECT 1").row().integer(0) == 1)
  }

  @Test func `a server that says nothing is given up`() throws {
    let folder = try TemporaryDirectory()
    let silent = try SilentSocket(folder.file(".s.PGSQL.5432"))
    var settings = PostgresSettings()
    settings.connectMilliseconds = 50
    let error = #expect(throws: PostgresError.self) {
      _ = try cluster.login(in: folder.path, settings: settings).open()
    }
    #expect(error == .unreachable(detail: "\(folder.path) did not answer within 50 ms"))
    silent.close()
  }
}
