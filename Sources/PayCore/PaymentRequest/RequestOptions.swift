/// What a payment request may say beyond what it must. A member is nil if the request does not
/// write it; Apple's default then holds, and is not written for it.
///
/// Source: Apple, PKPaymentRequest and ApplePayPaymentRequest; WebKit's dictionaries of the same
/// names.
public struct RequestOptions: Sendable, Hashable {
  /// In order of preference; the first is chosen at first.
  public var shippingMethods: [ShippingMethod]?
  /// Nil is `shipping`.
  public var shippingType: ShippingType?
  /// Nil is `available`.
  public var shippingContactEditingMode: ShippingContactEditingMode?
  /// What the sheet asks for.
  public var requiredBillingContactFields: [ContactField]?
  /// What the sheet asks for.
  public var requiredShippingContactFields: [ContactField]?
  /// What the merchant knows already.
  public var billingContact: PaymentContact?
  /// What the merchant knows already.
  public var shippingContact: PaymentContact?
  /// ISO 3166 alpha-2 codes of the countries whose cards are taken; nil is all.
  public var supportedCountries: [String]?
  public var supportsCouponCode: Bool?
  /// The code that the sheet begins with; empty is none.
  public var couponCode: String?
  /// Four digits of ISO 18245.
  public var merchantCategoryCode: String?
  /// At most one of the four, by Apple's rule: this, a reload, a deferred one, several merchants.
  public var recurringPaymentRequest: RecurringPaymentRequest?
  public var automaticReloadPaymentRequest: AutomaticReloadPaymentRequest?
  public var deferredPaymentRequest: DeferredPaymentRequest?
  public var multiTokenContexts: [PaymentTokenContext]?
  /// Deprecated by Apple.
  public var applePayLaterAvailability: ApplePayLaterAvailability?
  /// WebKit's older name of `applePayLaterAvailability`.
  public var applePayLaterMode: ApplePayLaterMode?
  /// Identifiers of cards that may not pay; PassKit only.
  public var unsupportedPrimaryAccountIdentifiers: [String]?
  /// PassKit only.
  public var attributionIdentifier: String?
  /// PassKit only.
  public var isDelegatedRequest: Bool?
  /// What the page needs the browser to know; WebKit only.
  public var features: [ApplePayFeature]?
  /// WebKit only.
  public var disbursementRequest: DisbursementRequest?
  /// WebKit only.
  public var installmentConfiguration: InstallmentConfiguration?

  package init() {}
}

extension RequestOptions {
  func add(to members: inout RequestMembers) {
    members.add("shippingMethods", shippingMethods)
    members.add("shippingType", shippingType)
    members.add("shippingContactEditingMode", shippingContactEditingMode)
    members.add("requiredBillingContactFields", requiredBillingContactFields)
    members.add("requiredShippingContactFields", requiredShippingContactFields)
    members.add("billingContact", billingContact)
    members.add("shippingContact", shippingContact)
    members.add("supportedCountries", supportedCountries)
    members.add("supportsCouponCode", supportsCouponCode)
    members.add("couponCode", couponCode)
    members.add("merchantCategoryCode", merchantCategoryCode)
    members.add("recurringPaymentRequest", recurringPaymentRequest)
    members.add("automaticReloadPaymentRequest", automaticReloadPaymentRequest)
    members.add("deferredPaymentRequest", deferredPaymentRequest)
    members.add("multiTokenContexts", multiTokenContexts)
    members.add("applePayLaterAvailability", applePayLaterAvailability)
    members.add("applePayLaterMode", applePayLaterMode)
    members.add("unsupportedPrimaryAccountIdentifiers", unsupportedPrimaryAccountIdentifiers)
    members.add("attributionIdentifier", attributionIdentifier)
    members.add("isDelegatedRequest", isDelegatedRequest)
    members.add("features", features)
    members.add("disbursementRequest", disbursementRequest)
    members.add("installmentConfiguration", installmentConfiguration)
  }

  init(_ reader: inout RequestReader) {
    shippingMethods = reader.optionalParts("shippingMethods")
    shippingType = reader.optionalName("shippingType")
    shippingContactEditingMode = reader.optionalName("shippingContactEditingMode")
    requiredBillingContactFields = reader.optionalNames("requiredBillingContactFields")
    requiredShippingContactFields = reader.optionalNames("requiredShippingContactFields")
    billingContact = reader.optionalPart("billingContact")
    shippingContact = reader.optionalPart("shippingContact")
    supportedCountries = reader.optionalStrings("supportedCountries")
    supportsCouponCode = reader.optionalBool("supportsCouponCode")
    couponCode = reader.optionalString("couponCode")
    merchantCategoryCode = reader.optionalString("merchantCategoryCode")
    recurringPaymentRequest = reader.optionalPart("recurringPaymentRequest")
    automaticReloadPaymentRequest = reader.optionalPart("automaticReloadPaymentRequest")
    deferredPaymentRequest = reader.optionalPart("deferredPaymentRequest")
    multiTokenContexts = reader.optionalParts("multiTokenContexts")
    applePayLaterAvailability = reader.optionalName("applePayLaterAvailability")
    applePayLaterMode = reader.optionalName("applePayLaterMode")
    unsupportedPrimaryAccountIdentifiers = reader.optionalStrings(
      "unsupportedPrimaryAccountIdentifiers")
    attributionIdentifier = reader.optionalString("attributionIdentifier")
    isDelegatedRequest = reader.optionalBool("isDelegatedRequest")
    features = reader.optionalNames("features")
    disbursementRequest = reader.optionalPart("disbursementRequest")
    installmentConfiguration = reader.optionalPart("installmentConfiguration")
  }
}
