/// Reads the amounts of a settlement file: `-?[0-9]+(mark[0-9]+)?`, the mark as the profile has it,
/// and none where amounts are in minor units: `20.00` would be read as 20 cents.
///
/// Unlike the grammar of our own amounts it takes zeros beyond the currency's decimals, for
/// providers print `25.00` JPY and `0.9500` USD; other digits there are refused, never rounded.
struct AmountCell: Sendable {
  let decimalMark: UInt8
  let isInMinorUnits: Bool

  /// The amount that a cell writes, which must not be empty.
  ///
  /// Throws `noMinorUnit`, `tooLong`, `syntax`, `tooManyDecimals`, `overflow`.
  func money(_ cell: ArraySlice<UInt8>, _ currency: Currency) throws(MoneyError) -> Money {
    guard let digits = currency.minorDigits else { throw .noMinorUnit(currency) }
    guard cell.count <= Limits.amountBytes else { throw .tooLong }
    let isNegative = cell.first == UInt8(ascii: "-")
    let scale = isInMinorUnits ? 0 : digits
    var value: Int64 = 0
    var decimals = -1  // -1: before the mark
    var last: UInt8 = 0
    var isTooFine = false
    for byte in cell.dropFirst(isNegative ? 1 : 0) {
      if byte == decimalMark, !isInMinorUnits, decimals < 0, last != 0 {
        decimals = 0
      } else {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { throw .syntax }
        if decimals >= 0 { decimals += 1 }
        if decimals <= scale {
          value = try appending(byte - UInt8(ascii: "0"), to: value, isNegative)
        } else if byte != UInt8(ascii: "0") {
          isTooFine = true
        }
      }
      last = byte
    }
    guard last != 0, last != decimalMark else { throw .syntax }
    if isTooFine { throw .tooManyDecimals(currency: currency) }
    for _ in max(0, decimals)..<max(scale, decimals) {
      value = try appending(0, to: value, isNegative)
    }
    return Money(minorUnits: value, currency: currency)
  }

  private func appending(
    _ digit: UInt8, to value: Int64, _ isNegative: Bool
  ) throws(MoneyError) -> Int64 {
    let (shifted, first) = value.multipliedReportingOverflow(by: 10)
    let (next, second) =
      isNegative
      ? shifted.subtractingReportingOverflow(Int64(digit))
      : shifted.addingReportingOverflow(Int64(digit))
    guard !first, !second else { throw .overflow }
    return next
  }
}
