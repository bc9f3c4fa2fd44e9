/// What WebKit does on `new ApplePaySession(version, request)`, in its order, with its messages.
///
/// WebKit throws at the first fault, so there is at most one finding. What a browser asks beyond
/// the request (a user gesture, a secure page, one session at a time) is not looked at.
///
/// Source: WebKit, Source/WebCore/Modules/applepay; docs/webkit-rules.md has the table and every
/// difference that is kept.
package enum WebKitRules {
  /// The newest version that Apple's pages name a feature for; WebKit refuses newer ones.
  static let newestVersion = RequestValidation.apiVersions.upperBound

  /// The finding, if there is one, of a request in the web form.
  static func finding(_ request: JSONValue, apiVersion: Int) -> RequestFinding? {
    do throws(WebKitFault) {
      // The constructor takes an `unsigned long`, so a negative version is a large one.
      try check(request, version: Int(UInt32(truncatingIfNeeded: apiVersion)))
      return nil
    } catch {
      return error.finding
    }
  }

  /// What is said of a request that WebKit never sees.
  static func passKitFinding(at pointer: String) -> RequestFinding {
    let rule = WebKitRule.form
    return RequestFinding(
      rule: rule.rawValue, severity: .warning, pointer: pointer,
      message: "is the PassKit form, which WebKit never sees: none of its rules was applied",
      source: rule.source, remedy: rule.remedy)
  }

  private static func check(_ request: JSONValue, version: Int) throws(WebKitFault) {
    try WebIDL.convert(request, to: .paymentRequest)
    try checkVersion(version)
    try checkNetworks(request, version: version)
    try checkContactFields(request, version: version)
    try checkInstallments(request)
    try checkTotal(request, version: version)
    try checkLineItems(request)
    try checkShippingMethods(request, version: version)
    try checkRecurring(request)
    try checkAutomaticReload(request)
    try checkTokenContexts(request)
    try checkDeferred(request)
    try validate(request, version: version)
  }
}
