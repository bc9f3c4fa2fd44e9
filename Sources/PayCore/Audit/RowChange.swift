/// What became of one row of the store: its digest before and after (`RowDigest`).
package struct RowChange: Sendable, Hashable {
  package let table: String
  /// The primary key as text; the same for every database.
  package let key: String
  /// 32 bytes; nil: the row was not there.
  package let before: [UInt8]?
  /// 32 bytes; nil: the row is gone.
  package let after: [UInt8]?

  package init(table: String, key: String, before: [UInt8]?, after: [UInt8]?) {
    self.table = table
    self.key = key
    self.before = before
    self.after = after
  }

  package var json: JSONValue {
    [
      "table": .string(table), "key": .string(key),
      "before": before.map { .string(Hex.lower($0)) } ?? .null,
      "after": after.map { .string(Hex.lower($0)) } ?? .null,
    ]
  }

  /// The order of the changes of one entry: by the bytes of the table, then of the key.
  static func isBefore(_ left: RowChange, _ right: RowChange) -> Bool {
    left.table.hasSameBytes(as: right.table)
      ? left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
      : left.table.utf8.lexicographicallyPrecedes(right.table.utf8)
  }
}
