extension Money {
  /// The amount in the currency's main unit, at the currency's digits: 2000 US cents are 20.00.
  public var decimal: Decimal128 {
    Decimal128(unchecked: Int128(minorUnits), scale: currency.digits)
  }

  /// An amount that a decimal has exactly; zeros beyond the currency's digits are no more of it.
  ///
  /// Throws `noMinorUnit`, `tooManyDecimals` and `overflow`.
  public init(_ decimal: Decimal128, currency: Currency) throws(MoneyError) {
    guard let digits = currency.minorDigits else { throw .noMinorUnit(currency) }
    do throws(DecimalError) {
      self = try Money(rescaled: try decimal.rescaled(to: digits), currency)
    } catch {
      throw error == .inexact ? .tooManyDecimals(currency: currency) : .overflow
    }
  }

  /// A decimal rounded to the currency's digits. Throws `noMinorUnit` and `overflow`.
  public init(
    _ decimal: Decimal128, currency: Currency, rounding: RoundingMode
  ) throws(MoneyError) {
    guard let digits = currency.minorDigits else { throw .noMinorUnit(currency) }
    do throws(DecimalError) {
      let rounded = try decimal.quantized(toScale: digits, rounding: rounding)
      self = try Money(rescaled: rounded, currency)
    } catch {
      throw .overflow
    }
  }

  /// The amount times a rate, such as a tax or a discount, rounded once to whole minor units.
  ///
  /// Inlinable, because the call would cost as much as the product, and a mode that the caller
  /// names leaves nothing of the choice between them.
  ///
  /// Throws `overflow`.
  @inlinable
  public func multiplied(
    by rate: Decimal128, rounding: RoundingMode
  ) throws(MoneyError) -> Money {
    if let product = narrowProduct(with: rate, rounding: rounding) { return product }
    return try wideProduct(with: rate, rounding: rounding)
  }

  @usableFromInline
  func wideProduct(
    with rate: Decimal128, rounding: RoundingMode
  ) throws(MoneyError) -> Money {
    do throws(DecimalError) {
      let units = try Decimal128(minorUnits).multiplied(by: rate, scale: 0, rounding: rounding)
      return try Money(rescaled: units, currency)
    } catch {
      throw .overflow
    }
  }

  /// `decimal` is at the scale of the currency's minor units.
  private init(rescaled decimal: Decimal128, _ currency: Currency) throws(DecimalError) {
    guard let minorUnits = Int64(exactly: decimal.coefficient) else { throw .overflow }
    self.init(minorUnits: minorUnits, currency: currency)
  }

  /// The product where the exact one fits 64 bits, as nearly all do; nil where it does not.
  ///
  /// Whether it is rounded up is computed: a branch on digits that nobody can predict would cost
  /// more than all the rest.
  @inlinable
  @inline(__always)
  func narrowProduct(with rate: Decimal128, rounding: RoundingMode) -> Money? {
    guard let factor = Int64(exactly: rate.coefficient) else { return nil }
    let (product, overflow) = minorUnits.multipliedReportingOverflow(by: factor)
    guard !overflow, let (whole, divisor) = product.droppingDigits(rate.scale) else { return nil }
    // -1 below zero, otherwise 0.
    let sign = product &>> 63
    let remainder = product &- whole &* divisor
    let doubled = ((remainder ^ sign) &- sign) &<< 1
    let threshold = rounding.threshold(half: divisor, odd: whole & 1, isNegative: sign < 0)
    let grows = (threshold &- doubled) &>> 63
    return Money(minorUnits: whole &+ (grows & (sign | 1)), currency: currency)
  }
}

extension Int64 {
  /// This x 10^-`digits` toward zero, and 10^`digits`; nil beyond the nine digits that rates have.
  ///
  /// Divisors that the compiler knows become multiplications, several times faster than a division.
  @inlinable
  @inline(__always)
  func droppingDigits(_ digits: Int) -> (whole: Int64, divisor: Int64)? {
    switch digits {
    case 0: (self, 1)
    case 1: (self / 10, 10)
    case 2: (self / 100, 100)
    case 3: (self / 1000, 1000)
    case 4: (self / 10_000, 10_000)
    case 5: (self / 100_000, 100_000)
    case 6: (self / 1_000_000, 1_000_000)
    case 7: (self / 10_000_000, 10_000_000)
    case 8: (self / 100_000_000, 100_000_000)
    case 9: (self / 1_000_000_000, 1_000_000_000)
    default: nil
    }
  }
}
