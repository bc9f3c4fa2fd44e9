// The objects of a payment request with the web versions that brought their members, as Apple
// documents them; what only WebKit or PassKit has is among them. The form is the web's.

extension RequestObject {
  static let request = RequestObject(
    .request,
    [
      RequestMember("merchantIdentifier", .text),
      RequestMember(
        "merchantCapabilities", .words(MerchantCapability.known), isRequired: true),
      RequestMember("supportedNetworks", .texts, isRequired: true),
      RequestMember("countryCode", .country, isRequired: true),
      RequestMember("currencyCode", .text, isRequired: true),
      RequestMember("lineItems", .objects(lineItem)),
      RequestMember("total", .object(total), isRequired: true),
      RequestMember("applicationData", .text),
      RequestMember("shippingMethods", .objects(shippingMethod)),
      RequestMember("shippingType", .word(ShippingType.known)),
      RequestMember("requiredBillingContactFields", .words(ContactField.known)),
      RequestMember("requiredShippingContactFields", .words(ContactField.known)),
      RequestMember("billingContact", .object(contact)),
      RequestMember("shippingContact", .object(contact)),
      RequestMember("supportedCountries", .countries, since: 3),
      RequestMember("supportsCouponCode", .flag, since: 12),
      RequestMember("couponCode", .text, since: 12),
      RequestMember(
        "shippingContactEditingMode", .word(ShippingContactEditingMode.known), since: 12),
      RequestMember("recurringPaymentRequest", .object(recurring), since: 14),
      RequestMember("automaticReloadPaymentRequest", .object(automaticReload), since: 14),
      RequestMember("multiTokenContexts", .objects(tokenContext), since: 14),
      RequestMember("deferredPaymentRequest", .object(deferred), since: 15, isSinceKnown: false),
      // iOS 18 and 17 brought these, version 14 came with iOS 16.
      RequestMember("merchantCategoryCode", .text, since: 15, isSinceKnown: false),
      RequestMember(
        "applePayLaterAvailability", .word(ApplePayLaterAvailability.known), since: 15,
        isSinceKnown: false),
      RequestMember(
        "applePayLaterMode", .word(ApplePayLaterMode.known), isWebKits: true, only: .web),
      RequestMember("features", .words(ApplePayFeature.known), isWebKits: true, only: .web),
      RequestMember("disbursementRequest", .object(disbursement), isWebKits: true, only: .web),
      RequestMember("installmentConfiguration", .object(installments), isWebKits: true, only: .web),
      RequestMember("unsupportedPrimaryAccountIdentifiers", .texts, only: .passKit),
      RequestMember("attributionIdentifier", .text, only: .passKit),
      RequestMember("isDelegatedRequest", .flag, only: .passKit),
    ])

  static let lineItem = RequestObject(.lineItem, item(isAmountRequired: false))
  /// As a line item; what is paid may not be left out.
  static let total = RequestObject(.total, item(isAmountRequired: true))

  private static let itemTypes = SummaryItem.Kind.names.map { VersionedName($0, iOS: nil, web: 1) }

  private static func item(isAmountRequired: Bool) -> [RequestMember] {
    [
      RequestMember("label", .label, isRequired: true),
      RequestMember("amount", .amount, isRequired: isAmountRequired),
      RequestMember("type", .word(itemTypes)),
      RequestMember("paymentTiming", .word(PaymentTiming.known)),
      RequestMember("recurringPaymentStartDate", .date),
      RequestMember("recurringPaymentIntervalUnit", .word(RecurringPaymentDateUnit.known)),
      RequestMember("recurringPaymentIntervalCount", .integer),
      RequestMember("recurringPaymentEndDate", .date),
      RequestMember("deferredPaymentDate", .date),
      RequestMember("automaticReloadPaymentThresholdAmount", .amount),
      RequestMember(
        "disbursementLineItemType", .word(DisbursementLineItemType.known), isWebKits: true),
    ]
  }

