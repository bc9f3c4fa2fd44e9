import CLinux
import Glibc
import PayCore
import PaySystem

/// Where a command's data goes, and where it tells people things.
struct Output: Sendable {
  /// The file of `--output`; nil for standard output.
  let path: String?
  let isQuiet: Bool
  let colors: Colors

  /// Writes all of a command's data; a file that holds a secret is its owner's alone.
  func write(_ bytes: [UInt8], isSecret: Bool = false) throws(Failure) {
    try stream(isSecret: isSecret) { (append) throws(Failure) in try append(bytes) }
  }

  func write(_ text: String, isSecret: Bool = false) throws(Failure) {
    try write(Array(text.utf8), isSecret: isSecret)
  }

  /// Writes one JSON document on a line.
  func write(_ json: JSONValue, isSecret: Bool = false) throws(Failure) {
    try write(json: json.bytes + [UInt8(ascii: "\n")], isSecret: isSecret)
  }

  /// Writes JSON that is encoded already.
  func write(json: [UInt8], isSecret: Bool = false) throws(Failure) {
    try stream(isSecret: isSecret, isJSON: true) { (append) throws(Failure) in try append(json) }
  }

  /// Throws what would keep data from being written, before a command has an effect that its data
  /// is needed for.
  func checkWritable(isSecret: Bool) throws(Failure) {
    if let path, path != "-" {
      if try isDevice(path) { return }
      _ = try filing { () throws(FileError) in
        try PendingFile(for: path, mode: isSecret ? 0o600 : 0o644)
      }
    } else if fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE == O_RDONLY {
      throw Failure(
        FileError(
          path: "standard output", operation: "write", cause: "it is closed", number: EBADF))
    }
  }

  /// Writes the data of an effect that has been had; if that fails, the error says so, lest the
  /// command be given again.
  func write(
    after effect: String, _ write: (Output) throws(Failure) -> Void
  ) throws(Failure) {
    do {
      try write(self)
    } catch {
      throw error.adding("\(effect) all the same")
    }
  }

  /// Lets `body` write piece by piece; a file takes its name when all is in it. The texts of JSON,
  /// whose pieces hold whole characters, cannot steer a terminal.
  func stream(
    isSecret: Bool = false, isJSON: Bool = false,
    _ body: (_ append: ([UInt8]) throws(Failure) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    guard let path, path != "-" else {
      return try body { (bytes) throws(Failure) in
        try filing { () throws(FileError) in
          try writeToStandardOutput(isJSON ? Terminal.json(bytes, to: STDOUT_FILENO) : bytes)
        }
      }
    }
    if try isDevice(path) {
      let device = try filing { () throws(FileError) in
        try Descriptor(opening: path, flags: O_WRONLY, operation: "write")
      }
      return try body { (bytes) throws(Failure) in
        try filing { () throws(FileError) in
          try device.writeAll(isJSON ? Terminal.json(bytes, to: device.number) : bytes)
        }
      }
    }
    let file = try filing { () throws(FileError) in
      try PendingFile(for: path, mode: isSecret ? 0o600 : 0o644)
    }
    try body { (bytes) throws(Failure) in
      try filing { () throws(FileError) in try file.append(bytes) }
    }
    do { try file.commit() } catch { throw Failure(error) }
  }

  /// Tells a person something that is not data.
  func note(_ text: String) {
    if !isQuiet { StandardError.write(line: Terminal.safe(text)) }
  }

  /// Tells a person, or with `asJSON` a program, why the command failed; never silenced.
  func report(_ failure: Failure, asJSON: Bool) {
    if asJSON {
      let json = Terminal.json(failure.json.bytes, to: STDERR_FILENO)
      return StandardError.write(line: String(decoding: json, as: UTF8.self))
    }
    let mark = (colors.errors ? Style.red : .plain).apply(to: "paytool:")
    let lines = failure.lines.map(Terminal.safe)
    StandardError.write(line: "\(mark) \(lines.joined(separator: "\n"))")
  }

  /// Whether the data goes to a terminal that shows colors.
  var usesColor: Bool { colors.output && path == nil }

  /// The style of a table's head on standard output.
  var headStyle: Style { usesColor ? .bold : .plain }

  /// Whether `path` is there and no regular file: such a thing (`/dev/null`, a pipe) is written to,
  /// never replaced.
  private func isDevice(_ path: String) throws(Failure) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      errno = EISDIR
      throw Failure(FileError.last("write", path))
    }
    return status.st_mode & S_IFMT != S_IFREG
  }

  private func filing<Value: ~Copyable>(
    _ operation: () throws(FileError) -> Value
  ) throws(Failure) -> Value {
    do { return try operation() } catch { throw Failure(error) }
  }

  private func writeToStandardOutput(_ bytes: [UInt8]) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(STDOUT_FILENO, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last("write", "standard output") }
      written += count
    }
  }
}
