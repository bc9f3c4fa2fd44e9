// The dictionaries of WebKit's IDL files. The members of the base come first, those of one
// dictionary in the order of their names: so WebKit reads them, and so its first failure is found.

extension WebIDLDictionary {
  static let paymentRequest = WebIDLDictionary(
    "ApplePayPaymentRequest",
    [
      // ApplePayRequestBase
      .optional(
        "applePayLaterAvailability",
        .words(ApplePayLaterAvailability.known)),
      .optional("billingContact", .dictionary(paymentContact)),
      .required("countryCode", .text),
      .optional("features", .sequence(.words(ApplePayFeature.known))),
      .optional("installmentConfiguration", .dictionary(installmentConfiguration)),
      .required("merchantCapabilities", .sequence(.words(MerchantCapability.known))),
      .optional("requiredBillingContactFields", .sequence(.words(ContactField.known))),
      .optional("requiredShippingContactFields", .sequence(.words(ContactField.known))),
      .optional("shippingContact", .dictionary(paymentContact)),
      .optional(
        "shippingContactEditingMode", .words(ShippingContactEditingMode.known)),
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
        .words(ShippingType.known)),
      .required("total", .dictionary(lineItem)),
    ])

  private static let paymentContact = WebIDLDictionary(
    "ApplePayPaymentContact", [.optional("addressLines", .sequence(.text))])

  private static let lineItem = WebIDLDictionary(
    "ApplePayLineItem",
    [
      .optional(
        "disbursementLineItemType", .words(DisbursementLineItemType.known)),
      .optional(
        "paymentTiming", .words(PaymentTiming.known)),
      .optional(
        "recurringPaymentIntervalUnit",
        .words(RecurringPaymentDateUnit.known)),
      .optional("type", .enumeration(SummaryItem.Kind.names)),
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
    [.optional("requiredRecipientContactFields", .sequence(.words(ContactField.known)))])

  private static let installmentConfiguration = WebIDLDictionary(
    "ApplePayInstallmentConfiguration",
    [
      .optional("featureType", .words(SetupFeatureType.known)),
      .optional("items", .sequence(.dictionary(installmentItem))),
      .optional("retailChannel", .words(InstallmentRetailChannel.known)),
    ])

  private static let installmentItem = WebIDLDictionary(
    "ApplePayInstallmentItem",
    [.optional("type", .words(InstallmentItemType.known))])
}

extension WebIDLDictionary.Member {
  fileprivate static func required(_ name: String, _ type: WebIDLType) -> Self {
    Self(name: name, type: type, isRequired: true)
  }

  fileprivate static func optional(_ name: String, _ type: WebIDLType) -> Self {
    Self(name: name, type: type, isRequired: false)
  }
}

extension WebIDLType {
  /// The words of a table; WebKit has the same.
  fileprivate static func words(_ known: [VersionedName]) -> WebIDLType {
    .enumeration(known.map(\.name))
  }
}
