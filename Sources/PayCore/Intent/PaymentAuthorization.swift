/// What the device is told of its payment; the payment sheet shows it as a tick or a cross.
///
/// It follows from the intent alone, so that it is the same however often it is asked for. Source:
/// Apple, ApplePayPaymentAuthorizationResult.
package struct PaymentAuthorization: Sendable, Hashable {
  package enum Status: String, Sendable {
    case success = "STATUS_SUCCESS"
    case failure = "STATUS_FAILURE"
  }

  package enum Reason: String, Sendable {
    /// The payment provider declined.
    case declined = "payment_declined"
    /// The merchant's backend did not say anything in time.
    case noWord = "no_word_in_time"

    fileprivate var message: String {
      switch self {
      case .declined: "The payment was declined. Please try another card."
      case .noWord: "The payment could not be completed. Please try again."
      }
    }
  }

  package let intent: String
  package let status: Status
  /// Why it failed; nil if it did not.
  package let reason: Reason?

  /// nil as long as the backend's word is awaited, and for an intent that took no payment token.
  package init?(_ intent: PurchaseIntent) {
    guard intent.acceptance != nil else { return nil }
    switch intent.state {
    case .created, .verified, .expired: return nil
    // Canceled after it was approved: the person has been told so.
    case .authorized, .captured, .canceled: (status, reason) = (.success, nil)
    case .failed: (status, reason) = (.failure, intent.authorization == nil ? .noWord : .declined)
    }
    self.intent = intent.id
  }

  package var json: JSONValue {
    [
      "object": "paymentAuthorization", "intent": .string(intent),
      "status": .string(status.rawValue), "amountProven": false,
      "errors": .array(
        // Of the codes of Apple's sheet none says more.
        reason.map {
          [
            [
              "code": "unknown", "message": .string($0.message), "reason": .string($0.rawValue),
            ]
          ]
        } ?? []),
    ]
  }
}
