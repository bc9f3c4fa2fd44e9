import CPostgres
import Glibc
import PayCore
import PaySystem

/// One connection to a server, owned by one thread at a time; closed when the value goes.
///
/// It is always in libpq's pipeline mode: a single statement is a pipeline of one. So a statement
/// that is not prepared yet is prepared on the same way to the server, and several go there and
/// back in the time of one.
final class PostgresConnection {
  let library: PostgresLibrary
  private let handle: OpaquePointer
  private let settings: PostgresSettings
  private var prepared: [String: Prepared] = [:]
  private var names = 0
  /// Where the notice receiver counts warnings that may speak of a commit: libpq does not tell
  /// whether one came before the end of a statement or after it.
  private let warnings = UnsafeMutablePointer<Int>.allocate(capacity: 1)
  /// Nothing more can be sent.
  private(set) var isLost = false

  /// A statement that the server keeps for this connection.
  private struct Prepared {
    let name: String
    let types: [PostgresType]
  }

  /// Takes over a connection that stands. Throws `unfit` for a server that cannot carry a store.
  init(
    _ handle: OpaquePointer, _ library: PostgresLibrary, _ settings: PostgresSettings
  ) throws(PostgresError) {
    self.handle = handle
    self.library = library
    self.settings = settings
    warnings.initialize(to: 0)
    // From here on a throw runs deinit, which closes the connection.
    _ = functions.pointee.PQsetNoticeReceiver(handle, countWarning, warnings)
    guard functions.pointee.PQsetnonblocking(handle, 1) == 0,
      functions.pointee.PQenterPipelineMode(handle) == 1
    else { throw .unreachable(detail: "libpq does not take the connection") }
    try checkServer()
    try applySettings()
  }

  deinit {
    functions.pointee.PQfinish(handle)
    warnings.deallocate()
  }

  private var functions: UnsafeMutablePointer<pay_pq> { library.functions }

  // MARK: Server

  private func checkServer() throws(PostgresError) {
    let version = functions.pointee.PQserverVersion(handle)
    guard version >= 13_00_00 else {
      throw .unfit(detail: "the server is PostgreSQL \(version / 10_000), 13 is needed")
    }
    for (name, wanted) in [("standard_conforming_strings", "on"), ("server_encoding", "UTF8")] {
      let found = functions.pointee.PQparameterStatus(handle, name).map { String(cString: $0) }
      guard found == wanted else {
        throw .unfit(detail: "the database's \(name) is \(found ?? "unknown"), \(wanted) is needed")
      }
    }
  }

  /// Sets what a role or a database may have set otherwise, and reads it back. Not as options of
  /// the connection's start: poolers refuse those.
  private func applySettings() throws(PostgresError) {
    // Stronger than `on` is good too: then the standby has the commit, and shows it.
    let durability =
      "set_config('synchronous_commit', CASE current_setting('synchronous_commit')"
      + " WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false)"
    let wanted = [
      ("statement_timeout", "\(settings.statementMilliseconds)"),
      ("lock_timeout", "\(settings.lockMilliseconds)"),
      ("idle_in_transaction_session_timeout", "\(settings.idleInTransactionMilliseconds)"),
      ("default_transaction_isolation", settings.isolation.rawValue),
    ]
    let calls = wanted.indices.map {
      "set_config($\(2 * $0 + 1), $\(2 * $0 + 2), false)"
    }
    let row = try query(
      PostgresStatement(
        "SELECT " + ([durability] + calls).joined(separator: ", "),
        wanted.flatMap { [.text($0.0), .text($0.1)] }, isKept: false)
    ).row()
    guard ["on", "remote_apply"].contains(try row.text(0)) else {
      throw .unfit(detail: "the server does not wait for its disk: synchronous_commit is not on")
    }
  }

  // MARK: State

  /// The server's process for this connection.
  var serverProcess: Int32 { functions.pointee.PQbackendPID(handle) }

  /// Whether a transaction is open, failed or not.
  var isInTransaction: Bool {
    let status = functions.pointee.PQtransactionStatus(handle)
    return status == PQTRANS_INTRANS || status == PQTRANS_INERROR
  }

  /// Gives the connection up; its transaction is rolled back by the server.
  func abandon() { isLost = true }

  // MARK: Statements

  /// Runs one statement.
  func query(_ statement: PostgresStatement) throws(PostgresError) -> PostgresResult {
    do throws(PipelineFailure) {
      return try pipeline([statement])[0]
    } catch {
      throw error.error
    }
  }

  /// Runs one statement, which the server keeps prepared.
  @discardableResult
  func query(_ sql: String, _ parameters: PostgresValue...) throws(PostgresError) -> PostgresResult
  {
    try query(PostgresStatement(sql, parameters))
  }

