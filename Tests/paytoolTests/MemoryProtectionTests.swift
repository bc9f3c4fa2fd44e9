import Foundation
import Glibc
import TestSupport
import Testing

/// The memory of the programs, with the keys in it, goes into no core dump and to no debugger.
@Suite struct `Memory protection` {
  private static let setpriv = "/usr/bin/setpriv"
  private static let nobody: uid_t = 65534
  private static var isRoot: Bool { geteuid() == 0 }

  /// Starts a program, without root's rights: to root every process is open, and as root's own all of
  /// /proc looks alike.
  private func start(
    _ path: String, _ arguments: [String], input: String = "/dev/null", errors: String
  ) throws -> ChildProcess {
    guard Self.isRoot else {
      return try ChildProcess(path, arguments, input: input, errors: errors)
    }
    let user = ["--reuid=\(Self.nobody)", "--regid=\(Self.nobody)", "--clear-groups"]
    return try ChildProcess(
      Self.setpriv, user + [path] + arguments, input: input, errors: errors)
  }

  /// The owner of a process's files in /proc: root, if it refuses to be dumped.
  private func owner(_ child: ChildProcess) throws -> uid_t {
    var status = stat()
    try #require(stat("/proc/\(child.id)/environ", &status) == 0)
    return status.st_uid
  }

  private func coreLimit(_ child: ChildProcess) throws -> [String] {
    let limits = try String(contentsOfFile: "/proc/\(child.id)/limits", encoding: .utf8)
    let line = try #require(
      limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
    return line.dropFirst("Max core file size".count).split(separator: " ").prefix(2)
      .map(String.init)
  }

  /// Waits for a condition that comes about by itself.
  private func wait(_ child: ChildProcess, until condition: () throws -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: 20)
    while try !condition() {
      try #require(child.isRunning && Date() < deadline)
      usleep(2000)
    }
  }

  /// Whether this process may be started as somebody else, who can read it.
  private func copy(_ program: String, to folder: TemporaryDirectory) throws -> String {
    let path = folder.file(program)
    try FileManager.default.copyItem(atPath: binaryDirectory + "/" + program, toPath: path)
    for path in [folder.path, path] {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    return path
  }

  @Test(.enabled(if: !isRoot || FileManager.default.isExecutableFile(atPath: setpriv)))
  func `an ordinary program would be open`() throws {
    let child = try start("/bin/sleep", ["60"], errors: "/dev/null")
    // The owner is root's until setpriv has become the program.
    try wait(child) { try owner(child) != 0 }
    #expect(try owner(child) == (Self.isRoot ? Self.nobody : geteuid()))
  }

  @Test(
    .enabled(if: !isRoot || FileManager.default.isExecutableFile(atPath: setpriv)),
    arguments: ["PayServer", "paytool"])
  func `a program of ours is closed`(_ program: String) throws {
    let folder = try TemporaryDirectory()
    let path = try copy(program, to: folder)
    let data = folder.file("data")
    let errors = folder.file("errors")
    let fifo = folder.file("fifo")
    try Data().write(to: URL(fileURLWithPath: errors))
    try #require(mkfifo(fifo, 0o600) == 0)
    // Held open for writing too, so that whoever reads it waits.
    let held = open(fifo, O_RDWR | O_CLOEXEC)
    defer { close(held) }
    try KeyTemplate.made().write(to: data)
    if Self.isRoot {
      for name in [data]
        + (try FileManager.default.subpathsOfDirectory(atPath: data)).map({
          data + "/" + $0
        })
      {
        try #require(chown(name, Self.nobody, Self.nobody) == 0)
      }
    }
    let configuration = ["--data", data, "--config", packageRoot + "/merchant-config"]
    let arguments =
      program == "paytool"
      ? ["session", "verify", "-"] + configuration
      : ["--listen", "127.0.0.1:0"] + configuration
    let child = try start(path, arguments, input: fifo, errors: errors)
    try wait(child) { try coreLimit(child) == ["0", "0"] }
    // In this order: what starts the program is root's too.
    try wait(child) { try isOurs(child, path) && owner(child) == 0 }
  }

  /// Whether the process is the program already, and not what starts it.
  private func isOurs(_ child: ChildProcess, _ path: String) throws -> Bool {
    let line = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(child.id)/cmdline"))
    return line.split(separator: 0).first.map { String(decoding: $0, as: UTF8.self) } == path
  }
}
