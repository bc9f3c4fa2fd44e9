/// Brings amounts that a provider has counted in its own units into minor units of ISO 4217.
struct ProviderUnits {
  private let rules: ExponentProfile
  private let moment: Timestamp
  private let purpose: ExponentProfile.Purpose

  init(_ rules: ExponentProfile, on moment: Timestamp, for purpose: ExponentProfile.Purpose) {
    self.rules = rules
    self.moment = moment
    self.purpose = purpose
  }

  /// The amounts of counts, or as exact decimals if one of them is finer than a minor unit.
  ///
  /// Throws `noMinorUnit` and `overflow`.
  func counted(
    _ counts: SettlementAmountReader.Amounts, _ remarks: SettlementAmountReader.Remarks
  ) throws(MoneyError) -> SettlementAmountReader.Outcome {
    var remarks = remarks
    var isWhole = true
    if let rest = remarks.unexplained {
      remarks.unexplained = try money(rest)
      isWhole = remarks.unexplained != nil
    }
    if isWhole, let gross = try money(counts.gross), let fees = try money(counts.fees),
      let net = try money(counts.net)
    {
      return .amounts((gross, fees, net), remarks)
    }
    return .fraction(
      ExactAmounts(
        gross: try decimal(counts.gross), grossCurrency: counts.gross.currency,
        fees: try decimal(counts.fees), net: try decimal(counts.net),
        currency: counts.net.currency))
  }

  /// Whether a count is more than so many minor units of its currency.
  func exceeds(_ count: Money, minorUnits: UInt64) -> Bool {
    do throws(MoneyError) {
      let limit = Decimal128(unchecked: Int128(minorUnits), scale: count.currency.digits)
      return try decimal(count).magnitude > limit
    } catch {
      // A currency without amounts: the cell has told that.
      return false
    }
  }

  /// nil if the amount is finer than a minor unit. Nothing is nothing in any unit.
  private func money(_ count: Money) throws(MoneyError) -> Money? {
    guard count.minorUnits != 0 else { return count }
    do throws(ExponentProfileError) {
      return try rules.money(
        units: count.minorUnits, currency: count.currency, on: moment, for: purpose)
    } catch .fraction {
      return nil
    } catch {
      throw error.asMoneyError
    }
  }

  private func decimal(_ count: Money) throws(MoneyError) -> Decimal128 {
    guard count.minorUnits != 0 else { return count.decimal }
    do throws(ExponentProfileError) {
      return try rules.decimal(
        units: count.minorUnits, count.currency, on: moment, for: purpose)
    } catch {
      throw error.asMoneyError
    }
  }
}

extension ExponentProfileError {
  fileprivate var asMoneyError: MoneyError {
    if case .noMinorUnit(let currency) = self { .noMinorUnit(currency) } else { .overflow }
  }
}

/// The amounts of a row of which one is finer than its currency's minor unit, so that they are no
/// `Money`; the merchant's view.
struct ExactAmounts: Sendable, Hashable {
  let gross: Decimal128
  let grossCurrency: Currency
  let fees: Decimal128
  let net: Decimal128
  /// Of fees and net.
  let currency: Currency
}

extension ExactAmounts: CustomStringConvertible {
  /// `-40.10 ISK`, or `net -40.60 ISK (gross -40.10 ISK, fees -0.50 ISK)`.
  var description: String {
    if fees.isZero, gross == net, grossCurrency == currency { return "\(net) \(currency)" }
    return "net \(net) \(currency) (gross \(gross) \(grossCurrency), fees \(fees) \(currency))"
  }
}

/// A row of a settlement file that no line can hold, as no `Money` can hold its amounts.
struct UncountedRow: Sendable, Hashable {
  /// What the provider whose units they are calls itself.
  let provider: String
  let account: String
  let payoutReference: String
  let kind: SettlementKind
  /// The file's own word for the kind.
  let type: String
  let pspReference: String
  let occurredAt: Timestamp
  let amounts: ExactAmounts
}
