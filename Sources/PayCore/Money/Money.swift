/// An exact amount: minor units (cents) of one currency.
public struct Money: Sendable, Hashable {
  /// Minor units of `currency`: 2000 is 20.00 USD and 2000 JPY.
  public let minorUnits: Int64
  public let currency: Currency

  /// An amount of `minorUnits` of the currency's smallest unit.
  public init(minorUnits: Int64, currency: Currency) {
    self.minorUnits = minorUnits
    self.currency = currency
  }

  public static func zero(_ currency: Currency) -> Money {
    Money(minorUnits: 0, currency: currency)
  }

  /// The exact sum. Throws `currencyMismatch` and `overflow`.
  public func adding(_ other: Money) throws(MoneyError) -> Money {
    try combined(other) { $0.addingReportingOverflow($1) }
  }

  /// The exact difference. Throws `currencyMismatch` and `overflow`.
  public func subtracting(_ other: Money) throws(MoneyError) -> Money {
    try combined(other) { $0.subtractingReportingOverflow($1) }
  }

  /// The sum of all parts, zero if there are none. Throws as `adding`.
  public static func sum(_ parts: [Money], in currency: Currency) throws(MoneyError) -> Money {
    var total = Money.zero(currency)
    for part in parts { total = try total.adding(part) }
    return total
  }

  private func combined(
    _ other: Money, _ operation: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
  ) throws(MoneyError) -> Money {
    guard currency == other.currency else { throw .currencyMismatch(currency, other.currency) }
    let (value, overflow) = operation(minorUnits, other.minorUnits)
    guard !overflow else { throw .overflow }
    return Money(minorUnits: value, currency: currency)
  }
}

extension Money: CustomStringConvertible {
  /// The amount and the currency's code: `20.00 USD`.
  public var description: String { "\(amount) \(currency.code)" }
}
