/// What a payment request asks for: one payment now, or payments to come.
package enum PaymentKind: String, Sendable, CaseIterable {
  /// One payment, now.
  case oneOff
  /// `recurringPaymentRequest`: a subscription.
  case recurring
  /// `deferredPaymentRequest`: a payment on a later day, such as a hotel's.
  case deferred
  /// `automaticReloadPaymentRequest`: a balance that is filled up when it runs low.
  case automaticReload
  /// `multiTokenContexts`: a token for each of several merchants.
  case multiToken

  /// Whether nothing may be due today. A one-off payment of nothing is a fault of the shop; the
  /// others may begin with it: a free trial, a card kept for later.
  package var allowsZeroTotal: Bool { self != .oneOff }

  /// The member that makes a request one of this kind; nil for a one-off payment.
  package var member: String? {
    switch self {
    case .oneOff: nil
    case .recurring: "recurringPaymentRequest"
    case .deferred: "deferredPaymentRequest"
    case .automaticReload: "automaticReloadPaymentRequest"
    case .multiToken: "multiTokenContexts"
    }
  }
}
