package import PayCore

/// What a report says about itself beyond its figures; nothing of it is looked up.
package struct ReportHeading: Sendable, Hashable {
  package let merchantName: String
  package let merchantIdentifier: String
  /// The settlement profile whose rules decided what is due.
  package let profile: String
  /// Where the period begins; nil if it has no beginning.
  package let from: Timestamp?
  /// The first moment after the period; nil if it has no end.
  package let to: Timestamp?
  /// Days within which the provider settles, by the profile.
  package let settlementDays: Int64
  /// The profile's zone, seconds east of UTC: days of the report are days there.
  package let cutoffOffsetSeconds: Int64
  package let softwareVersion: String

  package init(
    merchantName: String, merchantIdentifier: String, profile: String, from: Timestamp?,
    to: Timestamp?, settlementDays: Int64, cutoffOffsetSeconds: Int64,
    softwareVersion: String = PayCore.version
  ) {
    self.merchantName = merchantName
    self.merchantIdentifier = merchantIdentifier
    self.profile = profile
    self.from = from
    self.to = to
    self.settlementDays = settlementDays
    self.cutoffOffsetSeconds = cutoffOffsetSeconds
    self.softwareVersion = softwareVersion
  }

  /// `UTC`, `UTC+01:00`.
  var zone: String {
    guard cutoffOffsetSeconds != 0 else { return "UTC" }
    let minutes = cutoffOffsetSeconds.magnitude / 60
    func twoDigits(_ value: UInt64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "UTC\(cutoffOffsetSeconds < 0 ? "-" : "+")\(twoDigits(minutes / 60)):"
      + twoDigits(minutes % 60)
  }

  /// The day of a moment in the profile's zone: `2026-01-31`.
  func day(_ moment: Timestamp) -> String {
    String(moment.adding(seconds: cutoffOffsetSeconds).description.prefix(10))
  }

  /// Whole days between the days of two moments in the profile's zone.
  func days(from start: Timestamp, to end: Timestamp) -> Int64 {
    func day(_ moment: Timestamp) -> Int64 {
      moment.adding(seconds: cutoffOffsetSeconds).seconds / 86_400
    }
    return day(end) - day(start)
  }

  /// The period as days, both named included: `2026-01-01 to 2026-01-31`.
  var period: String {
    let last = to.map { day($0.adding(seconds: -1)) }
    return switch (from.map(day), last) {
    case (let from?, let last?): "\(from) to \(last)"
    case (let from?, nil): "from \(from)"
    case (nil, let last?): "until \(last)"
    case (nil, nil): "everything known"
    }
  }

  /// `within 3 days`.
  var settlementTime: String {
    switch settlementDays {
    case 0: "on the same day"
    case 1: "within 1 day"
    default: "within \(settlementDays) days"
    }
  }
}
