import PayCore
import Testing

/// Recurring, automatic reload, deferred and multi-merchant payments.
@Suite struct WebKitOptionalRequestTests {
  /// A change at a member of the request, or of the billing item in it.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let value: JSONValue?
    let finding: String?

    init(_ name: String, _ value: JSONValue?, _ finding: String?) {
      self.name = name
      self.value = value
      self.finding = finding
    }

    var testDescription: String { "\(name): \(value?.text ?? "absent")" }

    /// `request` with the change; a name with a slash is a member of a member.
    func changed(_ request: JSONValue) -> JSONValue {
      let parts = name.split(separator: "/").map(String.init)
      guard parts.count == 2 else { return request.replacing(name, value) }
      return request.replacing(parts[0], (request[parts[0]] ?? [:]).replacing(parts[1], value))
    }
  }

  private func check(_ member: String, _ request: JSONValue, _ expected: Case) {
    let whole = WebKitFixture.request.with(member, expected.changed(request))
    let prefix = expected.finding?.replacing(" /", with: " /\(member)/")
    #expect(WebKitFixture.finding(whole) == prefix)
  }

  @Test(arguments: [
    Case("paymentDescription", "", nil),
    Case(
      "paymentDescription", nil,
      "webkit.required-member /paymentDescription Member "
        + "ApplePayRecurringPaymentRequest.paymentDescription is required and must be an instance "
        + "of DOMString."),
    Case("regularBilling/paymentTiming", "immediate", timing("regularBilling", "a 'recurring'")),
    Case("regularBilling/paymentTiming", nil, timing("regularBilling", "a 'recurring'")),
    Case(
      "regularBilling/paymentTiming", "weekly",
      "webkit.enum-value /regularBilling/paymentTiming Type error"),
    Case(
      "regularBilling/recurringPaymentIntervalUnit", "week",
      "webkit.enum-value /regularBilling/recurringPaymentIntervalUnit Type error"),
    Case("regularBilling/label", nil, label("regularBilling")),
    Case("regularBilling/amount", nil, amount("regularBilling", "")),
    Case("regularBilling/amount", "5,00", amount("regularBilling", "5,00")),
    Case("regularBilling", ["label": "x", "type": "pending", "paymentTiming": "recurring"], nil),
    Case("trialBilling", .null, timing("trialBilling", "a 'recurring'")),
    Case("trialBilling", ["paymentTiming": "recurring"], label("trialBilling")),
    Case("trialBilling", ["paymentTiming": "recurring", "label": "x"], amount("trialBilling", "")),
    Case("managementURL", "/account", url("managementURL", "/account")),
    Case("tokenNotificationURL", .null, url("tokenNotificationURL", "null")),
    Case("tokenNotificationURL", "https://", url("tokenNotificationURL", "https://")),
    Case("tokenNotificationURL", "https://museum.example/hook", nil),
    Case("billingAgreement", 7, nil),
  ])
  func recurring(expected: Case) {
    check("recurringPaymentRequest", WebKitFixture.recurring, expected)
  }

  @Test(arguments: [
    Case("billingAgreement", "x", nil),
    Case(
      "automaticReloadBilling/paymentTiming", "recurring",
      timing("automaticReloadBilling", "an 'automaticReload'")),
    Case("automaticReloadBilling/label", nil, label("automaticReloadBilling")),
    Case("automaticReloadBilling/amount", "x", amount("automaticReloadBilling", "x")),
    Case(
      "automaticReloadBilling/automaticReloadPaymentThresholdAmount", nil,
      "webkit.threshold-amount "
        + "/automaticReloadBilling/automaticReloadPaymentThresholdAmount "
        + "\"\" is not a valid automaticReloadPaymentThresholdAmount."),
    Case("managementURL", "museum.example", url("managementURL", "museum.example")),
    Case("tokenNotificationURL", "", url("tokenNotificationURL", "")),
  ])
  func `automatic reload`(expected: Case) {
    check("automaticReloadPaymentRequest", WebKitFixture.reload, expected)
  }

  @Test(arguments: [
    Case("deferredBilling/paymentTiming", nil, timing("deferredBilling", "a 'deferred'")),
    Case("deferredBilling/label", nil, label("deferredBilling")),
    Case("deferredBilling/amount", "", amount("deferredBilling", "")),
    Case("managementURL", "http:", url("managementURL", "http:")),
    Case(
      "freeCancellationDateTimeZone", "Europe/Paris",
      "webkit.time-zone-unexpected /freeCancellationDateTimeZone Unexpected "
        + "'freeCancellationDateTimeZone' when 'freeCancellationDate' is not set."),
    Case("freeCancellationDateTimeZone", "", nil),
    Case("freeCancellationDate", .null, nil),
    Case("freeCancellationDate", "soon", nil),
    Case("freeCancellationDate", "2027-01-01T00:00:00Z", zoneMissing),
    Case("freeCancellationDate", 1_800_000_000_000, zoneMissing),
    Case("paymentDescription", "", description),
    Case("tokenNotificationURL", "x", url("tokenNotificationURL", "x")),
  ])
  func deferred(expected: Case) {
    check("deferredPaymentRequest", WebKitFixture.deferred, expected)
  }

  @Test(arguments: [("Europe/Paris", true), ("Etc/GMT+1", true), ("Here and now", false)])
  func `time zones`(zone: String, isGood: Bool) {
    let dated = WebKitFixture.deferred.with("freeCancellationDate", "2027-01-01")
    check(
      "deferredPaymentRequest", dated,
      Case(
        "freeCancellationDateTimeZone", .string(zone),
        isGood
          ? nil
          : "webkit.time-zone /freeCancellationDateTimeZone \"\(zone)\" is not a valid time zone."))
  }

  @Test(
    arguments: [
      ([], nil), ([WebKitFixture.tokenContext], nil),
      (
        [WebKitFixture.tokenContext, WebKitFixture.tokenContext.replacing("amount", "5.")],
        "webkit.amount /multiTokenContexts/1/amount \"5.\" is not a valid amount."
      ),
      (
        [WebKitFixture.tokenContext.replacing("merchantName", nil)],
        "webkit.required-member /multiTokenContexts/0/merchantName Member "
          + "ApplePayPaymentTokenContext.merchantName is required and must be an instance of "
          + "DOMString."
      ),
    ] as [([JSONValue], String?)])
  func `token contexts`(contexts: [JSONValue], finding: String?) {
    let request = WebKitFixture.request.with("multiTokenContexts", .array(contexts))
    #expect(WebKitFixture.finding(request) == finding)
  }

  @Test func `several optional requests at once are no fault to WebKit`() {
    let request = WebKitFixture.request.with("recurringPaymentRequest", WebKitFixture.recurring)
      .with("automaticReloadPaymentRequest", WebKitFixture.reload)
      .with("deferredPaymentRequest", WebKitFixture.deferred)
    #expect(WebKitFixture.finding(request) == nil)
  }

  private static func timing(_ name: String, _ timing: String) -> String {
    "webkit.payment-timing /\(name)/paymentTiming '\(name)' must be \(timing) line item."
  }

  private static func label(_ name: String) -> String {
    "webkit.billing-label /\(name)/label Missing label for '\(name)'."
  }

  private static func amount(_ name: String, _ text: String) -> String {
    "webkit.amount /\(name)/amount \"\(text)\" is not a valid amount."
  }

  private static func url(_ name: String, _ text: String) -> String {
    "webkit.url /\(name) \"\(text)\" is not a valid URL."
  }

  private static let zoneMissing =
    "webkit.time-zone-missing /freeCancellationDateTimeZone Missing "
    + "'freeCancellationDateTimeZone' when 'freeCancellationDate' is set."
  private static let description =
    "webkit.payment-description /paymentDescription Missing 'paymentDescription'."
}

