/// What becomes of the digits that do not fit; every operation that may round names one.
public enum RoundingMode: String, Sendable, Hashable, CaseIterable {
  /// The digits are dropped: 2.5 and -2.5 become 2 and -2.
  case towardZero
  /// The last kept digit grows if anything was dropped: 2.1 and -2.1 become 3 and -3.
  case awayFromZero
  /// Toward negative infinity: 2.5 and -2.5 become 2 and -3.
  case floor
  /// Toward positive infinity: 2.5 and -2.5 become 3 and -2.
  case ceiling
  /// To the nearest; a tie to the even digit: 2.5 and 3.5 become 2 and 4.
  case halfEven
  /// To the nearest; a tie away from zero: 2.5 and -2.5 become 3 and -3.
  case halfUp
  /// To the nearest; a tie toward zero: 2.5 and -2.5 become 2 and -2.
  case halfDown
}

extension RoundingMode {
  /// What the rest of a division must exceed for the quotient's magnitude to grow by one.
  ///
  /// Rests are measured so that nothing is 0 and a tie is `half`: ranks, or doubled remainders of
  /// an even divisor.
  ///
  /// - Parameters:
  ///   - odd: 1 if the quotient is odd, otherwise 0.
  ///   - isNegative: The sign of the value.
  @inlinable
  @inline(__always)
  func threshold<Rest: FixedWidthInteger>(half: Rest, odd: Rest, isNegative: Bool) -> Rest {
    switch self {
    case .towardZero: .max
    case .awayFromZero: 0
    case .floor: isNegative ? 0 : .max
    case .ceiling: isNegative ? .max : 0
    case .halfEven: half &- odd
    case .halfUp: half &- 1
    case .halfDown: half
    }
  }
}
