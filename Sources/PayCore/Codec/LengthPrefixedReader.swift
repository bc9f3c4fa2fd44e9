/// Reads what `LengthPrefixed` writes, field by field, without copying any.
///
/// It knows no error of its own: whoever reads says what a field that is not there means.
package struct LengthPrefixedReader: Sendable {
  package let bytes: [UInt8]
  /// Where the next field's length begins.
  package private(set) var offset = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var isAtEnd: Bool { offset == bytes.count }

  /// Where the bytes of the next field lie; nil, and nothing is read, if it is not all there.
  package mutating func next() -> Range<Int>? {
    let start = offset + 4
    guard start <= bytes.count else { return nil }
    var count = 0
    for index in offset..<start { count = count << 8 | Int(bytes[index]) }
    guard count <= bytes.count - start else { return nil }
    offset = start + count
    return start..<offset
  }

  /// The integer of a field: ASCII decimal as `LengthPrefixed` writes it, so without a plus sign or
  /// needless zeros; nil for anything else.
  package func integer(_ field: Range<Int>) -> Int64? {
    guard (1...20).contains(field.count) else { return nil }
    let isNegative = bytes[field.lowerBound] == UInt8(ascii: "-")
    let digits = field.dropFirst(isNegative ? 1 : 0)
    guard let first = digits.first else { return nil }
    if bytes[first] == UInt8(ascii: "0") { return field.count == 1 ? 0 : nil }
    var value: Int64 = 0
    for index in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) else { return nil }
      let digit = Int64(bytes[index] - UInt8(ascii: "0"))
      // Below zero there is room for one number more.
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflowOfSum) = product.subtractingReportingOverflow(digit)
      guard !overflow, !overflowOfSum else { return nil }
      value = sum
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }

  /// Whether a field's bytes are these.
  package func holds(_ field: Range<Int>, _ other: [UInt8]) -> Bool { bytes[field] == other[...] }

  /// The text of a field that is known to be UTF-8.
  package func text(_ field: Range<Int>) -> String {
    String(decoding: bytes[field], as: UTF8.self)
  }
}
