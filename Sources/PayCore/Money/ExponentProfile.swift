/// How a payment provider counts money: where its units differ from the minor units of ISO 4217.
///
/// The payment sheet and Apple's token follow ISO; only what is sent to the provider, and what it
/// reports, goes through a profile. 100 ISK are "100" on the sheet and 10000 at Adyen and Stripe.
package struct ExponentProfile: Sendable, Hashable {
  /// What an amount is sent for; a few rules hold for some of them only.
  package enum Purpose: String, Sendable, CaseIterable {
    case charge, refund, payout
  }

  /// How amounts stand in requests to the provider.
  package enum AmountForm: String, Sendable {
    /// A whole number of units: 2000.
    case integer
    /// A decimal at the provider's digits: `20.00`.
    case decimal
  }

  /// How far a rule can be relied on.
  package enum Confidence: String, Sendable {
    /// The provider's own documentation says so.
    case documented
    /// Only the source of a client of the provider says so.
    case secondHand
    /// Sources contradict each other, or themselves over the years: try one payment first.
    case disputed
  }

  /// One currency's difference from ISO 4217, for some purposes and some time.
  package struct Deviation: Sendable, Hashable {
    package let currency: Currency
    /// Digits of the provider's unit: 2 makes a hundredth of the main unit.
    package let exponent: Int
    /// An amount must be a multiple of so many units.
    package let multiple: Int64
    package let purposes: Set<Purpose>
    /// The first moment at which the rule holds, and the first at which it does no more; nil: open.
    package let from: Timestamp?
    package let until: Timestamp?
    /// Whether amounts were taken that are finer than the currency's minor unit in ISO 4217.
    package let takesFractions: Bool
    package let confidence: Confidence
    /// Who says so.
    package let source: String
    /// The day on which it was read there, or in a copy of it: `2026-11-30`.
    package let read: String

    /// Whether the rule holds for a purpose at a moment.
    package func holds(on moment: Timestamp, for purpose: Purpose) -> Bool {
      purposes.contains(purpose) && from.map { $0 <= moment } != false
        && until.map { moment < $0 } != false
    }
  }

  /// The name by which it is asked for: `stripe`.
  package let name: String
  /// What the provider calls itself.
  package let title: String
  package let form: AmountForm
  package let deviations: [Deviation]

  /// The profile with a name; nil if there is none.
  package static func named(_ name: String) -> ExponentProfile? { all.first { $0.name == name } }

  /// The rule for a currency; nil where the provider counts as ISO 4217 does.
  package func deviation(
    of currency: Currency, on moment: Timestamp, for purpose: Purpose = .charge
  ) -> Deviation? {
    deviations.first { $0.currency == currency && $0.holds(on: moment, for: purpose) }
  }

  /// The digits of the provider's unit, and the count of units of which amounts are multiples.
  ///
  /// Throws `noMinorUnit`.
  package func unit(
    of currency: Currency, on moment: Timestamp, for purpose: Purpose = .charge
  ) throws(ExponentProfileError) -> (exponent: Int, multiple: Int64) {
    if let deviation = deviation(of: currency, on: moment, for: purpose) {
      return (deviation.exponent, deviation.multiple)
    }
    guard let digits = currency.minorDigits else { throw .noMinorUnit(currency) }
    return (digits, 1)
  }
}

// MARK: Conversion

extension ExponentProfile {
  /// The units that the provider wants for an amount.
  ///
  /// Nothing is rounded: an amount between two that the provider takes is refused with both, for
  /// only the merchant can say which it is to be. Throws `noMinorUnit`, `step` and `overflow`.
  package func units(
    of money: Money, on moment: Timestamp, for purpose: Purpose = .charge
  ) throws(ExponentProfileError) -> Int64 {
    try units(of: money.decimal, money.currency, on: moment, for: purpose)
  }

  /// The units of an amount that has more decimals than its currency only where the provider took
  /// such amounts, as old ISK charges were.
  ///
  /// Throws `noMinorUnit`, `tooManyDecimals`, `step` and `overflow`.
  package func units(
    of amount: Decimal128, _ currency: Currency, on moment: Timestamp,
    for purpose: Purpose = .charge
  ) throws(ExponentProfileError) -> Int64 {
    let steps = try AmountSteps(self, currency, on: moment, for: purpose)
    if !hasTakenFractions(of: currency), isFiner(amount, than: currency) {
      throw .tooManyDecimals(currency)
    }
    if let units = try steps.units(of: amount) { return units }
    let (below, above) = try steps.neighbours(of: amount)
    throw .step(
      profile: title, currency: currency, amount: amount, step: steps.step, below: below,
      above: above)
  }

  /// Whether there was a time for amounts finer than ISO 4217 has them. They are then read at any
  /// time: a refund of one is told which amounts are near it.
  package func hasTakenFractions(of currency: Currency) -> Bool {
    deviations.contains { $0.currency == currency && $0.takesFractions }
  }

  private func isFiner(_ amount: Decimal128, than currency: Currency) -> Bool {
    do throws(MoneyError) {
      _ = try Money(amount, currency: currency)
    } catch .tooManyDecimals {
      return true
    } catch {
      // Too large: the units tell that.
    }
    return false
  }

  /// The exact amount that so many of the provider's units are, whether or not it may be sent.
  ///
  /// Throws `noMinorUnit`.
  package func decimal(
    units: Int64, _ currency: Currency, on moment: Timestamp, for purpose: Purpose = .charge
  ) throws(ExponentProfileError) -> Decimal128 {
    let (exponent, _) = try unit(of: currency, on: moment, for: purpose)
    return Decimal128(unchecked: Int128(units), scale: exponent)
  }

  /// The amount that so many of the provider's units are.
  ///
  /// Throws `fraction` with the exact decimal where ISO 4217 has no minor unit fine enough, and
  /// `noMinorUnit` and `overflow`.
  package func money(
    units: Int64, currency: Currency, on moment: Timestamp, for purpose: Purpose = .charge
  ) throws(ExponentProfileError) -> Money {
    let amount = try decimal(units: units, currency, on: moment, for: purpose)
    do throws(MoneyError) {
      return try Money(amount, currency: currency)
    } catch .tooManyDecimals {
      throw .fraction(profile: title, units: units, amount: amount, currency: currency)
    } catch {
      throw .overflow
    }
  }

  /// How so many units stand in a request to the provider: `2000`, or `20.00`.
  package func text(
    units: Int64, _ currency: Currency, on moment: Timestamp, for purpose: Purpose = .charge
  ) throws(ExponentProfileError) -> String {
    switch form {
    case .integer: String(units)
    case .decimal: try decimal(units: units, currency, on: moment, for: purpose).description
    }
  }
}
