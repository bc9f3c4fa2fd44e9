import PayCore
import Testing

@Suite struct AppleRulesTests {
  typealias Fixture = RequestFixture

  static let members: [RuleRow] = [
    .init("/merchantCapabilities", nil, "apple.member-missing /merchantCapabilities"),
    .init("/supportedNetworks", nil, "apple.member-missing /supportedNetworks"),
    .init("/countryCode", nil, "apple.member-missing /countryCode"),
    .init("/currencyCode", nil, "apple.member-missing /currencyCode"),
    .init("/total", nil, "apple.member-missing /total"),
    .init(
      "/total", [:], "apple.member-missing /total/label", "apple.member-missing /total/amount"),
    .init("/lineItems/1/label", nil, "apple.member-missing /lineItems/1/label"),
    .init("/lineItems/1/amount", nil, "apple.member-missing /lineItems/1/amount"),
    .init("/lineItems/1", ["label": "Tax", "type": "pending"]),
    .init("/total", ["label": "x", "type": "pending"], "apple.member-missing /total/amount"),
    .init("/merchantCapabilities", "", "apple.member-type /merchantCapabilities"),
    .init("/supportedNetworks", "visa", "apple.member-type /supportedNetworks"),
    .init("/supportedNetworks", ["visa", 7], "apple.member-type /supportedNetworks/1"),
    .init("/countryCode", .null, "apple.member-type /countryCode"),
    .init("/currencyCode", 840, "apple.member-type /currencyCode"),
    .init("/lineItems", .null, "apple.member-type /lineItems"),
    .init("/lineItems", ["Tea"], "apple.member-type /lineItems/0"),
    .init("/total", [], "apple.member-type /total"),
    .init("/total/label", 1, "apple.member-type /total/label"),
    .init("/applicationData", 1, "apple.member-type /applicationData"),
    .init("/supportsCouponCode", "yes", "apple.member-type /supportsCouponCode"),
    .init("/disbursementRequest", 1),
    .init("/supportsCouponCode", true, version: 11, "apple.member-version /supportsCouponCode"),
    .init("/couponCode", "a", version: 11, "apple.member-version /couponCode"),
    .init("/supportedCountries", ["US"], version: 2, "apple.member-version /supportedCountries"),
    .init(
      "/shippingContactEditingMode", "enabled", version: 11,
      "apple.member-version /shippingContactEditingMode"),
    .init(
      "/multiTokenContexts", Fixture.contexts("1.00"), version: 13,
      "apple.member-version /multiTokenContexts"),
    .init("/lineItems/0/paymentTiming", "immediate", version: 1),
    .init("/lineItems/0/paymentTiming", "recurring", version: 12),
    .init("/lineItems/0/recurringPaymentIntervalCount", 2, version: 1),
    .init("/lineItems/0/deferredPaymentDate", "2026-01-01T00:00:00Z", version: 1),
    .init(
      "/lineItems/0/paymentTiming", "automaticReload", version: 13,
      "apple.value-version /lineItems/0/paymentTiming"),
    .init("/lineItems/0/paymentTiming", "automaticReload", version: 14),
    .init(
      "/shippingMethods", [Fixture.shipping("0.00")], version: 11,
      "apple.member-version /shippingMethods/0/dateComponentsRange"),
    .init(
      "/shippingContact", ["phoneticGivenName": "a", "phoneticFamilyName": "b"], version: 2,
      "apple.member-version /shippingContact/phoneticGivenName",
      "apple.member-version /shippingContact/phoneticFamilyName"),
    .init("/shippingContact", ["phoneticGivenName": "a", "givenName": "b"], version: 3),
    .init(
      "/deferredPaymentRequest", Fixture.deferred,
      "apple.member-version-unknown /deferredPaymentRequest (warning)"),
    .init("/deferredPaymentRequest", Fixture.deferred, version: 15),
  ]

