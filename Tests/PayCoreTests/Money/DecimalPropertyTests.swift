import PayCore
import TestSupport
import Testing

/// Laws that need no second implementation, at random operands; a failure names its seed.
@Suite struct DecimalPropertyTests {
  static let seeds = [UInt64.random(in: 0 ... .max), 1, 2, 3]
  static let rounds = 2000

  private func coefficient(digits: Int, _ random: inout SplitMix64) -> Int128 {
    let bits = Int128(truncatingIfNeeded: random.next()) << 64 | Int128(random.next())
    let limit = (0..<Int.random(in: 1...digits, using: &random)).reduce(Int128(1)) { power, _ in
      power * 10
    }
    return bits % limit
  }

  private func value(digits: Int = 38, _ random: inout SplitMix64) throws -> Decimal128 {
    try Decimal128(
      coefficient: coefficient(digits: digits, &random),
      scale: Int.random(in: 0...min(digits, 19), using: &random))
  }

  /// Calls `holds` with operands, and records the seed of the first that it refuses.
  private func demand(
    _ seed: UInt64, digits: Int,
    _ holds: (Decimal128, Decimal128, RoundingMode, Int) throws -> Bool
  ) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<Self.rounds {
      let one = try value(digits: digits, &random)
      let two = try value(digits: digits, &random)
      let mode = try #require(RoundingMode.allCases.randomElement(using: &random))
      let scale = Int.random(in: 0...10, using: &random)
      guard try holds(one, two, mode, scale) else {
        Issue.record("seed \(seed): \(one), \(two), \(mode), \(scale)")
        return
      }
    }
  }

  @Test(arguments: seeds)
  func `adding and subtracting again gives the value`(seed: UInt64) throws {
    try demand(seed, digits: 18) { one, two, _, _ in
      try one.adding(two).subtracting(two) == one
        && one.adding(two) == two.adding(one)
    }
  }

  @Test(arguments: seeds)
  func `multiplying and dividing again gives the value`(seed: UInt64) throws {
    try demand(seed, digits: 18) { one, two, mode, _ in
      guard !two.isZero else { return true }
      let product = try one.multiplied(by: two)
      return try product == two.multiplied(by: one)
        && product.dividedExactly(by: two, scale: one.scale) == one
        && product.divided(by: two, scale: one.scale, rounding: mode) == one
    }
  }

  @Test(arguments: seeds)
  func `rounding twice is rounding once, and moves by less than a unit`(seed: UInt64) throws {
    try demand(seed, digits: 27) { one, _, mode, scale in
      let rounded = try one.quantized(toScale: scale, rounding: mode)
      let unit = try Decimal128(coefficient: 1, scale: scale)
      let moved = try rounded.subtracting(one).magnitude
      let isNearest = [.halfEven, .halfUp, .halfDown].contains(mode)
      return try rounded.quantized(toScale: scale, rounding: mode) == rounded
        && rounded.scale == scale && moved < unit
        && (!isNearest || moved.adding(moved) <= unit)
        && (mode != .floor || rounded <= one) && (mode != .ceiling || rounded >= one)
        && (mode != .towardZero || rounded.magnitude <= one.magnitude)
        && (mode != .awayFromZero || rounded.magnitude >= one.magnitude)
    }
  }

  @Test(arguments: seeds)
  func `exactly one of less, equal and greater holds, and the difference says which`(
    seed: UInt64
  ) throws {
    try demand(seed, digits: 18) { one, two, _, scale in
      let difference = try one.subtracting(two)
      let same = try one.rescaled(to: one.scale + scale)
      return [one < two, one == two, one > two].count { $0 } == 1
        && (one < two) == difference.isNegative && (one == two) == difference.isZero
        && same == one && same.hashValue == one.hashValue
        && (one < two) == (two.negated < one.negated)
    }
  }

  @Test(arguments: seeds)
  func `the text of any value reads as the value`(seed: UInt64) throws {
    try demand(seed, digits: 38) { one, two, _, _ in
      for value in [one, two] {
        let read = try Decimal128(parsing: value.description)
        guard read.coefficient == value.coefficient, read.scale == value.scale else { return false }
      }
      return true
    }
  }
}