  /// Runs SQL without parameters that will not come again.
  func execute(_ sql: String) throws(PostgresError) {
    _ = try query(PostgresStatement(sql, isKept: false))
  }

  /// Sends all statements at once and reads a result for each.
  ///
  /// The first that fails ends the batch: those after it are not run, not even a rollback. Outside
  /// of a transaction the batch is one of its own, done wholly or not at all. At most one statement
  /// commits, and it is the last. Returns when what was committed is on the server's disk.
  func pipeline(
    _ statements: [PostgresStatement]
  ) throws(PipelineFailure) -> [PostgresResult] {
    guard !statements.isEmpty else { return [] }
    guard !isLost, !isEnded() else {
      isLost = true
      throw PipelineFailure(index: 0, error: .connectionLost)
    }
    let canCommit = PostgresStatement.mayCommit(statements, isInTransaction: isInTransaction)
    var batch = PostgresBatch(statements, mayCommit: canCommit)
    warnings.pointee = 0
    let patience = settings.statementMilliseconds * statements.count + settings.graceMilliseconds
    let deadline = monotonicNanoseconds() + UInt64(patience) * 1_000_000
    do throws(PostgresError) {
      let parameters = try encode(statements)
      try send(&batch, parameters)
      try flush(until: deadline)
      try receive(&batch, until: deadline)
    } catch {
      if isLost { batch.lose(error) } else { batch.fail(error) }
    }
    remember(batch)
    if let failure = batch.failure { throw failure }
    return batch.results
  }

  /// Keeps the names of what the server has prepared, and drops those that it does not take any
  /// more, after a change of the schema or behind a pooler.
  private func remember(_ batch: PostgresBatch) {
    for index in batch.preparedNow {
      guard let (sql, name, types) = batch.preparations[index] else { continue }
      prepared[sql] = Prepared(name: name, types: types)
    }
    switch batch.failure?.error {
    case .statement("26000", _), .statement("0A000", _): prepared = [:]
    default: break
    }
  }

  // MARK: Sending

  /// All of them before the first is sent, so that one too large leaves the connection as it was.
  private func encode(
    _ statements: [PostgresStatement]
  ) throws(PostgresError) -> [EncodedParameters] {
    var room = Limits.postgresParameterBytes
    var encoded: [EncodedParameters] = []
    for statement in statements {
      let parameters = EncodedParameters(statement.parameters)
      room -= parameters.bytes.count
      guard parameters.places.count <= Limits.postgresParameters, room >= 0 else {
        throw .parametersTooLarge
      }
      encoded.append(parameters)
    }
    return encoded
  }

  private func send(
    _ batch: inout PostgresBatch, _ parameters: [EncodedParameters]
  ) throws(PostgresError) {
    // Within a batch the same statement is prepared once.
    var names = prepared
    for (index, statement) in batch.statements.enumerated() {
      let types = statement.parameters.map(\.type)
      var name: String?
      if statement.isKept {
        if let known = names[statement.sql], known.types == types {
          name = known.name
        } else {
          self.names += 1
          let new = "pay_\(self.names)"
          try sent(prepare(statement.sql, as: new, types))
          batch.expectPreparation(of: index, name: new, types: types)
          names[statement.sql] = Prepared(name: new, types: types)
          name = new
        }
      }
      try sent(run(statement.sql, name: name, types, parameters[index]))
      batch.expectResult(of: index)
    }
    try sent(functions.pointee.PQpipelineSync(handle))
  }

  private func sent(_ status: Int32) throws(PostgresError) {
    guard status == 1 else { throw lost() }
  }

  private func prepare(_ sql: String, as name: String, _ types: [PostgresType]) -> Int32 {
    let types = types.map(\.rawValue)
    return functions.pointee.PQsendPrepare(handle, name, sql, Int32(types.count), types)
  }

  /// Sends the statement, by name if it is prepared.
  private func run(
    _ sql: String, name: String?, _ types: [PostgresType], _ encoded: EncodedParameters
  ) -> Int32 {
    encoded.bytes.withUnsafeBytes { bytes -> Int32 in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      let values: [UnsafePointer<CChar>?] = encoded.places.map { place in
        place.start < 0 ? nil : start.map { $0 + place.start }
      }
      let lengths = encoded.places.map { Int32($0.count) }
      let formats = [Int32](repeating: 1, count: values.count)
      let count = Int32(values.count)
      if let name {
        return functions.pointee.PQsendQueryPrepared(
          handle, name, count, values, lengths, formats, 1)
      }
      return functions.pointee.PQsendQueryParams(
        handle, sql, count, types.map(\.rawValue), values, lengths, formats, 1)
    }
  }

