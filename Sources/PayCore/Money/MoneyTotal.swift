/// A sum of any number of amounts of one currency, in 128 bits of minor units.
///
/// Fewer than 2^63 amounts cannot overflow it: on the way to a sum that fits nothing is refused.
public struct MoneyTotal: Sendable, Hashable {
  /// Minor units of `currency`.
  public let minorUnits: Int128
  public let currency: Currency

  /// A total of nothing.
  public init(_ currency: Currency) {
    self.init(minorUnits: 0, currency: currency)
  }

  private init(minorUnits: Int128, currency: Currency) {
    self.minorUnits = minorUnits
    self.currency = currency
  }

  /// The exact sum. Throws `currencyMismatch` and `overflow`.
  public func adding(_ amount: Money) throws(MoneyError) -> MoneyTotal {
    guard currency == amount.currency else { throw .currencyMismatch(currency, amount.currency) }
    let (sum, overflow) = minorUnits.addingReportingOverflow(Int128(amount.minorUnits))
    guard !overflow else { throw .overflow }
    return MoneyTotal(minorUnits: sum, currency: currency)
  }

  /// The total as an amount. Throws `overflow` if it is beyond 64 bits of minor units.
  public func money() throws(MoneyError) -> Money {
    guard let minorUnits = Int64(exactly: minorUnits) else { throw .overflow }
    return Money(minorUnits: minorUnits, currency: currency)
  }
}

extension MoneyTotal: CustomStringConvertible {
  /// The total at the currency's digits, and its code: `20.00 USD`.
  public var description: String { "\(currency.amount(minorUnits)) \(currency.code)" }
}
