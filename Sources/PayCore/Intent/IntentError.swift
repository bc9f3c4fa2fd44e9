/// Why something cannot be done with a purchase intent.
package enum IntentError: Error, Sendable, Hashable {
  /// No intent has this id, or it is not the caller's.
  case unknown
  /// The intent's state does not allow it.
  case notAllowed(in: IntentState, IntentEvent)
  /// The intent's state does not need a merchant session any more.
  case noSession(in: IntentState)
  /// The intent's time ran out.
  case expired
  /// An approval of an intent that is over: recorded, for the money may have moved.
  case approvalTooLate(in: IntentState)
  /// An approval of another payment for an intent that has one: recorded likewise.
  case approvedTwice(by: String)
  /// The notification of the new intent has bought already.
  case notificationUsed
  /// The payment token was taken for another intent, or another token for this one.
  case tokenUsed
  /// There is no payment token to hand over in this state.
  case noToken(in: IntentState)
  /// The payment token was handed over under another key, or longer ago than it is kept.
  case tokenHandedOver
  /// The payment token has been wiped: it was kept for minutes.
  case tokenWiped
  /// Attested authorizations are switched off.
  case attestationRefused
  /// A refund of more than is left of what was captured.
  case refundExceedsCaptured(left: Money)
  /// What was to be refunded or is disputed is no amount.
  case wrongAmount(MoneyError)
  /// A refund with this reference is in the ledger already.
  case refundRepeated(String)
  /// A dispute over more than is left of what was captured.
  case disputeExceedsCaptured(left: Money)
  /// A dispute with this reference is in the ledger already.
  case disputeRepeated(String)
  /// No dispute with this reference was opened on the intent.
  case disputeUnknown(String)
  /// The dispute with this reference was won or lost already.
  case disputeDecided(String)

  /// Stable code, snake_case, never reused.
  package var code: String {
    switch self {
    case .unknown: "intent_unknown"
    case .notAllowed, .noSession, .noToken: "intent_state"
    case .expired: "intent_expired"
    case .approvalTooLate: "approval_too_late"
    case .approvedTwice: "approved_twice"
    case .notificationUsed: "notification_used"
    case .tokenUsed: "token_used_before"
    case .tokenHandedOver: "token_handed_over"
    case .tokenWiped: "token_wiped"
    case .attestationRefused: "attestation_refused"
    case .refundExceedsCaptured: "refund_exceeds_captured"
    case .wrongAmount(let error): error.code
    case .refundRepeated: "refund_repeated"
    case .disputeExceedsCaptured: "dispute_exceeds_captured"
    case .disputeRepeated: "dispute_repeated"
    case .disputeUnknown: "dispute_unknown"
    case .disputeDecided: "dispute_decided"
    }
  }
}

extension IntentError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknown: "there is no such purchase intent"
    case .notAllowed(let state, .canceled): "the intent is \(state.rawValue) and cannot be canceled"
    case .notAllowed(.created, .approved), .notAllowed(.created, .declined):
      "the intent is created: no payment token has been verified; if the payment provider's own SDK"
        + " took the token, say so with \"attested\": true"
    case .notAllowed(let state, .captured):
      "the intent is \(state.rawValue): only an authorized one can be captured"
    case .notAllowed(let state, .refunded):
      "the intent is \(state.rawValue): only what was captured is refunded"
    case .notAllowed(let state, .disputeOpened), .notAllowed(let state, .disputeWon),
      .notAllowed(let state, .disputeLost):
      "the intent is \(state.rawValue): only what was captured is disputed"
    case .notAllowed(let state, _): "the intent is \(state.rawValue), which does not allow this"
    case .noSession(let state): "the intent is \(state.rawValue): it takes no merchant session"
    case .expired: "the intent's time has run out: create a new one"
    case .approvalTooLate(let state):
      "the intent is \(state.rawValue): the approval came too late and is recorded for voiding;"
        + " void the payment at the provider"
    case .approvedTwice(let reference):
      "the intent was authorized by the payment \(reference): this other one is recorded for"
        + " voiding; void it at the provider"
    case .notificationUsed: "the notification has been used for a purchase"
    case .tokenUsed: "this payment has been used for a purchase before"
    case .noToken(let state):
      "the intent is \(state.rawValue): a payment token is handed over while the intent is verified"
    case .tokenHandedOver:
      "the payment token was handed over already: within \(Limits.heldTokenSeconds) s the same"
        + " Idempotency-Key gets it again"
    case .tokenWiped: "the payment token is not kept any more: the person must pay again"
    case .attestationRefused:
      "attested authorizations are switched off: acceptsAttestedAuthorizations in merchant.json"
    case .refundExceedsCaptured(let left):
      "must be more than zero, and at most \(left) is left to be refunded"
    case .wrongAmount(let error): error.description
    case .refundRepeated(let reference):
      "a refund with the reference \(reference) is in the ledger already"
    case .disputeExceedsCaptured(let left):
      "must be more than zero, and at most \(left) is left to be disputed"
    case .disputeRepeated(let reference):
      "a dispute with the reference \(reference) is in the ledger already"
    case .disputeUnknown(let reference):
      "no dispute with the reference \(reference) was opened on this intent"
    case .disputeDecided(let reference):
      "the dispute \(reference) was won or lost already"
    }
  }
}
