/// Offsets of the time zones that settlement files name: a file says `PST` or `PDT`, not a place.
enum TimeZoneOffset {
  /// Hours east of UTC, in quarters. An abbreviation that several countries use differently is
  /// here only in the meaning that settlement reports give it (BST: Britain, CST: America).
  private static let quarters: [String: Int64] = [
    "UTC": 0, "GMT": 0, "Z": 0, "WET": 0, "WEST": 4, "BST": 4, "CET": 4, "CEST": 8, "EET": 8,
    "EEST": 12, "MSK": 12, "EST": -20, "EDT": -16, "CST": -24, "CDT": -20, "MST": -28, "MDT": -24,
    "PST": -32, "PDT": -28, "AKST": -36, "AKDT": -32, "HST": -40, "BRT": -12, "SAST": 8,
    "SGT": 32, "HKT": 32, "MYT": 32, "AWST": 32, "JST": 36, "KST": 36, "ACST": 38, "ACDT": 42,
    "AEST": 40, "AEDT": 44, "NZST": 48, "NZDT": 52,
  ]

  /// Seconds east of UTC of an abbreviation or of `+hh:mm`; nil for anything else.
  static func seconds(_ text: String) -> Int64? {
    quarters[text].map { $0 * 900 } ?? fixed(text)
  }

  /// Seconds east of UTC of `UTC` or of `+hh:mm`, which no season changes; nil for anything else.
  static func fixed(_ text: String) -> Int64? {
    if text.hasSameBytes(as: "UTC") { return 0 }
    let bytes = Array(text.utf8)
    guard bytes.count == 6, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
      bytes[3] == UInt8(ascii: ":"), let hours = decimalNumber(bytes[1..<3]),
      let minutes = decimalNumber(bytes[4..<6]), hours <= 14, minutes < 60
    else { return nil }
    return (hours * 3600 + minutes * 60) * (bytes[0] == UInt8(ascii: "-") ? -1 : 1)
  }
}
