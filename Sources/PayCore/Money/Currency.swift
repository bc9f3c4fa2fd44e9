/// A currency of ISO 4217: its codes and how many digits its minor unit has.
///
/// All of it is packed into one integer, so that comparing and hashing two amounts' currencies
/// costs no more than comparing two numbers. Source: ISO 4217 list one; `listDate` says of when.
@frozen
public struct Currency: Sendable, Hashable {
  /// Three letters of 5 bits, A = 1; the numeric code, 10 bits; the minor digits, 3 bits, 7 for
  /// none.
  ///
  /// Numbers are in the order of the alphabetic codes.
  @usableFromInline let packed: UInt32

  init(packed: UInt32) { self.packed = packed }

  /// Alphabetic code, three capital letters: `USD`.
  public var code: String {
    String(decoding: [letter(at: 23), letter(at: 18), letter(at: 13)], as: UTF8.self)
  }

  /// Numeric code, 1...999, printed with three digits: 840.
  public var numeric: Int { Int(packed >> 3 & 0x3FF) }

  /// Digits after the decimal point: 2 for USD, 0 for JPY, 3 for KWD; nil where the standard gives
  /// none (precious metals, test codes), and such a currency has no amounts.
  public var minorDigits: Int? { packed & 7 == 7 ? nil : Int(packed & 7) }

  /// The digits in which amounts are written; currencies without a minor unit count in whole units.
  var digits: Int { minorDigits ?? 0 }

  /// The currency with an alphabetic code, compared byte for byte; nil if the standard has none.
  public init?(code: String) {
    guard code.utf8.count == 3 else { return nil }
    var letters: UInt32 = 0
    for byte in code.utf8 {
      guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) else { return nil }
      letters = letters << 5 | UInt32(byte & 0x1F)
    }
    let wanted = letters << 13
    var low = 0
    var high = Currency.table.count
    while low < high {
      let middle = (low + high) / 2
      if Currency.table[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    guard low < Currency.table.count, Currency.table[low] >> 13 == letters else { return nil }
    packed = Currency.table[low]
  }

  /// The currency with a numeric code, as payment tokens name it: 840; nil if the standard has
  /// none.
  package init?(numeric: Int) {
    guard let found = Currency.table.first(where: { Int($0 >> 3 & 0x3FF) == numeric }) else {
      return nil
    }
    packed = found
  }

  /// Every currency and fund of the standard, sorted by alphabetic code.
  package static let all: [Currency] = table.map(Currency.init(packed:))

  private func letter(at shift: UInt32) -> UInt8 { 0x40 | UInt8(packed >> shift & 0x1F) }
}

extension Currency: CustomStringConvertible {
  public var description: String { code }
}
