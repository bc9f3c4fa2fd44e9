/// Why an amount is not one, or cannot be computed.
public enum MoneyError: Error, Sendable, Hashable {
  /// The text is not `-?[0-9]+(\.[0-9]+)?` in ASCII.
  case syntax
  /// The text is longer than an amount may be.
  case tooLong
  /// The amount has decimals beyond the currency's that are not zero.
  case tooManyDecimals(currency: Currency)
  /// The result does not fit 64 bits of minor units.
  case overflow
  /// Two currencies met in one operation.
  case currencyMismatch(Currency, Currency)
  /// The currency has no minor unit, so it has no amounts.
  case noMinorUnit(Currency)
  /// An amount was to be split over no weights, or over weights that are all zero.
  case noWeight
  /// An amount was to be split over weights of which one, counted from 0, is negative.
  case negativeWeight(index: Int)

  /// Stable code, snake_case, never reused.
  public var code: String {
    switch self {
    case .syntax: "amount_syntax"
    case .tooLong: "amount_too_long"
    case .tooManyDecimals: "too_many_decimals"
    case .overflow: "amount_overflow"
    case .currencyMismatch: "currency_mismatch"
    case .noMinorUnit: "currency_has_no_minor_unit"
    case .noWeight: "allocation_no_weight"
    case .negativeWeight: "allocation_negative_weight"
    }
  }
}

extension MoneyError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .syntax: "an amount is digits with at most one point, such as 20.00"
    case .tooLong: "an amount has at most \(Limits.amountBytes) characters"
    case .tooManyDecimals(let currency):
      "\(currency) has \(currency.digits) decimals, the amount has more"
    case .overflow: "the amount is beyond 64 bits of minor units"
    case .currencyMismatch(let one, let other): "\(one) and \(other) do not mix"
    case .noMinorUnit(let currency): "\(currency) has no minor unit, so it has no amounts"
    case .noWeight: "an amount is split over at least one weight above zero"
    case .negativeWeight(let index):
      "weight \(index) is negative; an amount is split over weights of zero or more"
    }
  }
}
