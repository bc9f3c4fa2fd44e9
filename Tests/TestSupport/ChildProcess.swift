import CLinux
import Foundation
import Glibc
import Synchronization

/// A program that was started: its streams in files, no other descriptor of ours, no signal blocked;
/// killed when the value goes.
///
/// Foundation's `Process` crashes now and then when many threads start programs at once.
package final class ChildProcess: Sendable {
  package let id: Int32
  private let status = Mutex<Int32?>(nil)

  /// Starts `path`; the streams are paths of files that exist, or `/dev/null`.
  package init(
    _ path: String, _ arguments: [String], input: String = "/dev/null",
    output: String = "/dev/null", errors: String = "/dev/null",
    environment: [String: String] = [:], directory: String? = nil
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_APPEND, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, O_WRONLY | O_APPEND, 0)
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
    if let directory { posix_spawn_file_actions_addchdir_np(&actions, directory) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let merged = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let argv = CStrings([path] + arguments)
    let envp = CStrings(merged.map { "\($0)=\($1)" })
    var child = pid_t()
    let status = posix_spawn(
      &child, path, &actions, &attributes, argv.pointers, envp.pointers)
    guard status == 0 else {
      throw NoAnswer(description: "cannot start \(path): \(String(cString: strerror(status)))")
    }
    id = child
  }

  // One that ended and that nobody waits for would stand before every other in the queue of ended
  // processes, and no exit test would see the end of its own.
  deinit {
    send(SIGKILL)
    wait()
  }

  /// Waits for the end; the exit status, or the number of the signal that ended it.
  @discardableResult
  package func wait() -> Int32 {
    while true {
      if let status = poll() { return status }
      usleep(2000)
    }
  }

  package var isRunning: Bool { poll() == nil }

  package func send(_ signal: Int32) { if isRunning { kill(id, signal) } }

  private func poll() -> Int32? {
    status.withLock { known in
      if let known { return known }
      var word: Int32 = 0
      guard waitpid(id, &word, WNOHANG) == id else { return nil }
      known = word & 0x7F == 0 ? word >> 8 & 0xFF : word & 0x7F
      return known
    }
  }
}

/// A null-terminated list of C strings, freed when the value goes.
private final class CStrings {
  let pointers: [UnsafeMutablePointer<CChar>?]

  init(_ texts: [String]) { pointers = texts.map { strdup($0) } + [nil] }

  deinit { for pointer in pointers { free(pointer) } }
}
