internal import CLinux
internal import Glibc

/// The Date field, made once a second.
struct HTTPDate {
  private var second: time_t = -1
  private(set) var bytes: [UInt8] = []

  /// Makes the text anew if `now`, in seconds since 1970, is another second than before.
  mutating func update(_ now: time_t) {
    guard now != second else { return }
    second = now
    bytes = Array(Self.format(now).utf8)
  }

  /// RFC 9110 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`.
  static func format(_ seconds: time_t) -> String {
    var seconds = seconds
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let day = days[Int(parts.tm_wday)]
    let month = months[Int(parts.tm_mon)]
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(two).joined(separator: ":")
    return "\(day), \(two(parts.tm_mday)) \(month) \(1900 + parts.tm_year) \(clock) GMT"
  }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
