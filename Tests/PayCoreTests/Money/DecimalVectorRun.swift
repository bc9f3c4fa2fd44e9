import PayCore

/// Puts one vector to our arithmetic.
///
/// Where a vector lies beyond our exponents, its numbers are first divided by powers of ten, which
/// moves the point of the result and changes none of its digits.
struct DecimalVectorRun {
  enum Outcome: Equatable {
    case agrees(isShifted: Bool)
    case skipped(String)
    case fails(String)
  }

  let vector: DecimalVector
  private let mode: RoundingMode?
  private var isInexact: Bool { vector.flags.contains("inexact") }
  private var isRounded: Bool { vector.flags.contains("rounded") }

  init(_ vector: DecimalVector) {
    self.vector = vector
    mode = Self.modes[vector.rounding]
  }

  private static let modes: [String: RoundingMode] = [
    "down": .towardZero, "up": .awayFromZero, "floor": .floor, "ceiling": .ceiling,
    "half_even": .halfEven, "half_up": .halfUp, "half_down": .halfDown,
  ]

  /// A failure of a check; its text says what was expected.
  private struct Disagreement: Error { let what: String }

  func outcome() -> Outcome {
    let known = ["add", "subtract", "multiply", "divide", "quantize", "compare"]
    guard known.contains(vector.operation), vector.operands.count == 2 else {
      return .skipped("operation \(vector.operation)")
    }
    guard let one = DecimalVectorNumber(vector.operands[0]),
      let two = DecimalVectorNumber(vector.operands[1])
    else { return .skipped("operand NaN, infinite or missing") }
    if !vector.flags.isDisjoint(with: ["division_by_zero", "division_undefined"]) {
      return byZero(one, two)
    }
    guard let result = DecimalVectorNumber(vector.result) else {
      return .skipped("result NaN or infinite")
    }
    if vector.flags.contains("overflow") { return .skipped("beyond the vector's own exponents") }
    if result.isZero, result.isNegative { return .skipped("negative zero") }
    if [one, two, result].contains(where: { $0.digits.utf8.count > 38 }) {
      return .skipped("more than 38 digits")
    }
    guard mode != nil || !isInexact else { return .skipped("rounding \(vector.rounding)") }
    guard let placed = Placement(vector.operation, one, two, result) else {
      return .skipped("exponents beyond 38 decimals")
    }
    return judged(placed)
  }

  private func byZero(_ one: DecimalVectorNumber, _ two: DecimalVectorNumber) -> Outcome {
    guard let left = one.text(shiftedBy: 0), let right = two.text(shiftedBy: 0) else {
      return .skipped("exponents beyond 38 decimals")
    }
    do {
      let quotient = try Decimal128(parsing: left).divided(
        by: Decimal128(parsing: right), scale: 2, rounding: .halfEven)
      return .fails("\(quotient), not division_by_zero")
    } catch {
      return error == .divisionByZero ? .agrees(isShifted: false) : .fails(error.code)
    }
  }

  private func judged(_ placed: Placement) -> Outcome {
    do {
      let one = try Decimal128(parsing: placed.one)
      let two = try Decimal128(parsing: placed.two)
      switch vector.operation {
      case "add", "subtract":
        let addend = vector.operation == "add" ? two : two.negated
        guard WideDecimal(one, plus: addend).isHeld else {
          return try refused(.skipped("an exact sum of more than 38 digits")) {
            () throws(DecimalError) in try one.adding(addend)
          }
        }
        let sum = try vector.operation == "add" ? one.adding(two) : one.subtracting(two)
        try demand(sum, gives: placed)
      case "multiply": try multiplied(one, two, placed)
      case "divide": try divided(one, two, placed)
      case "quantize": try demand(one, gives: placed)
      default: try compared(one, two, placed)
      }
      return .agrees(isShifted: placed.isShifted)
    } catch let error as Disagreement {
      return .fails(error.what)
    } catch {
      return .fails("\(error)")
    }
  }

  private func expect(_ value: Decimal128, _ text: String, _ how: String) throws {
    guard value.description == text else {
      throw Disagreement(what: "\(how) \(value), not \(text)")
    }
  }

  /// The exact value, brought to the result's scale by the named rounding, is the result; and the
  /// exact form refuses exactly if the vector says that digits are lost.
  private func demand(_ exact: Decimal128, gives placed: Placement) throws {
    if !isRounded, !vector.flags.contains("clamped"), vector.operation != "quantize" {
      try expect(exact, placed.result, "exactly")
    }
    if let mode {
      try expect(
        exact.quantized(toScale: placed.scale, rounding: mode), placed.result, "rounded")
      try demandPrecision(exact, mode, placed)
    }
    try demandInexact { () throws(DecimalError) in try exact.rescaled(to: placed.scale) }
  }

