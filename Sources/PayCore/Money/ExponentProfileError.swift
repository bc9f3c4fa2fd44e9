/// Why an amount cannot be counted as a payment provider counts.
package enum ExponentProfileError: Error, Sendable, Hashable {
  /// The provider takes amounts of this currency in steps, and `amount` is between these two. They
  /// may be finer than the currency's minor unit in ISO 4217, as 40.10 ISK once was.
  case step(
    profile: String, currency: Currency, amount: Decimal128, step: Decimal128, below: Decimal128,
    above: Decimal128)
  /// The provider's units are `amount`, which is finer than the currency's minor unit in ISO 4217.
  case fraction(profile: String, units: Int64, amount: Decimal128, currency: Currency)
  /// The amount has more decimals than its currency, and the provider never took such amounts.
  case tooManyDecimals(Currency)
  /// The amount, or one beside it that the provider would take, does not fit 64 bits.
  case overflow
  /// The currency has no minor unit, so it has no amounts.
  case noMinorUnit(Currency)

  /// Stable code, snake_case, never reused.
  package var code: String {
    switch self {
    case .step: "psp_amount_step"
    case .fraction: "psp_amount_fraction"
    case .tooManyDecimals(let currency): MoneyError.tooManyDecimals(currency: currency).code
    case .overflow: "psp_amount_overflow"
    case .noMinorUnit(let currency): MoneyError.noMinorUnit(currency).code
    }
  }
}

extension ExponentProfileError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .step(let profile, let currency, let amount, let step, let below, let above):
      "\(profile) takes \(currency) in steps of \(step), and \(amount) is none: "
        + "\(below) \(currency) or \(above) \(currency) would do"
    case .fraction(let profile, let units, let amount, let currency):
      "\(units) units of \(currency) at \(profile) are \(amount) \(currency), "
        + "and ISO 4217 counts \(currency) with \(currency.digits) decimals: keep the decimal"
    case .tooManyDecimals(let currency):
      MoneyError.tooManyDecimals(currency: currency).description
    case .overflow: "the amount is beyond 64 bits of units, its currency's or the provider's"
    case .noMinorUnit(let currency): MoneyError.noMinorUnit(currency).description
    }
  }
}
