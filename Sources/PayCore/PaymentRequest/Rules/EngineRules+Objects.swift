// Rules about what is paid later, and when.

extension EngineRules {
  mutating func checkNegative(_ amount: MonetaryValue, _ text: String, at pointer: String = "") {
    guard amount.isNegative else { return }
    report.add(
      EngineRule.amountNegative, at: pointer, "\(quoted(text)) is less than zero")
  }

  /// The amounts of what a request type bills; a line of the sheet may be negative, these not.
  mutating func checkBilling(_ name: String, of type: JSONValue) {
    guard let item = type[name] else { return }
    for member in ["amount", "automaticReloadPaymentThresholdAmount"] {
      guard case .string(let text)? = item[member], let amount = MonetaryValue(text) else {
        continue
      }
      checkNegative(amount, text, at: "/\(name)/\(member)")
    }
  }

  mutating func checkRecurrence(_ item: JSONValue) {
    if case .integer(let count)? = item["recurringPaymentIntervalCount"], count < 1 {
      report.add(
        EngineRule.intervalCount, at: "/recurringPaymentIntervalCount", "\(count) is less than 1")
    }
    guard case .string(let end)? = item["recurringPaymentEndDate"],
      case .string(let start)? = item["recurringPaymentStartDate"],
      let endMoment = Timestamp(rfc3339: end), let startMoment = Timestamp(rfc3339: start),
      endMoment < startMoment
    else { return }
    report.add(
      EngineRule.endBeforeStart, at: "/recurringPaymentEndDate",
      "\(quoted(end)) is before the start, \(quoted(start))")
  }

  /// Months and years differ in length: a range is refused where its end is before its start on
  /// every calendar.
  mutating func checkRange(_ range: JSONValue) {
    guard let start = hours(range["startDateComponents"], year: 365, month: 28),
      let end = hours(range["endDateComponents"], year: 366, month: 31), end < start
    else { return }
    report.add(EngineRule.endBeforeStart, at: "/endDateComponents", "is before startDateComponents")
  }

  /// Nil where a component is none that can be counted.
  private func hours(_ components: JSONValue?, year: Int64, month: Int64) -> Int64? {
    guard let components, case .object = components else { return nil }
    var sum: Int64 = 0
    for (name, factor) in [
      ("years", year * 24), ("months", month * 24), ("days", 24), ("hours", 1),
    ] {
      guard let value = components[name] else { continue }
      guard case .integer(let count) = value, RequestReader.counts.contains(count) else {
        return nil
      }
      sum += count * factor
    }
    return sum
  }
}
