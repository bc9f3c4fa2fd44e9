import CLinux
import Glibc

/// An open file, closed when the value goes.
package struct Descriptor: ~Copyable, Sendable {
  package let number: Int32
  package let path: String

  /// Opens `path`; throws the system's reason.
  package init(
    opening path: String, flags: Int32, mode: UInt32 = 0o600, operation: String
  ) throws(FileError) {
    number = open(path, flags | O_CLOEXEC, mode)
    self.path = path
    guard number >= 0 else { throw .last(operation, path) }
  }

  /// Another descriptor of standard input. The name `/dev/stdin` cannot be opened if that is a
  /// socket, which it is under some supervisors.
  package init(standardInputFor operation: String) throws(FileError) {
    path = "standard input"
    number = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
    guard number >= 0 else { throw .last(operation, path) }
  }

  deinit { if number >= 0 { Glibc.close(number) } }

  /// Everything from the current place to the end; refuses a file of more than `limit` bytes.
  package borrowing func readAll(limit: Int) throws(FileError) -> [UInt8] {
    let tooLarge = FileError(
      path: path, operation: "read", cause: "it is larger than \(limit) bytes")
    // What is known to be too large is not read first, as that may be more than memory holds.
    let size = try regularSize() ?? 0
    guard size <= limit else { throw tooLarge }
    var bytes: [UInt8] = []
    // What is read may be a secret: no copy of it stays behind, in the buffer or by growing.
    bytes.reserveCapacity(size)
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    defer {
      chunk.withUnsafeMutableBytes { bytes in
        if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
      }
    }
    while true {
      let count = Glibc.read(number, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last("read", path) }
      if count == 0 { return bytes }
      guard bytes.count + count <= limit else { throw tooLarge }
      bytes += chunk[..<count]
    }
  }

  /// The bytes from the current place to the end of a regular file; nil for anything else.
  private borrowing func regularSize() throws(FileError) -> Int? {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last("read", path) }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    let place = lseek(number, 0, SEEK_CUR)
    return Int(status.st_size) - Int(max(place, 0))
  }

  /// Writes all bytes, however many calls it takes.
  package borrowing func writeAll(_ bytes: [UInt8]) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(number, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last("write", path) }
      written += count
    }
  }

  /// Returns after the file's bytes are on disk.
  package borrowing func synchronize() throws(FileError) {
    guard fsync(number) == 0 else { throw .last("write", path) }
  }
}
