import CLinux
import Glibc
import PayCore
import PaySystem

/// Where a command's data goes: standard output, or a file that appears only when it is complete.
struct Output: Sendable {
  /// The file of `--output`; nil for standard output.
  let path: String?
  let isQuiet: Bool
  let isColored: Bool

  /// Writes all of a command's data.
  func write(_ bytes: [UInt8]) throws(Failure) {
    try stream { (append) throws(Failure) in try append(bytes) }
  }

  func write(_ text: String) throws(Failure) { try write(Array(text.utf8)) }

  /// Writes one JSON document on a line.
  func write(_ json: JSONValue) throws(Failure) { try write(json.bytes + [UInt8(ascii: "\n")]) }

  /// Lets `body` write piece by piece.
  func stream(
    _ body: (_ append: ([UInt8]) throws(Failure) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    guard let path, path != "-" else {
      return try body { (bytes) throws(Failure) in try writeToStandardOutput(bytes) }
    }
    let file = try filing { () throws(FileError) in try PendingFile(for: path) }
    try body { (bytes) throws(Failure) in
      try filing { () throws(FileError) in try file.append(bytes) }
    }
    do { try file.commit() } catch { throw Failure(error) }
  }

  private func filing<Value: ~Copyable>(
    _ operation: () throws(FileError) -> Value
  ) throws(Failure) -> Value {
    do { return try operation() } catch { throw Failure(error) }
  }

  /// Tells a person something that is not data.
  func note(_ text: String) {
    if !isQuiet { StandardError.write(line: text) }
  }

  /// Tells a person what is wrong; never silenced.
  func error(_ text: String) {
    let mark = isColored ? "\u{1B}[31mpaytool:\u{1B}[0m " : "paytool: "
    StandardError.write(line: mark + text)
  }

  private func writeToStandardOutput(_ bytes: [UInt8]) throws(Failure) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(STDOUT_FILENO, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure(FileError.last("write", "standard output")) }
      written += count
    }
  }
}