  static let names: [RuleRow] = [
    .init("/total/type", "done", "apple.value-unknown /total/type"),
    .init(
      "/applePayLaterAvailability", "always", version: 15,
      "apple.value-unknown /applePayLaterAvailability"),
    .init("/applePayLaterAvailability", "available", version: 15),
    .init(
      "/merchantCategoryCode", "5411",
      "apple.member-version-unknown /merchantCategoryCode (warning)"),
    .init(
      "/supportedNetworks", ["visa", "meeza", "suica"], version: 1,
      "apple.network-version-unknown /supportedNetworks/1 (warning)",
      "apple.network-version-unknown /supportedNetworks/2 (warning)"),
    .init("/supportedNetworks", ["visa", "suica"], version: 2),
    .init(
      "/supportedNetworks", ["visa", "suica", "conecs"],
      "apple.network-version-unknown /supportedNetworks/2 (warning)"),
    .init("/supportedNetworks", ["visa", "meeza"], version: 15),
    .init(
      "/merchantCapabilities", ["supports3DS", "supportsInstantFundsOut"],
      "apple.value-version-unknown /merchantCapabilities/1 (warning)"),
    .init("/merchantCapabilities", ["supports3DS", "supportsInstantFundsOut"], version: 15),
    .init(
      "/lineItems/0/paymentTiming", "recurring", version: 11,
      "apple.value-version-unknown /lineItems/0/paymentTiming (warning)"),
    .init(
      "/supportedNetworks", .array(.init(repeating: "visa", count: 65)),
      "apple.list-length /supportedNetworks"),
    .init("/shippingType", "Delivery", "apple.value-unknown /shippingType"),
    .init(
      "/merchantCapabilities", ["supports3DS", "supportsNFC"],
      "apple.value-unknown /merchantCapabilities/1"),
    .init(
      "/requiredShippingContactFields", ["name", "postaladdress"],
      "apple.value-unknown /requiredShippingContactFields/1"),
    .init(
      "/requiredShippingContactFields", ["phoneticName"], version: 2,
      "apple.value-version /requiredShippingContactFields/0"),
    .init("/requiredShippingContactFields", ["phoneticName"], version: 3),
    .init("/merchantIdentifier", "com.example", "apple.merchant-identifier /merchantIdentifier"),
    .init("/merchantCapabilities", [], "apple.supports-3ds /merchantCapabilities"),
    .init(
      "/merchantCapabilities", ["supportsCredit"], "apple.supports-3ds /merchantCapabilities"),
    .init(
      "/merchantCapabilities", ["supports3DS", "supportsEMV"],
      "apple.supports-emv /merchantCapabilities (warning)"),
    .init("/supportedNetworks", [], "apple.networks-empty /supportedNetworks"),
    .init("/supportedNetworks", ["VISA"], "apple.network-unknown /supportedNetworks/0"),
    .init(
      "/supportedNetworks", ["visa", "bancomat"], version: 13,
      "apple.network-version /supportedNetworks/1"),
    .init("/supportedNetworks", ["suica", "cartesBancaires", "bancomat"]),
    .init("/countryCode", "us", "apple.country-code /countryCode"),
    .init("/countryCode", "USA", "apple.country-code /countryCode"),
    .init("/countryCode", "", "apple.country-code /countryCode"),
    .init("/countryCode", "XX", "apple.country-code /countryCode"),
    .init("/supportedCountries", ["DE", "\u{212A}E"], "apple.country-code /supportedCountries/1"),
    .init("/currencyCode", "usd", "apple.currency-code /currencyCode"),
    .init("/currencyCode", "DEM", "apple.currency-code /currencyCode"),
    .init("/applicationData", "AA=", "apple.application-data /applicationData"),
    .init("/applicationData", ""),
    .init("/billingContact", [:], "apple.billing-contact /billingContact"),
    .init(
      "/merchantCategoryCode", "742", version: 15,
      "apple.merchant-category-code /merchantCategoryCode"),
    .init(
      "/merchantCategoryCode", "٠٧٤٢", version: 15,
      "apple.merchant-category-code /merchantCategoryCode"),
  ]