  private func demandInexact(
    _ compute: () throws(DecimalError) -> Decimal128
  ) throws {
    let value: Decimal128?
    do throws(DecimalError) {
      value = try compute()
    } catch {
      guard error == .inexact else { throw Disagreement(what: error.code) }
      value = nil
    }
    guard (value == nil) == isInexact else {
      throw Disagreement(what: "\(value?.description ?? "inexact") where the vector says otherwise")
    }
  }

  /// The scale follows from the vector's precision too, not only from its result.
  private func demandPrecision(
    _ exact: Decimal128, _ mode: RoundingMode, _ placed: Placement
  ) throws {
    guard ["add", "subtract", "multiply"].contains(vector.operation), !exact.isZero,
      vector.flags.isDisjoint(with: ["subnormal", "clamped"])
    else { return }
    var scale = exact.scale
    var value = exact
    while digits(value) > vector.precision {
      scale -= digits(value) - vector.precision
      guard scale >= 0 else { return }
      value = try exact.quantized(toScale: scale, rounding: mode)
    }
    try expect(value, placed.result, "at a precision of \(vector.precision)")
  }

  private func digits(_ value: Decimal128) -> Int { "\(value.coefficient.magnitude)".utf8.count }

  private func multiplied(_ one: Decimal128, _ two: Decimal128, _ placed: Placement) throws {
    try expect(
      one.multiplied(by: two, scale: placed.scale, rounding: mode ?? .halfEven),
      placed.result, "rounded")
    // The product that nothing was taken from, where it can be held.
    if WideDecimal(one, times: two).isHeld {
      try demand(one.multiplied(by: two), gives: placed)
    } else {
      _ = try refused(.agrees(isShifted: placed.isShifted)) { () throws(DecimalError) in
        try one.multiplied(by: two)
      }
    }
  }

  /// `outcome`, if ours says that what cannot be held overflows.
  private func refused(
    _ outcome: Outcome, _ compute: () throws(DecimalError) -> Decimal128
  ) throws -> Outcome {
    switch Result(catching: compute) {
    case .success(let value):
      throw Disagreement(what: "\(value), where the exact result cannot be held")
    case .failure(.overflow): return outcome
    case .failure(let error): throw Disagreement(what: error.code)
    }
  }

  private func divided(_ one: Decimal128, _ two: Decimal128, _ placed: Placement) throws {
    try expect(
      one.divided(by: two, scale: placed.scale, rounding: mode ?? .halfEven), placed.result,
      "rounded")
    try demandInexact { () throws(DecimalError) in
      try one.dividedExactly(by: two, scale: placed.scale)
    }
  }

  private func compared(_ one: Decimal128, _ two: Decimal128, _ placed: Placement) throws {
    let order = one < two ? "-1" : one == two ? "0" : "1"
    guard order == vector.result, (one > two) == (order == "1"), (two < one) == (order == "1"),
      order != "0" || one.hashValue == two.hashValue
    else { throw Disagreement(what: "\(order), not \(vector.result)") }
  }
}

/// The texts of a vector's numbers, moved into 0 to 38 decimals where they are not there already.
private struct Placement {
  let one: String
  let two: String
  let result: String
  let scale: Int
  let isShifted: Bool

  /// Nil if no division by powers of ten brings all three into the range.
  init?(
    _ operation: String, _ one: DecimalVectorNumber, _ two: DecimalVectorNumber,
    _ result: DecimalVectorNumber
  ) {
    // The result of a comparison has no exponent of its own.
    let compares = operation == "compare"
    func placed(_ first: Int, _ second: Int) -> Placement? {
      let third =
        switch operation {
        case "multiply": first + second
        case "divide": first - second
        default: first
        }
      let scale = compares ? 0 : third - result.exponent
      guard scale >= 0, let left = one.text(shiftedBy: first),
        let right = two.text(shiftedBy: second),
        let target = result.text(shiftedBy: compares ? 0 : third)
      else { return nil }
      return Placement(
        one: left, two: right, result: target, scale: scale, isShifted: first != 0 || second != 0)
    }
    let factors = operation == "multiply" || operation == "divide"
    let shifts = [(0, 0)] + (factors ? Self.pairs(one, two) : Self.common(one, two))
    guard let found = shifts.lazy.compactMap(placed).first else { return nil }
    self = found
  }

  private init(one: String, two: String, result: String, scale: Int, isShifted: Bool) {
    self.one = one
    self.two = two
    self.result = result
    self.scale = scale
    self.isShifted = isShifted
  }

  private static func pairs(
    _ one: DecimalVectorNumber, _ two: DecimalVectorNumber
  ) -> [(Int, Int)] {
    (0...38).flatMap { first in
      (0...38).map { (one.exponent + first, two.exponent + $0) }
    }
  }

  private static func common(
    _ one: DecimalVectorNumber, _ two: DecimalVectorNumber
  ) -> [(Int, Int)] {
    let least = min(one.exponent, two.exponent)
    return (0...38).map { (least + $0, least + $0) }
  }
}
