/// The text of an amount, read without regard to a currency: `-?[0-9]+(\.[0-9]+)?`, of any length.
struct RequestAmount {
  let isZero: Bool
  /// Less than zero; `-0` is not.
  let isNegative: Bool
  /// Digits after the point.
  let decimals: Int
  /// The same without the zeros at the end.
  let significantDecimals: Int
  /// The amount; nil where it has more than 38 digits.
  let value: Decimal128?

  /// Nil for a text that is no amount.
  init?(_ text: String) {
    var coefficient: Int128 = 0
    var isBeyond = false
    var hasSign = false
    var (whole, decimals, significant) = (0, -1, 0)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-") where !hasSign && whole == 0: hasSign = true
      case UInt8(ascii: ".") where decimals < 0 && whole > 0: decimals = 0
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = Int128(byte - UInt8(ascii: "0"))
        if decimals < 0 {
          whole += 1
        } else {
          decimals += 1
          if digit > 0 { significant = decimals }
        }
        isBeyond = isBeyond || coefficient > Self.lastThatGrows
        if !isBeyond { coefficient = coefficient * 10 + digit }
      default: return nil
      }
    }
    guard whole > 0, decimals != 0 else { return nil }
    isZero = coefficient == 0
    isNegative = hasSign && !isZero
    self.decimals = max(decimals, 0)
    significantDecimals = significant
    value =
      isBeyond
      ? nil
      : try? Decimal128(coefficient: hasSign ? -coefficient : coefficient, scale: self.decimals)
  }

  /// A tenth of what Decimal128 holds: one more digit fits behind it.
  private static let lastThatGrows: Int128 = 9_999_999_999_999_999_999_999_999_999_999_999_999
}