  static let items: [RuleRow] = [
    .init("/lineItems", [], "apple.line-items-empty /lineItems"),
    .init("/lineItems", nil),
    .init("/lineItems/0/label", "", "apple.label-empty /lineItems/0/label"),
    .init("/total/label", "", "apple.total-label /total/label"),
    .init("/total/amount", 20, "apple.amount-type /total/amount"),
    .init("/lineItems/0/amount", .number("12.5"), "apple.amount-type /lineItems/0/amount"),
    .init("/total/amount", "", "apple.amount-pattern /total/amount"),
    .init("/total/amount", "+1", "apple.amount-pattern /total/amount"),
    .init("/total/amount", "1.", "apple.amount-pattern /total/amount"),
    .init("/total/amount", ".50", "apple.amount-pattern /total/amount"),
    .init("/total/amount", "1.5", "apple.amount-pattern /total/amount"),
    .init("/total/amount", "1.500", "apple.amount-pattern /total/amount"),
    .init("/total/amount", "1e2", "apple.amount-pattern /total/amount"),
    .init("/total/amount", "--1", "apple.amount-pattern /total/amount"),
    .init("/total/amount", "-", "apple.amount-pattern /total/amount"),
    .init("/total/amount", "1-", "apple.amount-pattern /total/amount"),
    .init("/total/amount", "1.2.3", "apple.amount-pattern /total/amount"),
    .init("/total/amount", "1,5", "apple.amount-pattern /total/amount"),
    .init("/total/amount", " 1", "apple.amount-pattern /total/amount"),
    .init("/total/amount", "٢", "apple.amount-pattern /total/amount"),
    .init("/total/amount", "20"),
    .init("/total/amount", "-0.01", "apple.total-negative /total/amount"),
    .init("/total/amount", "-0.00"),
    .init("/total/amount", "0", version: 4),
    .init("/total/amount", "0", version: 3, "apple.total-zero /total/amount"),
    .init("/total/amount", "-0", version: 1, "apple.total-zero /total/amount"),
    .init("/lineItems/0/amount", "-12.50"),
    .init("/total/amount", .string(String(repeating: "9", count: 40))),
    .init(
      "/total/amount", .string("1." + String(repeating: "0", count: 40)),
      "apple.amount-pattern /total/amount"),
    .init("/shippingMethods", [Fixture.shipping("0.00")]),
    .init("/shippingMethods", []),
    .init(
      "/shippingMethods", [Fixture.shipping("1.00"), Fixture.shipping("-0.50")],
      "apple.shipping-negative /shippingMethods/1/amount"),
    .init(
      "/shippingMethods", [[:]], "apple.member-missing /shippingMethods/0/label",
      "apple.member-missing /shippingMethods/0/detail",
      "apple.member-missing /shippingMethods/0/amount",
      "apple.member-missing /shippingMethods/0/identifier"),
  ]

  @Test(arguments: members + names + items)
  func `a change to the web form is found at its place`(row: RuleRow) {
    let request = Fixture.web.setting(row.pointer, row.value)
    #expect(Fixture.found(request, .apple, version: row.version) == row.expected)
  }

  static let months = "/shippingMethods/0/dateComponentsRange/endDateComponents/months"
  static let full: [RuleRow] = [
    .init(months, 0, "apple.months \(months)"),
    .init(months, 13, "apple.months \(months)"),
    .init(months, 1),
    .init(months, "1", "apple.member-type \(months)"),
    .init(
      "/requiredBillingContactFields", ["name"], "apple.billing-contact /billingContact"),
    .init(
      "/billingContact/addressLines", "1 Main Street",
      "apple.member-type /billingContact/addressLines"),
    .init("/shippingContact/countryCode", "anything"),
    .init("/countryCode", "UK", "apple.country-code /countryCode"),
  ]

