// What WebKit checks of ApplePayRequestBase, which the Payment Request API shares.

extension WebKitRules {
  static func checkVersion(_ version: Int) throws(WebKitFault) {
    guard (1...newestVersion).contains(version) else {
      throw WebKitFault(.version, "\"\(version)\" is not a supported version.")
    }
  }

  static func checkNetworks(_ request: JSONValue, version: Int) throws(WebKitFault) {
    let networks = request.member("supportedNetworks")?.elements ?? []
    let mayBeEmpty = version >= 8 && request.member("installmentConfiguration") != nil
    guard !networks.isEmpty || mayBeEmpty else {
      throw WebKitFault(
        .networksEmpty, "At least one supported network must be provided.",
        at: "/supportedNetworks")
    }
    for index in networks.indices {
      let name = networks[index].scriptText
      guard isNetwork(name, version: version) else {
        throw WebKitFault(
          .network, "\"\(name)\" is not a valid payment network.",
          at: "/supportedNetworks/\(index)")
      }
    }
  }

  private static let jcb = Array("jcb".utf8)
  private static let carteBancaire = Array("cartebancaire".utf8)

  private static func isNetwork(_ name: String, version: Int) -> Bool {
    if version < 2, WebKitCodes.hasName(name, jcb) { return false }
    if version < 3, WebKitCodes.hasName(name, carteBancaire) { return false }
    return WebKitCodes.isNetwork(name)
  }

  static func checkContactFields(_ request: JSONValue, version: Int) throws(WebKitFault) {
    guard version < 3 else { return }
    for name in ["requiredBillingContactFields", "requiredShippingContactFields"] {
      let fields = request.member(name)?.elements ?? []
      for index in fields.indices where fields[index].scriptText == "phoneticName" {
        throw WebKitFault(
          .contactField, "\"phoneticName\" is not a valid contact field.",
          at: "/\(name)/\(index)")
      }
    }
  }

  static func checkInstallments(_ request: JSONValue) throws(WebKitFault) {
    guard
      let metadata = request.member("installmentConfiguration")?.member("applicationMetadata")
    else { return }
    guard case .object = metadata else {
      throw WebKitFault(
        .applicationMetadata, "applicationMetadata must be a JSON object",
        at: "/installmentConfiguration/applicationMetadata")
    }
  }
}
