// Exact where nothing is named, rounded once where a mode is. Operands that fit 64 bits, as amounts
// and rates do, take a short path; the long one goes through 256 bits, so that no result that can
// be held is refused because of what came between.

extension Decimal128 {
  /// The exact sum at the greater scale. Throws `overflow`.
  public func adding(_ other: Decimal128) throws(DecimalError) -> Decimal128 {
    let (coarse, fine) = scale <= other.scale ? (self, other) : (other, self)
    let missing = fine.scale &- coarse.scale
    if missing < PowerOfTen.greatestNarrowExponent,
      let narrow = Int64(exactly: coarse.coefficient)
    {
      // At most 2^63 x 10^18 + 10^38, which is within 127 bits.
      let scaled = Int128(narrow) &* Int128(PowerOfTen.narrow(missing))
      let sum = scaled &+ fine.coefficient
      guard sum.magnitude <= Self.greatestCoefficient else { throw .overflow }
      return Decimal128(unchecked: sum, scale: fine.scale)
    }
    return try coarse.addingWide(fine)
  }

  /// The exact difference at the greater scale. Throws `overflow`.
  public func subtracting(_ other: Decimal128) throws(DecimalError) -> Decimal128 {
    try adding(other.negated)
  }

  /// The exact product; its scale is the sum of both. Throws `overflow`.
  public func multiplied(by other: Decimal128) throws(DecimalError) -> Decimal128 {
    let scale = self.scale &+ other.scale
    guard scale <= Self.greatestScale else { throw .overflow }
    if let one = Int64(exactly: coefficient), let two = Int64(exactly: other.coefficient) {
      // At most 2^126, which is below 10^38.
      return Decimal128(unchecked: Int128(one) &* Int128(two), scale: scale)
    }
    let product = coefficient.magnitude.multipliedFullWidth(by: other.coefficient.magnitude)
    guard product.high == 0 else { throw .overflow }
    return try Decimal128(
      isNegative: isNegative != other.isNegative, magnitude: product.low, scale: scale)
  }

  /// The product at `scale` digits, rounded once from its exact value. Throws `overflow`.
  public func multiplied(
    by other: Decimal128, scale: Int, rounding: RoundingMode
  ) throws(DecimalError) -> Decimal128 {
    guard Self.scales.contains(scale) else { throw .overflow }
    let dropped = self.scale &+ other.scale &- scale
    let isNegative = self.isNegative != other.isNegative
    let quotient: DecimalQuotient
    if let one = UInt64(exactly: coefficient.magnitude),
      let two = UInt64(exactly: other.coefficient.magnitude),
      dropped >= 0, dropped <= PowerOfTen.greatestNarrowExponent
    {
      quotient = DecimalQuotient(
        dividing: UInt128(one) &* UInt128(two), by: UInt128(PowerOfTen.narrow(dropped)))
    } else {
      let product = coefficient.magnitude.multipliedFullWidth(by: other.coefficient.magnitude)
      quotient = try DecimalQuotient(shifting: product, dropping: dropped)
    }
    return try Decimal128(
      isNegative: isNegative, magnitude: quotient.rounded(rounding, isNegative: isNegative),
      scale: scale)
  }

  /// The quotient at `scale` digits, rounded once. Throws `divisionByZero` and `overflow`.
  public func divided(
    by divisor: Decimal128, scale: Int, rounding: RoundingMode
  ) throws(DecimalError) -> Decimal128 {
    let isNegative = self.isNegative != divisor.isNegative
    let quotient = try quotient(by: divisor, scale: scale)
    return try Decimal128(
      isNegative: isNegative, magnitude: quotient.rounded(rounding, isNegative: isNegative),
      scale: scale)
  }

  /// The quotient at `scale` digits. Throws, in this order, `divisionByZero`, `overflow`, and
  /// `inexact` if digits would be lost, as those of 1/3 always are.
  public func dividedExactly(by divisor: Decimal128, scale: Int) throws(DecimalError) -> Decimal128
  {
    let quotient = try quotient(by: divisor, scale: scale)
    let result = try Decimal128(
      isNegative: isNegative != divisor.isNegative, magnitude: quotient.whole, scale: scale)
    guard quotient.rest == .none else { throw .inexact }
    return result
  }

  /// The value at `scale` digits, rounded or padded with zeros. Throws `overflow`.
  public func quantized(
    toScale scale: Int, rounding: RoundingMode
  ) throws(DecimalError) -> Decimal128 {
    let magnitude = try shifted(toScale: scale).rounded(rounding, isNegative: isNegative)
    return try Decimal128(isNegative: isNegative, magnitude: magnitude, scale: scale)
  }

  /// The same value at `scale` digits. Throws `inexact` if a digit that is not zero would be lost,
  /// and `overflow`.
  public func rescaled(to scale: Int) throws(DecimalError) -> Decimal128 {
    let quotient = try shifted(toScale: scale)
    guard quotient.rest == .none else { throw .inexact }
    return try Decimal128(isNegative: isNegative, magnitude: quotient.whole, scale: scale)
  }
}

extension Decimal128 {
  /// The sum with one of at least this scale.
  private func addingWide(_ fine: Decimal128) throws(DecimalError) -> Decimal128 {
    // What leaves 128 bits is more than three times the greatest coefficient: no second operand
    // can bring it back.
    let (one, leaves) = coefficient.magnitude.multipliedReportingOverflow(
      by: PowerOfTen.wide(fine.scale - scale))
    guard !leaves else { throw .overflow }
    let two = fine.coefficient.magnitude
    if isNegative != fine.isNegative {
      return try Decimal128(
        isNegative: one >= two ? isNegative : fine.isNegative,
        magnitude: one >= two ? one - two : two - one, scale: fine.scale)
    }
    let (sum, overflow) = one.addingReportingOverflow(two)
    guard !overflow else { throw .overflow }
    return try Decimal128(isNegative: isNegative, magnitude: sum, scale: fine.scale)
  }

  private func shifted(toScale scale: Int) throws(DecimalError) -> DecimalQuotient {
    guard Self.scales.contains(scale) else { throw .overflow }
    return try DecimalQuotient(
      shifting: (high: 0, low: coefficient.magnitude), dropping: self.scale - scale)
  }

  /// The magnitude of the quotient in units of 10^-`scale`.
  @inline(__always)
  private func quotient(
    by divisor: Decimal128, scale: Int
  ) throws(DecimalError) -> DecimalQuotient {
    guard !divisor.isZero else { throw .divisionByZero }
    guard Self.scales.contains(scale) else { throw .overflow }
    let missing = scale &+ divisor.scale &- self.scale
    if missing >= 0, missing <= PowerOfTen.greatestNarrowExponent,
      let one = UInt64(exactly: coefficient.magnitude)
    {
      return DecimalQuotient(
        dividing: UInt128(one) &* UInt128(PowerOfTen.narrow(missing)),
        by: divisor.coefficient.magnitude)
    }
    return try DecimalQuotient(
      dividing: coefficient.magnitude, shiftedBy: missing, by: divisor.coefficient.magnitude)
  }
}
