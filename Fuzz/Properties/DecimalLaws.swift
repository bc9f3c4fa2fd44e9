internal import PayCore

/// Laws that hold for any two decimals: where a result fits, and that it is refused where not.
struct DecimalLaws {
  private let one: Decimal128
  private let other: Decimal128

  init(_ one: Decimal128, _ other: Decimal128) {
    self.one = one
    self.other = other
  }

  func check() throws(BrokenClaim) {
    try checkOrder()
    try checkSums()
    try checkProducts()
    try checkLongResults()
    for scale in [0, 2, 7] {
      try checkRounding(of: one, to: scale)
      try checkQuotients(scale: scale)
    }
  }

  private func checkOrder() throws(BrokenClaim) {
    let relations = [one < other, one == other, one > other]
    try claim(relations.count { $0 } == 1, "\(one) and \(other) have no order")
    if one == other {
      try claim(one.hashValue == other.hashValue, "equal decimals hash apart")
    }
    try claim(one.negated.negated == one, "\(one) negated twice is another")
    try claim(
      (one < other) == (other.negated < one.negated), "negation keeps \(one) before \(other)")
    try claim(
      one.isNegative == (one < .zero) && one.isZero == (one == .zero)
        && !one.magnitude.isNegative, "the sign of \(one) is told otherwise")
  }

  private func checkSums() throws(BrokenClaim) {
    let sum = result { () throws(DecimalError) in try one.adding(other) }
    let reversed = result { () throws(DecimalError) in try other.adding(one) }
    try claim(sum == reversed, "\(one) + \(other) depends on the order")
    if case .success(let sum) = sum {
      try claim(sum.scale == max(one.scale, other.scale), "the scale of \(sum) is not the larger")
      if let back = try? sum.subtracting(other) {
        try claim(back == one, "\(one) + \(other) - \(other) is \(back)")
      }
    }
    if let difference = try? one.subtracting(other) {
      try claim(
        difference.isNegative == (one < other) && difference.isZero == (one == other),
        "\(one) - \(other) is \(difference)")
    }
  }

  private func checkProducts() throws(BrokenClaim) {
    let product = result { () throws(DecimalError) in try one.multiplied(by: other) }
    let reversed = result { () throws(DecimalError) in try other.multiplied(by: one) }
    try claim(product == reversed, "\(one) x \(other) depends on the order")
    guard case .success(let exact) = product else { return }
    try claim(exact.scale == one.scale + other.scale, "the scale of \(exact) is not the sum")
    for mode in RoundingMode.allCases {
      let rounded = try? one.multiplied(by: other, scale: exact.scale, rounding: mode)
      try claim(rounded == exact, "\(one) x \(other) needs no rounding \(mode)")
      let short = result { () throws(DecimalError) in
        try one.multiplied(by: other, scale: 2, rounding: mode)
      }
      let quantized = result { () throws(DecimalError) in
        try exact.quantized(toScale: 2, rounding: mode)
      }
      try claim(short == quantized, "\(one) x \(other) is rounded twice, or not \(mode)")
    }
    if !other.isZero, let quotient = try? exact.dividedExactly(by: other, scale: one.scale) {
      try claim(quotient == one, "\(one) x \(other) / \(other) is \(quotient)")
    }
  }

  /// Products and quotients are those that are computed on paper, and refused where these do not
  /// fit.
  private func checkLongResults() throws(BrokenClaim) {
    let long = LongResult(one, times: other)
    let product = result { () throws(DecimalError) in try one.multiplied(by: other) }
    try claim(
      product.isWritten(as: long.rounded(toScale: one.scale + other.scale, .towardZero)),
      "\(one) x \(other) is \(product)")
    for scale in [0, 2, 20, 38] {
      for mode in RoundingMode.allCases {
        let product = result { () throws(DecimalError) in
          try one.multiplied(by: other, scale: scale, rounding: mode)
        }
        try claim(
          product.isWritten(as: long.rounded(toScale: scale, mode)),
          "\(one) x \(other) at \(scale) digits \(mode) is \(product)")
      }
      if !other.isZero { try checkLongQuotient(scale: scale) }
    }
  }

