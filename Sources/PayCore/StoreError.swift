/// Why the store did not do what was asked.
package enum StoreError: Error, Sendable, Hashable {
  /// Another process holds the store for writing; `holder` says which, for a person.
  case locked(holder: String)
  /// The store was written by a newer version of this software.
  case newerSchema(found: Int, known: Int)
  /// The store was written by an older version, and whoever reads only cannot bring it up to date.
  case olderSchema(found: Int, known: Int)
  /// There is no store at this path, and it was opened for reading only.
  case missing(path: String)
  /// The disk is full: reads go on, writes do not.
  case full
  /// The file is not a store of ours or is damaged.
  case corrupt(detail: String)
  /// Reading or writing failed; after a failed write its outcome is unknown.
  case io(detail: String)
  /// More writes are waiting than the queue holds; try again.
  case overloaded
  /// The store is closed.
  case closed
  /// The store was opened for reading only.
  case readOnly

  /// Stable code, snake_case, never reused.
  package var code: String {
    switch self {
    case .locked: "store_locked"
    case .newerSchema: "store_newer_schema"
    case .olderSchema: "store_older_schema"
    case .missing: "store_missing"
    case .full: "store_full"
    case .corrupt: "store_corrupt"
    case .io: "store_io"
    case .overloaded: "store_overloaded"
    case .closed: "store_closed"
    case .readOnly: "store_read_only"
    }
  }
}

extension StoreError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .locked(let holder): "the store is held by \(holder): stop it first"
    case .newerSchema(let found, let known):
      "the store has schema \(found), this version knows \(known): use the newer version"
    case .olderSchema(let found, let known):
      "the store has schema \(found), this version reads \(known): start PayServer once, which"
        + " brings it up to date"
    case .missing(let path): "there is no store at \(path) yet: nothing has been written"
    case .full: "the disk is full: free some space"
    case .corrupt(let detail): "the store is damaged: \(detail)"
    case .io(let detail): "the store failed: \(detail)"
    case .overloaded: "too many writes are waiting: try again"
    case .closed: "the store is closed"
    case .readOnly: "the store was opened for reading only"
    }
  }
}
