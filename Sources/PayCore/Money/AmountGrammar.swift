// The text form of an amount: `-?[0-9]+(\.[0-9]+)?` on ASCII bytes, no exponent, no sign but minus,
// no spaces or separators; read with at most, written with exactly, the currency's digits.

extension Money {
  /// Reads an amount such as `20.00`; fewer decimals than the currency has are padded.
  ///
  /// Throws `noMinorUnit`, `tooLong`, `syntax`, `tooManyDecimals`, `overflow`, in this order.
  public init(parsing text: String, currency: Currency) throws(MoneyError) {
    guard let digits = currency.minorDigits else { throw .noMinorUnit(currency) }
    let bytes = Array(text.utf8)
    guard bytes.count <= Limits.amountBytes else { throw .tooLong }
    let scanned = try ScannedAmount(bytes)
    guard scanned.decimals <= digits else { throw .tooManyDecimals(currency: currency) }
    self.init(minorUnits: try scanned.minorUnits(digits: digits), currency: currency)
  }

  /// The amount at exactly the currency's digits: `20.00` USD, `500` JPY, `-0.05` EUR.
  public var amount: String { currency.amount(minorUnits) }
}

extension Currency {
  /// Minor units at exactly the currency's digits: `-20.00`. Sums of many amounts need the width.
  package func amount(_ minorUnits: some BinaryInteger) -> String {
    let magnitude = String(minorUnits.magnitude)
    let sign = minorUnits < 0 ? "-" : ""
    guard digits > 0 else { return sign + magnitude }
    let missing = digits + 1 - magnitude.utf8.count
    let padded = String(repeating: "0", count: max(0, missing)) + magnitude
    return sign + padded.dropLast(digits) + "." + padded.suffix(digits)
  }
}

/// An amount whose grammar has been checked, before its currency gives it a scale.
private struct ScannedAmount {
  let isNegative: Bool
  let digits: [UInt8]
  let decimals: Int

  init(_ bytes: [UInt8]) throws(MoneyError) {
    isNegative = bytes.first == UInt8(ascii: "-")
    let unsigned = bytes.dropFirst(isNegative ? 1 : 0)
    let parts = unsigned.split(
      separator: UInt8(ascii: "."), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }) else {
      throw .syntax
    }
    digits = parts.flatMap { $0 }
    decimals = parts.count == 2 ? parts[1].count : 0
  }

  func minorUnits(digits scale: Int) throws(MoneyError) -> Int64 {
    let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: scale - decimals)
    var value: Int64 = 0
    for byte in digits + zeros {
      let digit = Int64(byte - UInt8(ascii: "0"))
      let (shifted, first) = value.multipliedReportingOverflow(by: 10)
      let (next, second) =
        isNegative
        ? shifted.subtractingReportingOverflow(digit) : shifted.addingReportingOverflow(digit)
      guard !first, !second else { throw .overflow }
      value = next
    }
    return value
  }
}

private func isDigit(_ byte: UInt8) -> Bool {
  byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
}
