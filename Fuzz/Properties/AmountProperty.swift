internal import PayCore

/// Texts such as `USD 19.99 0.0725`: a currency, an amount and another decimal.
///
/// A text of the grammar is read exactly and no other is; what was read is written so that it reads
/// the same again; and arithmetic keeps the laws that need no second implementation.
enum AmountProperty {
  static func check(_ bytes: [UInt8]) throws(BrokenClaim) {
    let parts = bytes.split(
      separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false
    ).map(Array.init)
    guard parts.count > 1 else { return try checkDecimal(bytes) }
    let currency = Currency(code: String(decoding: parts[0], as: UTF8.self))
    for text in parts.dropFirst() {
      try checkDecimal(text)
      if let currency { try checkAmount(text, currency) }
    }
    guard parts.count > 2, let one = try? Decimal128(parsing: parts[1]),
      let other = try? Decimal128(parsing: parts[2])
    else { return }
    try DecimalLaws(one, other).check()
    try DecimalLaws(other, one).check()
    guard let currency else { return }
    try MoneyLaws(one, other, currency).check()
    try ProfileLaws(one, currency).check()
  }

  private static func checkDecimal(_ text: [UInt8]) throws(BrokenClaim) {
    let canonical = CanonicalDecimal(text)
    switch result({ () throws(DecimalError) in try Decimal128(parsing: text) }) {
    case .success(let decimal):
      guard let canonical else {
        throw BrokenClaim(what: "what is no decimal is read as \(decimal)")
      }
      try claim(
        decimal.description == canonical.text(decimals: canonical.fraction.count),
        "it is written \(decimal)")
      let again = try? Decimal128(parsing: decimal.description)
      try claim(
        again?.coefficient == decimal.coefficient && again?.scale == decimal.scale,
        "\(decimal) reads as another decimal")
    case .failure(let error):
      try claim(error == .syntax || error == .overflow, "reading throws \(error.code)")
      if let canonical {
        try claim(canonical.digits > 38, "a decimal of \(canonical.digits) digits is refused")
      }
    }
  }

  private static func checkAmount(
    _ text: [UInt8], _ currency: Currency
  ) throws(BrokenClaim) {
    let canonical = CanonicalDecimal(text)
    let decimals = currency.minorDigits
    let hasRoom = canonical?.fraction.dropFirst(decimals ?? 0).allSatisfy { $0 == zero }
    switch result({ () throws(MoneyError) in
      try Money(parsing: String(decoding: text, as: UTF8.self), currency: currency)
    }) {
    case .success(let money):
      guard let canonical, let decimals, hasRoom == true else {
        throw BrokenClaim(what: "what is no amount of \(currency.code) is read as \(money)")
      }
      try claim(money.amount == canonical.text(decimals: decimals), "it is written \(money)")
      let again = try? Money(parsing: money.amount, currency: currency)
      try claim(again == money, "\(money) reads as another amount")
    case .failure(let error):
      let mustBeRead =
        hasRoom == true && decimals != nil && text.count <= Limits.amountBytes
        && canonical.map { $0.integer.count + (decimals ?? 0) <= 18 } == true
      try claim(!mustBeRead, "an amount of \(currency.code) is refused: \(error)")
    }
  }

  private static let zero = UInt8(ascii: "0")
}

/// What the digits of a decimal's text say, by a reader that shares nothing with the engine's.
struct CanonicalDecimal {
  let isNegative: Bool
  /// ASCII digits before the point, without leading zeros; empty for zero.
  let integer: ArraySlice<UInt8>
  /// ASCII digits behind the point.
  let fraction: ArraySlice<UInt8>
  /// All digits that were written.
  let digits: Int

  /// nil if the text is not `-?[0-9]+(\.[0-9]+)?`.
  init?(_ text: [UInt8]) {
    isNegative = text.first == UInt8(ascii: "-")
    let halves = text.dropFirst(isNegative ? 1 : 0).split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard (1...2).contains(halves.count),
      halves.allSatisfy({ half in
        !half.isEmpty && half.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      })
    else { return nil }
    digits = halves.reduce(0) { $0 + $1.count }
    integer = halves[0].drop { $0 == UInt8(ascii: "0") }
    fraction = halves.count == 2 ? halves[1] : []
  }

  /// The same value with exactly so many decimals, which must hold it; zero has no sign.
  func text(decimals: Int) -> String {
    let isZero = integer.isEmpty && fraction.allSatisfy { $0 == UInt8(ascii: "0") }
    var text = Array(isNegative && !isZero ? "-".utf8 : "".utf8)
    text += integer.isEmpty ? Array("0".utf8) : Array(integer)
    if decimals > 0 {
      text.append(UInt8(ascii: "."))
      text += fraction.prefix(decimals)
      text += [UInt8](repeating: UInt8(ascii: "0"), count: max(0, decimals - fraction.count))
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// The outcome of a step, so that both ends of it can be judged.
func result<Value, Failure: Error>(
  _ step: () throws(Failure) -> Value
) -> Result<Value, Failure> {
  do throws(Failure) { return .success(try step()) } catch { return .failure(error) }
}
