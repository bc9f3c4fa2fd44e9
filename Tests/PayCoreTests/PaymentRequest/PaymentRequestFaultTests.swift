import Testing

@testable import PayCore

/// What is no payment request, and where.
@Suite struct PaymentRequestFaultTests {
  private func places(_ faults: [JSONFault]?) -> [String]? {
    faults?.map { "\($0.pointer) \($0.code)" }
  }

  static let item: JSONValue = ["label": "x", "amount": "1.00", "type": "final"]

  static let faults: [(String, JSONValue?, [String])] =
    [
      ("merchantIdentifier", 1, ["/merchantIdentifier wrong_type"]),
      ("merchantIdentifier", "", ["/merchantIdentifier wrong_value"]),
      ("merchantCapabilities", "x", ["/merchantCapabilities wrong_type"]),
      ("supportedNetworks", "", ["/supportedNetworks wrong_type"]),
      ("supportedNetworks", nil, ["/supportedNetworks missing_member"]),
      (
        "supportedNetworks", [1, "visa", .null],
        ["/supportedNetworks/0 wrong_type", "/supportedNetworks/2 wrong_type"]
      ),
      ("countryCode", nil, ["/countryCode missing_member"]),
      ("currencyCode", "usd", ["/currencyCode unknown_currency"]),
      ("currencyCode", "XAU", ["/currencyCode currency_has_no_minor_unit"]),
      ("lineItems", .null, ["/lineItems wrong_type"]),
      ("lineItems", [], ["/lineItems wrong_value"]),
      ("lineItems", [1], ["/lineItems/0 wrong_type"]),
      ("lineItems", [item, item.replacing("amount", nil)], ["/lineItems/1/amount missing_member"]),
      (
        "lineItems", [item.replacing("amount", 1).replacing("label", 1)],
        ["/lineItems/0/label wrong_type", "/lineItems/0/amount wrong_type"]
      ),
      ("lineItems", [item.replacing("amount", "1,00")], ["/lineItems/0/amount amount_syntax"]),
      ("lineItems", [item.replacing("type", "done")], ["/lineItems/0/type unknown_value"]),
      ("lineItems", [item.replacing("type", .null)], ["/lineItems/0/type wrong_type"]),
      ("lineItems", [item.with("more", 1)], ["/lineItems/0/more unknown_member"]),
      ("total", nil, ["/total missing_member"]),
      ("total", [], ["/total wrong_type"]),
      ("total", .null, ["/total wrong_type"]),
      ("total", item.replacing("amount", "1.001"), ["/total/amount too_many_decimals"]),
      ("total", item.replacing("amount", .null), ["/total/amount wrong_type"]),
      ("total", ["label": "x", "type": "pending"], ["/total/amount missing_member"]),
      ("applicationData", "AA=", ["/applicationData wrong_value"]),
      ("applicationData", .null, ["/applicationData wrong_type"]),
      ("paymentSummaryItems", [item], ["/paymentSummaryItems unknown_member"]),
    ] + optionFaults

