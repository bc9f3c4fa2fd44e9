// What WebKit's ApplePaySession checks of recurring, automatic reload and deferred payments.

extension WebKitRules {
  static func checkRecurring(_ request: JSONValue) throws(WebKitFault) {
    guard let recurring = request.member("recurringPaymentRequest") else { return }
    do throws(WebKitFault) {
      try checkBilling(recurring, "regularBilling", timing: "recurring", article: "a")
      if recurring.member("trialBilling") != nil {
        try checkBilling(recurring, "trialBilling", timing: "recurring", article: "a")
      }
      try checkURL(recurring, "managementURL")
      try checkURL(recurring, "tokenNotificationURL")
    } catch { throw error.below("recurringPaymentRequest") }
  }

  static func checkAutomaticReload(_ request: JSONValue) throws(WebKitFault) {
    guard let reload = request.member("automaticReloadPaymentRequest") else { return }
    do throws(WebKitFault) {
      let name = "automaticReloadBilling"
      try checkBilling(reload, name, timing: "automaticReload", article: "an")
      let threshold = "automaticReloadPaymentThresholdAmount"
      let text = reload.member(name)?.member(threshold)?.scriptText ?? ""
      guard MonetaryValue(text) != nil else {
        throw WebKitFault(
          .thresholdAmount, "\"\(text)\" is not a valid \(threshold).",
          at: "/\(name)/\(threshold)")
      }
      try checkURL(reload, "managementURL")
      try checkURL(reload, "tokenNotificationURL")
    } catch { throw error.below("automaticReloadPaymentRequest") }
  }

  static func checkDeferred(_ request: JSONValue) throws(WebKitFault) {
    guard let deferred = request.member("deferredPaymentRequest") else { return }
    do throws(WebKitFault) {
      try checkBilling(deferred, "deferredBilling", timing: "deferred", article: "a")
      try checkURL(deferred, "managementURL")
      try checkFreeCancellation(deferred)
      guard deferred.member("paymentDescription")?.scriptText.isEmpty == false else {
        throw WebKitFault(
          .paymentDescription, "Missing 'paymentDescription'.", at: "/paymentDescription")
      }
      try checkURL(deferred, "tokenNotificationURL")
    } catch { throw error.below("deferredPaymentRequest") }
  }

  private static func checkFreeCancellation(_ deferred: JSONValue) throws(WebKitFault) {
    let zone = deferred.member("freeCancellationDateTimeZone")?.scriptText ?? ""
    let place = "/freeCancellationDateTimeZone"
    guard isDate(deferred.member("freeCancellationDate")) else {
      guard zone.isEmpty else {
        throw WebKitFault(
          .timeZoneUnexpected,
          "Unexpected 'freeCancellationDateTimeZone' when 'freeCancellationDate' is not set.",
          at: place)
      }
      return
    }
    guard !zone.isEmpty else {
      throw WebKitFault(
        .timeZoneMissing,
        "Missing 'freeCancellationDateTimeZone' when 'freeCancellationDate' is set.", at: place)
    }
    guard zone.utf8.allSatisfy(isTimeZoneByte) else {
      throw WebKitFault(.timeZone, "\"\(zone)\" is not a valid time zone.", at: place)
    }
  }

  /// JSON has no dates: a number is one, and text that begins like an ISO 8601 date stands for the
  /// `Date` that a page makes of it.
  private static func isDate(_ value: JSONValue?) -> Bool {
    switch value {
    case .integer, .number: return true
    case .string(let text):
      let head = text.utf8.prefix(10)
      return head.count == 10
        && head.enumerated().allSatisfy { index, byte in
          index == 4 || index == 7
            ? byte == UInt8(ascii: "-")
            : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
    default: return false
    }
  }

  /// Letters, digits and the marks in the names of the IANA database, which itself is not at hand.
  private static func isTimeZoneByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "/"):
      true
    default: false
    }
  }

  /// The line item that an optional request bills with.
  private static func checkBilling(
    _ owner: JSONValue, _ name: String, timing: String, article: String
  ) throws(WebKitFault) {
    let item = owner.member(name) ?? .null
    do throws(WebKitFault) {
      guard item.member("paymentTiming")?.scriptText == timing else {
        throw WebKitFault(
          .paymentTiming, "'\(name)' must be \(article) '\(timing)' line item.",
          at: "/paymentTiming", remedy: "set paymentTiming to \(timing)")
      }
      guard item.member("label") != nil else {
        throw WebKitFault(.billingLabel, "Missing label for '\(name)'.", at: "/label")
      }
      if !isPending(item) { _ = try checkedAmount(item) }
    } catch { throw error.below(name) }
  }

  /// A member that is a URL, where it is there.
  private static func checkURL(_ owner: JSONValue, _ name: String) throws(WebKitFault) {
    guard let text = owner.member(name)?.scriptText else { return }
    guard WebURL(text) != nil else {
      throw WebKitFault(.url, "\"\(text)\" is not a valid URL.", at: "/" + name)
    }
  }
}
