import PayCore

/// An exact sum or product in 256 bits, by the standard library's integers alone: it tells what
/// ours can hold without asking ours.
struct WideDecimal {
  private let high: UInt128
  private let low: UInt128
  private let scale: Int

  init(_ one: Decimal128, times other: Decimal128) {
    (high, low) = one.coefficient.magnitude.multipliedFullWidth(by: other.coefficient.magnitude)
    scale = one.scale + other.scale
  }

  init(_ one: Decimal128, plus other: Decimal128) {
    scale = max(one.scale, other.scale)
    var (first, second) = (Self.aligned(one, scale), Self.aligned(other, scale))
    if (first.high, first.low) < (second.high, second.low) { swap(&first, &second) }
    if one.isNegative == other.isNegative {
      let (sum, carry) = first.low.addingReportingOverflow(second.low)
      (high, low) = (first.high + second.high + (carry ? 1 : 0), sum)
    } else {
      let (difference, borrow) = first.low.subtractingReportingOverflow(second.low)
      (high, low) = (first.high - second.high - (borrow ? 1 : 0), difference)
    }
  }

  /// Whether it has at most 38 digits and at most 38 decimals.
  var isHeld: Bool { high == 0 && low < Self.power(38) && scale <= 38 }

  private static func aligned(_ value: Decimal128, _ scale: Int) -> (high: UInt128, low: UInt128) {
    value.coefficient.magnitude.multipliedFullWidth(by: power(scale - value.scale))
  }

  private static func power(_ exponent: Int) -> UInt128 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}
