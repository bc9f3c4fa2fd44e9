import FuzzProperties
import Testing

@testable import PayCore

@Suite struct PaymentRequestTests {
  private func request() throws -> PaymentRequest { try Fixture.intent().request }

  @Test func `both forms survive the round trip`() throws {
    #expect(try PaymentRequest(webForm: request().webForm) == request())
    #expect(try PaymentRequest(passKitForm: request().passKitForm) == request())
  }

  @Test func `every member comes back, in the order in which it is written`() throws {
    let request = try PaymentRequest(webForm: FullRequest.web)
    #expect(request.webForm.text == FullRequest.web.text)
    #expect(request.passKitForm.text == FullRequest.passKit.text)
    #expect(try PaymentRequest(passKitForm: FullRequest.passKit) == request)
  }

  @Test func `application data rides as Base64 at the end of both forms`() throws {
    var request = try request()
    request.applicationData = [0xFB, 0xEF, 0xFF, 0x00]
    for form in [request.webForm, request.passKitForm] {
      #expect(form.text.hasSuffix(#","applicationData":"++//AA=="}"#))
    }
    #expect(try PaymentRequest(webForm: request.webForm) == request)
  }

  @Test func `an item can be pending, and negative`() throws {
    let minus = Money(minorUnits: -50, currency: Fixture.usd)
    let item = SummaryItem(label: "Gift card", amount: minus, kind: .pending)
    #expect(item.json.text == #"{"label":"Gift card","amount":"-0.50","type":"pending"}"#)
    let form = try request().webForm.replacing("lineItems", [item.json])
    #expect(try PaymentRequest(webForm: form).lineItems == [item])
  }

  @Test func `only a pending item may leave its amount open, and then counts nothing`() throws {
    let item = SummaryItem(pending: "Shipping", currency: Fixture.usd)
    #expect(item.json.text == #"{"label":"Shipping","type":"pending"}"#)
    #expect(item.amount == .zero(Fixture.usd) && !item.statesAmount)
    let form = try request().webForm.replacing("lineItems", [item.json])
    let read = try PaymentRequest(webForm: form)
    #expect(read.lineItems == [item])
    #expect(read.webForm == form)
  }

  @Test func `the samples of a web page need no merchant, lines or type`() throws {
    let form: JSONValue = [
      "countryCode": "US", "currencyCode": "USD", "merchantCapabilities": ["supports3DS"],
      "supportedNetworks": ["visa", "brandNew"], "total": ["label": "Shop", "amount": "1.00"],
    ]
    let request = try PaymentRequest(webForm: form)
    #expect(request.merchantIdentifier.isEmpty && request.lineItems.isEmpty)
    #expect(request.total.kind == .final && request.total.statedKind == nil)
    #expect(request.supportedNetworks == ["visa", "brandNew"])
    #expect(request.webForm.sortedBytes == form.sortedBytes)
  }

  @Test func `absent and empty lists are two things`() throws {
    var request = try request()
    let absent = request
    request.shippingMethods = []
    request.requiredBillingContactFields = []
    #expect(request != absent)
    #expect(
      request.webForm.text.hasSuffix(
        #","shippingMethods":[],"requiredBillingContactFields":[]}"#))
    #expect(try PaymentRequest(webForm: request.webForm) == request)
    request.shippingMethods = nil
    request.requiredBillingContactFields = nil
    #expect(request == absent)
  }

  @Test(arguments: [
    ("USD", "5", "5.00"), ("USD", "10.0", "10.00"), ("USD", "007.50", "7.50"),
    ("USD", "-0.00", "0.00"), ("USD", "-0", "0.00"), ("JPY", "705", "705"),
    ("JPY", "705.00", "705"),
    ("KWD", "5.1", "5.100"), ("KWD", "5.1000", "5.100"),
  ])
  func `an amount is written at the currency's digits`(
    currency: String, text: String, expected: String
  ) throws {
    let form = FullRequest.required.replacing("currencyCode", .string(currency))
      .with("total", ["label": "Shop", "amount": .string(text)])
    let total = try #require(PaymentRequest(webForm: form).webForm["total"])
    #expect(total["amount"] == .string(expected))
  }

  @Test(arguments: [
    "2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000Z", "2026-01-01T01:00:00+01:00",
  ])
  func `one moment keeps its three spellings`(text: String) throws {
    let date = try #require(RequestDate(text))
    #expect(date.moment == Timestamp(seconds: 1_767_225_600))
    #expect(date.text == text)
  }
}

@Suite struct RequestNameTests {
  static let tables: [(String, [VersionedName], Int)] = [
    ("networks", PaymentNetwork.known, 46), ("capabilities", MerchantCapability.known, 5),
    ("contact fields", ContactField.known, 5), ("shipping types", ShippingType.known, 4),
    ("editing modes", ShippingContactEditingMode.known, 3), ("timings", PaymentTiming.known, 4),
    ("units", RecurringPaymentDateUnit.known, 5), ("features", ApplePayFeature.known, 17),
  ]

  @Test(arguments: tables)
  func `a table names each value once, in versions that exist`(
    what: String, table: [VersionedName], count: Int
  ) {
    #expect(table.count == count)
    #expect(Set(table.map(\.name)).count == count)
    for entry in table {
      #expect(entry.web.map { (1...15).contains($0) } ?? true, "\(entry)")
      let parts = entry.iOS?.split(separator: ".").map { Int($0) } ?? []
      #expect(parts.allSatisfy { $0 != nil } && parts.count <= 3, "\(entry)")
    }
  }

  @Test func `names are compared by their bytes`() {
    let kelvin: PaymentNetwork = "ban\u{212A}Axept"
    #expect(kelvin != "banKAxept" && kelvin != PaymentNetwork(rawValue: "bankAxept"))
    #expect(PaymentNetwork(rawValue: "visa") == "visa")
    #expect(VersionedName.named("Visa", in: PaymentNetwork.known) == nil)
    #expect(VersionedName.named("jcb", in: PaymentNetwork.known)?.web == 2)
  }
}
