import CLinux
import Glibc

/// Whole files: read within bounds, written completely or not at all.
package enum Files {
  /// The bytes of a file of at most `limit` bytes; `-` is standard input.
  package static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let file =
      path == "-"
      ? try Descriptor(standardInputFor: "read")
      : try Descriptor(opening: path, flags: O_RDONLY, operation: "read")
    return try file.readAll(limit: limit)
  }

  /// The bytes of a file that only its owner may read; refuses any other.
  package static func readPrivate(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let file = try readRegular(path, limit: limit)
    if let exposure = file.exposure { throw exposure }
    return file.bytes
  }

  /// The bytes of a regular file, and why it is not fit for a secret; nil if only its owner may
  /// read it.
  package static func readRegular(
    _ path: String, limit: Int
  ) throws(FileError) -> (bytes: [UInt8], exposure: FileError?) {
    // Not blocking: a pipe in the file's place must not hold the caller up.
    let file = try Descriptor(opening: path, flags: O_RDONLY | O_NONBLOCK, operation: "read")
    var status = stat()
    guard fstat(file.number, &status) == 0 else { throw .last("read", path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileError(path: path, operation: "read", cause: "it is not a regular file")
    }
    let isPrivate = status.st_mode & 0o077 == 0
    let exposure = FileError(
      path: path, operation: "read", cause: "others may read it: run chmod 600 on it")
    return (try file.readAll(limit: limit), isPrivate ? nil : exposure)
  }

  /// Throws if others than its owner may put files into a folder, and so replace those that are
  /// private.
  package static func checkIsOwners(_ folder: String) throws(FileError) {
    var status = stat()
    guard stat(folder, &status) == 0 else { throw .last("read", folder) }
    guard status.st_mode & 0o022 == 0 else {
      throw FileError(
        path: folder, operation: "trust", cause: "others may write in it: run chmod 700 on it")
    }
  }

  /// Puts `bytes` at `path` in one step: readers see the old file or the new one, never half of it.
  package static func replace(
    _ path: String, with bytes: [UInt8], mode: UInt32 = 0o644
  ) throws(FileError) {
    let file = try PendingFile(for: path, mode: mode)
    try file.append(bytes)
    try file.commit()
  }

  /// Creates `path` with `bytes` in one step, before which nothing of them has a name; throws
  /// (`isExisting`) if it is there already.
  package static func create(
    _ path: String, with bytes: [UInt8], mode: UInt32 = 0o600
  ) throws(FileError) {
    if let file = UnnamedFile(for: path, mode: mode) {
      try file.append(bytes)
      return try file.commit()
    }
    let file = try PendingFile(for: path, mode: mode)
    try file.append(bytes)
    try file.commit(replacing: false)
  }

  /// Returns after the name of a new file is on disk. One that cannot be promised to stay is not
  /// left there either: its maker is told that there is none.
  static func synchronizeNew(_ path: String) throws(FileError) {
    do {
      try synchronizeDirectory(of: path)
    } catch {
      unlink(path)
      throw error.naming(path)
    }
  }

  /// Makes a folder and those above it that are missing; returns after their names are on disk.
  package static func makeDirectory(_ path: String, mode: UInt32 = 0o700) throws(FileError) {
    if mkdir(path, mode) == 0 { return try synchronizeDirectory(of: path) }
    switch errno {
    case ENOENT:
      guard let parent = parent(of: path), parent != path else { throw .last("create", path) }
      try makeDirectory(parent, mode: mode)
      guard mkdir(path, mode) == 0 || errno == EEXIST else { throw .last("create", path) }
      try synchronizeDirectory(of: path)
    case EEXIST:
      _ = try Descriptor(opening: path, flags: O_RDONLY | O_DIRECTORY, operation: "create")
    default: throw .last("create", path)
    }
  }

  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The folder that holds `path`; nil for a root.
  package static func parent(of path: String) -> String? {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? (path.utf8.count > 1 ? "/" : nil) : String(path[..<slash])
  }

  /// Returns after the names in the folder of `path` are on disk.
  package static func synchronizeDirectory(of path: String) throws(FileError) {
    let folder = parent(of: path) ?? "/"
    let directory = try Descriptor(
      opening: folder, flags: O_RDONLY | O_DIRECTORY, operation: "write")
    try directory.synchronize()
  }
}
