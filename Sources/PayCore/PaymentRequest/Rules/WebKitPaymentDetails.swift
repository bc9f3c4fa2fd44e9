// The other way to Apple Pay on the web: what a page gives the Payment Request API of the W3C.

extension WebKitRules {
  /// What WebKit refuses of `methodData` and `details`, or of one method, by its first exception:
  /// first the constructor of PaymentRequest, then Apple Pay, which asks for one currency.
  ///
  /// Identifiers of methods and amounts are looked at, where they are there; not the `data` of a
  /// method, and no member that is missing.
  static func findings(paymentRequestAPI document: JSONValue) -> [RequestFinding] {
    do throws(WebKitFault) {
      try checkMethods(document)
      if let details = document.member("details") {
        do throws(WebKitFault) { try check(details: details) } catch {
          throw error.below("details")
        }
      }
      return []
    } catch {
      return [error.finding]
    }
  }

  private static func checkMethods(_ document: JSONValue) throws(WebKitFault) {
    try checkIdentifier(of: document)
    guard case .array(let methods)? = document.member("methodData") else { return }
    guard !methods.isEmpty else {
      throw WebKitFault(
        .methodsEmpty, "At least one payment method is required.", at: "/methodData")
    }
    for index in methods.indices {
      do throws(WebKitFault) { try checkIdentifier(of: methods[index]) } catch {
        throw error.below(index).below("methodData")
      }
    }
  }

  private static func checkIdentifier(of method: JSONValue) throws(WebKitFault) {
    guard let text = method.member("supportedMethods")?.scriptText else { return }
    guard PaymentMethodIdentifier(text) != nil else {
      throw WebKitFault(
        .methodIdentifier, "\"\(text)\" is an invalid payment method identifier.",
        at: "/supportedMethods")
    }
  }

  /// The amounts of `total`, `displayItems`, `shippingOptions` and `modifiers`.
  private static func check(details: JSONValue) throws(WebKitFault) {
    try eachAmount(details, modifiers: { _ in true }) { amount, isTotal throws(WebKitFault) in
      try checkDetailsAmount(amount, isTotal: isTotal)
    }
    let expected = currency(details.member("total")?.member("amount"))
    try eachAmount(details, modifiers: isForApplePay) { amount, _ throws(WebKitFault) in
      let found = currency(amount)
      guard found != expected else { return }
      throw WebKitFault(
        .detailsCurrencyMismatch,
        "\"\(found)\" does not match the expected currency of \"\(expected)\". "
          + "Apple Pay requires all PaymentCurrencyAmounts to use the same currency code.",
        at: "/currency")
    }
  }

  private typealias AmountCheck = (JSONValue, _ isTotal: Bool) throws(WebKitFault) -> Void

  /// Gives every amount to `check`, in WebKit's order.
  private static func eachAmount(
    _ details: JSONValue, modifiers isWanted: (JSONValue) -> Bool, check: AmountCheck
  ) throws(WebKitFault) {
    try total(details, check)
    try items(details, "displayItems", check)
    try items(details, "shippingOptions", check)
    let modifiers = details.member("modifiers")?.elements ?? []
    for index in modifiers.indices where isWanted(modifiers[index]) {
      do throws(WebKitFault) {
        try total(modifiers[index], check)
        try items(modifiers[index], "additionalDisplayItems", check)
      } catch { throw error.below(index).below("modifiers") }
    }
  }

  private static func total(_ owner: JSONValue, _ check: AmountCheck) throws(WebKitFault) {
    guard let total = owner.member("total") else { return }
    do throws(WebKitFault) {
      try check(total.member("amount") ?? .null, true)
    } catch { throw error.below("amount").below("total") }
  }

  private static func items(
    _ owner: JSONValue, _ name: String, _ check: AmountCheck
  ) throws(WebKitFault) {
    let items = owner.member(name)?.elements ?? []
    for index in items.indices {
      do throws(WebKitFault) {
        try check(items[index].member("amount") ?? .null, false)
      } catch { throw error.below("amount").below(index).below(name) }
    }
  }

  private static func checkDetailsAmount(
    _ amount: JSONValue, isTotal: Bool
  ) throws(WebKitFault) {
    let code = amount.member("currency")?.scriptText ?? ""
    guard MonetaryValue.isWellFormedCurrencyCode(code) else {
      // An amount that is no object has no currency in it.
      let isObject = if case .object = amount { true } else { false }
      throw WebKitFault(
        .detailsCurrency, "\"\(code)\" is not a valid currency code.",
        at: isObject ? "/currency" : "")
    }
    let text = amount.member("value")?.scriptText ?? ""
    guard let value = MonetaryValue(text) else {
      throw WebKitFault(
        .detailsAmount, "\"\(text)\" is not a valid decimal monetary value.", at: "/value")
    }
    // Here a minus alone decides: "-0" is refused too.
    guard !isTotal || !value.hasMinus else {
      throw WebKitFault(
        .detailsTotalNegative, "Total currency values cannot be negative.", at: "/value")
    }
  }

  /// The currency in capital letters, as WebKit keeps it.
  private static func currency(_ amount: JSONValue?) -> String {
    (amount?.member("currency")?.scriptText ?? "").uppercased()
  }

  /// Whether a modifier is for Apple Pay; those for other ways to pay are not looked at.
  private static func isForApplePay(_ modifier: JSONValue) -> Bool {
    modifier.member("supportedMethods")?.scriptText == "https://apple.com/apple-pay"
  }
}
