import CSQLite
import Glibc
import PayCore
import PaySystem

extension StoreError {
  /// What a result code of SQLite means, with SQLite's own words and never an argument. `path` is
  /// the database that could not be opened; an open one is asked for its path.
  init(_ handle: OpaquePointer, _ status: Int32, opening path: String? = nil) {
    let text = "\(String(cString: sqlite3_errmsg(handle))) (SQLite \(status))"
    let path = path ?? sqlite3_db_filename(handle, nil).map { String(cString: $0) } ?? ""
    let folder = Files.parent(of: path) ?? path
    self.init(
      status: status, systemNumber: sqlite3_system_errno(handle), text: text, path: path,
      isFolderWritable: { access(folder, W_OK | X_OK) == 0 })
  }

  /// The same without a connection. `systemNumber` is the error number of the system's call that
  /// failed, 0 if none did.
  init(
    status: Int32, systemNumber: Int32, text: String, path: String, isFolderWritable: () -> Bool
  ) {
    switch status & 0xFF {
    case SQLITE_FULL: self = .full
    case SQLITE_BUSY: self = .overloaded
    case SQLITE_NOTADB, SQLITE_CORRUPT, SQLITE_FORMAT, SQLITE_SCHEMA, SQLITE_MISMATCH:
      self = .corrupt(detail: text)
    case SQLITE_IOERR, SQLITE_CANTOPEN:
      self =
        Self.isOutOfSpace(status, systemNumber)
        ? .full : .io(detail: Self.place(status, text, path, isFolderWritable))
    case SQLITE_READONLY: self = .io(detail: Self.place(status, text, path, isFolderWritable))
    default: self = .io(detail: text)
    }
  }

  /// Whether SQLite ran out of space before it wrote to the database or its log. What fails in a
  /// sync or after it is no such thing, whatever the reason: nobody knows then what is on disk.
  private static func isOutOfSpace(_ status: Int32, _ systemNumber: Int32) -> Bool {
    let ioError = SQLITE_IOERR
    switch status {
    // The shared index of the log is made in its full size, or not at all.
    case ioError | 19 << 8: return true  // SQLITE_IOERR_SHMSIZE
    // SQLite says SQLITE_FULL for ENOSPC, but not for a quota.
    case ioError | 3 << 8,  // SQLITE_IOERR_WRITE
      ioError | 18 << 8,  // SQLITE_IOERR_SHMOPEN
      ioError | 21 << 8:  // SQLITE_IOERR_SHMMAP
      return systemNumber == ENOSPC || systemNumber == EDQUOT
    default:
      return status & 0xFF == SQLITE_CANTOPEN
        && (systemNumber == ENOSPC || systemNumber == EDQUOT)
    }
  }

  /// SQLite's words about a file that it cannot open or write, with its name and what is to be
  /// done.
  private static func place(
    _ status: Int32, _ text: String, _ path: String, _ isFolderWritable: () -> Bool
  ) -> String {
    guard !path.isEmpty, status & 0xFF != SQLITE_IOERR else { return text }
    guard isFolderWritable() else {
      return "\(path): its directory cannot be written, and even reading a write-ahead log needs "
        + "that: make the directory writable for this user, or copy it to one that is"
    }
    return "\(path): \(text)"
  }
}
