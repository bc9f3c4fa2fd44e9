/// Whether the purchase may be paid with Apple Pay Later, which Apple has withdrawn.
///
/// Source: Apple, PKApplePayLaterAvailability; WebKit, ApplePayLaterAvailability.
public struct ApplePayLaterAvailability: RequestName {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  package static let known: [VersionedName] = [
    "available", "unavailableItemIneligible", "unavailableRecurringTransaction",
  ].map { VersionedName($0, iOS: "17", web: nil) }
}

/// The values of the older member.
///
/// Source: WebKit, ApplePayLaterMode.
public struct ApplePayLaterMode: RequestName {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  package static let known: [VersionedName] = [
    "enabled", "disabledMerchantIneligible", "disabledItemIneligible",
    "disabledRecurringTransaction",
  ].map { VersionedName($0, iOS: nil, web: nil) }
}
