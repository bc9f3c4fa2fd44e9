import CLinux
import Glibc

/// What every program of ours does first.
package enum ProcessStart {
  /// The arguments without the program's name, as the kernel has them: the standard library looks
  /// for them beside the environment, which a preloaded library may have moved.
  package static func arguments() throws(FileError) -> [String] {
    let bytes = try Files.read("/proc/self/cmdline", limit: 4 * 1024 * 1024)
    let words = bytes.split(separator: 0, omittingEmptySubsequences: false)
    // Each word ends with a zero byte, so an empty piece follows the last.
    return words.dropFirst().dropLast().map { String(decoding: $0, as: UTF8.self) }
  }

  /// Keeps the numbers of standard input, output and error from being given to other files, a file
  /// that grows beyond a limit from ending the process (the write fails instead), and the memory,
  /// with the keys in it, out of core dumps and of debuggers without privileges.
  package static func secure() {
    refuseDumps()
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      // The wrong way round: what is written to a closed standard output must fail, not vanish,
      // and a closed standard input is no empty document.
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
    signal(SIGXFSZ, SIG_IGN)
  }

  private static func refuseDumps() {
    // The limit alone is not enough: the kernel ignores it where cores are piped to a program.
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    _ = pay_refuse_dumps()
  }
}
