/// That the merchant's backend took the payment token for its provider: once, under one idempotency
/// key.
package struct HandOver: Sendable, Hashable {
  /// Who took it: `key:<id>`.
  package let actor: String
  /// The idempotency key under which it can be fetched again.
  package let key: String
  package let moment: Timestamp

  package init(actor: String, key: String, moment: Timestamp) {
    self.actor = actor
    self.key = key
    self.moment = moment
  }

  /// Until when the same key gets the token again.
  package var isRepeatableUntil: Timestamp { moment.adding(seconds: Limits.heldTokenSeconds) }

  fileprivate func isRepeated(by other: HandOver) -> Bool {
    actor.hasSameBytes(as: other.actor) && key.hasSameBytes(as: other.key)
      && other.moment < isRepeatableUntil
  }
}

/// A payment token while it waits for the merchant's backend: encrypted, and for minutes only.
package struct HeldToken: Sendable, Hashable {
  /// What the vault made of the token's JSON.
  package let sealed: [UInt8]
  package let keptUntil: Timestamp

  package init(sealed: [UInt8], keptUntil: Timestamp) {
    self.sealed = sealed
    self.keptUntil = keptUntil
  }
}

extension PurchaseIntent {
  /// What the backend's request for the payment token makes of the intent: the first one takes it,
  /// while its word is awaited; the same key takes it again for some minutes.
  package func handingOver(_ handOver: HandOver) -> IntentUpdate {
    let current = observed(at: handOver.moment)
    if let known = current.handOver {
      var update = IntentUpdate(intent: current)
      update.isRepetition = known.isRepeated(by: handOver)
      update.refusal = update.isRepetition ? nil : .tokenHandedOver
      return update
    }
    guard current.state == .verified else {
      return IntentUpdate(
        intent: current,
        refusal: current.state == .expired ? .expired : .noToken(in: current.state))
    }
    var update = IntentUpdate(intent: current)
    update.intent.handOver = handOver
    return update
  }

  /// Whether nobody may have the payment token any more: no money is to move by it.
  package var wipesToken: Bool {
    switch state {
    case .canceled, .expired, .failed: true
    case .created, .verified, .authorized, .captured: false
    }
  }
}
