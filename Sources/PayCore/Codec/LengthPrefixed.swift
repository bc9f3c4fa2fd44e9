/// Canonical bytes: each field as a 4-byte big-endian length and its bytes, so that no two lists of
/// fields have the same bytes. Integers are written in ASCII decimal.
package struct LengthPrefixed: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func append(_ text: String) { append(Array(text.utf8)) }

  package mutating func append(_ number: Int64) { append(String(number)) }

  package mutating func append(_ field: [UInt8]) {
    let count = UInt32(field.count)
    for shift in [24, 16, 8, 0] as [UInt32] {
      bytes.append(UInt8(truncatingIfNeeded: count >> shift))
    }
    bytes += field
  }
}
