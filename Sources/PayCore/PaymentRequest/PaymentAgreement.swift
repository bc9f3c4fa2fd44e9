/// What a person agrees to who will pay again, or later: what recurring payments, reloads and
/// deferred payments say alike.
///
/// Source: Apple, PKRecurringPaymentRequest, PKAutomaticReloadPaymentRequest and
/// PKDeferredPaymentRequest, and their dictionaries for the web.
public struct PaymentAgreement: Sendable, Hashable {
  public let paymentDescription: String
  /// At most 500 characters, by Apple's rule.
  public let billingAgreement: String?
  /// Where the person changes or ends it.
  public let managementURL: String
  /// Where Apple tells of changes of the merchant token.
  public let tokenNotificationURL: String?
}

extension PaymentAgreement {
  /// Nil, with a fault noted, if one of its members is missing or no value.
  init?(_ reader: inout RequestReader) {
    let paymentDescription = reader.string("paymentDescription")
    billingAgreement = reader.optionalString("billingAgreement")
    let managementURL = reader.string("managementURL")
    tokenNotificationURL = reader.optionalString("tokenNotificationURL")
    guard let paymentDescription, let managementURL else { return nil }
    self.paymentDescription = paymentDescription
    self.managementURL = managementURL
  }

  /// The object of a request type: what it bills stands behind the description.
  func json(billing: (inout RequestMembers) -> Void) -> JSONValue {
    var members = RequestMembers(capacity: 7)
    members.add("paymentDescription", paymentDescription)
    billing(&members)
    members.add("billingAgreement", billingAgreement)
    members.add("managementURL", managementURL)
    members.add("tokenNotificationURL", tokenNotificationURL)
    return members.json
  }
}
