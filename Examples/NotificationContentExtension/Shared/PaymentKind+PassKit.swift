import Foundation
import PassKit
import PayCore

extension PKPaymentRequest {
  /// Sets what makes it more than a one-time payment; false if PassKit cannot take it.
  func setKind(of request: PaymentRequest) -> Bool {
    multiTokenContexts = (request.multiTokenContexts ?? []).map { context in
      PKPaymentTokenContext(
        merchantIdentifier: context.merchantIdentifier,
        externalIdentifier: context.externalIdentifier, merchantName: context.merchantName,
        merchantDomain: context.merchantDomain, amount: NSDecimalNumber(context.amount))
    }
    if let recurring = request.recurringPaymentRequest {
      recurringPaymentRequest = PKRecurringPaymentRequest(recurring)
      guard recurringPaymentRequest != nil else { return false }
    }
    if let reload = request.automaticReloadPaymentRequest {
      automaticReloadPaymentRequest = PKAutomaticReloadPaymentRequest(reload)
      guard automaticReloadPaymentRequest != nil else { return false }
    }
    if let deferred = request.deferredPaymentRequest {
      deferredPaymentRequest = PKDeferredPaymentRequest(deferred)
      guard deferredPaymentRequest != nil else { return false }
    }
    return true
  }
}

extension PKRecurringPaymentRequest {
  convenience init?(_ request: RecurringPaymentRequest) {
    guard let url = URL(string: request.managementURL),
      let billing = PKRecurringPaymentSummaryItem(request.regularBilling)
    else { return nil }
    self.init(
      paymentDescription: request.paymentDescription, regularBilling: billing, managementURL: url)
    if let trial = request.trialBilling {
      trialBilling = PKRecurringPaymentSummaryItem(trial)
      guard trialBilling != nil else { return nil }
    }
    billingAgreement = request.billingAgreement
    tokenNotificationURL = request.tokenNotificationURL.flatMap { URL(string: $0) }
  }
}

extension PKAutomaticReloadPaymentRequest {
  convenience init?(_ request: AutomaticReloadPaymentRequest) {
    guard let url = URL(string: request.managementURL),
      let billing = PKAutomaticReloadPaymentSummaryItem(request.automaticReloadBilling)
    else { return nil }
    self.init(
      paymentDescription: request.paymentDescription, automaticReloadBilling: billing,
      managementURL: url)
    billingAgreement = request.billingAgreement
    tokenNotificationURL = request.tokenNotificationURL.flatMap { URL(string: $0) }
  }
}

extension PKDeferredPaymentRequest {
  convenience init?(_ request: DeferredPaymentRequest) {
    guard let url = URL(string: request.managementURL),
      let billing = PKDeferredPaymentSummaryItem(request.deferredBilling)
    else { return nil }
    self.init(
      paymentDescription: request.paymentDescription, deferredBilling: billing, managementURL: url)
    billingAgreement = request.billingAgreement
    tokenNotificationURL = request.tokenNotificationURL.flatMap { URL(string: $0) }
    freeCancellationDate = request.freeCancellationDate.map { Date($0.moment) }
    freeCancellationDateTimeZone = request.freeCancellationDateTimeZone
      .flatMap { TimeZone(identifier: $0) }
  }
}
