/// A division that is not done yet, since its result may never end.
struct PricingQuotient: Sendable, Hashable {
  let dividend: Decimal128
  let divisor: Decimal128

  func rounded(
    _ mode: RoundingMode, in currency: Currency, at place: String
  ) throws(PricingError) -> Money {
    let value = try figure(at: place) { () throws(DecimalError) in
      try dividend.divided(by: divisor, scale: currency.digits, rounding: mode)
    }
    return try money(at: place) { () throws(MoneyError) in try Money(value, currency: currency) }
  }

  /// Whether the exact result is another than `amount`.
  func differs(from amount: Money) -> Bool {
    do throws(DecimalError) {
      return try amount.decimal.multiplied(by: divisor) != dividend
    } catch {
      return true
    }
  }

  /// The result as far as a person compares it; three points say that it goes on.
  var text: String {
    do throws(DecimalError) {
      let shown = try dividend.divided(
        by: divisor, scale: Limits.shownDecimals, rounding: .towardZero)
      let isWhole = try shown.multiplied(by: divisor) == dividend
      return isWhole ? shown.trimmed : "\(shown)..."
    } catch {
      return "\(dividend)/\(divisor)"
    }
  }
}

func figure<Value>(
  at place: String, _ operation: () throws(DecimalError) -> Value
) throws(PricingError) -> Value {
  do throws(DecimalError) { return try operation() } catch { throw .decimal(error, at: place) }
}

func money<Value>(
  at place: String, _ operation: () throws(MoneyError) -> Value
) throws(PricingError) -> Value {
  do throws(MoneyError) { return try operation() } catch { throw .amount(error, at: place) }
}

extension Decimal128 {
  /// The text without zeros at its end.
  var trimmed: String {
    let text = description
    guard scale > 0 else { return text }
    let digits = text.reversed().drop { $0 == "0" }
    return String((digits.first == "." ? digits.dropFirst() : digits).reversed())
  }
}