  private func checkLongQuotient(scale: Int) throws(BrokenClaim) {
    let long = LongResult(one, over: other, scale: scale)
    for mode in RoundingMode.allCases {
      let quotient = result { () throws(DecimalError) in
        try one.divided(by: other, scale: scale, rounding: mode)
      }
      try claim(
        quotient.isWritten(as: long.rounded(toScale: scale, mode)),
        "\(one) / \(other) at \(scale) digits \(mode) is \(quotient)")
    }
    let exact = result { () throws(DecimalError) in
      try one.dividedExactly(by: other, scale: scale)
    }
    let whole = long.rounded(toScale: scale, .towardZero)
    let isInexact = !long.isExact(atScale: scale) && whole != .failure(.overflow)
    try claim(
      exact.isWritten(as: isInexact ? .failure(.inexact) : whole),
      "\(one) / \(other) at \(scale) digits, exactly, is \(exact)")
  }

  private func checkRounding(of value: Decimal128, to scale: Int) throws(BrokenClaim) {
    guard let floor = try? value.quantized(toScale: scale, rounding: .floor),
      let ceiling = try? value.quantized(toScale: scale, rounding: .ceiling)
    else { return }
    try claim(floor <= value && value <= ceiling, "\(value) is not between its bounds")
    let (toward, away) = value.isNegative ? (ceiling, floor) : (floor, ceiling)
    for mode in RoundingMode.allCases {
      guard let rounded = try? value.quantized(toScale: scale, rounding: mode) else {
        throw BrokenClaim(what: "\(value) cannot be rounded \(mode), though it has both bounds")
      }
      try claim(rounded.scale == scale, "\(rounded) has another scale than \(scale)")
      try claim(rounded == floor || rounded == ceiling, "\(value) \(mode) is \(rounded)")
      switch mode {
      case .towardZero: try claim(rounded == toward, "\(value) \(mode) is \(rounded)")
      case .awayFromZero: try claim(rounded == away, "\(value) \(mode) is \(rounded)")
      case .floor, .ceiling: break
      case .halfEven, .halfUp, .halfDown: try checkNearest(rounded, to: value, toward, away, mode)
      }
    }
    let exact = try? value.rescaled(to: scale)
    try claim((exact == nil) == (floor != ceiling), "\(value) is exact and rounded at once")
  }

  /// The distances to both bounds decide, and at a tie the mode.
  private func checkNearest(
    _ rounded: Decimal128, to value: Decimal128, _ toward: Decimal128, _ away: Decimal128,
    _ mode: RoundingMode
  ) throws(BrokenClaim) {
    guard toward != away, let below = try? value.subtracting(toward).magnitude,
      let above = try? away.subtracting(value).magnitude
    else { return }
    let isEven = toward.coefficient.isMultiple(of: 2)
    let expected =
      below != above
      ? (below < above ? toward : away)
      : mode == .halfUp || (mode == .halfEven && !isEven) ? away : toward
    try claim(rounded == expected, "\(value) \(mode) is \(rounded)")
  }

  private func checkQuotients(scale: Int) throws(BrokenClaim) {
    let floor = result { () throws(DecimalError) in
      try one.divided(by: other, scale: scale, rounding: .floor)
    }
    guard !other.isZero else {
      return try claim(floor == .failure(.divisionByZero), "\(one) / \(other) is a number")
    }
    guard case .success(let floor) = floor,
      let ceiling = try? one.divided(by: other, scale: scale, rounding: .ceiling)
    else { return }
    if let low = try? floor.multiplied(by: other), let high = try? ceiling.multiplied(by: other) {
      try claim(
        min(low, high) <= one && one <= max(low, high), "\(one) / \(other) is not in its bounds")
    }
    for mode in RoundingMode.allCases {
      let quotient = try? one.divided(by: other, scale: scale, rounding: mode)
      try claim(
        quotient == floor || quotient == ceiling, "\(one) / \(other) \(mode) is out of bounds")
    }
    if let exact = try? one.dividedExactly(by: other, scale: scale) {
      try claim(
        floor == ceiling && exact == floor, "\(one) / \(other) is exact and rounded at once")
    }
  }
}

extension Result<Decimal128, DecimalError> {
  /// Whether both are the same decimal with the same digits behind the point, or the same error.
  fileprivate func isWritten(as other: Self) -> Bool {
    map(\.description) == other.map(\.description)
  }
}
