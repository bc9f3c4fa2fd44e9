/// Something that a page needs the browser to know before it is asked.
///
/// Source: WebKit, ApplePayFeature.
public struct ApplePayFeature: RequestName {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  package static let known: [VersionedName] = [
    "applePayLater", "applePayLaterMode", "authorizationResultOrderDetails",
    "lineItemPaymentTiming", "paymentRequestAutomaticReload", "paymentRequestCouponCode",
    "paymentRequestDeferred", "paymentRequestMultiTokenContexts", "paymentRequestRecurring",
    "paymentRequestShippingContactEditingMode", "paymentTimingAutomaticReload",
    "paymentTimingDeferred", "paymentTimingImmediate", "paymentTimingRecurring",
    "shippingContactEditingModeEnabled", "shippingContactEditingModeStorePickup",
    "shippingMethodDateComponentsRange",
  ].map { VersionedName($0, iOS: nil, web: nil) }
}
