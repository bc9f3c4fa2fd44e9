// What time alone makes of an intent.

extension PurchaseIntent {
  /// When its time runs out: a created one's at `expiresAt`, a verified one's when the device stops
  /// waiting for the backend's word; nil: never.
  package var deadline: Timestamp? {
    switch state {
    case .created: expiresAt
    case .verified: acceptance.map { $0.moment.adding(seconds: Limits.wordWaitSeconds) }
    case .authorized, .captured, .canceled, .expired, .failed: nil
    }
  }

  /// The intent as it stands at `moment`, even if nobody has written that down yet: a created one
  /// whose time ran out is expired, a verified one has failed.
  package func observed(at moment: Timestamp) -> PurchaseIntent {
    guard let deadline, moment >= deadline else { return self }
    return afterTimeRanOut
  }

  /// What to keep of an intent whose time ran out.
  package func ended(at moment: Timestamp) -> IntentUpdate {
    IntentUpdate(intent: observed(at: moment))
  }

  /// Ends the wait for the backend's word, whatever the clock says: it may have stepped back.
  package var endingWait: IntentUpdate {
    IntentUpdate(intent: state == .verified ? afterTimeRanOut : self)
  }

  private var afterTimeRanOut: PurchaseIntent {
    guard case .enter(let next) = state.action(on: .timeRanOut) else { return self }
    var intent = self
    intent.state = next
    return intent
  }
}
