import PayCore
import Testing

/// Requests that have no fault, and changes to them.
enum RequestFixture {
  /// The least that the web form has, with two lines.
  static let web: JSONValue = [
    "merchantCapabilities": ["supports3DS"],
    "supportedNetworks": ["visa", "masterCard"],
    "countryCode": "US",
    "currencyCode": "USD",
    "lineItems": [line("Tea", "12.50"), line("Shipping", "7.50")],
    "total": line("Example Shop", "20.00"),
  ]

  /// The same in the PassKit form.
  static let passKit: JSONValue = [
    "merchantIdentifier": "merchant.com.example",
    "merchantCapabilities": ["supports3DS"],
    "supportedNetworks": ["visa", "masterCard"],
    "countryCode": "US",
    "currencyCode": "USD",
    "paymentSummaryItems": [
      line("Tea", "12.50"), line("Shipping", "7.50"), line("Example Shop", "20.00"),
    ],
  ]

  /// Every member that can stand beside the others, each with a value that Apple takes.
  static let full: JSONValue =
    web
    .with("merchantIdentifier", "merchant.com.example")
    .with("applicationData", "AAEC")
    .with("shippingMethods", [shipping("0.00"), shipping("4.99", "fast")])
    .with("shippingType", "delivery")
    .with("requiredBillingContactFields", ["postalAddress", "phoneticName"])
    .with("requiredShippingContactFields", ["name", "email", "phone"])
    .with("billingContact", ["givenName": "Ada", "addressLines": ["1 Main Street"]])
    .with("shippingContact", ["countryCode": "us"])
    .with("supportedCountries", ["US", "DE"])
    .with("supportsCouponCode", true)
    .with("couponCode", "")
    .with("shippingContactEditingMode", "storePickup")
    .with("merchantCategoryCode", "0742")

  static func line(_ label: String, _ amount: String) -> JSONValue {
    ["label": .string(label), "amount": .string(amount), "type": "final"]
  }

  static func shipping(_ amount: String, _ identifier: String = "post") -> JSONValue {
    [
      "label": "Post", "detail": "in two days", "amount": .string(amount),
      "identifier": .string(identifier),
      "dateComponentsRange": [
        "startDateComponents": ["days": 1], "endDateComponents": ["months": 12, "hours": 0],
      ],
    ]
  }

  static let recurring: JSONValue = [
    "paymentDescription": "Tea every month",
    "regularBilling": line("Tea", "12.50").with("paymentTiming", "recurring")
      .with("recurringPaymentIntervalUnit", "month")
      .with("recurringPaymentStartDate", "2026-01-01T00:00:00Z"),
    "trialBilling": line("First month", "0.00").with("paymentTiming", "recurring"),
    "managementURL": "https://shop.example.com/account",
    "billingAgreement": .string(String(repeating: "é", count: 500)),
  ]

  static let reload: JSONValue = [
    "paymentDescription": "Tea card",
    "automaticReloadBilling": line("Reload", "20.00").with("paymentTiming", "automaticReload")
      .with("automaticReloadPaymentThresholdAmount", "5.00"),
    "managementURL": "https://shop.example.com/account",
  ]

  static let deferred: JSONValue = [
    "paymentDescription": "A room",
    "deferredBilling": line("Room", "99.00").with("paymentTiming", "deferred")
      .with("deferredPaymentDate", "2026-06-01T12:00:00.000Z"),
    "managementURL": "https://shop.example.com/account",
    "freeCancellationDate": "2026-05-01T00:00:00+02:00",
    "freeCancellationDateTimeZone": "Europe/Berlin",
  ]

  static func contexts(_ amounts: String...) -> JSONValue {
    .array(
      amounts.map {
        [
          "merchantIdentifier": "merchant.com.example.hotel", "externalIdentifier": "h1",
          "merchantName": "Hotel", "amount": .string($0),
        ]
      })
  }

  /// Each finding as `rule pointer`, with `(warning)` behind it if it is one.
  static func found(
    _ json: JSONValue, _ rules: RequestRuleSet..., version: Int = 14
  ) -> [String] {
    RequestValidation(json, rules: rules, apiVersion: version).findings.map {
      "\($0.rule) \($0.pointer)" + ($0.severity == .warning ? " (warning)" : "")
    }
  }
}

extension JSONValue {
  /// This document with another value at a pointer without escapes; nil takes the member out.
  func setting(_ pointer: String, _ value: JSONValue?) -> JSONValue {
    let names = pointer.split(separator: "/").map(String.init)
    return setting(names[...], value) ?? self
  }

  private func setting(_ names: ArraySlice<String>, _ value: JSONValue?) -> JSONValue? {
    guard let name = names.first else { return value }
    let rest = names.dropFirst()
    guard case .array(var elements) = self, let index = Int(name) else {
      return replacing(name, (self[name] ?? [:]).setting(rest, value))
    }
    if let element = elements[index].setting(rest, value) { elements[index] = element }
    return .array(elements)
  }
}

/// A change to a request and what is found then.
struct RuleRow: Sendable, CustomTestStringConvertible {
  let pointer: String
  let value: JSONValue?
  let version: Int
  let expected: [String]

  init(_ pointer: String, _ value: JSONValue?, version: Int = 14, _ expected: String...) {
    self.pointer = pointer
    self.value = value
    self.version = version
    self.expected = expected
  }

  var testDescription: String {
    "\(pointer) = \((value?.text ?? "absent").prefix(60)), version \(version)"
  }

  /// Ids of the rules that are expected.
  var rules: [String] { expected.map { String($0.prefix { $0 != " " }) } }
}