  static let shippingMethod = RequestObject(
    .shippingMethod,
    [
      RequestMember("label", .label, isRequired: true),
      RequestMember("detail", .text, isRequired: true),
      RequestMember("amount", .amount, isRequired: true),
      RequestMember("identifier", .text, isRequired: true),
      RequestMember("dateComponentsRange", .object(dateRange), since: 12),
    ])

  private static let dateRange = RequestObject(
    .dateRange,
    [
      RequestMember("startDateComponents", .object(dateComponents), isRequired: true),
      RequestMember("endDateComponents", .object(dateComponents), isRequired: true),
    ])

  private static let dateComponents = RequestObject(
    .dateComponents,
    ["years", "months", "days", "hours"].map { RequestMember($0, .integer) })

  private static let contact = RequestObject(
    .contact,
    [
      "phoneNumber", "emailAddress", "givenName", "familyName", "subLocality", "locality",
      "postalCode", "subAdministrativeArea", "administrativeArea", "country", "countryCode",
    ].map { RequestMember($0, .text) } + [
      RequestMember("addressLines", .texts), RequestMember("phoneticGivenName", .text, since: 3),
      RequestMember("phoneticFamilyName", .text, since: 3),
    ])

  private static let recurring = RequestObject(
    .recurring,
    [
      RequestMember("paymentDescription", .text, isRequired: true),
      RequestMember("regularBilling", .object(lineItem), isRequired: true),
      RequestMember("managementURL", .url, isRequired: true),
      RequestMember("trialBilling", .object(lineItem)),
      RequestMember("billingAgreement", .text),
      RequestMember("tokenNotificationURL", .notificationURL),
    ])

  private static let automaticReload = RequestObject(
    .automaticReload,
    [
      RequestMember("paymentDescription", .text, isRequired: true),
      RequestMember("automaticReloadBilling", .object(lineItem), isRequired: true),
      RequestMember("managementURL", .url, isRequired: true),
      RequestMember("billingAgreement", .text),
      RequestMember("tokenNotificationURL", .notificationURL),
    ])

  private static let deferred = RequestObject(
    .deferred,
    [
      RequestMember("paymentDescription", .text, isRequired: true),
      RequestMember("deferredBilling", .object(lineItem), isRequired: true),
      RequestMember("managementURL", .url, isRequired: true),
      RequestMember("billingAgreement", .text),
      RequestMember("freeCancellationDate", .date),
      RequestMember("freeCancellationDateTimeZone", .text),
      RequestMember("tokenNotificationURL", .notificationURL),
    ])

  private static let tokenContext = RequestObject(
    .tokenContext,
    [
      RequestMember("merchantIdentifier", .text, isRequired: true),
      RequestMember("externalIdentifier", .text, isRequired: true),
      RequestMember("merchantName", .text, isRequired: true),
      RequestMember("amount", .amount, isRequired: true),
      RequestMember("merchantDomain", .text),
    ])

  // MARK: WebKit's own

  private static func webKits(_ name: String, _ value: RequestMember.Value) -> RequestMember {
    RequestMember(name, value, isWebKits: true)
  }

  private static let disbursement = RequestObject(
    .disbursement, [webKits("requiredRecipientContactFields", .words(ContactField.known))])

  private static let installments = RequestObject(
    .installments,
    [
      webKits("featureType", .word(SetupFeatureType.known)),
      webKits("retailChannel", .word(InstallmentRetailChannel.known)),
      webKits("items", .objects(installmentItem)), webKits("isInStorePurchase", .flag),
      webKits("applicationMetadata", .any),
    ]
      + [
        "merchandisingImageData", "openToBuyThresholdAmount", "bindingTotalAmount",
        "currencyCode", "merchantIdentifier", "referrerIdentifier",
      ].map { webKits($0, .text) })

  private static let installmentItem = RequestObject(
    .installmentItem,
    [webKits("type", .word(InstallmentItemType.known))]
      + ["amount", "currencyCode", "programIdentifier", "apr", "programTerms"]
      .map { webKits($0, .text) })
}
