/// When an item is paid.
///
/// Source: Apple, ApplePayPaymentTiming; in PassKit the class of the item says it.
public struct PaymentTiming: RequestName {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// PassKit's items of these kinds came with the iOS versions here; of the web's values Apple's
  /// pages give a version for the last only.
  package static let known: [VersionedName] = [
    VersionedName("immediate", iOS: "8", web: nil),
    VersionedName("recurring", iOS: "15", web: nil),
    VersionedName("deferred", iOS: "15", web: nil),
    VersionedName("automaticReload", iOS: "16", web: 14),
  ]
}

/// The unit in which a recurring payment counts its interval.
///
/// Source: Apple, ApplePayRecurringPaymentDateUnit; NSCalendar.Unit in PassKit.
public struct RecurringPaymentDateUnit: RequestName {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  package static let known: [VersionedName] = ["year", "month", "day", "hour", "minute"].map {
    VersionedName($0, iOS: "15", web: nil)
  }
}

/// What an item of a disbursement is.
///
/// Source: WebKit, ApplePayLineItem; PKDisbursementSummaryItem and PKInstantFundsOutFeeSummaryItem.
public struct DisbursementLineItemType: RequestName {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  package static let known: [VersionedName] = ["disbursement", "instantFundsOutFee"].map {
    VersionedName($0, iOS: "17", web: nil)
  }
}
