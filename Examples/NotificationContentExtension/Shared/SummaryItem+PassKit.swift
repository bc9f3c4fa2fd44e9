import Foundation
import PassKit
import PayCore

extension PKPaymentSummaryItem {
  /// The item as PassKit's class for its timing; nil if it lacks what that class needs, is of a
  /// kind that is not known here, or belongs to a payout, which has a request class of its own.
  static func of(_ item: SummaryItem) -> PKPaymentSummaryItem? {
    guard item.disbursementLineItemType == nil else { return nil }
    return switch item.paymentTiming?.rawValue {
    case nil, "immediate":
      PKPaymentSummaryItem(
        label: item.label, amount: NSDecimalNumber(item.amount),
        type: item.kind == .final ? .final : .pending)
    case "recurring": PKRecurringPaymentSummaryItem(item)
    case "deferred": PKDeferredPaymentSummaryItem(item)
    case "automaticReload": PKAutomaticReloadPaymentSummaryItem(item)
    default: nil
    }
  }
}

extension PKRecurringPaymentSummaryItem {
  convenience init?(_ item: SummaryItem) {
    guard item.disbursementLineItemType == nil else { return nil }
    self.init(label: item.label, amount: NSDecimalNumber(item.amount))
    startDate = item.recurringPaymentStartDate.map { Date($0.moment) }
    endDate = item.recurringPaymentEndDate.map { Date($0.moment) }
    intervalCount = Int(item.recurringPaymentIntervalCount ?? 1)
    switch item.recurringPaymentIntervalUnit?.rawValue {
    case nil, "month": intervalUnit = .month
    case "year": intervalUnit = .year
    case "day": intervalUnit = .day
    case "hour": intervalUnit = .hour
    case "minute": intervalUnit = .minute
    default: return nil
    }
  }
}

extension PKDeferredPaymentSummaryItem {
  convenience init?(_ item: SummaryItem) {
    guard item.disbursementLineItemType == nil, let date = item.deferredPaymentDate else {
      return nil
    }
    self.init(label: item.label, amount: NSDecimalNumber(item.amount))
    deferredDate = Date(date.moment)
  }
}

extension PKAutomaticReloadPaymentSummaryItem {
  convenience init?(_ item: SummaryItem) {
    guard item.disbursementLineItemType == nil,
      let threshold = item.automaticReloadPaymentThresholdAmount
    else { return nil }
    self.init(label: item.label, amount: NSDecimalNumber(item.amount))
    thresholdAmount = NSDecimalNumber(threshold)
  }
}

extension PKShippingMethod {
  convenience init(_ method: ShippingMethod) {
    self.init(label: method.label, amount: NSDecimalNumber(method.amount))
    identifier = method.identifier
    detail = method.detail
    dateComponentsRange = method.dateComponentsRange.flatMap { range in
      PKDateComponentsRange(
        start: DateComponents(range.startDateComponents),
        end: DateComponents(range.endDateComponents))
    }
  }
}

extension DateComponents {
  init(_ components: CalendarComponents) {
    self.init(
      calendar: Calendar(identifier: .gregorian), year: components.years.map { Int($0) },
      month: components.months.map { Int($0) }, day: components.days.map { Int($0) },
      hour: components.hours.map { Int($0) })
  }
}

extension Date {
  init(_ moment: Timestamp) {
    self.init(timeIntervalSince1970: TimeInterval(moment.milliseconds) / 1000)
  }
}

extension NSDecimalNumber {
  /// The amount, exactly: minor units shifted by the currency's digits, with neither a text nor a
  /// `Double` between.
  convenience init(_ money: Money) {
    self.init(
      mantissa: money.minorUnits.magnitude, exponent: Int16(-(money.currency.minorDigits ?? 0)),
      isNegative: money.minorUnits < 0)
  }
}
