/// The amounts of a currency that a provider takes at some moment: all multiples of one.
struct AmountSteps {
  /// The step is so many units of 10^-`scale`.
  private let size: Int64
  private let scale: Int
  /// Digits of the provider's unit.
  private let exponent: Int

  /// Throws `noMinorUnit`.
  init(
    _ profile: ExponentProfile, _ currency: Currency, on moment: Timestamp,
    for purpose: ExponentProfile.Purpose
  ) throws(ExponentProfileError) {
    guard let digits = currency.minorDigits else { throw .noMinorUnit(currency) }
    let unit = try profile.unit(of: currency, on: moment, for: purpose)
    exponent = unit.exponent
    let deviation = profile.deviation(of: currency, on: moment, for: purpose)
    // What is whole in minor units as well as in multiples of the provider's units; only in the
    // latter where fractions are taken.
    scale = deviation?.takesFractions == true ? max(digits, exponent) : digits
    let numerator = Int64(PowerOfTen.narrow(scale)) * unit.multiple
    size = numerator / greatestCommonDivisor(numerator, Int64(PowerOfTen.narrow(exponent)))
  }

  /// The step as an amount, at the digits with which amounts are shown: 0.010 KWD.
  var step: Decimal128 { Decimal128(unchecked: Int128(size), scale: scale) }

  /// The provider's units of an amount; nil if it is between two steps.
  ///
  /// Throws `overflow`, also for what 64 bits of minor units do not hold.
  func units(of amount: Decimal128) throws(ExponentProfileError) -> Int64? {
    do throws(DecimalError) {
      let whole = try amount.rescaled(to: scale).coefficient
      guard whole % Int128(size) == 0 else { return nil }
      let units = try amount.rescaled(to: exponent).coefficient
      guard Int64(exactly: whole) != nil, let units = Int64(exactly: units) else {
        throw DecimalError.overflow
      }
      return units
    } catch .inexact {
      return nil
    } catch {
      throw .overflow
    }
  }

  /// The nearest amounts on both sides of one that is between two steps.
  ///
  /// Throws `overflow` if the provider cannot be sent one of them.
  func neighbours(
    of amount: Decimal128
  ) throws(ExponentProfileError) -> (below: Decimal128, above: Decimal128) {
    let below: Decimal128
    let above: Decimal128
    do throws(DecimalError) {
      let steps = try amount.divided(by: step, scale: 0, rounding: .floor).coefficient
      // Steps that 64 bits cannot count are no amounts either.
      guard let count = Int64(exactly: steps) else { throw DecimalError.overflow }
      let lower = Int128(count) * Int128(size)
      below = try Decimal128(coefficient: lower, scale: scale)
      above = try Decimal128(coefficient: lower + Int128(size), scale: scale)
    } catch {
      throw .overflow
    }
    _ = try units(of: below)
    _ = try units(of: above)
    return (below, above)
  }
}

private func greatestCommonDivisor(_ one: Int64, _ other: Int64) -> Int64 {
  var (one, other) = (one, other)
  while other != 0 { (one, other) = (other, one % other) }
  return one
}
