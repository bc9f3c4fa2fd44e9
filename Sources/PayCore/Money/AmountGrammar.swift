// The text form of an amount: `-?[0-9]+(\.[0-9]+)?` on ASCII bytes, no exponent, no sign but minus,
// no spaces or separators; written with exactly the currency's digits.

extension Money {
  /// Reads an amount such as `20.00`; fewer decimals than the currency has are padded.
  ///
  /// Zeros beyond the currency's decimals add no value, so `705.00` is 705 JPY; any other digit
  /// there is refused and never rounded. Throws `noMinorUnit`, `tooLong`, `syntax`,
  /// `tooManyDecimals`, `overflow`, in this order.
  public init(parsing text: String, currency: Currency) throws(MoneyError) {
    self = try AmountReader().money(text.utf8, currency)
  }

  /// The amount at exactly the currency's digits: `20.00` USD, `500` JPY, `-0.05` EUR.
  public var amount: String { decimal.description }
}

/// Reads amounts in one pass over their bytes; a file from outside may have its own decimal mark.
struct AmountReader: Sendable {
  var decimalMark = UInt8(ascii: ".")
  /// Whether amounts are whole numbers of minor units, without any mark: `2000` is 20.00 USD.
  var isInMinorUnits = false

  /// The amount that the bytes write. Throws as `Money.init(parsing:currency:)`.
  func money(
    _ bytes: some Collection<UInt8>, _ currency: Currency
  ) throws(MoneyError) -> Money {
    guard let digits = currency.minorDigits else { throw .noMinorUnit(currency) }
    guard bytes.count <= Limits.amountBytes else { throw .tooLong }
    let scale = isInMinorUnits ? 0 : digits
    var scan = Scan(scale: scale)
    for byte in bytes {
      if byte == decimalMark, !isInMinorUnits {
        scan.takeMark()
      } else {
        scan.take(byte)
      }
    }
    return Money(minorUnits: try scan.minorUnits(currency), currency: currency)
  }

  /// What is known of an amount up to some byte; what is wrong is told at the end, so that the
  /// order of errors does not depend on the order of bytes.
  private struct Scan {
    let scale: Int
    var magnitude: UInt64 = 0
    var isNegative = false
    /// Digits before the mark, and behind it; the latter is nil before there is one.
    var whole = 0
    var decimals: Int?
    var isMalformed = false
    var isTooFine = false
    var isOverflow = false

    init(scale: Int) { self.scale = scale }

    mutating func takeMark() {
      if decimals != nil || whole == 0 { isMalformed = true }
      decimals = 0
    }

    mutating func take(_ byte: UInt8) {
      let digit = byte &- UInt8(ascii: "0")
      guard digit <= 9 else {
        if byte == UInt8(ascii: "-"), whole == 0, decimals == nil, !isNegative {
          isNegative = true
        } else {
          isMalformed = true
        }
        return
      }
      guard let place = decimals else {
        whole += 1
        return append(digit)
      }
      decimals = place + 1
      if place < scale { append(digit) } else if digit != 0 { isTooFine = true }
    }

    private mutating func append(_ digit: UInt8) {
      let (shifted, first) = magnitude.multipliedReportingOverflow(by: 10)
      let (next, second) = shifted.addingReportingOverflow(UInt64(digit))
      isOverflow = isOverflow || first || second
      magnitude = next
    }

    mutating func minorUnits(_ currency: Currency) throws(MoneyError) -> Int64 {
      guard !isMalformed, whole > 0, decimals != 0 else { throw .syntax }
      guard !isTooFine else { throw .tooManyDecimals(currency: currency) }
      var missing = scale - (decimals ?? 0)
      while missing > 0 {
        append(0)
        missing -= 1
      }
      guard !isOverflow, magnitude <= Int64.min.magnitude - (isNegative ? 0 : 1) else {
        throw .overflow
      }
      return isNegative ? Int64(truncatingIfNeeded: 0 &- magnitude) : Int64(magnitude)
    }
  }
}

extension Currency {
  /// Minor units at exactly the currency's digits: `-20.00`. Sums of many amounts need the width.
  package func amount(_ minorUnits: Int128) -> String {
    // Beyond 38 digits there is no decimal; the text below is then made by hand.
    if let decimal = try? Decimal128(coefficient: minorUnits, scale: digits) {
      return decimal.description
    }
    let text = String(minorUnits)
    return digits > 0 ? "\(text.dropLast(digits)).\(text.suffix(digits))" : text
  }
}
