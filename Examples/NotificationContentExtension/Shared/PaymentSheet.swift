import Foundation
import PassKit
import PayCore

/// The payment sheet, from its appearance until it is gone.
@MainActor
final class PaymentSheet: NSObject {
  enum Outcome: Sendable, Equatable {
    /// The server approved the token.
    case approved
    /// The person closed the sheet, with or without a token that was refused.
    case closed
    /// The system did not show it: a restriction, or a place where it may not appear.
    case notShown
  }

  /// Brings a token to the server and says whether it was approved.
  typealias Authorize = @MainActor (_ paymentData: [UInt8]) async -> Bool

  private let controller: PKPaymentAuthorizationController
  private let authorize: Authorize
  private var isApproved = false
  private var continuation: CheckedContinuation<Outcome, Never>?

  /// Nil if PassKit cannot show the request as the server means it.
  init?(_ request: PaymentRequest, authorize: @escaping Authorize) {
    guard let shown = PKPaymentRequest(request) else { return nil }
    controller = PKPaymentAuthorizationController(paymentRequest: shown)
    self.authorize = authorize
    super.init()
    controller.delegate = self
  }

  /// Shows the sheet and waits until it is gone; to be called once.
  func run() async -> Outcome {
    await withCheckedContinuation { continuation in
      self.continuation = continuation
      // PassKit does not say on which thread it calls back.
      controller.present { @Sendable isShown in
        guard !isShown else { return }
        Task { @MainActor in self.end(.notShown) }
      }
    }
  }

  private func end(_ outcome: Outcome) {
    continuation?.resume(returning: outcome)
    continuation = nil
  }
}

extension PaymentSheet: PKPaymentAuthorizationControllerDelegate {
  func paymentAuthorizationController(
    _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment
  ) async -> PKPaymentAuthorizationResult {
    isApproved = await authorize(Array(payment.token.paymentData))
    return PKPaymentAuthorizationResult(status: isApproved ? .success : .failure, errors: nil)
  }

  func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
    controller.dismiss { @Sendable in
      Task { @MainActor in self.end(self.isApproved ? .approved : .closed) }
    }
  }
}
