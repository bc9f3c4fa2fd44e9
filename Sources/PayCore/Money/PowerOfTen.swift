/// Powers of ten as constants: a switch becomes a table in the program's text, where a stored array
/// would be a lazy global with a check at each access.
enum PowerOfTen {
  /// The greatest exponent whose power fits 64 bits.
  static let greatestNarrowExponent = 19

  /// 10^exponent for 0 to 38.
  @inline(__always)
  static func wide(_ exponent: Int) -> UInt128 {
    let first = min(exponent, greatestNarrowExponent)
    return UInt128(narrow(first)) &* UInt128(narrow(exponent &- first))
  }

  /// 10^exponent for 0 to 19; the callers have checked the range.
  @inline(__always)
  static func narrow(_ exponent: Int) -> UInt64 {
    switch exponent {
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1000
    case 4: 10_000
    case 5: 100_000
    case 6: 1_000_000
    case 7: 10_000_000
    case 8: 100_000_000
    case 9: 1_000_000_000
    case 10: 10_000_000_000
    case 11: 100_000_000_000
    case 12: 1_000_000_000_000
    case 13: 10_000_000_000_000
    case 14: 100_000_000_000_000
    case 15: 1_000_000_000_000_000
    case 16: 10_000_000_000_000_000
    case 17: 100_000_000_000_000_000
    case 18: 1_000_000_000_000_000_000
    default: 10_000_000_000_000_000_000
    }
  }
}
