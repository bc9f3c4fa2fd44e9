import Foundation
import Glibc
import PaySystem
import Synchronization
import TestSupport
import Testing

@testable import PayStore

/// Why there is no server for a test.
struct NoCluster: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A PostgreSQL server of the tests' own, on a Unix socket only; stopped and removed when the value
/// goes, and stopped when the test process dies, however it does.
final class PostgresCluster: Sendable {
  /// The folder of the newest programs that are installed.
  private static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return versions.compactMap(Int.init).sorted().reversed()
      .map { "\(root)/\($0)/bin" }
      .first { access($0 + "/initdb", X_OK) == 0 && access($0 + "/postgres", X_OK) == 0 }
  }()

  static let isInstalled = programs != nil
  static let absence: Comment = "PostgreSQL's programs (the package postgresql) are not installed"

  private static let known = Mutex<PostgresCluster?>(nil)

  /// The server that tests share which leave it as it is; started by the first of them.
  static func shared() throws -> PostgresCluster {
    try known.withLock { known in
      if let known { return known }
      let new = try PostgresCluster()
      known = new
      atexit { PostgresCluster.known.withLock { $0 = nil } }
      return new
    }
  }

  /// A data directory that each cluster copies: making one takes most of a second.
  private static let template = Mutex<TemporaryDirectory?>(nil)

  private static func copyTemplate(to path: String) throws {
    let data = try template.withLock { template in
      if let template { return template.file("data") }
      let new = try TemporaryDirectory()
      try makeData(in: new)
      template = new
      atexit { PostgresCluster.template.withLock { $0 = nil } }
      return new.file("data")
    }
    let copied = try run("/bin/cp", ["-a", data, path])
    guard copied.status == 0 else { throw NoCluster("cp: " + copied.errors) }
  }

  private static func makeData(in folder: TemporaryDirectory) throws {
    guard let programs else { throw NoCluster("no PostgreSQL") }
    try giveAway(folder)
    let made = try run(
      "/usr/bin/setpriv",
      identity + [
        programs + "/initdb", "-D", folder.file("data"), "-U", "pay", "-A", "trust", "-E", "UTF8",
        "--locale=C", "--no-sync", "--no-instructions",
      ], directory: folder.path)
    guard made.status == 0 else { throw NoCluster("initdb: " + made.errors) }
    try Data("local all +locked scram-sha-256\nlocal all all trust\n".utf8)
      .write(to: URL(fileURLWithPath: folder.file("data/pg_hba.conf")))
  }

  /// Makes the user of the server the owner of a folder: it refuses to run as root.
  private static func giveAway(_ folder: TemporaryDirectory) throws {
    guard getuid() == 0, let user else { return }
    guard chown(folder.path, user.uid, user.gid) == 0 else {
      throw NoCluster("chown: \(String(cString: strerror(errno)))")
    }
  }

  private let folder: TemporaryDirectory
  private let options: [String]
  private let server = Mutex<ChildProcess?>(nil)

  /// Makes a cluster and starts its server with settings `name=value`.
  init(_ settings: [String] = []) throws {
    folder = try TemporaryDirectory()
    options = settings.flatMap { ["-c", $0] }
    try Self.copyTemplate(to: data)
    try Self.giveAway(folder)
    try start()
    // Members of this role log in with a password.
    let connection = try connect()
    // Here nobody waits for a standby.
    try connection.execute("SET synchronous_commit = local")
    try connection.execute("CREATE ROLE locked")
  }

  deinit { stop(SIGQUIT) }

  private var data: String { folder.file("data") }
  /// The folder of the server's socket.
  var socketFolder: String { folder.path }

  /// What the server has logged.
  var log: String {
    (try? String(contentsOfFile: folder.file("log"), encoding: .utf8)) ?? ""
  }

  // MARK: Users

  private static let user: (uid: uid_t, gid: gid_t)? = ["postgres", "nobody"].lazy
    .compactMap { (name: String) in getpwnam(name) }
    .map { ($0.pointee.pw_uid, $0.pointee.pw_gid) }.first

  /// The arguments with which setpriv leaves root.
  private static var identity: [String] {
    guard getuid() == 0, let user else { return [] }
    return ["--reuid=\(user.uid)", "--regid=\(user.gid)", "--clear-groups"]
  }

  // MARK: Life

  /// Starts the server and returns when it takes connections.
  func start() throws {
    guard let programs = Self.programs else { return }
    let log = folder.file("log")
    try Data().write(to: URL(fileURLWithPath: log))
    let settings = [
      "listen_addresses=", "fsync=on", "max_connections=30", "shared_buffers=16MB",
      "deadlock_timeout=50ms",
    ]
    var arguments = Self.identity + ["--pdeathsig=QUIT", programs + "/postgres", "-D", data]
    for setting in ["unix_socket_directories=" + folder.path] + settings {
      arguments += ["-c", setting]
    }
    arguments += options
    let process = try Self.spawn(arguments, errors: log, directory: folder.path)
    server.withLock { $0 = process }
    let deadline = Date(timeIntervalSinceNow: 60)
    while Date() < deadline {
      let state = (try? String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8)) ?? ""
      let lines = state.split(separator: "\n", omittingEmptySubsequences: false)
      if lines.count > 7, lines[0] == "\(process.id)", lines[7].hasPrefix("ready") { return }
      guard process.isRunning else { throw NoCluster("postgres: " + self.log) }
      usleep(5000)
    }
    throw NoCluster("postgres does not start: " + self.log)
  }

  /// Starts setpriv from a thread that lives as long as the process: the signal at a parent's death
  /// comes at that of its thread.
  private static func spawn(
    _ arguments: [String], errors: String, directory: String
  ) throws -> ChildProcess {
    let outcome = Outcome<Result<ChildProcess, any Error>>()
    PaySystem.Thread.start {
      outcome.set(
        Result {
          try ChildProcess(
            "/usr/bin/setpriv", arguments, errors: errors, directory: directory)
        })
      while true { pause() }
    }
    return try outcome.wait().get()
  }

  /// Stops the server: SIGINT ends sessions orderly, SIGQUIT at once, and both roll back.
  func stop(_ signal: Int32 = SIGINT) {
    let process = server.withLock { server in
      defer { server = nil }
      return server
    }
    process?.send(signal)
    process?.wait()
  }

  func restart() throws {
    stop()
    try start()
  }

  /// Kills the server and all that it has started, as a loss of power would, but for the disk.
  func kill() {
    let process = server.withLock { server in
      defer { server = nil }
      return server
    }
    guard let process else { return }
    // Stopped first, so that it starts nothing more.
    process.send(SIGSTOP)
    let children = Self.children(of: process.id)
    process.send(SIGKILL)
    for child in children { Glibc.kill(child, SIGKILL) }
    process.wait()
    while children.contains(where: { Glibc.kill($0, 0) == 0 }) { usleep(1000) }
  }

  private static func children(of parent: Int32) -> [Int32] {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return numbers.compactMap { Int32($0) }.filter { number in
      let stat = (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)) ?? ""
      // The name in parentheses may hold anything; state and parent follow.
      let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
      return fields.count > 1 && fields[1] == "\(parent)"
    }
  }

  // MARK: Connections

  /// The address of the server, or of what stands before it in another folder.
  func address(in folder: String? = nil, user: String = "pay", options: String = "") -> String {
    "host='\(folder ?? socketFolder)' dbname=postgres user=\(user) \(options)"
  }

  func login(
    in folder: String? = nil, user: String = "pay", options: String = "",
    settings: PostgresSettings = PostgresSettings(),
    environment: @escaping (String) -> String? = { _ in nil }
  ) throws -> PostgresLogin {
    try PostgresLogin(
      PostgresAddress(address(in: folder, user: user, options: options)), settings: settings,
      environment: environment)
  }

  func connect(_ settings: PostgresSettings = PostgresSettings()) throws -> PostgresConnection {
    try login(settings: settings).open()
  }

  private static let tables = Atomic(0)

  /// A table of a test's own.
  static func newTable() -> String { "t\(tables.add(1, ordering: .relaxed).newValue)" }
}
