// What WebKit's PaymentRequestValidator checks last. It checks the total once more, which
// `checkTotal` has done, and so has no word on it here.

extension WebKitRules {
  static func validate(_ request: JSONValue, version: Int) throws(WebKitFault) {
    try checkCountry(request.member("countryCode") ?? .null, at: "/countryCode")
    let currency = (request.member("currencyCode") ?? .null).scriptText
    guard WebKitCodes.currencies.contains(currency) else {
      throw WebKitFault(
        .currencyCode, "\"\(currency)\" is not a valid currency code.", at: "/currencyCode")
    }
    guard request.member("supportedNetworks")?.elements.isEmpty == false else {
      throw WebKitFault(
        .networksMissing, "Missing supported networks.", at: "/supportedNetworks")
    }
    let capabilities = request.member("merchantCapabilities")?.elements ?? []
    // Payouts are a capability of their own: they do not count here.
    guard capabilities.contains(where: { $0.scriptText != "supportsInstantFundsOut" }) else {
      throw WebKitFault(
        .capabilitiesMissing, "Missing merchant capabilities.", at: "/merchantCapabilities")
    }
    try validateShipping(request)
    guard version >= 3 else { return }
    let countries = request.member("supportedCountries")?.elements ?? []
    for index in countries.indices {
      try checkCountry(countries[index], at: "/supportedCountries/\(index)")
    }
  }

  private static func validateShipping(_ request: JSONValue) throws(WebKitFault) {
    let methods = request.member("shippingMethods")?.elements ?? []
    for index in methods.indices {
      let text = methods[index].member("amount")?.scriptText ?? ""
      guard MonetaryValue(text)?.isNegativeWhole != true else {
        throw WebKitFault(
          .shippingNegative,
          "Shipping method amount must be greater than or equal to zero.",
          at: "/shippingMethods/\(index)/amount")
      }
    }
  }

  private static func checkCountry(
    _ value: JSONValue, at pointer: @autoclosure () -> String
  ) throws(WebKitFault) {
    let code = value.scriptText
    guard WebKitCodes.countries.contains(code) else {
      throw WebKitFault(
        .countryCode, "\"\(code)\" is not a valid country code.", at: pointer())
    }
  }
}