/// URLs as far as the rules read them.
@Suite struct WebKitURLTests {
  @Test(arguments: [
    ("https://a", "https", "a"), ("HTTP://A.example:80/x?y#z", "http", "A.example"),
    ("https:a.example", "https", "a.example"), ("https:\\\\a.example\\b", "https", "a.example"),
    (" \thttps://a\n", "https", "a"), ("https://a:", "https", "a"),
    ("https://a:65535", "https", "a"), ("https://[::1]:8080/", "https", "[::1]"),
    ("https://\u{9EDE}\u{770B}", "https", "\u{9EDE}\u{770B}"), ("mailto:a@b", "mailto", ""),
    ("app://", "app", ""), ("file:///x", "file", ""),
  ])
  func accepted(text: String, scheme: String, host: String) throws {
    let url = try #require(WebURL(text))
    #expect(url.scheme == scheme)
    #expect(url.host == host)
    #expect(!url.hasCredentials)
  }

  @Test(arguments: [
    "", ":", "a", "/a", "//a", "../a", "1a:b", "https:", "https://", "https:///", "https://:80",
    "https://a:65536", "https://a:8o", "https://a b", "https://a%20b", "https://[::1",
    "https://[a]",
    "https://@", "https://u@/x", "app://a b",
  ])
  func refused(text: String) { #expect(WebURL(text) == nil) }

  @Test(arguments: [("https://u@a", true), ("https://:p@a", true), ("https://:@a", false)])
  func credentials(text: String, hasCredentials: Bool) {
    #expect(WebURL(text)?.hasCredentials == hasCredentials)
  }
}
