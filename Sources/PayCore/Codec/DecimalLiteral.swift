/// A decimal number as it is written (`0.1`, `1.0`, `-2e3`), compared exactly and never converted.
///
/// The grammar is that of JSON, and beyond it a plus sign and needless zeros in front, as property
/// lists have them.
package struct DecimalLiteral: Sendable, Hashable {
  package let isNegative: Bool
  /// The digits from the first to the last that is not zero; empty for zero.
  private let digits: [UInt8]
  /// The place of the point, counted from the first of `digits`: 1 for 5, 0 for 0.5, 2 for 50.
  private let point: Int

  package init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    func take(_ bytes: [UInt8]) -> UInt8? {
      guard let first = rest.first, bytes.contains(first) else { return nil }
      return rest.removeFirst()
    }
    func takeDigits() -> [UInt8]? {
      let digits = rest.prefix(while: isDigit)
      rest = rest.dropFirst(digits.count)
      return digits.isEmpty ? nil : Array(digits)
    }
    let sign = take(Array("+-".utf8))
    guard let whole = takeDigits() else { return nil }
    var fraction: [UInt8] = []
    if take(Array(".".utf8)) != nil {
      guard let digits = takeDigits() else { return nil }
      fraction = digits
    }
    var exponent = 0
    if take(Array("eE".utf8)) != nil {
      let sign = take(Array("+-".utf8))
      guard let digits = takeDigits() else { return nil }
      // Beyond this no number of digits that fits in memory brings the point back.
      let magnitude = digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), 1 << 40) }
      exponent = sign == UInt8(ascii: "-") ? -magnitude : magnitude
    }
    guard rest.isEmpty else { return nil }
    let all = whole + fraction
    let zeros = all.prefix { $0 == 0x30 }.count
    let end = all.lastIndex { $0 != 0x30 }.map { $0 + 1 } ?? zeros
    digits = Array(all[zeros..<max(zeros, end)])
    point = digits.isEmpty ? 0 : whole.count - zeros + exponent
    isNegative = sign == UInt8(ascii: "-")
  }

  package var isZero: Bool { digits.isEmpty }

  /// Whether the number is greater than zero.
  package var isPositive: Bool { !isNegative && !isZero }

  /// Whether the number lies between 0 and 1, both included; -0 is 0.
  package var isUnitInterval: Bool {
    if isZero { return true }
    return !isNegative && (point <= 0 || point == 1 && digits == [UInt8(ascii: "1")])
  }
}
