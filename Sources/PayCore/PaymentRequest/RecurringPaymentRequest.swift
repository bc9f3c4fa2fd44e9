/// A subscription: what is billed again and again.
///
/// Source: Apple, PKRecurringPaymentRequest and ApplePayRecurringPaymentRequest.
public struct RecurringPaymentRequest: Sendable, Hashable {
  public let paymentDescription: String
  /// Its `paymentTiming` is `recurring`.
  public let regularBilling: SummaryItem
  /// What is billed before; its `paymentTiming` is `recurring`.
  public var trialBilling: SummaryItem?
  /// At most 500 characters, by Apple's rule.
  public var billingAgreement: String?
  /// Where the person changes or ends it.
  public let managementURL: String
  /// Where Apple tells of changes of the merchant token.
  public var tokenNotificationURL: String?

  package init(paymentDescription: String, regularBilling: SummaryItem, managementURL: String) {
    self.paymentDescription = paymentDescription
    self.regularBilling = regularBilling
    self.managementURL = managementURL
  }
}

extension RecurringPaymentRequest: RequestPart {
  var json: JSONValue {
    var members = RequestMembers(capacity: 6)
    members.add("paymentDescription", paymentDescription)
    members.add("regularBilling", regularBilling)
    members.add("trialBilling", trialBilling)
    members.add("billingAgreement", billingAgreement)
    members.add("managementURL", managementURL)
    members.add("tokenNotificationURL", tokenNotificationURL)
    return members.json
  }

  init?(_ reader: inout RequestReader) {
    let paymentDescription = reader.string("paymentDescription")
    let regularBilling: SummaryItem? = reader.part("regularBilling")
    let trialBilling: SummaryItem? = reader.optionalPart("trialBilling")
    let billingAgreement = reader.optionalString("billingAgreement")
    let managementURL = reader.string("managementURL")
    let tokenNotificationURL = reader.optionalString("tokenNotificationURL")
    guard let paymentDescription, let regularBilling, let managementURL else { return nil }
    self.init(
      paymentDescription: paymentDescription, regularBilling: regularBilling,
      managementURL: managementURL)
    self.trialBilling = trialBilling
    self.billingAgreement = billingAgreement
    self.tokenNotificationURL = tokenNotificationURL
  }
}
