import PayCore
import TestSupport
import Testing

/// The project's own table: one change of a good request and what WebKit says to it.
@Suite struct WebKitRulesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let member: String
    let value: JSONValue?
    let version: Int
    let finding: String?

    init(_ member: String, _ value: JSONValue?, v version: Int = 14, _ finding: String?) {
      self.member = member
      self.value = value
      self.version = version
      self.finding = finding
    }

    var testDescription: String { "\(member): \(value?.text ?? "absent"), version \(version)" }
  }

  private func check(_ expected: Case) {
    let request = WebKitFixture.request.replacing(expected.member, expected.value)
    #expect(WebKitFixture.finding(request, version: expected.version) == expected.finding)
  }

  @Test(arguments: 1...15)
  func `a good request passes in every version`(version: Int) {
    let request = WebKitFixture.request.replacing("supportedNetworks", ["visa"])
    #expect(WebKitFixture.finding(request, version: version) == nil)
  }

  @Test(arguments: [(0, "0"), (-1, "4294967295"), (16, "16"), (Int.max, "4294967295")])
  func `other versions are refused`(version: Int, text: String) {
    #expect(
      WebKitFixture.finding(WebKitFixture.request, version: version)
        == "webkit.version  \"\(text)\" is not a supported version.")
  }

  @Test(
    arguments: [
      (.null, "webkit.required-member /countryCode Member ApplePayPaymentRequest.countryCode"),
      ([], "webkit.required-member /countryCode Member ApplePayPaymentRequest.countryCode"),
      ("x", "webkit.not-a-dictionary  Type error"), (7, "webkit.not-a-dictionary  Type error"),
      (true, "webkit.not-a-dictionary  Type error"),
    ] as [(JSONValue, String)])
  func `what is no request`(value: JSONValue, finding: String) throws {
    #expect(try #require(WebKitFixture.finding(value)).hasPrefix(finding))
  }

  private static let required = "and must be an instance of"

  static let conversionCases = [
    Case(
      "countryCode", nil,
      "webkit.required-member /countryCode Member ApplePayPaymentRequest.countryCode is required "
        + "\(required) DOMString."),
    Case(
      "total", nil,
      "webkit.required-member /total Member ApplePayPaymentRequest.total is required "
        + "\(required) ApplePayLineItem."),
    Case(
      "merchantCapabilities", nil,
      "webkit.required-member /merchantCapabilities Member "
        + "ApplePayPaymentRequest.merchantCapabilities is required \(required) sequence."),
    Case("supportedNetworks", "visa", "webkit.not-a-sequence /supportedNetworks \(sequence)"),
    Case("supportedNetworks", .null, "webkit.not-a-sequence /supportedNetworks \(sequence)"),
    Case("lineItems", 1, "webkit.not-a-sequence /lineItems \(sequence)"),
    Case("lineItems", ["0": "x"], "webkit.not-iterable /lineItems Type error"),
    Case("lineItems", [[], 7], "webkit.not-a-dictionary /lineItems/1 Type error"),
    Case("lineItems", [], nil),
    Case("supportedCountries", ["a": "b"], "webkit.not-iterable /supportedCountries Type error"),
    Case(
      "merchantCapabilities", ["supports3DS", "supports4DS"],
      "webkit.enum-value /merchantCapabilities/1 Type error"),
    Case("merchantCapabilities", [["supportsEMV"]], nil),
    Case("shippingType", "Shipping", "webkit.enum-value /shippingType Type error"),
    Case("shippingType", "delivery", nil),
    Case("shippingContactEditingMode", "available", nil),
    Case(
      "shippingContactEditingMode", 1, "webkit.enum-value /shippingContactEditingMode Type error"),
    Case("billingContact", 7, "webkit.not-a-dictionary /billingContact Type error"),
    Case("billingContact", [], nil),
    Case(
      "shippingContact", ["addressLines": "1 Main Street"],
      "webkit.not-a-sequence /shippingContact/addressLines \(sequence)"),
    Case(
      "total", ["label": "x", "amount": "1", "type": "last"],
      "webkit.enum-value /total/type Type error"),
    Case("total", .null, "webkit.amount /total/amount \"\" is not a valid amount."),
    Case("total", [], "webkit.amount /total/amount \"\" is not a valid amount."),
    Case("applicationData", [:], nil), Case("couponCode", 7, nil),
    Case("supportsCouponCode", "yes", nil), Case("unknown", .null, nil),
    Case(
      "features", ["applePayPayments"], "webkit.enum-value /features/0 Type error"),
  ]

  @Test(arguments: conversionCases)
  func `conversion`(expected: Case) { check(expected) }

  private static let sequence = "Value is not a sequence."

  @Test func `the base comes first, then the names in their order`() {
    var request = WebKitFixture.request.replacing("total", nil).replacing("currencyCode", nil)
      .replacing("supportedNetworks", 1).replacing("shippingContact", 2)
    func expect(_ place: String, then next: JSONValue?) {
      #expect(WebKitFixture.finding(request)?.contains(" /\(place) ") == true)
      request = request.replacing(place, next)
    }
    expect("shippingContact", then: [:])
    expect("supportedNetworks", then: ["visa"])
    expect("currencyCode", then: "EUR")
    expect("total", then: ["label": "x", "amount": "1.00"])
    #expect(WebKitFixture.finding(request) == nil)
  }

  static let baseCases = [
    Case(
      "supportedNetworks", [],
      "webkit.networks-empty /supportedNetworks At least one supported network must be provided."),
    Case("supportedNetworks", ["VISA", "MasterCARD", "napas"], nil),
    Case("supportedNetworks", ["visa", "vis\u{E0}"], network("vis\u{E0}", 1)),
    Case("supportedNetworks", [.null], network("null", 0)),
    Case("supportedNetworks", ["JCB"], v: 1, network("JCB", 0)),
    Case("supportedNetworks", ["JCB"], v: 2, nil),
    Case("supportedNetworks", ["carteBancaire"], v: 2, network("carteBancaire", 0)),
    Case("supportedNetworks", ["carteBancaire"], v: 3, nil),
    Case("requiredBillingContactFields", ["name", "phoneticName"], v: 3, nil),
    Case(
      "requiredBillingContactFields", ["name", "phoneticName"], v: 2,
      "webkit.contact-field /requiredBillingContactFields/1 "
        + "\"phoneticName\" is not a valid contact field."),
    Case("requiredShippingContactFields", [], nil),
    Case(
      "installmentConfiguration", ["applicationMetadata": "x"],
      "webkit.application-metadata /installmentConfiguration/applicationMetadata "
        + "applicationMetadata must be a JSON object"),
    Case("installmentConfiguration", ["applicationMetadata": [:]], nil),
    Case(
      "installmentConfiguration", ["items": [["type": "car"]]],
      "webkit.enum-value /installmentConfiguration/items/0/type Type error"),
  ]

  @Test(arguments: baseCases)
  func `the base of a request`(expected: Case) { check(expected) }

  private static func network(_ name: String, _ index: Int) -> String {
    "webkit.network /supportedNetworks/\(index) \"\(name)\" is not a valid payment network."
  }

  @Test func `instalments need no network from version 8 on, until the last check`() {
    let request = WebKitFixture.request.replacing("supportedNetworks", [])
      .with("installmentConfiguration", [:])
    #expect(WebKitFixture.finding(request, version: 7)?.hasPrefix("webkit.networks-empty") == true)
    #expect(
      WebKitFixture.finding(request, version: 8)
        == "webkit.networks-missing /supportedNetworks Missing supported networks.")
  }

  static let validatorCases = [
    Case("countryCode", "de", country("de")), Case("countryCode", "DEU", country("DEU")),
    Case("countryCode", "", country("")), Case("countryCode", .null, country("null")),
    Case("countryCode", ["US"], nil), Case("countryCode", [:], country("[object Object]")),
    Case("countryCode", "XK", nil), Case("countryCode", "UK", country("UK")),
    Case("countryCode", "\u{FF35}\u{FF33}", country("\u{FF35}\u{FF33}")),
    Case("currencyCode", "eur", currency("eur")), Case("currencyCode", "EURO", currency("EURO")),
    Case("currencyCode", 978, currency("978")), Case("currencyCode", .null, currency("null")),
    Case("currencyCode", "DEM", nil), Case("currencyCode", "FRF", nil),
    Case("currencyCode", "ITL", nil), Case("currencyCode", "BYR", nil),
    Case("currencyCode", "KWD", nil), Case("currencyCode", "QQQ", currency("QQQ")),
    Case(
      "supportedCountries", ["DE", "Austria"],
      "webkit.country-code /supportedCountries/1 \"Austria\" is not a valid country code."),
    Case("supportedCountries", ["Austria"], v: 2, nil), Case("supportedCountries", [], nil),
    Case(
      "merchantCapabilities", [],
      "webkit.capabilities-missing /merchantCapabilities Missing merchant capabilities."),
    Case(
      "merchantCapabilities", ["supportsInstantFundsOut"],
      "webkit.capabilities-missing /merchantCapabilities Missing merchant capabilities."),
    Case("merchantCapabilities", ["supportsCredit"], nil),
  ]

  @Test(arguments: validatorCases)
  func `the validator`(expected: Case) { check(expected) }

  private static func country(_ code: String) -> String {
    "webkit.country-code /countryCode \"\(code)\" is not a valid country code."
  }

  private static func currency(_ code: String) -> String {
    "webkit.currency-code /currencyCode \"\(code)\" is not a valid currency code."
  }

  /// All cases of the tables as requests.
  static let allCases: [(name: String, request: JSONValue, version: Int)] =
    (conversionCases + baseCases + validatorCases).map {
      (
        $0.testDescription, WebKitFixture.request.replacing($0.member, $0.value), $0.version
      )
    }

  /// A request with mutated members: whatever is in it, there is one finding at most, and no trap.
  @Test(arguments: [11, 12, 13, 14] as [UInt64])
  func `no document traps`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let values: [JSONValue] = [
      .null, true, 0, -1, .number("1e400"), .number("-0.5"), .number("1.25e-7"), "", "-", "1.0",
      "\u{0}", "https://", "visa", "recurring", "pending", [], [:], [[]], [["amount": "1"]],
      .string(String(repeating: "9", count: 600)), WebKitFixture.recurring, WebKitFixture.reload,
      WebKitFixture.deferred, WebKitFixture.shipping, [WebKitFixture.tokenContext],
    ]
    let names = [
      "countryCode", "currencyCode", "supportedNetworks", "merchantCapabilities", "lineItems",
      "total", "shippingMethods", "recurringPaymentRequest", "automaticReloadPaymentRequest",
      "deferredPaymentRequest", "multiTokenContexts", "billingContact", "amount", "label", "type",
      "paymentTiming", "managementURL", "regularBilling", "installmentConfiguration",
    ]
    func mutated(_ value: JSONValue, _ depth: Int) -> JSONValue {
      let roll = random.next() % 12
      if roll == 0 { return values.randomElement(using: &random) ?? .null }
      switch value {
      case .object(let members) where depth < 5:
        var changed = members.map { JSONMember($0.name, mutated($0.value, depth + 1)) }
        if roll == 1, let name = names.randomElement(using: &random) {
          changed.append(JSONMember(name, values.randomElement(using: &random) ?? .null))
        }
        if roll == 2, !changed.isEmpty { changed.removeLast() }
        return .object(changed)
      case .array(let elements) where depth < 5:
        return .array(elements.map { mutated($0, depth + 1) })
      default: return value
      }
    }
    for round in 0..<2000 {
      let request = mutated(
        WebKitFixture.request.with("recurringPaymentRequest", WebKitFixture.recurring)
          .with("shippingMethods", [WebKitFixture.shipping]), 0)
      let version = Int(random.next() % 18)
      let validation = RequestValidation(request, rules: [.webkit], apiVersion: version)
      #expect(validation.findings.count <= 1, "seed \(seed), round \(round)")
      #expect(validation.isValid == validation.findings.isEmpty)
    }
  }
}
