import CLinux
import Glibc

/// An exclusive lock between processes, held as long as the value lives; the kernel releases it
/// when the process ends, however it ends.
package struct FileLock: ~Copyable, Sendable {
  private let file: Descriptor

  private init(holding file: consuming Descriptor) { self.file = file }

  /// Closing would not be enough: a child that is being started shares the open file until it runs
  /// its program, and would hold the lock for as long.
  deinit { flock(file.number, LOCK_UN) }

  /// Takes the lock at `path` at once, or throws `heldBy` with what the holder wrote there.
  package static func take(_ path: String, as holder: String) throws(LockError) -> FileLock {
    do {
      let file = try open(path)
      guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else {
        guard errno == EWOULDBLOCK else { throw FileError.last("lock", path) }
        throw LockError.heldBy(try holderName(at: path))
      }
      guard ftruncate(file.number, 0) == 0 else { throw FileError.last("lock", path) }
      try file.writeAll(Array("\(holder) (process \(getpid()))".utf8))
      return FileLock(holding: file)
    } catch let error as LockError {
      throw error
    } catch let error as FileError {
      throw .file(error)
    } catch {
      throw .file(FileError(path: path, operation: "lock", cause: "\(error)"))
    }
  }

  /// The name in a lock file that another process holds; it may be just about to write it.
  private static func holderName(at path: String) throws(FileError) -> String {
    for _ in 0..<20 {
      let name = String(decoding: try Files.read(path, limit: 1024), as: UTF8.self)
      if !name.isEmpty { return name }
      usleep(2000)
    }
    return "another process"
  }

  /// Waits for the lock at `path`, for a short step that several processes take in turn.
  package static func wait(at path: String) throws(FileError) -> FileLock {
    let file = try open(path)
    while flock(file.number, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .last("lock", path) }
    }
    return FileLock(holding: file)
  }

  private static func open(_ path: String) throws(FileError) -> Descriptor {
    try Descriptor(opening: path, flags: O_RDWR | O_CREAT, operation: "lock")
  }
}

/// Why a lock was not taken.
package enum LockError: Error, Sendable {
  case heldBy(String)
  case file(FileError)
}
