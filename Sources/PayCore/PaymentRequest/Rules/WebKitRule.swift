/// A check of WebKit's, by its stable id; docs/webkit-rules.md lists them all.
package enum WebKitRule: String, CaseIterable {
  // The form that a page gives it
  case form = "webkit.form"
  // WebIDL conversion
  case requiredMember = "webkit.required-member"
  case notASequence = "webkit.not-a-sequence"
  case notIterable = "webkit.not-iterable"
  case notADictionary = "webkit.not-a-dictionary"
  case enumValue = "webkit.enum-value"
  // ApplePayRequestBase
  case version = "webkit.version"
  case networksEmpty = "webkit.networks-empty"
  case network = "webkit.network"
  case contactField = "webkit.contact-field"
  case applicationMetadata = "webkit.application-metadata"
  // ApplePaySession
  case amount = "webkit.amount"
  case shippingMethodsEmpty = "webkit.shipping-methods-empty"
  case paymentTiming = "webkit.payment-timing"
  case billingLabel = "webkit.billing-label"
  case thresholdAmount = "webkit.threshold-amount"
  case url = "webkit.url"
  case timeZoneUnexpected = "webkit.time-zone-unexpected"
  case timeZoneMissing = "webkit.time-zone-missing"
  case timeZone = "webkit.time-zone"
  case paymentDescription = "webkit.payment-description"
  // PaymentRequestValidator
  case totalLabel = "webkit.total-label"
  case totalNegative = "webkit.total-negative"
  case totalNotPositive = "webkit.total-not-positive"
  case totalTooBig = "webkit.total-too-big"
  case countryCode = "webkit.country-code"
  case currencyCode = "webkit.currency-code"
  case networksMissing = "webkit.networks-missing"
  case capabilitiesMissing = "webkit.capabilities-missing"
  case shippingNegative = "webkit.shipping-negative"
  // The Payment Request API
  case methodsEmpty = "webkit.methods-empty"
  case methodIdentifier = "webkit.method-identifier"
  case detailsCurrency = "webkit.details-currency"
  case detailsAmount = "webkit.details-amount"
  case detailsTotalNegative = "webkit.details-total-negative"
  case detailsCurrencyMismatch = "webkit.details-currency-mismatch"
}

extension WebKitRule {
  /// The file of WebKit that has the check.
  package var source: String { "WebKit, " + file }

  private var file: String {
    switch self {
    case .form, .requiredMember, .notASequence, .notIterable, .notADictionary, .enumValue:
      "ApplePayPaymentRequest.idl"
    case .version, .networksEmpty, .applicationMetadata: "ApplePayRequestBase.cpp"
    case .network: "PaymentCoordinator.cpp"
    case .contactField: "ApplePayContactField.cpp"
    case .amount, .shippingMethodsEmpty, .paymentTiming, .billingLabel, .thresholdAmount, .url,
      .timeZoneUnexpected, .timeZoneMissing, .timeZone, .paymentDescription:
      "ApplePaySession.cpp"
    case .totalLabel, .totalNegative, .totalNotPositive, .totalTooBig, .countryCode,
      .currencyCode, .networksMissing, .capabilitiesMissing, .shippingNegative:
      "PaymentRequestValidator.mm"
    case .methodsEmpty, .methodIdentifier, .detailsCurrency, .detailsAmount, .detailsTotalNegative:
      "PaymentRequest.cpp"
    case .detailsCurrencyMismatch: "ApplePayPaymentHandler.cpp"
    }
  }

  /// What to do about it.
  package var remedy: String {
    switch self {
    case .form: "give the web form, lineItems and total, if a page makes this request"
    case .requiredMember: "add the member"
    case .notASequence, .notIterable: "give an array, or leave the member out"
    case .notADictionary: "give an object"
    case .enumValue: "use one of the values that Apple lists for this member"
    case .version: "ask for a version from 1 to \(WebKitRules.newestVersion)"
    case .networksEmpty, .networksMissing: "name at least one network, such as visa"
    case .network: "use a network that Apple lists, in a version that has it"
    case .contactField: "ask for phoneticName from version 3 on, or leave it out"
    case .applicationMetadata: "give an object, or leave the member out"
    case .amount, .thresholdAmount, .detailsAmount:
      "write a decimal with a point and all digits, such as 20.00"
    case .shippingMethodsEmpty: "name at least one shipping method, or leave the member out"
    case .paymentTiming: "set the paymentTiming of this line item"
    case .billingLabel, .totalLabel: "add a label"
    case .url: "give an absolute URL, such as https://example.com/account"
    case .timeZoneUnexpected: "add freeCancellationDate, or leave the time zone out"
    case .timeZoneMissing: "add freeCancellationDateTimeZone, such as Europe/Paris"
    case .timeZone: "use a name of the IANA time zone database, such as Europe/Paris"
    case .paymentDescription: "say what is paid for"
    case .totalNegative, .detailsTotalNegative: "let the total be zero or more"
    case .totalNotPositive: "let the total be more than zero, or use version 4 or later"
    case .totalTooBig: "keep the total at \(Limits.webKitTotal) or less"
    case .countryCode: "use a code of ISO 3166-1 in two capital letters, such as US"
    case .currencyCode: "use a code of ISO 4217 in three capital letters, such as USD"
    case .capabilitiesMissing: "name supports3DS"
    case .shippingNegative: "let shipping cost nothing or more"
    case .methodsEmpty: "name a way to pay, such as https://apple.com/apple-pay"
    case .methodIdentifier: "use a word of small letters, or a URL with https and no password"
    case .detailsCurrency: "use three letters, such as USD"
    case .detailsCurrencyMismatch: "give every amount in the currency of the total"
    }
  }

  /// What is said where Apple's written rules take what this one refuses; nil if nothing is to be
  /// said but that they do not write it.
  package var difference: String? {
    switch self {
    case .totalTooBig: "Apple names no greatest total"
    case .shippingMethodsEmpty: "Apple does not forbid an empty list"
    case .timeZone: "Apple does not say how a time zone is written"
    default: nil
    }
  }

  static let unwritten = "Apple does not write this"
}
