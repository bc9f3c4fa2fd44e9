import CLinux
import Glibc

/// What a program tells a person.
package enum StandardError {
  /// Writes a line; a reader that is gone is nothing to complain about, there is nobody to hear it.
  package static func write(line: String) { write(line + "\n") }

  /// Writes text that is no whole line, such as a prompt or a progress.
  package static func write(_ text: String) {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(STDERR_FILENO, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      written += count
    }
  }
}
