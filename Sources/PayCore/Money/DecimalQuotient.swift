/// A whole quotient and how much was left, before a rounding mode decides.
///
/// Where there is a rest there is room for one more: each initializer says why.
struct DecimalQuotient {
  /// What was left, against half of the divisor: a rank, so that rounding computes and does not
  /// branch on digits that nobody can predict.
  struct Rest: Equatable {
    fileprivate let rank: UInt8

    static var none: Rest { Rest(rank: 0) }
    static var belowHalf: Rest { Rest(rank: 1) }
    static var half: Rest { Rest(rank: 2) }
    static var aboveHalf: Rest { Rest(rank: 3) }
  }

  let whole: UInt128
  let rest: Rest

  init(whole: UInt128, rest: Rest) {
    self.whole = whole
    self.rest = rest
  }

  /// `divisor` is not zero; with a rest it is 2 or more, and the quotient below 2^127.
  @inline(__always)
  init(dividing dividend: UInt128, by divisor: UInt128) {
    if let dividend = UInt64(exactly: dividend), let divisor = UInt64(exactly: divisor) {
      let whole = dividend / divisor
      self.init(whole: UInt128(whole), remainder: dividend &- whole &* divisor, divisor: divisor)
    } else {
      // The remainder by a product: a second division would cost as much as the first.
      let whole = dividend / divisor
      self.init(whole: whole, remainder: dividend &- whole &* divisor, divisor: divisor)
    }
  }

  /// Divides 256 bits. Throws `overflow` if the quotient has more than 38 digits: one of 128 one
  /// bits and a rest would wrap to zero when it is rounded up.
  init(
    dividing dividend: (high: UInt128, low: UInt128), by divisor: UInt128
  ) throws(DecimalError) {
    // Checked first: `dividingFullWidth` traps on a quotient that does not fit.
    guard dividend.high < divisor else { throw .overflow }
    if dividend.high == 0 {
      self.init(dividing: dividend.low, by: divisor)
    } else {
      let (whole, remainder) = divisor.dividingFullWidth(dividend)
      guard whole <= Decimal128.greatestCoefficient else { throw .overflow }
      self.init(whole: whole, remainder: remainder, divisor: divisor)
    }
  }

  /// Divides a product of two coefficients by 10^`digits`, 0 to 76. Throws `overflow`.
  ///
  /// Both are below 10^38, so that what is left of their product without 38 digits is as well.
  init(
    dropping digits: Int, from dividend: (high: UInt128, low: UInt128)
  ) throws(DecimalError) {
    let first = min(digits, Decimal128.greatestScale)
    let head = try DecimalQuotient(dividing: dividend, by: PowerOfTen.wide(first))
    guard digits > first else {
      self = head
      return
    }
    let tail = DecimalQuotient(dividing: head.whole, by: PowerOfTen.wide(digits - first))
    self.init(whole: tail.whole, rest: head.rest == .none ? tail.rest : tail.rest.plusLess)
  }

  /// Compares with `divisor - remainder`, for twice the remainder may not fit.
  @inline(__always)
  init<Word: FixedWidthInteger & UnsignedInteger>(whole: UInt128, remainder: Word, divisor: Word) {
    let other = divisor &- remainder
    let rank: UInt8 =
      (remainder > 0 ? 1 : 0) &+ (remainder >= other ? 1 : 0) &+ (remainder > other ? 1 : 0)
    self.init(whole: whole, rest: Rest(rank: rank))
  }

  /// The quotient's magnitude after rounding; `isNegative` is the sign of the value it belongs to.
  @inline(__always)
  func rounded(_ mode: RoundingMode, isNegative: Bool) -> UInt128 {
    let threshold = mode.threshold(
      half: Rest.half.rank, odd: UInt8(truncatingIfNeeded: whole & 1), isNegative: isNegative)
    return whole &+ (rest.rank > threshold ? 1 : 0)
  }
}

extension DecimalQuotient.Rest {
  /// With a part added that is not zero and less than a unit of the remainder, by an even divisor.
  fileprivate var plusLess: Self {
    rank < Self.half.rank ? .belowHalf : .aboveHalf
  }
}

extension DecimalQuotient {
  /// `product` x 10^-`digits`, -38 to 76; a negative count appends zeros. Throws `overflow`.
  init(
    shifting product: (high: UInt128, low: UInt128), dropping digits: Int
  ) throws(DecimalError) {
    guard digits < 0 else {
      try self.init(dropping: digits, from: product)
      return
    }
    let (whole, overflow) = product.low.multipliedReportingOverflow(by: PowerOfTen.wide(-digits))
    guard product.high == 0, !overflow else { throw .overflow }
    self.init(whole: whole, rest: .none)
  }

  /// `dividend` x 10^`digits` / `divisor`, -38 to 76; the divisor is not zero. Throws `overflow`.
  init(
    dividing dividend: UInt128, shiftedBy digits: Int, by divisor: UInt128
  ) throws(DecimalError) {
    guard digits >= 0 else {
      let (scaled, overflow) = divisor.multipliedReportingOverflow(by: PowerOfTen.wide(-digits))
      if overflow {
        // The divisor is then more than three times the greatest dividend.
        self.init(whole: 0, rest: dividend == 0 ? .none : .belowHalf)
      } else {
        self.init(dividing: dividend, by: scaled)
      }
      return
    }
    let first = min(digits, Decimal128.greatestScale)
    let product = dividend.multipliedFullWidth(by: PowerOfTen.wide(first))
    guard product.high < divisor else { throw .overflow }
    guard digits > first else {
      try self.init(dividing: product, by: divisor)
      return
    }
    // Beyond 256 bits: as in a division by hand, the remainder goes on with the other zeros.
    let power = PowerOfTen.wide(digits - first)
    let head = divisor.dividingFullWidth(product)
    let (shifted, overflow) = head.quotient.multipliedReportingOverflow(by: power)
    let tail = divisor.dividingFullWidth(head.remainder.multipliedFullWidth(by: power))
    let (whole, carry) = shifted.addingReportingOverflow(tail.quotient)
    guard !overflow, !carry, whole <= Decimal128.greatestCoefficient else { throw .overflow }
    self.init(whole: whole, remainder: tail.remainder, divisor: divisor)
  }
}
