import Foundation
import TestSupport
import Testing

@testable import PayCore

/// A finding names the page of Apple's that has its rule: that of the object, in the form given.
@Suite struct RuleSourceTests {
  typealias Fixture = RequestFixture

  struct Case: Sendable, CustomTestStringConvertible {
    let pointer: String
    let value: JSONValue?
    let web: String
    let passKit: String

    init(_ pointer: String, _ value: JSONValue?, _ web: String, _ passKit: String) {
      self.pointer = pointer
      self.value = value
      self.web = "Apple: " + web
      self.passKit = "Apple: " + passKit
    }

    var testDescription: String { "\(pointer) = \(value?.text ?? "absent")" }
  }

  /// A request with one of every object, of three types at once.
  private static let request: JSONValue = Fixture.full.setting("/lineItems", nil)
    .with("recurringPaymentRequest", Fixture.recurring)
    .with("automaticReloadPaymentRequest", Fixture.reload)
    .with("deferredPaymentRequest", Fixture.deferred)
    .with("multiTokenContexts", Fixture.contexts("1.00"))

  private static let billing = "/automaticReloadPaymentRequest/automaticReloadBilling"
  private static let range = "/shippingMethods/0/dateComponentsRange"

  static let cases: [Case] = [
    Case("/countryCode", nil, "ApplePayPaymentRequest", "PKPaymentRequest"),
    Case("/shippingMethods/0", 1, "ApplePayPaymentRequest", "PKPaymentRequest"),
    Case("/supportedCountries/0", 1, "ApplePayPaymentRequest", "PKPaymentRequest"),
    Case("/deferredPaymentRequest", 1, "ApplePayPaymentRequest", "PKPaymentRequest"),
    Case("/total/label", "", "ApplePayLineItem", "PKPaymentSummaryItem"),
    Case("/total/amount", "x", "ApplePayLineItem", "PKPaymentSummaryItem"),
    Case("/shippingMethods/0/detail", nil, "ApplePayShippingMethod", "PKShippingMethod"),
    Case("/shippingMethods/0/label", "", "ApplePayShippingMethod", "PKShippingMethod"),
    Case("/shippingMethods/0/amount", "-1.00", "ApplePayShippingMethod", "PKShippingMethod"),
    Case(range, 1, "ApplePayShippingMethod", "PKShippingMethod"),
    Case(
      range + "/endDateComponents", nil, "ApplePayDateComponentsRange", "PKDateComponentsRange"),
    Case(
      range + "/endDateComponents/months", 13, "ApplePayDateComponents", "PKDateComponentsRange"),
    Case("/billingContact/givenName", 1, "ApplePayPaymentContact", "PKContact"),
    Case(
      "/recurringPaymentRequest/managementURL", "x", "ApplePayRecurringPaymentRequest",
      "PKRecurringPaymentRequest"),
    Case(
      "/recurringPaymentRequest/regularBilling/label", "", "ApplePayLineItem",
      "PKPaymentSummaryItem"),
    Case(
      "/recurringPaymentRequest/trialBilling/paymentTiming", nil,
      "ApplePayRecurringPaymentRequest", "PKRecurringPaymentRequest"),
    Case(
      "/recurringPaymentRequest/regularBilling/recurringPaymentStartDate", "x", "ApplePayLineItem",
      "PKPaymentSummaryItem"),
    Case(
      "/automaticReloadPaymentRequest/managementURL", nil,
      "ApplePayAutomaticReloadPaymentRequest", "PKAutomaticReloadPaymentRequest"),
    Case(
      billing + "/paymentTiming", "deferred", "ApplePayAutomaticReloadPaymentRequest",
      "PKAutomaticReloadPaymentRequest"),
    Case(
      billing + "/automaticReloadPaymentThresholdAmount", nil,
      "ApplePayAutomaticReloadPaymentRequest", "PKAutomaticReloadPaymentRequest"),
    Case(
      "/deferredPaymentRequest/freeCancellationDate", "x", "ApplePayDeferredPaymentRequest",
      "PKDeferredPaymentRequest"),
    Case(
      "/deferredPaymentRequest/freeCancellationDate", nil, "ApplePayDeferredPaymentRequest",
      "PKDeferredPaymentRequest"),
    Case(
      "/deferredPaymentRequest/deferredBilling/paymentTiming", nil,
      "ApplePayDeferredPaymentRequest", "PKDeferredPaymentRequest"),
    Case(
      "/multiTokenContexts/0/merchantName", nil, "ApplePayPaymentTokenContext",
      "PKPaymentTokenContext"),
    Case(
      "/multiTokenContexts/0/amount", "30.00", "ApplePayPaymentTokenContext",
      "PKPaymentTokenContext"),
  ]

  /// The sources of what a change brings, beside what the request has already.
  private func sources(_ request: JSONValue, _ expected: Case) -> Set<String> {
    func found(_ request: JSONValue) -> [RequestFinding] {
      RequestValidation(request, rules: [.apple], apiVersion: 15).findings
    }
    let before = Set(found(request).map { [$0.rule, $0.pointer] })
    let changed = request.setting(expected.pointer, expected.value)
    return Set(
      found(changed).filter { !before.contains([$0.rule, $0.pointer]) }.map(\.source))
  }

  @Test(arguments: cases)
  func `a finding names the page of the object, in either form`(expected: Case) throws {
    #expect(sources(Self.request, expected) == [expected.web])
    let items = try #require(Self.request["total"])
    let passKit = Self.request.setting("/total", nil)
      .with("paymentSummaryItems", [items])
    let place = expected.pointer.replacing("/total", with: "/paymentSummaryItems/0")
    let there = Case(
      place, expected.value, String(expected.web.dropFirst(7)),
      String(expected.passKit.dropFirst(7))
    )
    #expect(sources(passKit, there) == [expected.passKit])
  }

  @Test func `each object that Apple describes has a case, and its pages stand in the docs`() throws
  {
    let text = try String(
      contentsOfFile: packageRoot + "/docs/request-rules.md", encoding: .utf8)
    for pages in Set(Self.cases.map { [$0.web, $0.passKit] }) {
      let row = pages.map { $0.dropFirst("Apple: ".count) }.joined(separator: " | ")
      #expect(text.contains(" | \(row) |\n"), "\(row)")
    }
    let kinds: [RequestObject.Kind] = [
      .request, .lineItem, .total, .shippingMethod, .dateRange, .dateComponents, .contact,
      .recurring, .automaticReload, .deferred, .tokenContext,
    ]
    #expect(Set(kinds.map { $0.page(in: .web) }) == Set(Self.cases.map(\.web)))
    #expect(Set(kinds.map { $0.page(in: .passKit) }) == Set(Self.cases.map(\.passKit)))
  }
}