  @Test(arguments: full)
  func `a change to a request with everything is found at its place`(row: RuleRow) {
    let request = Fixture.full.setting(row.pointer, row.value)
    #expect(Fixture.found(request, .apple, version: 15) == row.expected)
  }

  static let requestTypes: [RuleRow] = [
    .init("/recurringPaymentRequest", Fixture.recurring),
    .init("/automaticReloadPaymentRequest", Fixture.reload),
    .init("/multiTokenContexts", Fixture.contexts("12.00", "8.00")),
    .init(
      "/recurringPaymentRequest", [:],
      "apple.member-missing /recurringPaymentRequest/paymentDescription",
      "apple.member-missing /recurringPaymentRequest/regularBilling",
      "apple.member-missing /recurringPaymentRequest/managementURL"),
    .init(
      "/recurringPaymentRequest",
      Fixture.recurring.setting("/regularBilling/paymentTiming", "deferred"),
      "apple.item-timing /recurringPaymentRequest/regularBilling/paymentTiming"),
    .init(
      "/recurringPaymentRequest", Fixture.recurring.setting("/trialBilling/paymentTiming", nil),
      "apple.item-timing /recurringPaymentRequest/trialBilling/paymentTiming"),
    .init(
      "/recurringPaymentRequest", Fixture.recurring.setting("/regularBilling/label", ""),
      "apple.label-empty /recurringPaymentRequest/regularBilling/label"),
    .init(
      "/recurringPaymentRequest",
      Fixture.recurring.setting("/regularBilling/recurringPaymentStartDate", "tomorrow"),
      "apple.date /recurringPaymentRequest/regularBilling/recurringPaymentStartDate"),
    .init(
      "/recurringPaymentRequest",
      Fixture.recurring.setting("/regularBilling/recurringPaymentIntervalUnit", "week"),
      "apple.value-unknown /recurringPaymentRequest/regularBilling/recurringPaymentIntervalUnit"),
    .init(
      "/recurringPaymentRequest", Fixture.recurring.setting("/managementURL", "account"),
      "apple.url /recurringPaymentRequest/managementURL"),
    .init(
      "/recurringPaymentRequest", Fixture.recurring.setting("/tokenNotificationURL", "https:///"),
      "apple.url /recurringPaymentRequest/tokenNotificationURL"),
    .init(
      "/recurringPaymentRequest",
      Fixture.recurring.with("tokenNotificationURL", "http://shop.example.com"),
      "apple.notification-url /recurringPaymentRequest/tokenNotificationURL"),
    .init(
      "/recurringPaymentRequest",
      Fixture.recurring.setting("/managementURL", "javascript:alert(1)"),
      "apple.url /recurringPaymentRequest/managementURL"),
    .init(
      "/recurringPaymentRequest",
      Fixture.recurring.setting("/billingAgreement", .string(String(repeating: "é", count: 501))),
      "apple.billing-agreement /recurringPaymentRequest/billingAgreement"),
    .init(
      "/automaticReloadPaymentRequest",
      Fixture.reload.setting(
        "/automaticReloadBilling/automaticReloadPaymentThresholdAmount", nil),
      "apple.reload-threshold /automaticReloadPaymentRequest/automaticReloadBilling"
        + "/automaticReloadPaymentThresholdAmount"),
    .init(
      "/automaticReloadPaymentRequest",
      Fixture.reload.setting(
        "/automaticReloadBilling/automaticReloadPaymentThresholdAmount", "five"),
      "apple.amount-pattern /automaticReloadPaymentRequest/automaticReloadBilling"
        + "/automaticReloadPaymentThresholdAmount"),
    .init(
      "/automaticReloadPaymentRequest",
      Fixture.reload.setting("/automaticReloadBilling/paymentTiming", "recurring"),
      "apple.item-timing /automaticReloadPaymentRequest/automaticReloadBilling/paymentTiming"),
    .init(
      "/deferredPaymentRequest", Fixture.deferred.setting("/freeCancellationDate", nil),
      version: 15, "apple.free-cancellation /deferredPaymentRequest/freeCancellationDate"),
    .init(
      "/deferredPaymentRequest", Fixture.deferred.setting("/freeCancellationDateTimeZone", nil),
      version: 15, "apple.free-cancellation /deferredPaymentRequest/freeCancellationDateTimeZone"),
    .init(
      "/deferredPaymentRequest", Fixture.deferred.setting("/deferredBilling/paymentTiming", nil),
      version: 15, "apple.item-timing /deferredPaymentRequest/deferredBilling/paymentTiming"),
    .init(
      "/multiTokenContexts", Fixture.contexts("12.00", "8.01"),
      "apple.token-contexts-sum /multiTokenContexts"),
    .init(
      "/multiTokenContexts", Fixture.contexts(String(repeating: "9", count: 40)),
      "apple.token-contexts-sum /multiTokenContexts"),
  ]

