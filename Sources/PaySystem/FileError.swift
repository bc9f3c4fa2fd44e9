import CLinux
import Glibc

/// A file operation that failed: which file, what was tried, and why.
package struct FileError: Error, Sendable, Hashable {
  package let path: String
  /// What was tried, as a verb: `read`, `write`, `lock`.
  package let operation: String
  /// The cause in words.
  package let cause: String
  /// The system's error number, 0 if the refusal is our own.
  package let number: Int32

  package init(path: String, operation: String, cause: String, number: Int32 = 0) {
    self.path = path
    self.operation = operation
    self.cause = cause
    self.number = number
  }

  /// The error that `errno` names now.
  package static func last(_ operation: String, _ path: String) -> FileError {
    let number = errno
    return FileError(
      path: path, operation: operation, cause: String(cString: strerror(number)), number: number)
  }

  /// The same of a file as the caller knows it: by the name that it will have.
  func naming(_ path: String) -> FileError {
    FileError(path: path, operation: operation, cause: cause, number: number)
  }

  package var isMissing: Bool { number == ENOENT }
  package var isExisting: Bool { number == EEXIST || number == ENOTEMPTY }
}

extension FileError: CustomStringConvertible {
  package var description: String { "cannot \(operation) \(path): \(cause)" }
}
