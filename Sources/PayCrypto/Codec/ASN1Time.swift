import Glibc
import PayCore

/// UTCTime as RFC 5652 11.3 wants it, `YYMMDDHHMMSSZ` for the years 1950 to 2049, and
/// GeneralizedTime, `YYYYMMDDHHMMSSZ` (RFC 5280 4.1.2.5).
enum ASN1Time {
  /// 13 bytes of UTCTime; nil from 2050 on.
  static func encodeUTC(_ moment: Timestamp) -> [UInt8]? {
    var seconds = Int(moment.seconds)
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil, parts.tm_year < 150 else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(13)
    func append(_ field: Int32) {
      text.append(UInt8(ascii: "0") + UInt8(field / 10))
      text.append(UInt8(ascii: "0") + UInt8(field % 10))
    }
    append(parts.tm_year % 100)
    append(parts.tm_mon + 1)
    append(parts.tm_mday)
    append(parts.tm_hour)
    append(parts.tm_min)
    append(parts.tm_sec)
    text.append(UInt8(ascii: "Z"))
    return text
  }

  /// The moment that UTCTime of exactly 13 bytes names; nil for one that does not exist, or that
  /// lies before 1970.
  static func decodeUTC(_ bytes: ArraySlice<UInt8>) -> Timestamp? {
    guard bytes.count == 13, let year = number(bytes, 0) else { return nil }
    return decode(bytes.dropFirst(2), year: year < 50 ? 2000 + year : 1900 + year)
  }

  /// The same of GeneralizedTime, of exactly 15 bytes.
  static func decodeGeneralized(_ bytes: ArraySlice<UInt8>) -> Timestamp? {
    guard bytes.count == 15, let century = number(bytes, 0), let year = number(bytes, 2) else {
      return nil
    }
    return decode(bytes.dropFirst(4), year: century * 100 + year)
  }

  /// The next element, whichever of the two it is.
  static func read(_ reader: inout DERReader) -> Timestamp? {
    switch reader.tag {
    case DER.utcTime: reader.read(DER.utcTime).flatMap(decodeUTC)
    case DER.generalizedTime: reader.read(DER.generalizedTime).flatMap(decodeGeneralized)
    default: nil
    }
  }

  /// `MMDDHHMMSSZ`.
  private static func decode(_ bytes: ArraySlice<UInt8>, year: Int64) -> Timestamp? {
    guard bytes.last == UInt8(ascii: "Z"), let month = number(bytes, 0),
      let day = number(bytes, 2), let hour = number(bytes, 4), let minute = number(bytes, 6),
      let second = number(bytes, 8)
    else { return nil }
    return Timestamp(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second)
  }

  /// Two digits.
  private static func number(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> Int64? {
    let index = bytes.startIndex + offset
    guard let high = digit(bytes[index]), let low = digit(bytes[index + 1]) else { return nil }
    return high * 10 + low
  }

  private static func digit(_ byte: UInt8) -> Int64? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int64(byte - UInt8(ascii: "0")) : nil
  }
}
