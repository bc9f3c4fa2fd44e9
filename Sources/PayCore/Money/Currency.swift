/// A currency of ISO 4217: its codes and how many digits its minor unit has.
///
/// Source: ISO 4217 list one of 2026-01-01.
public struct Currency: Sendable, Hashable {
  /// Alphabetic code, three capital letters: `USD`.
  public let code: String
  /// Numeric code, 1...999, printed with three digits: 840.
  public let numeric: Int
  /// Digits after the decimal point: 2 for USD, 0 for JPY, 3 for KWD; nil where the standard gives
  /// none (precious metals, test codes), and such a currency has no amounts.
  public let minorDigits: Int?

  init(_ code: String, _ numeric: Int, _ minorDigits: Int?) {
    self.code = code
    self.numeric = numeric
    self.minorDigits = minorDigits
  }

  /// The currency with an alphabetic code, compared byte for byte; nil if the standard has none.
  public init?(code: String) {
    let wanted = Array(code.utf8)
    var low = 0
    var high = Currency.all.count
    while low < high {
      let middle = (low + high) / 2
      if Currency.all[middle].code.utf8.lexicographicallyPrecedes(wanted) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < Currency.all.count, Currency.all[low].code.utf8.elementsEqual(wanted) else {
      return nil
    }
    self = Currency.all[low]
  }

  /// The digits in which amounts are written; currencies without a minor unit count in whole units.
  var digits: Int { minorDigits ?? 0 }
}

extension Currency: CustomStringConvertible {
  public var description: String { code }
}
