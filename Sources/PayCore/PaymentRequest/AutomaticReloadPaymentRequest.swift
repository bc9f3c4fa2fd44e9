/// A balance that is topped up when it falls below a threshold.
///
/// Source: Apple, PKAutomaticReloadPaymentRequest and ApplePayAutomaticReloadPaymentRequest.
public struct AutomaticReloadPaymentRequest: Sendable, Hashable {
  public let paymentDescription: String
  /// Its `paymentTiming` is `automaticReload`, and it has a threshold.
  public let automaticReloadBilling: SummaryItem
  /// At most 500 characters, by Apple's rule.
  public var billingAgreement: String?
  /// Where the person changes or ends it.
  public let managementURL: String
  /// Where Apple tells of changes of the merchant token.
  public var tokenNotificationURL: String?

  package init(
    paymentDescription: String, automaticReloadBilling: SummaryItem, managementURL: String
  ) {
    self.paymentDescription = paymentDescription
    self.automaticReloadBilling = automaticReloadBilling
    self.managementURL = managementURL
  }
}

extension AutomaticReloadPaymentRequest: RequestPart {
  var json: JSONValue {
    var members = RequestMembers(capacity: 5)
    members.add("paymentDescription", paymentDescription)
    members.add("automaticReloadBilling", automaticReloadBilling)
    members.add("billingAgreement", billingAgreement)
    members.add("managementURL", managementURL)
    members.add("tokenNotificationURL", tokenNotificationURL)
    return members.json
  }

  init?(_ reader: inout RequestReader) {
    let paymentDescription = reader.string("paymentDescription")
    let automaticReloadBilling: SummaryItem? = reader.part("automaticReloadBilling")
    let billingAgreement = reader.optionalString("billingAgreement")
    let managementURL = reader.string("managementURL")
    let tokenNotificationURL = reader.optionalString("tokenNotificationURL")
    guard let paymentDescription, let automaticReloadBilling, let managementURL else { return nil }
    self.init(
      paymentDescription: paymentDescription, automaticReloadBilling: automaticReloadBilling,
      managementURL: managementURL)
    self.billingAgreement = billingAgreement
    self.tokenNotificationURL = tokenNotificationURL
  }
}
