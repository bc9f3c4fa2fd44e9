/// A moment in UTC: milliseconds since 1970-01-01T00:00:00Z, years 1970...9999.
public struct Timestamp: Sendable, Hashable, Comparable {
  /// Milliseconds since the epoch.
  public let milliseconds: Int64

  /// The last moment that RFC 3339 can write.
  static let latest: Int64 = 253_402_300_799_999

  /// A moment given in milliseconds since the epoch, held within the years 1970...9999.
  public init(milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, 0), Timestamp.latest)
  }

  /// A moment given in whole seconds since the epoch, held within the years 1970...9999.
  public init(seconds: Int64) {
    self.init(milliseconds: min(max(seconds, 0), Timestamp.latest / 1000) * 1000)
  }

  /// Whole seconds since the epoch, rounded down.
  public var seconds: Int64 { milliseconds / 1000 }

  /// The same moment without its fraction of a second.
  public var wholeSecond: Timestamp { Timestamp(seconds: seconds) }

  /// The moment `count` seconds later (earlier, if negative), held within the years 1970...9999.
  public func adding(seconds count: Int64) -> Timestamp {
    let (step, overflow) = count.multipliedReportingOverflow(by: 1000)
    let (sum, overflowOfSum) = milliseconds.addingReportingOverflow(step)
    guard !overflow, !overflowOfSum else {
      return Timestamp(milliseconds: count < 0 ? 0 : Timestamp.latest)
    }
    return Timestamp(milliseconds: sum)
  }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension Timestamp: CustomStringConvertible {
  /// RFC 3339 in UTC: `2026-01-01T00:00:00Z`, with `.123` only if there is a fraction.
  public var description: String {
    let date = CivilDate(daysSinceEpoch: seconds / 86_400)
    let second = seconds % 86_400
    let fraction = milliseconds % 1000
    let day = "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
    let clock =
      "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
    return day + "T" + clock + (fraction == 0 ? "" : "." + padded(fraction, 3)) + "Z"
  }
}

extension Timestamp {
  /// Reads RFC 3339: `2026-01-01T00:00:00Z`, an offset such as `+02:00` or a fraction of up to
  /// three digits allowed; nil for anything else, a day that does not exist, or a leap second.
  public init?(rfc3339 text: String) {
    var reader = FixedWidthReader(text)
    guard
      let year = reader.digits(4), reader.skip("-"), let month = reader.digits(2),
      reader.skip("-"), let day = reader.digits(2), reader.skip("T"),
      let hour = reader.digits(2), reader.skip(":"), let minute = reader.digits(2),
      reader.skip(":"), let second = reader.digits(2), let fraction = reader.fraction(),
      let offset = reader.offset(), reader.isAtEnd,
      let local = Self.seconds(year, month, day, hour, minute, second)
    else { return nil }
    let total = local - offset
    guard total >= 0, total <= Timestamp.latest / 1000 else { return nil }
    self.init(milliseconds: total * 1000 + fraction)
  }

  /// A second in UTC by its fields; nil if there is no such day or second from 1970 to 9999.
  package init?(
    year: Int64, month: Int64, day: Int64, hour: Int64, minute: Int64, second: Int64
  ) {
    guard let seconds = Self.seconds(year, month, day, hour, minute, second) else { return nil }
    self.init(seconds: seconds)
  }

  private static func seconds(
    _ year: Int64, _ month: Int64, _ day: Int64, _ hour: Int64, _ minute: Int64, _ second: Int64
  ) -> Int64? {
    guard (1970...9999).contains(year), (0..<24).contains(hour), (0..<60).contains(minute),
      (0..<60).contains(second), let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    return date.daysSinceEpoch * 86_400 + hour * 3600 + minute * 60 + second
  }
}

private func padded(_ number: Int64, _ width: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
}

/// A day of the proleptic Gregorian calendar.
struct CivilDate {
  let year: Int64
  let month: Int64
  let day: Int64

  init?(year: Int64, month: Int64, day: Int64) {
    guard (1...12).contains(month), day >= 1 else { return nil }
    let isLeap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
    let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[Int(month) - 1] else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  // Years are counted from 1 March, so that the leap day is the last of its year, in eras of 400.
  init(daysSinceEpoch days: Int64) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }

  var daysSinceEpoch: Int64 {
    let fromMarch = month <= 2 ? year - 1 : year
    let era = fromMarch / 400
    let yearOfEra = fromMarch % 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

/// Reads the fields of a date at their fixed widths.
private struct FixedWidthReader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { index == bytes.count }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard index < bytes.count, UInt32(bytes[index]) == character.value else { return false }
    index += 1
    return true
  }

  mutating func digits(_ count: Int) -> Int64? {
    guard index + count <= bytes.count else { return nil }
    var value: Int64 = 0
    for byte in bytes[index..<index + count] {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    index += count
    return value
  }

  /// Milliseconds; 0 if there is no fraction, nil if it is malformed or finer than milliseconds.
  mutating func fraction() -> Int64? {
    guard skip(".") else { return 0 }
    var value: Int64 = 0
    var count = 0
    while let digit = digits(1) {
      value = value * 10 + digit
      count += 1
      guard count <= 3 else { return nil }
    }
    guard count > 0 else { return nil }
    for _ in count..<3 { value *= 10 }
    return value
  }

  /// Seconds east of UTC; nil if malformed.
  mutating func offset() -> Int64? {
    if skip("Z") { return 0 }
    let sign: Int64 = skip("+") ? 1 : -1
    guard sign == 1 || skip("-"), let hours = digits(2), skip(":"), let minutes = digits(2),
      hours < 24, minutes < 60
    else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }
}
