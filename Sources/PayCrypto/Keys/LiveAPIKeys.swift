import Glibc
import PaySystem
import Synchronization

/// The API keys of a running server, which follows changes of their file.
///
/// It has no thread of its own: the server calls `refresh` on a timer.
package final class LiveAPIKeys: Sendable {
  private let directory: KeyDirectory
  private let current: Mutex<APIKeyRing>
  /// The file that `current` was read from; held throughout a refresh, so that two never cross.
  private let source: Mutex<FileIdentity>

  /// Reads the keys of a directory.
  package init(_ directory: KeyDirectory) throws(KeyError) {
    self.directory = directory
    source = Mutex(FileIdentity(of: directory.apiKeys))
    current = Mutex(APIKeyRing(try APIKeyFile(directory).read()))
  }

  /// The keys that are good now.
  package var ring: APIKeyRing { current.withLock { $0 } }

  /// Reads the keys anew if their file has changed. If it cannot be used, the last good keys stay,
  /// and this and each later call throws until it is repaired.
  package func refresh() throws(KeyError) {
    try source.withLock { source throws(KeyError) in
      // Looked at before the file is read: a change in between is found by the next call.
      let identity = FileIdentity(of: directory.apiKeys)
      guard identity != source else { return }
      let ring = APIKeyRing(try APIKeyFile(directory).read())
      current.withLock { $0 = ring }
      source = identity
    }
  }
}

/// What changes when a file is replaced or written to.
private struct FileIdentity: Equatable {
  private var numbers: [Int] = []

  /// That of the file at a path; an empty one if there is none.
  init(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    numbers = [
      Int(bitPattern: UInt(status.st_dev)), Int(bitPattern: UInt(status.st_ino)),
      Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec,
      status.st_ctim.tv_nsec,
    ]
  }
}