  /// Sends what waits in libpq, and takes what the server sends meanwhile: both sides would wait
  /// for ever if each only wrote.
  private func flush(until deadline: UInt64) throws(PostgresError) {
    while true {
      switch functions.pointee.PQflush(handle) {
      case 0: return
      case 1:
        try wait(for: Int16(POLLIN | POLLOUT), until: deadline)
        guard functions.pointee.PQconsumeInput(handle) == 1 else { throw lost() }
      default: throw lost()
      }
    }
  }

  // MARK: Receiving

  private func receive(
    _ batch: inout PostgresBatch, until deadline: UInt64
  ) throws(PostgresError) {
    while true {
      guard let result = try next(until: deadline) else {
        guard functions.pointee.PQstatus(handle) == CONNECTION_OK, batch.endPart() else {
          throw lost()
        }
        continue
      }
      switch result.status {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: batch.succeed(result)
      case PGRES_PIPELINE_ABORTED: break
      case PGRES_PIPELINE_SYNC:
        // A standby that is waited for in vain: the commit is done here, and nowhere else.
        if batch.mayCommit, batch.failure == nil, warnings.pointee > 0 {
          batch.fail(.outcomeUnknown)
        }
        return
      default:
        let error = self.error(result)
        if isLost { throw error }
        batch.fail(error)
      }
    }
  }

  /// The next result; nil where those of one command end.
  private func next(until deadline: UInt64) throws(PostgresError) -> PostgresResult? {
    while functions.pointee.PQisBusy(handle) == 1 {
      try wait(for: Int16(POLLIN), until: deadline)
      guard functions.pointee.PQconsumeInput(handle) == 1 else { throw lost() }
    }
    return functions.pointee.PQgetResult(handle).map { PostgresResult($0, library) }
  }

  /// What an error result means; one without an SQLSTATE, or fatal, is the end of the connection.
  private func error(_ result: PostgresResult) -> PostgresError {
    guard let sqlState = result.field(.sqlState) else { return lost() }
    if result.field(.severity) != "ERROR" { isLost = true }
    return PostgresError(
      sqlState: sqlState, text: result.field(.message) ?? "",
      constraint: result.field(.constraint) ?? "")
  }

  private func lost() -> PostgresError {
    isLost = true
    return .connectionLost
  }

  /// Whether the server ended the connection while nobody looked, so that nothing need be sent to
  /// find out: what was not sent was not done.
  private func isEnded() -> Bool {
    var descriptor = pollfd(
      fd: functions.pointee.PQsocket(handle), events: Int16(POLLIN), revents: 0)
    while poll(&descriptor, 1, 0) > 0 {
      guard functions.pointee.PQconsumeInput(handle) == 1 else { return true }
      // Reads what came: a notice, or the reason of the end that follows.
      _ = functions.pointee.PQisBusy(handle)
    }
    return functions.pointee.PQstatus(handle) != CONNECTION_OK
  }

  private func wait(for events: Int16, until deadline: UInt64) throws(PostgresError) {
    let isReady = waitForSocket(functions.pointee.PQsocket(handle), events, until: deadline)
    guard isReady else { throw lost() }
  }
}

/// Sleeps until a socket can be read or written; false if it is not there or the deadline, in
/// nanoseconds of the monotonic clock, has passed.
func waitForSocket(_ socket: Int32, _ events: Int16, until deadline: UInt64) -> Bool {
  guard socket >= 0 else { return false }
  while true {
    let now = monotonicNanoseconds()
    guard now < deadline else { return false }
    var descriptor = pollfd(fd: socket, events: events, revents: 0)
    let milliseconds = Int32(clamping: (deadline - now) / 1_000_000 + 1)
    let count = poll(&descriptor, 1, milliseconds)
    if count > 0 { return true }
    guard count == 0 || errno == EINTR else { return false }
  }
}

/// Counts warnings of the kind with which a server says that a commit is done here and nowhere
/// else, and lets all others go by, which libpq would print. Source: SyncRepWaitForLSN in
/// PostgreSQL's syncrep.c.
private func countWarning(_ context: UnsafeMutableRawPointer?, _ notice: OpaquePointer?) {
  guard let context, let notice, case .success(let library) = PostgresLibrary.shared else { return }
  func has(_ field: PostgresResult.Field, _ text: String) -> Bool {
    library.functions.pointee.PQresultErrorField(notice, Int32(field.rawValue))
      .map { strcmp($0, text) == 0 } ?? false
  }
  guard has(.severity, "WARNING"), has(.sqlState, "01000") || has(.sqlState, "57P01") else {
    return
  }
  context.assumingMemoryBound(to: Int.self).pointee += 1
}
