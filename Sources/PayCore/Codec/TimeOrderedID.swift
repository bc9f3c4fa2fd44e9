/// Makes ids that sort by time and never repeat or step back, even when the clock does.
///
/// An id is a prefix and 26 characters of Crockford's base 32 in lower case: 48 bits of
/// milliseconds, then 80 random bits. Within one millisecond, or when the clock stands behind the
/// last id, the last 128-bit number is counted up instead.
package struct TimeOrderedIDs: Sendable {
  private let prefix: String
  private var last: UInt128 = 0

  /// Ids of one kind, greater than `latest` if that is an id of this kind.
  package init(prefix: String, after latest: String? = nil) {
    self.prefix = prefix
    if let latest { last = Self.number(of: latest, prefix: prefix) ?? 0 }
  }

  /// The next id. `random` gives at least 10 bytes.
  package mutating func next(at moment: Timestamp, random: [UInt8]) -> String {
    var number = UInt128(UInt64(moment.milliseconds)) << 80
    for byte in random.prefix(10).enumerated() {
      number |= UInt128(byte.element) << UInt128(72 - 8 * byte.offset)
    }
    // Timestamps, those of known ids too, end with the year 9999, below 2^48 ms, so counting up
    // cannot overflow.
    last = number > last ? number : last &+ 1
    return prefix + Base32.text(last)
  }

  /// Whether `text` has the form of an id with this prefix.
  package static func isID(_ text: String, prefix: String) -> Bool {
    number(of: text, prefix: prefix) != nil
  }

  private static func number(of text: String, prefix: String) -> UInt128? {
    let bytes = Array(text.utf8)
    let head = Array(prefix.utf8)
    guard bytes.count == head.count + 26, bytes.starts(with: head) else { return nil }
    var number: UInt128 = 0
    for (position, byte) in bytes[head.count...].enumerated() {
      guard let digit = Base32.digit(byte), position > 0 || digit < 8 else { return nil }
      number = number << 5 | UInt128(digit)
    }
    guard number >> 80 <= UInt128(Timestamp.latest) else { return nil }
    return number
  }
}
