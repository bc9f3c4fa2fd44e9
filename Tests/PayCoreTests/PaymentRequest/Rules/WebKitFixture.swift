import PayCore

/// A request in which WebKit finds nothing, with one member changed.
enum WebKitFixture {
  static let request: JSONValue = [
    "countryCode": "DE", "currencyCode": "EUR", "supportedNetworks": ["visa", "girocard"],
    "merchantCapabilities": ["supports3DS", "supportsDebit"],
    "lineItems": [
      ["label": "Ticket", "amount": "21.50"], ["label": "Voucher", "amount": "-1.50"],
    ],
    "total": ["label": "Sample Museum", "amount": "20.00", "type": "final"],
  ]

  static let billing: JSONValue = [
    "label": "Membership", "amount": "5.00", "paymentTiming": "recurring",
  ]

  static let recurring: JSONValue = [
    "paymentDescription": "Membership", "regularBilling": billing,
    "managementURL": "https://museum.example/account",
  ]

  static let reload: JSONValue = [
    "paymentDescription": "Locker credit",
    "automaticReloadBilling": [
      "label": "Credit", "amount": "10.00", "paymentTiming": "automaticReload",
      "automaticReloadPaymentThresholdAmount": "2.00",
    ],
    "managementURL": "https://museum.example/account",
  ]

  static let deferred: JSONValue = [
    "paymentDescription": "Guided tour",
    "deferredBilling": ["label": "Tour", "amount": "30.00", "paymentTiming": "deferred"],
    "managementURL": "https://museum.example/account",
  ]

  static let tokenContext: JSONValue = [
    "merchantIdentifier": "merchant.example", "externalIdentifier": "m-1",
    "merchantName": "Museum Shop", "amount": "5.00",
  ]

  static let shipping: JSONValue = [
    "label": "Post", "detail": "3 days", "amount": "4.90", "identifier": "post",
  ]

  /// The finding of WebKit's rules: `id pointer message`; nil if there is none.
  static func finding(_ request: JSONValue, version: Int = 14) -> String? {
    let found = RequestValidation(request, rules: [.webkit], apiVersion: version).findings
    return found.first.map { "\($0.rule) \($0.pointer) \($0.message)" }
  }
}
