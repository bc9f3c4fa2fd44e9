/// An exact decimal: `coefficient` x 10^-`scale`; rates, taxes and exchange rates.
///
/// The coefficient has at most 38 digits, the scale is 0 to 38. There is no NaN and no infinity.
/// Equality and order are those of the value: 1.0 equals 1.00; `description` keeps the scale.
public struct Decimal128: Sendable {
  public let coefficient: Int128
  /// Digits after the point.
  public let scale: Int

  public static let zero = Decimal128(unchecked: 0, scale: 0)

  /// Throws `overflow` if the coefficient or the scale is out of range.
  public init(coefficient: Int128, scale: Int = 0) throws(DecimalError) {
    guard coefficient.magnitude <= Self.greatestCoefficient, (0...38).contains(scale) else {
      throw .overflow
    }
    self.init(unchecked: coefficient, scale: scale)
  }

  public init(_ integer: Int64) { self.init(unchecked: Int128(integer), scale: 0) }

  init(unchecked coefficient: Int128, scale: Int) {
    self.coefficient = coefficient
    self.scale = scale
  }

  static let greatestCoefficient: UInt128 = 99_999_999_999_999_999_999_999_999_999_999_999_999
}
