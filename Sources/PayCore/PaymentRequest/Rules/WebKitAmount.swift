/// A valid decimal monetary value of the W3C: `-?[0-9]+(\.[0-9]+)?`, of any length.
///
/// Only what the rules ask is kept, so that no length overflows. Source: W3C, Payment Request API,
/// validity checkers.
package struct MonetaryValue: Sendable, Hashable {
  package let hasMinus: Bool
  /// The digits before the point; `UInt64.max` stands for all that is larger.
  private let whole: UInt64
  private let hasFraction: Bool

  /// Nil if `text` is not of the grammar.
  package init?(_ text: String) {
    var whole: UInt64 = 0
    var hasFraction = false
    var hasMinus = false
    var isFirst = true
    var hasPoint = false
    var endsInDigit = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = UInt64(byte - UInt8(ascii: "0"))
        if hasPoint {
          hasFraction = hasFraction || digit != 0
        } else {
          let (product, overflow) = whole.multipliedReportingOverflow(by: 10)
          let (sum, carry) = product.addingReportingOverflow(digit)
          whole = overflow || carry ? .max : sum
        }
        endsInDigit = true
      case UInt8(ascii: ".") where endsInDigit && !hasPoint:
        hasPoint = true
        endsInDigit = false
      case UInt8(ascii: "-") where isFirst: hasMinus = true
      default: return nil
      }
      isFirst = false
    }
    guard endsInDigit else { return nil }
    self.hasMinus = hasMinus
    self.whole = whole
    self.hasFraction = hasFraction
  }

  package var isZero: Bool { whole == 0 && !hasFraction }

  /// Less than zero: `-0.00` is not.
  package var isNegative: Bool { hasMinus && !isZero }

  /// Whether it is still less than zero when its decimals are cut off: `-0.50` is not.
  package var isNegativeWhole: Bool { hasMinus && whole != 0 }

  package func exceeds(_ bound: UInt64) -> Bool {
    !hasMinus && (whole > bound || whole == bound && hasFraction)
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
