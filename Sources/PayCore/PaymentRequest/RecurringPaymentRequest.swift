/// A subscription: what is billed again and again. The members of its agreement are its own:
/// `request.managementURL`.
///
/// Source: Apple, PKRecurringPaymentRequest and ApplePayRecurringPaymentRequest.
@dynamicMemberLookup
public struct RecurringPaymentRequest: Sendable, Hashable {
  public let agreement: PaymentAgreement
  /// Its `paymentTiming` is `recurring`.
  public let regularBilling: SummaryItem
  /// What is billed before; its `paymentTiming` is `recurring`.
  public let trialBilling: SummaryItem?

  public subscript<Member>(dynamicMember member: KeyPath<PaymentAgreement, Member>) -> Member {
    agreement[keyPath: member]
  }
}

extension RecurringPaymentRequest: RequestPart {
  var json: JSONValue {
    agreement.json { members in
      members.add("regularBilling", regularBilling)
      members.add("trialBilling", trialBilling)
    }
  }

  init?(_ reader: inout RequestReader) {
    let agreement = PaymentAgreement(&reader)
    let regularBilling: SummaryItem? = reader.part("regularBilling")
    trialBilling = reader.optionalPart("trialBilling")
    guard let agreement, let regularBilling else { return nil }
    self.agreement = agreement
    self.regularBilling = regularBilling
  }
}
