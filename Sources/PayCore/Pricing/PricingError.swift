/// Why a plan has no price; each case with the pointer of the place in the segment.
package enum PricingError: Error, Sendable, Hashable {
  /// A discount takes more than there is.
  case discountTooLarge(Money, of: Money, at: String)
  /// An amount is beyond 64 bits.
  case amount(MoneyError, at: String)
  /// A figure is beyond 38 digits.
  case decimal(DecimalError, at: String)
  /// The lines do not sum to the total: a fault of the engine, never of its input.
  case sumMismatch(lines: Money, total: Money)

  /// Stable code, snake_case, never reused.
  package var code: String {
    switch self {
    case .discountTooLarge: "discount_exceeds_price"
    case .amount(let error, _): error.code
    case .decimal(let error, _): error.code
    case .sumMismatch: "pricing_sum_mismatch"
    }
  }

  package var pointer: String {
    switch self {
    case .discountTooLarge(_, _, let pointer), .amount(_, let pointer), .decimal(_, let pointer):
      pointer
    case .sumMismatch: ""
    }
  }
}

extension PricingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .discountTooLarge(let discount, let price, _):
      "takes \(discount) off \(price): a price cannot become negative"
    case .amount(let error, _): error.description
    case .decimal(let error, _): error.description
    case .sumMismatch(let lines, let total):
      "the lines sum to \(lines), the total is \(total): please report this"
    }
  }
}
