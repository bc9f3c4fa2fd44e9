/// A payment that is taken later: a booking, a pre-order. The members of its agreement are its own:
/// `request.managementURL`.
///
/// Source: Apple, PKDeferredPaymentRequest and ApplePayDeferredPaymentRequest.
@dynamicMemberLookup
public struct DeferredPaymentRequest: Sendable, Hashable {
  public let agreement: PaymentAgreement
  /// Its `paymentTiming` is `deferred`.
  public let deferredBilling: SummaryItem
  /// Until when it can be canceled for nothing; with its time zone, or neither.
  public let freeCancellationDate: RequestDate?
  /// Name in the tz database: `Europe/Berlin`.
  public let freeCancellationDateTimeZone: String?

  public subscript<Member>(dynamicMember member: KeyPath<PaymentAgreement, Member>) -> Member {
    agreement[keyPath: member]
  }
}

extension DeferredPaymentRequest: RequestPart {
  var json: JSONValue {
    agreement.json { members in
      members.add("deferredBilling", deferredBilling)
      members.add("freeCancellationDate", freeCancellationDate)
      members.add("freeCancellationDateTimeZone", freeCancellationDateTimeZone)
    }
  }

  init?(_ reader: inout RequestReader) {
    let agreement = PaymentAgreement(&reader)
    let deferredBilling: SummaryItem? = reader.part("deferredBilling")
    freeCancellationDate = reader.optionalDate("freeCancellationDate")
    freeCancellationDateTimeZone = reader.optionalString("freeCancellationDateTimeZone")
    guard let agreement, let deferredBilling else { return nil }
    self.agreement = agreement
    self.deferredBilling = deferredBilling
  }
}
