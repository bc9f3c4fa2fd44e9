import CLinux
import Glibc

/// Why a benchmark could not run.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A program that was started, its outputs in a file or nowhere.
struct ChildProcess {
  let id: pid_t

  init(_ path: String, _ arguments: [String], output: String = "/dev/null") throws(BenchmarkError) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(
        &actions, descriptor, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }
    var argv: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    defer { for pointer in argv { free(pointer) } }
    argv.append(nil)
    var child = pid_t()
    let status = posix_spawn(&child, path, &actions, nil, argv, environ)
    guard status == 0 else {
      throw BenchmarkError("cannot start \(path): \(String(cString: strerror(status)))")
    }
    id = child
  }

  /// Waits for the end; whether it exited with 0.
  @discardableResult
  func wait() -> Bool {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return status == 0
  }

  /// Waits for the end; whether it exited with 0, and its peak memory in KiB.
  func waitMeasured() -> (succeeded: Bool, kibibytes: Int) {
    var status: Int32 = 0
    var usage = rusage()
    while wait4(id, &status, 0, &usage) < 0, errno == EINTR {}
    return (status == 0, usage.ru_maxrss)
  }

  func stop() {
    kill(id, SIGTERM)
    wait()
  }
}
