internal import PayCore

/// A product or a quotient of any length, computed digit by digit, as on paper: it tells what the
/// engine must say without asking how that computes, an overflow included.
struct LongResult {
  /// Of the magnitude, the most significant first.
  private let digits: [UInt8]
  /// How many of them are behind the point; less than zero: as many zeros are missing.
  private let scale: Int
  /// Whether more follows than `digits` say.
  private let hasRest: Bool
  private let isNegative: Bool

  init(_ one: Decimal128, times other: Decimal128) {
    let (first, second) = (Self.digits(of: one), Self.digits(of: other))
    var sums = [Int](repeating: 0, count: first.count + second.count)
    for (place, digit) in first.enumerated() {
      for (offset, factor) in second.enumerated() {
        sums[place + offset + 1] += Int(digit) * Int(factor)
      }
    }
    for place in sums.indices.dropFirst().reversed() {
      sums[place - 1] += sums[place] / 10
      sums[place] %= 10
    }
    digits = sums.map(UInt8.init)
    scale = one.scale + other.scale
    hasRest = false
    isNegative = one.isNegative != other.isNegative
  }

  /// The quotient to one digit more than `scale` at least; `divisor` is not zero.
  init(_ dividend: Decimal128, over divisor: Decimal128, scale: Int) {
    let zeros = max(scale + 1 + divisor.scale - dividend.scale, 0)
    var quotient: [UInt8] = []
    var rest: UInt128 = 0
    let whole = divisor.coefficient.magnitude
    for digit in Self.digits(of: dividend) + [UInt8](repeating: 0, count: zeros) {
      // What is left is less than the divisor; ten times that may need more than 128 bits.
      let tenfold = rest.multipliedFullWidth(by: 10)
      let (low, carry) = tenfold.low.addingReportingOverflow(UInt128(digit))
      let step = whole.dividingFullWidth((tenfold.high + (carry ? 1 : 0), low))
      quotient.append(UInt8(step.quotient))
      rest = step.remainder
    }
    digits = quotient
    self.scale = dividend.scale - divisor.scale + zeros
    hasRest = rest != 0
    isNegative = dividend.isNegative != divisor.isNegative
  }

  /// The result at a scale, rounded once; `overflow` beyond 38 digits.
  func rounded(
    toScale scale: Int, _ mode: RoundingMode
  ) -> Result<Decimal128, DecimalError> {
    var kept = digits
    var dropped: [UInt8] = []
    if self.scale > scale {
      let count = self.scale - scale
      dropped =
        [UInt8](repeating: 0, count: max(count - digits.count, 0)) + digits.suffix(count)
      kept = Array(digits.dropLast(count))
    } else {
      kept += [UInt8](repeating: 0, count: scale - self.scale)
    }
    if grows(kept.last ?? 0, dropped, mode) { kept = Self.next(after: kept) }
    guard let coefficient = Int128(kept.reduce(into: "0") { $0 += String($1) }) else {
      return .failure(.overflow)
    }
    return result { () throws(DecimalError) in
      try Decimal128(coefficient: isNegative ? -coefficient : coefficient, scale: scale)
    }
  }

  /// Whether nothing but zeros is beyond a scale.
  func isExact(atScale scale: Int) -> Bool {
    !hasRest && digits.suffix(max(self.scale - scale, 0)).allSatisfy { $0 == 0 }
  }

  private func grows(_ last: UInt8, _ dropped: [UInt8], _ mode: RoundingMode) -> Bool {
    let first = dropped.first ?? 0
    let isMore = hasRest || dropped.dropFirst().contains { $0 != 0 }
    guard first != 0 || isMore else { return false }
    switch mode {
    case .towardZero: return false
    case .awayFromZero: return true
    case .floor: return isNegative
    case .ceiling: return !isNegative
    case .halfUp: return first >= 5
    case .halfDown: return first > 5 || first == 5 && isMore
    case .halfEven: return first > 5 || first == 5 && (isMore || !last.isMultiple(of: 2))
    }
  }

  private static func next(after digits: [UInt8]) -> [UInt8] {
    guard let place = digits.lastIndex(where: { $0 < 9 }) else {
      return [1] + [UInt8](repeating: 0, count: digits.count)
    }
    return digits[..<place] + [digits[place] + 1]
      + [UInt8](repeating: 0, count: digits.count - place - 1)
  }

  private static func digits(of value: Decimal128) -> [UInt8] {
    String(value.coefficient.magnitude).utf8.map { $0 - UInt8(ascii: "0") }
  }
}
