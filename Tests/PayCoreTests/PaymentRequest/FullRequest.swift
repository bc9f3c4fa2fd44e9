@testable import PayCore

/// A request with every member there is, which no real one has: four kinds of payment at once.
enum FullRequest {
  static let web: JSONValue = required.with("lineItems", [item]).with("total", total).all(options)

  static let passKit: JSONValue =
    required.with("paymentSummaryItems", [item, total]).all(options)

  static let required: JSONValue = [
    "merchantIdentifier": "merchant.com.sample", "merchantCapabilities": ["supports3DS"],
    "supportedNetworks": ["visa", "jcb"], "countryCode": "US", "currencyCode": "USD",
  ]

  static let total: JSONValue = ["label": "Sample", "amount": "20.00", "type": "final"]

  static let item: JSONValue = [
    "label": "Product", "amount": "20.00", "type": "pending", "paymentTiming": "recurring",
    "recurringPaymentStartDate": "2026-01-01T00:00:00.000Z",
    "recurringPaymentIntervalUnit": "month", "recurringPaymentIntervalCount": 2,
    "recurringPaymentEndDate": "2027-01-01T00:00:00Z",
    "deferredPaymentDate": "2026-02-01T09:30:00+01:00",
    "automaticReloadPaymentThresholdAmount": "5.00", "disbursementLineItemType": "disbursement",
  ]

  static let contact: JSONValue = [
    "phoneNumber": "+1 555 0100", "emailAddress": "person@example.com", "givenName": "Ann",
    "familyName": "Sample", "phoneticGivenName": "an", "phoneticFamilyName": "sam-pull",
    "addressLines": ["1 Main Street", "Floor 2"], "subLocality": "Center",
    "locality": "Springfield",
    "postalCode": "01101", "subAdministrativeArea": "Hampden", "administrativeArea": "MA",
    "country": "United States", "countryCode": "US",
  ]

  static let range: JSONValue = [
    "startDateComponents": ["years": 2026, "months": 5, "days": 3, "hours": 0],
    "endDateComponents": [:],
  ]

  static let options: JSONValue = [
    "applicationData": "AAE=",
    "shippingMethods": [
      [
        "label": "Standard", "detail": "Some days", "amount": "0.00", "identifier": "standard",
        "dateComponentsRange": range,
      ]
    ],
    "shippingType": "delivery", "shippingContactEditingMode": "available",
    "requiredBillingContactFields": ["postalAddress"], "requiredShippingContactFields": [],
    "billingContact": contact, "shippingContact": [:], "supportedCountries": ["US", "CA"],
    "supportsCouponCode": true, "couponCode": "", "merchantCategoryCode": "5734",
    "recurringPaymentRequest": [
      "paymentDescription": "Monthly", "regularBilling": item, "trialBilling": item,
      "billingAgreement": "As agreed.", "managementURL": "https://example.com/manage",
      "tokenNotificationURL": "https://example.com/tokens",
    ],
    "automaticReloadPaymentRequest": [
      "paymentDescription": "Balance", "automaticReloadBilling": item,
      "billingAgreement": "As agreed.", "managementURL": "https://example.com/manage",
      "tokenNotificationURL": "https://example.com/tokens",
    ],
    "deferredPaymentRequest": [
      "paymentDescription": "Hotel", "deferredBilling": item,
      "freeCancellationDate": "2026-01-15T12:00:00.000Z",
      "freeCancellationDateTimeZone": "America/New_York", "billingAgreement": "As agreed.",
      "managementURL": "https://example.com/manage",
      "tokenNotificationURL": "https://example.com/tokens",
    ],
    "multiTokenContexts": [
      [
        "merchantIdentifier": "merchant.com.other", "externalIdentifier": "order-1",
        "merchantName": "Other", "merchantDomain": "other.example.com", "amount": "7.50",
      ]
    ],
    "applePayLaterAvailability": "available", "applePayLaterMode": "enabled",
    "unsupportedPrimaryAccountIdentifiers": ["card-1"], "attributionIdentifier": "campaign-1",
    "isDelegatedRequest": false, "features": ["paymentTimingImmediate"],
    "disbursementRequest": ["requiredRecipientContactFields": ["email"]],
    "installmentConfiguration": [
      "featureType": "appleCard", "merchandisingImageData": "AA==",
      "openToBuyThresholdAmount": "100", "bindingTotalAmount": "1200.00", "currencyCode": "USD",
      "isInStorePurchase": false, "merchantIdentifier": "m-1", "referrerIdentifier": "r-1",
      "items": [
        [
          "type": "phone", "amount": "1200.00", "currencyCode": "USD", "programIdentifier": "p-1",
          "apr": "0.0", "programTerms": "Terms.",
        ]
      ],
      "applicationMetadata": ["anything": [.null, 1, .number("0.5")]], "retailChannel": "web",
    ],
  ]
}

extension JSONValue {
  /// This object with all members of another at its end.
  fileprivate func all(_ other: JSONValue) -> JSONValue {
    guard case .object(let members) = other else { return self }
    return members.reduce(self) { $0.with($1.name, $1.value) }
  }
}
