/// An exact decimal: `coefficient` x 10^-`scale`; rates, taxes and exchange rates.
///
/// The coefficient has at most 38 digits, the scale is 0 to 38. There is no NaN, no infinity and no
/// negative zero. Equality and order are those of the value: 1.0 equals 1.00; `description` keeps
/// the scale. What cannot be held is `DecimalError.overflow`, whatever the caller asks for.
public struct Decimal128: Sendable {
  public let coefficient: Int128
  /// Digits after the point.
  public let scale: Int

  public static let zero = Decimal128(unchecked: 0, scale: 0)

  /// Throws `overflow` if the coefficient or the scale is out of range.
  public init(coefficient: Int128, scale: Int = 0) throws(DecimalError) {
    guard coefficient.magnitude <= Self.greatestCoefficient, Self.scales.contains(scale) else {
      throw .overflow
    }
    self.init(unchecked: coefficient, scale: scale)
  }

  public init(_ integer: Int64) { self.init(unchecked: Int128(integer), scale: 0) }

  public var isZero: Bool { coefficient == 0 }
  public var isNegative: Bool { coefficient < 0 }
  public var negated: Decimal128 { Decimal128(unchecked: -coefficient, scale: scale) }
  public var magnitude: Decimal128 { isNegative ? negated : self }

  /// The caller has proved both ranges.
  init(unchecked coefficient: Int128, scale: Int) {
    self.coefficient = coefficient
    self.scale = scale
  }

  /// Throws `overflow` if `magnitude` has more than 38 digits; the caller has proved the scale.
  init(isNegative: Bool, magnitude: UInt128, scale: Int) throws(DecimalError) {
    guard magnitude <= Self.greatestCoefficient else { throw .overflow }
    let coefficient = Int128(truncatingIfNeeded: magnitude)
    self.init(unchecked: isNegative ? -coefficient : coefficient, scale: scale)
  }

  static let greatestDigits = 38
  static let greatestScale = 38
  static var scales: ClosedRange<Int> { 0...greatestScale }
  static let greatestCoefficient: UInt128 = 99_999_999_999_999_999_999_999_999_999_999_999_999
}

extension Decimal128: Comparable {
  public static func == (one: Decimal128, other: Decimal128) -> Bool {
    if one.scale == other.scale { return one.coefficient == other.coefficient }
    return one.sign == other.sign && one.comparesMagnitude(to: other) == 0
  }

  public static func < (one: Decimal128, other: Decimal128) -> Bool {
    if one.scale == other.scale { return one.coefficient < other.coefficient }
    guard one.sign == other.sign else { return one.sign < other.sign }
    return one.comparesMagnitude(to: other) * one.sign < 0
  }

  /// -1, 0 or 1.
  private var sign: Int { Int(truncatingIfNeeded: coefficient.signum()) }

  /// -1, 0 or 1 as this magnitude is less than, equal to or greater than the other's.
  ///
  /// What leaves 128 bits when it is brought to the other's scale is greater than any coefficient.
  private func comparesMagnitude(to other: Decimal128) -> Int {
    guard scale <= other.scale else { return -other.comparesMagnitude(to: self) }
    let (scaled, overflow) = coefficient.magnitude.multipliedReportingOverflow(
      by: PowerOfTen.wide(other.scale - scale))
    let fine = other.coefficient.magnitude
    return overflow || scaled > fine ? 1 : scaled == fine ? 0 : -1
  }
}

extension Decimal128: Hashable {
  /// Without trailing zeros, for equal values must have equal hashes.
  public func hash(into hasher: inout Hasher) {
    var (coefficient, scale) = (coefficient, isZero ? 0 : scale)
    while scale > 0, coefficient % 10 == 0 {
      coefficient /= 10
      scale -= 1
    }
    hasher.combine(coefficient)
    hasher.combine(scale)
  }
}