  @Test(arguments: requestTypes)
  func `a request type is held against its rules`(row: RuleRow) {
    let request = Fixture.web.setting(row.pointer, row.value)
    #expect(Fixture.found(request, .apple, version: row.version) == row.expected)
  }

  @Test func `only one request type at a time`() {
    let one = Fixture.web.with("multiTokenContexts", Fixture.contexts("1.00"))
    let two = one.with("recurringPaymentRequest", Fixture.recurring)
    let three = two.with("automaticReloadPaymentRequest", Fixture.reload)
    #expect(Fixture.found(one, .apple) == [])
    #expect(Fixture.found(two, .apple) == ["apple.request-types /multiTokenContexts"])
    #expect(Fixture.found(two, .engine) == ["engine.request-types /multiTokenContexts"])
    #expect(
      Fixture.found(three, .apple) == [
        "apple.request-types /automaticReloadPaymentRequest",
        "apple.request-types /multiTokenContexts",
      ])
  }

  static let passKit: [RuleRow] = [
    .init("/merchantIdentifier", nil, "apple.member-missing /merchantIdentifier"),
    .init("/paymentSummaryItems", [], "apple.member-missing /paymentSummaryItems"),
    .init("/paymentSummaryItems", "x", "apple.member-type /paymentSummaryItems"),
    .init("/paymentSummaryItems", [Fixture.line("Example Shop", "20.00")]),
    .init(
      "/paymentSummaryItems/2/amount", "19.99", "apple.summary-total /paymentSummaryItems/2/amount"),
    .init("/paymentSummaryItems/1/amount", "7.5"),
    .init("/paymentSummaryItems/1/amount", "7.500"),
    .init("/paymentSummaryItems/2/label", "", "apple.total-label /paymentSummaryItems/2/label"),
    .init("/paymentSummaryItems/0/label", "", "apple.label-empty /paymentSummaryItems/0/label"),
    .init("/paymentSummaryItems/0", 1, "apple.member-type /paymentSummaryItems/0"),
  ]

  @Test(arguments: passKit)
  func `a change to the PassKit form is found at its place there`(row: RuleRow) {
    let request = Fixture.passKit.setting(row.pointer, row.value)
    #expect(Fixture.found(request, .apple, version: row.version) == row.expected)
  }

  @Test func `decimals that a currency needs beyond two are a warning`() {
    let dinars = Fixture.web.setting("/currencyCode", "KWD").setting("/lineItems", nil)
      .setting("/total/amount", "1.234")
    #expect(Fixture.found(dinars, .apple) == ["apple.amount-decimals /total/amount (warning)"])
    #expect(Fixture.found(dinars, .engine) == [])
  }

  @Test func `what is no object is one finding`() {
    for value in [.null, true, 1, "x", [], [Fixture.web]] as [JSONValue] {
      #expect(Fixture.found(value, .apple, .engine) == ["apple.request-object "])
    }
  }

  static let allRows = members + names + items + full + requestTypes + passKit
}
