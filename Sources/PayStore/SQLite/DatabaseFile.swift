import PayCore
import PaySystem

/// The files of a database before SQLite opens them.
enum DatabaseFile {
  /// Takes the lock of the one process that writes, making the folder if it is missing. Throws
  /// `locked` with the holder's name, and `io`.
  static func lock(
    _ name: String, in folder: String, holder: String
  ) throws(StoreError) -> FileLock {
    do {
      try Files.makeDirectory(folder)
    } catch {
      throw .io(detail: "\(error)")
    }
    do {
      return try FileLock.take(folder + "/" + name, as: holder)
    } catch {
      switch error {
      case .heldBy(let name): throw .locked(holder: name)
      case .file(let error): throw .io(detail: "\(error)")
      }
    }
  }

  /// Makes a missing database file for its owner only: SQLite would let others read it.
  static func create(_ path: String) throws(StoreError) {
    do {
      try Files.create(path, with: [], mode: 0o600)
    } catch  where !error.isExisting {
      throw .io(detail: "\(error)")
    } catch {
      // The file that is there is opened by SQLite alone: to close a descriptor of it here would
      // drop the locks of every other connection of this process.
    }
  }
}
