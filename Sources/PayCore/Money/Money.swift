/// An exact amount: minor units (cents) of one currency.
@frozen
public struct Money: Sendable, Hashable {
  /// Minor units of `currency`: 2000 is 20.00 USD and 2000 JPY.
  public let minorUnits: Int64
  public let currency: Currency

  /// An amount of `minorUnits` of the currency's smallest unit.
  @inlinable
  public init(minorUnits: Int64, currency: Currency) {
    self.minorUnits = minorUnits
    self.currency = currency
  }

  @inlinable
  public static func zero(_ currency: Currency) -> Money {
    Money(minorUnits: 0, currency: currency)
  }

  /// The exact sum. Throws `currencyMismatch` and `overflow`.
  @inlinable
  public func adding(_ other: Money) throws(MoneyError) -> Money {
    guard currency == other.currency else { throw .currencyMismatch(currency, other.currency) }
    let (value, overflow) = minorUnits.addingReportingOverflow(other.minorUnits)
    guard !overflow else { throw .overflow }
    return Money(minorUnits: value, currency: currency)
  }

  /// The exact difference. Throws `currencyMismatch` and `overflow`.
  @inlinable
  public func subtracting(_ other: Money) throws(MoneyError) -> Money {
    guard currency == other.currency else { throw .currencyMismatch(currency, other.currency) }
    let (value, overflow) = minorUnits.subtractingReportingOverflow(other.minorUnits)
    guard !overflow else { throw .overflow }
    return Money(minorUnits: value, currency: currency)
  }

  /// The same amount the other way. Throws `overflow`: 64 bits have one more amount below zero.
  public func negated() throws(MoneyError) -> Money {
    try Money.zero(currency).subtracting(self)
  }

  /// The sum of all parts, zero if there are none; only the sum itself must fit 64 bits.
  ///
  /// Throws `currencyMismatch` and `overflow`.
  public static func sum(_ parts: [Money], in currency: Currency) throws(MoneyError) -> Money {
    var total = MoneyTotal(currency)
    for part in parts { total = try total.adding(part) }
    return try total.money()
  }
}

extension Money: CustomStringConvertible {
  /// The amount and the currency's code: `20.00 USD`.
  public var description: String { "\(amount) \(currency.code)" }
}
