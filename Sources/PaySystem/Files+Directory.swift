import CLinux
import Glibc

extension Files {
  /// The names in a folder, sorted by their bytes, without `.` and `..`.
  package static func names(in path: String) throws(FileError) -> [String] {
    guard let directory = opendir(path) else { throw .last("read", path) }
    defer { closedir(directory) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(directory) else { break }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    guard errno == 0 else { throw .last("read", path) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Gives a file or folder a new name in one step; throws (`isExisting`) if that name is taken.
  package static func move(_ path: String, toNew name: String) throws(FileError) {
    guard pay_rename_new(path, name) == 0 else { throw .last("create", name) }
    try synchronizeDirectory(of: name)
  }

  /// Removes a file; that it is not there is no error.
  package static func remove(_ path: String) throws(FileError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw .last("remove", path) }
  }

  /// Removes what writers that were killed left half written in a folder; to be called under a lock
  /// that all its writers take.
  package static func removeUnfinished(in path: String) throws(FileError) {
    for name in try names(in: path) where name.hasSuffix(PendingFile.suffix) {
      try remove(path + "/" + name)
    }
  }

  /// Removes a folder and the files in it; that it is not there is no error.
  package static func removeDirectory(_ path: String) throws(FileError) {
    do {
      for name in try names(in: path) { try remove(path + "/" + name) }
    } catch {
      guard error.isMissing else { throw error }
    }
    guard rmdir(path) == 0 || errno == ENOENT else { throw .last("remove", path) }
  }
}
