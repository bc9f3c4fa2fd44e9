/// A payment that is taken later: a booking, a pre-order.
///
/// Source: Apple, PKDeferredPaymentRequest and ApplePayDeferredPaymentRequest.
public struct DeferredPaymentRequest: Sendable, Hashable {
  public let paymentDescription: String
  /// Its `paymentTiming` is `deferred`.
  public let deferredBilling: SummaryItem
  /// At most 500 characters, by Apple's rule.
  public var billingAgreement: String?
  /// Until when it can be canceled for nothing; with its time zone, or neither.
  public var freeCancellationDate: RequestDate?
  /// Name in the tz database: `Europe/Berlin`.
  public var freeCancellationDateTimeZone: String?
  /// Where the person changes or ends it.
  public let managementURL: String
  /// Where Apple tells of changes of the merchant token.
  public var tokenNotificationURL: String?

  package init(paymentDescription: String, deferredBilling: SummaryItem, managementURL: String) {
    self.paymentDescription = paymentDescription
    self.deferredBilling = deferredBilling
    self.managementURL = managementURL
  }
}

extension DeferredPaymentRequest: RequestPart {
  var json: JSONValue {
    var members = RequestMembers(capacity: 7)
    members.add("paymentDescription", paymentDescription)
    members.add("deferredBilling", deferredBilling)
    members.add("billingAgreement", billingAgreement)
    members.add("freeCancellationDate", freeCancellationDate)
    members.add("freeCancellationDateTimeZone", freeCancellationDateTimeZone)
    members.add("managementURL", managementURL)
    members.add("tokenNotificationURL", tokenNotificationURL)
    return members.json
  }

  init?(_ reader: inout RequestReader) {
    let paymentDescription = reader.string("paymentDescription")
    let deferredBilling: SummaryItem? = reader.part("deferredBilling")
    let billingAgreement = reader.optionalString("billingAgreement")
    let freeCancellationDate = reader.optionalDate("freeCancellationDate")
    let freeCancellationDateTimeZone = reader.optionalString("freeCancellationDateTimeZone")
    let managementURL = reader.string("managementURL")
    let tokenNotificationURL = reader.optionalString("tokenNotificationURL")
    guard let paymentDescription, let deferredBilling, let managementURL else { return nil }
    self.init(
      paymentDescription: paymentDescription, deferredBilling: deferredBilling,
      managementURL: managementURL)
    self.billingAgreement = billingAgreement
    self.freeCancellationDate = freeCancellationDate
    self.freeCancellationDateTimeZone = freeCancellationDateTimeZone
    self.tokenNotificationURL = tokenNotificationURL
  }
}
