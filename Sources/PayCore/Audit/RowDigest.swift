/// A value of a row, of one of the kinds that every database has.
package enum RowValue: Sendable, Hashable {
  case null
  /// Booleans are 0 and 1, moments are milliseconds since the epoch.
  case integer(Int64)
  case text(String)
  case blob([UInt8])
}

/// The SHA-256 of a row of the store, the same whichever database holds it.
///
/// The digested bytes are `pay-audit-row-v1`, the table, then each value in the order of the
/// columns, as `LengthPrefixed` writes fields. A value begins with a letter for its kind, so that
/// the text `1`, the integer 1 and the byte `1` differ: `n` null, `i` and ASCII decimal, `t` and
/// UTF-8, `b` and the bytes.
package enum RowDigest {
  /// 32 bytes.
  package static func of(
    table: String, _ values: [RowValue], _ digest: some Digest
  ) -> [UInt8] {
    digest.sha256(canonicalBytes(table: table, values))
  }

  package static func canonicalBytes(table: String, _ values: [RowValue]) -> [UInt8] {
    var fields = LengthPrefixed()
    fields.append("pay-audit-row-v1")
    fields.append(table)
    for value in values {
      switch value {
      case .null: fields.append("n")
      case .integer(let number): fields.append("i" + String(number))
      case .text(let text): fields.append("t" + text)
      case .blob(let bytes): fields.append([UInt8(ascii: "b")] + bytes)
      }
    }
    return fields.bytes
  }
}
