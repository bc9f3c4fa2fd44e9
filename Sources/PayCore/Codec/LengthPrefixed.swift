/// Canonical bytes: each field as a 4-byte big-endian length and its bytes, so that no two lists of
/// fields have the same bytes. Integers are written in ASCII decimal.
package struct LengthPrefixed: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func append(_ text: String) {
    appendLength(text.utf8.count)
    bytes += text.utf8
  }

  package mutating func append(_ number: Int64) { append(String(number)) }

  package mutating func append(_ field: [UInt8]) {
    appendLength(field.count)
    bytes += field
  }

  private mutating func appendLength(_ length: Int) {
    let count = UInt32(length)
    for shift in [24, 16, 8, 0] as [UInt32] {
      bytes.append(UInt8(truncatingIfNeeded: count >> shift))
    }
  }
}
