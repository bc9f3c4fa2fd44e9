/// A row as the store has it, held against what the audit log says of it.
///
/// Every row names the entry that changed it last. Two ways of looking find everything: each row
/// against the entry that it names, and each entry's changes against the rows as they are.
package struct AuditedRow: Sendable, Hashable {
  package let table: String
  package let key: String
  /// Its `RowDigest`.
  package let digest: [UInt8]
  /// The number of the entry that it names.
  package let entry: Int64

  package init(table: String, key: String, digest: [UInt8], entry: Int64) {
    self.table = table
    self.key = key
    self.digest = digest
    self.entry = entry
  }

  /// What is wrong with a row, given the change of it in the entry that it names; nil: the entry
  /// has none, or is not there.
  package func fault(against change: RowChange?) -> AuditFault? {
    guard let change, change.key.hasSameBytes(as: key), change.table.hasSameBytes(as: table),
      let after = change.after
    else { return .rowAdded(table: table, key: key, entry: entry) }
    if digest == after { return nil }
    return digest == change.before
      ? .rowOutdated(table: table, key: key, entry: entry)
      : .rowChanged(table: table, key: key, entry: entry)
  }

  /// What is wrong with the row of a change, which entry `number` made, in a log of `size` entries;
  /// `row` is nil if there is none.
  ///
  /// A row that names a later entry is left to that entry's check. A row that is not there is
  /// missing, if the change left it there: ask so only of the last change of a row.
  package static func fault(
    of change: RowChange, in number: Int64, row: AuditedRow?, size: Int64
  ) -> AuditFault? {
    guard let row else {
      return change.after == nil
        ? nil : .rowMissing(table: change.table, key: change.key, entry: number)
    }
    if row.entry > number {
      return row.entry <= size
        ? nil : .rowAdded(table: change.table, key: change.key, entry: row.entry)
    }
    if row.entry < number {
      return .rowOutdated(table: change.table, key: change.key, entry: number)
    }
    return row.fault(against: change)
  }
}
