/// A balance that is topped up when it falls below a threshold. The members of its agreement are
/// its own: `request.managementURL`.
///
/// Source: Apple, PKAutomaticReloadPaymentRequest and ApplePayAutomaticReloadPaymentRequest.
@dynamicMemberLookup
public struct AutomaticReloadPaymentRequest: Sendable, Hashable {
  public let agreement: PaymentAgreement
  /// Its `paymentTiming` is `automaticReload`, and it has a threshold.
  public let automaticReloadBilling: SummaryItem

  public subscript<Member>(dynamicMember member: KeyPath<PaymentAgreement, Member>) -> Member {
    agreement[keyPath: member]
  }
}

extension AutomaticReloadPaymentRequest: RequestPart {
  var json: JSONValue {
    agreement.json { $0.add("automaticReloadBilling", automaticReloadBilling) }
  }

  init?(_ reader: inout RequestReader) {
    let agreement = PaymentAgreement(&reader)
    let automaticReloadBilling: SummaryItem? = reader.part("automaticReloadBilling")
    guard let agreement, let automaticReloadBilling else { return nil }
    self.agreement = agreement
    self.automaticReloadBilling = automaticReloadBilling
  }
}
