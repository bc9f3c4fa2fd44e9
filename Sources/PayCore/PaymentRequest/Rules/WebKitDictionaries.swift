// The dictionaries of WebKit's IDL files. The members of the base come first, those of one
// dictionary in the order of their names: so WebKit reads them, and so its first failure is found.

extension WebIDLDictionary {
  static let paymentRequest = WebIDLDictionary(
    "ApplePayPaymentRequest",
    [
      // ApplePayRequestBase
      .optional(
        "applePayLaterAvailability",
        .enumeration(["available", "unavailableItemIneligible", "unavailableRecurringTransaction"])
      ),
      .optional("billingContact", .dictionary(paymentContact)),
      .required("countryCode", .text),
      .optional("features", .sequence(.enumeration(features))),
      .optional("installmentConfiguration", .dictionary(installmentConfiguration)),
      .required("merchantCapabilities", .sequence(.enumeration(capabilities))),
      .optional("requiredBillingContactFields", .sequence(.enumeration(contactFields))),
      .optional("requiredShippingContactFields", .sequence(.enumeration(contactFields))),
      .optional("shippingContact", .dictionary(paymentContact)),
      .optional(
        "shippingContactEditingMode", .enumeration(["available", "enabled", "storePickup"])),
      .optional("supportedCountries", .sequence(.text)),
      .required("supportedNetworks", .sequence(.text)),
      // ApplePayPaymentRequest
      .optional("automaticReloadPaymentRequest", .dictionary(automaticReloadPaymentRequest)),
      .required("currencyCode", .text),
      .optional("deferredPaymentRequest", .dictionary(deferredPaymentRequest)),
      .optional("disbursementRequest", .dictionary(disbursementRequest)),
      .optional("lineItems", .sequence(.dictionary(lineItem))),
      .optional("multiTokenContexts", .sequence(.dictionary(paymentTokenContext))),
      .optional("recurringPaymentRequest", .dictionary(recurringPaymentRequest)),
      .optional("shippingMethods", .sequence(.dictionary(shippingMethod))),
      .optional(
        "shippingType",
        .enumeration(["shipping", "delivery", "storePickup", "servicePickup"])),
      .required("total", .dictionary(lineItem)),
    ])

  private static let capabilities = [
    "supports3DS", "supportsEMV", "supportsCredit", "supportsDebit", "supportsInstantFundsOut",
  ]

  private static let contactFields = ["email", "name", "phone", "postalAddress", "phoneticName"]

  private static let features = [
    "applePayLater", "applePayLaterMode", "authorizationResultOrderDetails",
    "lineItemPaymentTiming", "paymentRequestAutomaticReload", "paymentRequestCouponCode",
    "paymentRequestDeferred", "paymentRequestMultiTokenContexts", "paymentRequestRecurring",
    "paymentRequestShippingContactEditingMode", "paymentTimingAutomaticReload",
    "paymentTimingDeferred", "paymentTimingImmediate", "paymentTimingRecurring",
    "shippingContactEditingModeEnabled", "shippingContactEditingModeStorePickup",
    "shippingMethodDateComponentsRange",
  ]

  private static let paymentContact = WebIDLDictionary(
    "ApplePayPaymentContact", [.optional("addressLines", .sequence(.text))])

  private static let lineItem = WebIDLDictionary(
    "ApplePayLineItem",
    [
      .optional(
        "disbursementLineItemType", .enumeration(["disbursement", "instantFundsOutFee"])),
      .optional(
        "paymentTiming", .enumeration(["immediate", "recurring", "deferred", "automaticReload"])),
      .optional(
        "recurringPaymentIntervalUnit",
        .enumeration(["year", "month", "day", "hour", "minute"])),
      .optional("type", .enumeration(["pending", "final"])),
    ])

  private static let shippingMethod = WebIDLDictionary(
    "ApplePayShippingMethod",
    [
      .required("amount", .text),
      .optional("dateComponentsRange", .dictionary(dateComponentsRange)),
      .required("detail", .text),
      .required("identifier", .text),
      .required("label", .text),
    ])

  private static let dateComponentsRange = WebIDLDictionary(
    "ApplePayDateComponentsRange",
    [
      .required("endDateComponents", .dictionary(dateComponents)),
      .required("startDateComponents", .dictionary(dateComponents)),
    ])

  private static let dateComponents = WebIDLDictionary("ApplePayDateComponents", [])

  private static let recurringPaymentRequest = WebIDLDictionary(
    "ApplePayRecurringPaymentRequest",
    [
      .required("managementURL", .text),
      .required("paymentDescription", .text),
      .required("regularBilling", .dictionary(lineItem)),
      .optional("trialBilling", .dictionary(lineItem)),
    ])

  private static let automaticReloadPaymentRequest = WebIDLDictionary(
    "ApplePayAutomaticReloadPaymentRequest",
    [
      .required("automaticReloadBilling", .dictionary(lineItem)),
      .required("managementURL", .text),
      .required("paymentDescription", .text),
    ])

  private static let deferredPaymentRequest = WebIDLDictionary(
    "ApplePayDeferredPaymentRequest",
    [
      .required("deferredBilling", .dictionary(lineItem)),
      .required("managementURL", .text),
      .required("paymentDescription", .text),
    ])

  private static let paymentTokenContext = WebIDLDictionary(
    "ApplePayPaymentTokenContext",
    [
      .required("amount", .text),
      .required("externalIdentifier", .text),
      .required("merchantIdentifier", .text),
      .required("merchantName", .text),
    ])

  private static let disbursementRequest = WebIDLDictionary(
    "ApplePayDisbursementRequest",
    [.optional("requiredRecipientContactFields", .sequence(.enumeration(contactFields)))])

  private static let installmentConfiguration = WebIDLDictionary(
    "ApplePayInstallmentConfiguration",
    [
      .optional("featureType", .enumeration(["applePay", "appleCard"])),
      .optional("items", .sequence(.dictionary(installmentItem))),
      .optional("retailChannel", .enumeration(["unknown", "app", "web", "inStore"])),
    ])

  private static let installmentItem = WebIDLDictionary(
    "ApplePayInstallmentItem",
    [.optional("type", .enumeration(["generic", "phone", "pad", "watch", "mac"]))])
}

extension WebIDLDictionary.Member {
  fileprivate static func required(_ name: String, _ type: WebIDLType) -> Self {
    Self(name: name, type: type, isRequired: true)
  }

  fileprivate static func optional(_ name: String, _ type: WebIDLType) -> Self {
    Self(name: name, type: type, isRequired: false)
  }
}
