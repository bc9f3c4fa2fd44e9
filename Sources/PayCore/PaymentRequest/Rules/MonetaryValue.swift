/// A valid decimal monetary value of the W3C, without a currency: `-?[0-9]+(\.[0-9]+)?`, of any
/// length.
///
/// The first 38 digits are kept, and of the others whether they are zero, so that no length
/// overflows and no comparison is wrong. Source: W3C, Payment Request API, validity checkers.
package struct MonetaryValue: Sendable, Hashable {
  package let hasMinus: Bool
  /// Digits after the point.
  package let decimals: Int
  /// The same without the zeros at the end.
  package let significantDecimals: Int
  /// Whether a digit before the point is not zero.
  private let hasWhole: Bool
  /// The digits that are kept, without the sign.
  private let coefficient: Int128
  /// How many of them stand after the point.
  private let scale: Int
  /// Whether the digits before the point are more than are kept.
  private let isHuge: Bool
  /// Whether a digit that is not kept is not zero.
  let isCut: Bool

  /// Nil if `text` is not of the grammar.
  package init?(_ text: String) {
    var coefficient: Int128 = 0
    var (hasMinus, hasWhole, isHuge, isCut, isFull) = (false, false, false, false, false)
    var (whole, decimals, significant, scale) = (0, -1, 0, 0)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-") where !hasMinus && whole == 0: hasMinus = true
      case UInt8(ascii: ".") where decimals < 0 && whole > 0:
        decimals = 0
        hasWhole = coefficient != 0
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = Int128(byte &- UInt8(ascii: "0"))
        if decimals < 0 {
          whole &+= 1
        } else {
          decimals &+= 1
          if digit > 0 { significant = decimals }
        }
        isFull = isFull || coefficient > Self.lastThatGrows || scale == Decimal128.scales.upperBound
        if !isFull {
          // Within 128 bits, as has just been looked at.
          coefficient = coefficient &* 10 &+ digit
          if decimals > 0 { scale &+= 1 }
        } else {
          isHuge = isHuge || decimals < 0
          isCut = isCut || digit > 0
        }
      default: return nil
      }
    }
    guard whole > 0, decimals != 0 else { return nil }
    self.hasMinus = hasMinus
    self.decimals = max(decimals, 0)
    significantDecimals = significant
    self.hasWhole = hasWhole || decimals < 0 && coefficient != 0
    self.coefficient = coefficient
    self.scale = scale
    self.isHuge = isHuge
    self.isCut = isCut
  }

  /// A tenth of what Decimal128 holds: one more digit fits behind it.
  private static let lastThatGrows: Int128 = 9_999_999_999_999_999_999_999_999_999_999_999_999

  package var isZero: Bool { coefficient == 0 && !isCut }

  /// Less than zero: `-0.00` is not.
  package var isNegative: Bool { hasMinus && !isZero }

  /// Whether it is still less than zero when its decimals are cut off: `-0.50` is not.
  package var isNegativeWhole: Bool { hasMinus && hasWhole }

  /// The amount; nil where it has more digits than a `Decimal128`.
  package var value: Decimal128? { isCut ? nil : kept }

  /// Its sign and the digits that are kept; nil where those are not even all before the point.
  var kept: Decimal128? {
    // Reading stops at `lastThatGrows` and at the greatest scale, so both are within a Decimal128.
    isHuge ? nil : Decimal128(unchecked: hasMinus ? -coefficient : coefficient, scale: scale)
  }

  /// Whether it, or with `eitherWay` its magnitude, is more than a bound that is not negative.
  package func exceeds(_ bound: Decimal128, eitherWay: Bool = false) -> Bool {
    guard eitherWay || !hasMinus else { return false }
    guard let kept = kept?.magnitude else { return true }
    return kept > bound || isCut && kept == bound
  }
}

extension MonetaryValue {
  /// Whether a code is well-formed to the W3C: three ASCII letters, in either case.
  ///
  /// Source: W3C, Payment Request API, which takes this from ECMA-402.
  package static func isWellFormedCurrencyCode(_ code: String) -> Bool {
    code.utf8.count == 3
      && code.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
  }
}
