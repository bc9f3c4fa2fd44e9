/// Calendar components of an arrival, in the Gregorian calendar.
///
/// Source: Apple, ApplePayDateComponents; NSDateComponents in PassKit.
public struct CalendarComponents: Sendable, Hashable {
  public var years: Int64?
  /// 1...12, by Apple's rule.
  public var months: Int64?
  public var days: Int64?
  public var hours: Int64?

  package init() {}
}

/// Between when goods arrive.
///
/// Source: Apple, PKDateComponentsRange and ApplePayDateComponentsRange.
public struct DateComponentsRange: Sendable, Hashable {
  public let startDateComponents: CalendarComponents
  public let endDateComponents: CalendarComponents

  package init(startDateComponents: CalendarComponents, endDateComponents: CalendarComponents) {
    self.startDateComponents = startDateComponents
    self.endDateComponents = endDateComponents
  }
}

extension CalendarComponents: RequestPart {
  var json: JSONValue {
    var members = RequestMembers(capacity: 4)
    members.add("years", years)
    members.add("months", months)
    members.add("days", days)
    members.add("hours", hours)
    return members.json
  }

  init?(_ reader: inout RequestReader) {
    years = reader.optionalCount("years")
    months = reader.optionalCount("months")
    days = reader.optionalCount("days")
    hours = reader.optionalCount("hours")
  }
}

extension DateComponentsRange: RequestPart {
  var json: JSONValue {
    ["startDateComponents": startDateComponents.json, "endDateComponents": endDateComponents.json]
  }

  init?(_ reader: inout RequestReader) {
    let start: CalendarComponents? = reader.part("startDateComponents")
    let end: CalendarComponents? = reader.part("endDateComponents")
    guard let start, let end else { return nil }
    self.init(startDateComponents: start, endDateComponents: end)
  }
}
