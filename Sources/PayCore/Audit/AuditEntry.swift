/// One effect on the store, as the audit log keeps it: who did what, when, and which rows it
/// changed.
///
/// A value of this type keeps the limits and the order of its canonical bytes.
package struct AuditEntry: Sendable, Hashable {
  /// 1, 2, 3, ... without a gap: the entry is leaf `number` - 1 of the tree.
  package let number: Int64
  package let moment: Timestamp
  /// `key:<id>`, `device:<notification>`, `intent:<id>`, `paytool`, `PayServer`.
  package let actor: String
  package let action: AuditAction
  /// What it is about: the intent's id, or another; empty if there is none.
  package let subject: String
  /// Ascending by table and key, each row once.
  package let changes: [RowChange]

  /// An entry with its changes, in any order. Throws what the reader of its bytes would, with the
  /// place in them: a text that is empty, too long or holds control characters, too many changes, a
  /// row that is there twice or a change of nothing.
  package init(
    number: Int64, moment: Timestamp, actor: String, action: AuditAction, subject: String,
    changes: [RowChange]
  ) throws(AuditEntryError) {
    self.number = number
    self.moment = moment
    self.actor = actor
    self.action = action
    self.subject = subject
    self.changes = changes.sorted(by: RowChange.isBefore)
    _ = try Self.number(in: canonicalBytes)
  }

  static let version = Array("pay-audit-v1".utf8)

  /// The leaf of the tree: `pay-audit-v1`, number, moment in epoch ms, actor, action, subject,
  /// count of changes, then of each change table, key, before and after (empty for nil), each as a
  /// 4-byte big-endian length and the bytes, integers in ASCII decimal.
  package var canonicalBytes: [UInt8] {
    var fields = LengthPrefixed()
    fields.append(Self.version)
    fields.append(number)
    fields.append(moment.milliseconds)
    fields.append(actor)
    fields.append(action.rawValue)
    fields.append(subject)
    fields.append(Int64(changes.count))
    for change in changes {
      fields.append(change.table)
      fields.append(change.key)
      fields.append(change.before ?? [])
      fields.append(change.after ?? [])
    }
    return fields.bytes
  }

  /// The change of a row, nil if the entry has none.
  package func change(table: String, key: String) -> RowChange? {
    changes.first { $0.key.hasSameBytes(as: key) && $0.table.hasSameBytes(as: table) }
  }

  package var json: JSONValue {
    [
      "object": "auditEntry", "number": .integer(number), "moment": .string(moment.description),
      "actor": .string(actor), "action": .string(action.rawValue), "subject": .string(subject),
      "changes": .array(changes.map(\.json)),
    ]
  }
}

// MARK: Reading

extension AuditEntry {
  /// Reads exactly what `canonicalBytes` writes.
  package init(parsing bytes: [UInt8]) throws(AuditEntryError) {
    var reader = try AuditEntryReader(bytes)
    var changes: [RowChange] = []
    changes.reserveCapacity(reader.changes)
    while let change = try reader.nextChange() {
      changes.append(
        RowChange(
          table: reader.fields.text(change.table), key: reader.fields.text(change.key),
          before: change.before.isEmpty ? nil : Array(bytes[change.before]),
          after: change.after.isEmpty ? nil : Array(bytes[change.after])))
    }
    number = reader.number
    moment = reader.moment
    actor = reader.fields.text(reader.actor)
    action = reader.action
    subject = reader.fields.text(reader.subject)
    self.changes = changes
  }

  /// The number of an entry whose bytes `init(parsing:)` would take; throws what it would, and
  /// costs a fraction, as it makes no values.
  package static func number(in bytes: [UInt8]) throws(AuditEntryError) -> Int64 {
    var reader = try AuditEntryReader(bytes)
    while try reader.nextChange() != nil {}
    return reader.number
  }
}
