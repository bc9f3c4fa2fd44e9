/// What a verification of the audit log and of the rows it speaks of can find: a value for a person
/// and for a program. None of it happens by itself.
package enum AuditFault: Sendable, Hashable {
  // MARK: Entries

  /// The bytes are not an entry (`cause`), or not those whose hash is kept (nil).
  case entryChanged(number: Int64, cause: AuditEntryError?)
  /// Entries from `number` to `through` are not there.
  case entryMissing(number: Int64, through: Int64)
  /// In the place of entry `number` stands entry `found`.
  case entriesReordered(number: Int64, found: Int64)
  /// An entry that the log never took stands in this place.
  case entryAdded(number: Int64)

  // MARK: Tree

  /// The first `size` entries are not those that were there; the first `since` still are.
  case treeRootDiffers(size: Int64, since: Int64)
  case checkpointBadSignature(size: Int64, cause: CheckpointSignatureFault)
  /// A checkpoint speaks of `size` entries where there are `entries`: the log was cut.
  case checkpointAhead(size: Int64, entries: Int64)

  // MARK: Rows. `entry` is the number of the entry that says what the row should be.

  /// The row is not as any entry left it.
  case rowChanged(table: String, key: String, entry: Int64)
  /// The row is gone, and no entry says so.
  case rowMissing(table: String, key: String, entry: Int64)
  /// The row is there, and no entry says so.
  case rowAdded(table: String, key: String, entry: Int64)
  /// The row was put back to a state that it had before this entry.
  case rowOutdated(table: String, key: String, entry: Int64)
  /// Tables, triggers or indices are not those of the store's schema.
  case schemaChanged(detail: String)

  /// Stable code, snake_case, never reused.
  package var code: String {
    switch self {
    case .entryChanged: "audit_entry_changed"
    case .entryMissing: "audit_entry_missing"
    case .entriesReordered: "audit_entries_reordered"
    case .entryAdded: "audit_entry_added"
    case .treeRootDiffers: "audit_tree_root_differs"
    case .checkpointBadSignature: "audit_checkpoint_bad_signature"
    case .checkpointAhead: "audit_checkpoint_ahead"
    case .rowChanged: "audit_row_changed"
    case .rowMissing: "audit_row_missing"
    case .rowAdded: "audit_row_added"
    case .rowOutdated: "audit_row_outdated"
    case .schemaChanged: "audit_schema_changed"
    }
  }

  /// `code`, `message`, and where: `number`, `through`, `found`, `size`, `since`, `entries`,
  /// `table`, `key`, `entry` or `detail`.
  package var json: JSONValue {
    JSONValue.object(
      [
        JSONMember("code", .string(code)), JSONMember("message", .string(description)),
      ] + place)
  }

  private var place: [JSONMember] {
    switch self {
    case .entryChanged(let number, let cause):
      numbers(("number", number))
        + (cause.map { [JSONMember("cause", .string($0.code.rawValue))] } ?? [])
    case .entryMissing(let number, let through): numbers(("number", number), ("through", through))
    case .entriesReordered(let number, let found): numbers(("number", number), ("found", found))
    case .entryAdded(let number): numbers(("number", number))
    case .treeRootDiffers(let size, let since): numbers(("size", size), ("since", since))
    case .checkpointBadSignature(let size, _): numbers(("size", size))
    case .checkpointAhead(let size, let entries): numbers(("size", size), ("entries", entries))
    case .rowChanged(let table, let key, let entry), .rowMissing(let table, let key, let entry),
      .rowAdded(let table, let key, let entry), .rowOutdated(let table, let key, let entry):
      [JSONMember("table", .string(table)), JSONMember("key", .string(key))]
        + numbers(("entry", entry))
    case .schemaChanged(let detail): [JSONMember("detail", .string(detail))]
    }
  }

  private func numbers(_ members: (String, Int64)...) -> [JSONMember] {
    members.map { JSONMember($0, .integer($1)) }
  }
}

extension AuditFault: CustomStringConvertible {
  /// What, where, and what to do, on one line.
  package var description: String {
    switch self {
    case .entryChanged(let number, let cause):
      "audit entry \(number) was changed"
        + (cause.map { ": \($0)" } ?? ": its hash is not the one that was kept")
        + Self.restore("entry \(number)")
    case .entryMissing(let number, let through):
      number == through
        ? "audit entry \(number) is missing" + Self.restore("it")
        : "audit entries \(number) to \(through) are missing" + Self.restore("them")
    case .entriesReordered(let number, let found):
      "in the place of audit entry \(number) stands entry \(found): entries were reordered or"
        + " renumbered" + Self.restore("both")
    case .entryAdded(let number):
      "audit entry \(number) was added from outside: the log never took it; look at what it claims,"
        + " and at who could write to the database"
    case .treeRootDiffers(let size, let since):
      "the first \(size) audit entries are not those that were there: one from \(since + 1) to"
        + " \(size) was changed" + Self.restore("them")
    case .checkpointBadSignature, .checkpointAhead: checkpointFault
    case .rowChanged, .rowMissing, .rowAdded, .rowOutdated: rowFault
    case .schemaChanged(let detail):
      "the store's schema was changed: \(detail); find out who changed it, and restore it"
    }
  }

  private static func restore(_ what: String) -> String {
    "; compare \(what) with a backup, and find out who could write to the database"
  }

  private var checkpointFault: String {
    switch self {
    case .checkpointBadSignature(let size, let cause):
      "the checkpoint of \(size) entries proves nothing: \(cause)"
    case .checkpointAhead(let size, let entries):
      "a checkpoint was signed for \(size) audit entries, and there are \(entries): the log was"
        + " cut, or an old copy of the database is in use; compare with a backup"
    default: code
    }
  }

  private var rowFault: String {
    switch self {
    case .rowChanged(let table, let key, let entry):
      "row \(key) of \(table) was changed past the audit log: it is not as entry \(entry) left it;"
        + " compare it with a backup"
    case .rowMissing(let table, let key, let entry):
      "row \(key) of \(table) was removed past the audit log: entry \(entry) left it there; take it"
        + " from a backup"
    case .rowAdded(let table, let key, let entry):
      "row \(key) of \(table) was added past the audit log: entry \(entry), which it names, did not"
        + " leave it there; find out who wrote it, and trust nothing it says"
    case .rowOutdated(let table, let key, let entry):
      "row \(key) of \(table) was put back to an older state: entry \(entry) changed it since;"
        + " compare it with a backup"
    default: code
    }
  }
}

extension CheckpointSignatureFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .otherOrigin(let expected):
      "it is of another log; give one whose first line is \(expected)"
    case .unknownKey:
      "no key of ours has signed it; name the data directory that has the key, also an old one"
    case .wrong: "its signature is wrong: the text was changed; take it from another copy"
    }
  }
}