  static let optionFaults: [(String, JSONValue?, [String])] = [
    ("shippingMethods", .null, ["/shippingMethods wrong_type"]),
    (
      "shippingMethods", [["label": "x", "amount": "1.00"]],
      ["/shippingMethods/0/detail missing_member", "/shippingMethods/0/identifier missing_member"]
    ),
    ("shippingType", 1, ["/shippingType wrong_type"]),
    ("requiredBillingContactFields", ["email", 1], ["/requiredBillingContactFields/1 wrong_type"]),
    ("billingContact", ["city": "X"], ["/billingContact/city unknown_member"]),
    ("billingContact", ["addressLines": "X"], ["/billingContact/addressLines wrong_type"]),
    ("supportedCountries", "US", ["/supportedCountries wrong_type"]),
    ("supportsCouponCode", "yes", ["/supportsCouponCode wrong_type"]),
    (
      "recurringPaymentRequest", ["regularBilling": item.with("recurringPaymentIntervalCount", -1)],
      [
        "/recurringPaymentRequest/paymentDescription missing_member",
        "/recurringPaymentRequest/managementURL missing_member",
        "/recurringPaymentRequest/regularBilling/recurringPaymentIntervalCount out_of_range",
      ]
    ),
    (
      "deferredPaymentRequest",
      [
        "paymentDescription": "x", "managementURL": "x",
        "deferredBilling": item.with("deferredPaymentDate", "tomorrow"),
        "freeCancellationDate": "2026-02-30T00:00:00Z",
      ],
      [
        "/deferredPaymentRequest/deferredBilling/deferredPaymentDate timestamp",
        "/deferredPaymentRequest/freeCancellationDate timestamp",
      ]
    ),
    ("automaticReloadPaymentRequest", [], ["/automaticReloadPaymentRequest wrong_type"]),
    (
      "multiTokenContexts", [["amount": "x"]],
      [
        "/multiTokenContexts/0/merchantIdentifier missing_member",
        "/multiTokenContexts/0/externalIdentifier missing_member",
        "/multiTokenContexts/0/merchantName missing_member",
        "/multiTokenContexts/0/amount amount_syntax",
      ]
    ),
    ("isDelegatedRequest", 0, ["/isDelegatedRequest wrong_type"]),
    ("disbursementRequest", .null, ["/disbursementRequest wrong_type"]),
    (
      "installmentConfiguration", ["applicationMetadata": "x", "items": [["apr": 1]]],
      [
        "/installmentConfiguration/items/0/apr wrong_type",
        "/installmentConfiguration/applicationMetadata wrong_type",
      ]
    ),
    ("shipingType", "delivery", ["/shipingType unknown_member"]),
  ]

  @Test(arguments: faults)
  func `a form that is none has its faults at their places`(
    member: String, value: JSONValue?, expected: [String]
  ) throws {
    let form = try Fixture.intent().request.webForm.replacing(member, value)
    let error = #expect(throws: JSONFaults.self) { try PaymentRequest(webForm: form) }
    #expect(places(error?.faults) == expected)
  }

  @Test func `all faults are told at once`() {
    let form = FullRequest.web.replacing("countryCode", 1).replacing("shippingType", 2)
      .replacing("total", ["label": "x", "amount": "1e3"]).with("more", 1)
    let error = #expect(throws: JSONFaults.self) { try PaymentRequest(webForm: form) }
    #expect(
      places(error?.faults) == [
        "/countryCode wrong_type", "/total/amount amount_syntax", "/shippingType wrong_type",
        "/more unknown_member",
      ])
  }

  static let passKitFaults: [(JSONValue?, [String])] = [
    (nil, ["/paymentSummaryItems missing_member"]),
    (.null, ["/paymentSummaryItems wrong_type"]),
    ([], ["/paymentSummaryItems wrong_value"]),
    ([item, 1], ["/paymentSummaryItems/1 wrong_type"]),
    ([item, ["label": "x", "type": "pending"]], ["/paymentSummaryItems/1/amount missing_member"]),
  ]

  @Test(arguments: passKitFaults)
  func `the PassKit form needs a last item, the total`(
    items: JSONValue?, expected: [String]
  ) throws {
    let form = try Fixture.intent().request.passKitForm.replacing("paymentSummaryItems", items)
    let error = #expect(throws: JSONFaults.self) { try PaymentRequest(passKitForm: form) }
    #expect(places(error?.faults) == expected)
  }

  @Test func `the members of one form are unknown in the other`() throws {
    let request = try Fixture.intent().request
    let error = #expect(throws: JSONFaults.self) {
      try PaymentRequest(passKitForm: request.webForm)
    }
    #expect(
      places(error?.faults) == [
        "/paymentSummaryItems missing_member", "/lineItems unknown_member",
        "/total unknown_member",
      ])
  }

  @Test(arguments: [JSONValue.null, 1, "x", []])
  func `what is no object is one fault`(json: JSONValue) {
    let error = #expect(throws: JSONFaults.self) { try PaymentRequest(webForm: json) }
    #expect(places(error?.faults) == [" wrong_type"])
  }
}
