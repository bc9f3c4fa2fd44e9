/// Where a purchase intent stands.
public enum IntentState: String, Sendable, Hashable, CaseIterable {
  /// Made, and waiting for a payment token.
  case created
  /// The payment token passed every check; the backend's word is awaited.
  case verified
  /// The backend's payment provider approved.
  case authorized
  /// The money was taken.
  case captured
  /// Given up before any money moved.
  case canceled
  /// Its time ran out before a payment token came.
  case expired
  /// Declined, or the backend's word came too late.
  case failed
}

/// What can happen to a purchase intent.
package enum IntentEvent: String, Sendable, Hashable, CaseIterable {
  case tokenVerified
  case approved
  case declined
  /// Approved by the backend's word alone: the provider's own SDK took the payment token.
  case attestedApproval
  case attestedDecline
  case captured
  case canceled
  case timeRanOut
  case refunded
  /// The provider took captured money back, gave it back to us, or told that it is gone.
  case disputeOpened, disputeWon, disputeLost
}

/// What an event asks of the engine, which performs it inside one store transaction.
package enum IntentAction: Sendable, Hashable {
  /// Keep the intent in this state.
  case enter(IntentState)
  /// The intent stays as it is; the event only adds to its record.
  case stay
  /// Refuse, and remember the approval so that it is voided: money may have moved.
  case recordForVoiding
  /// Refuse; if the approval is of another payment than the one that counts, remember it too.
  case recordOtherPayment
  /// Refuse: this state does not allow the event.
  case refuse
}

extension IntentState {
  /// The state machine: what `event` means in this state.
  package func action(on event: IntentEvent) -> IntentAction {
    switch (self, event) {
    case (.created, .tokenVerified): .enter(.verified)
    case (.created, .attestedApproval): .enter(.authorized)
    case (.created, .attestedDecline): .enter(.failed)
    case (.created, .canceled): .enter(.canceled)
    case (.created, .timeRanOut): .enter(.expired)
    case (.verified, .approved), (.verified, .attestedApproval): .enter(.authorized)
    case (.verified, .declined), (.verified, .attestedDecline), (.verified, .timeRanOut):
      .enter(.failed)
    case (.authorized, .captured): .enter(.captured)
    case (.authorized, .canceled): .enter(.canceled)
    case (.captured, .refunded), (.captured, .disputeOpened), (.captured, .disputeWon),
      (.captured, .disputeLost):
      .stay
    case (.canceled, .approved), (.expired, .approved), (.failed, .approved),
      (.canceled, .attestedApproval), (.expired, .attestedApproval), (.failed, .attestedApproval):
      .recordForVoiding
    case (.authorized, .approved), (.captured, .approved),
      (.authorized, .attestedApproval), (.captured, .attestedApproval):
      .recordOtherPayment
    case (.created, .approved), (.created, .declined), (.created, .captured), (.created, .refunded),
      (.created, .disputeOpened), (.created, .disputeWon), (.created, .disputeLost),
      (.verified, .tokenVerified), (.verified, .captured), (.verified, .canceled),
      (.verified, .refunded), (.verified, .disputeOpened), (.verified, .disputeWon),
      (.verified, .disputeLost),
      (.authorized, .tokenVerified), (.authorized, .declined), (.authorized, .attestedDecline),
      (.authorized, .timeRanOut), (.authorized, .refunded),
      (.authorized, .disputeOpened), (.authorized, .disputeWon), (.authorized, .disputeLost),
      (.captured, .tokenVerified), (.captured, .declined), (.captured, .attestedDecline),
      (.captured, .captured), (.captured, .canceled), (.captured, .timeRanOut),
      (.canceled, _), (.expired, _), (.failed, _):
      .refuse
    }
  }
}
