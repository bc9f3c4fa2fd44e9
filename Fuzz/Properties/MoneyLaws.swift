internal import PayCore

/// Laws that hold for any amount of a currency and any other decimal, wherever the results fit.
struct MoneyLaws {
  private let one: Decimal128
  private let other: Decimal128
  private let currency: Currency

  init(_ one: Decimal128, _ other: Decimal128, _ currency: Currency) {
    self.one = one
    self.other = other
    self.currency = currency
  }

  func check() throws(BrokenClaim) {
    for mode in RoundingMode.allCases {
      guard let money = try? Money(one, currency: currency, rounding: mode) else { continue }
      try claim(money.decimal.scale == currency.minorDigits, "\(money) has other decimals")
      try checkRate(money, mode)
      try checkAllocation(money)
    }
    guard let exact = try? Money(one, currency: currency) else { return }
    try claim(exact.decimal == one, "\(one) of \(currency.code) is \(exact)")
  }

  /// An amount times a rate is the exact product, rounded once.
  private func checkRate(_ money: Money, _ mode: RoundingMode) throws(BrokenClaim) {
    guard let product = try? money.decimal.multiplied(by: other),
      let expected = try? Money(product, currency: currency, rounding: mode)
    else { return }
    let result = try? money.multiplied(by: other, rounding: mode)
    try claim(result == expected, "\(money) x \(other) \(mode) is \(result?.amount ?? "refused")")
  }

  private func checkAllocation(_ money: Money) throws(BrokenClaim) {
    for weights in [[1], [1, 1, 1], [5, 0, 3, 2], [1, 999_999_999]] as [[Int64]] {
      guard let parts = try? money.allocated(over: weights) else {
        throw BrokenClaim(what: "\(money) cannot be allocated over \(weights)")
      }
      let sum = try? Money.sum(parts, in: currency)
      try claim(sum == money, "the parts \(parts) are not \(money)")
      guard let opposite = try? money.negated().allocated(over: weights) else { continue }
      let negated = parts.compactMap { try? $0.negated() }
      try claim(opposite == negated, "\(money) negated is allocated otherwise")
    }
  }
}
