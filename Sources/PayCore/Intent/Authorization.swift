/// The backend's word on a payment: approved if it authorized the intent, declined if that failed.
package struct Authorization: Sendable, Hashable {
  /// The provider's reference of the payment.
  package let pspReference: String
  package let isAttested: Bool
  /// Who said so: `key:<id>` or `paytool`.
  package let actor: String
  package let moment: Timestamp

  package init(pspReference: String, isAttested: Bool, actor: String, moment: Timestamp) {
    self.pspReference = pspReference
    self.isAttested = isAttested
    self.actor = actor
    self.moment = moment
  }

  package var json: JSONValue {
    [
      "pspReference": .string(pspReference), "attested": .bool(isAttested),
      "at": .string(moment.description),
    ]
  }
}

/// How the backend gave an intent up.
package struct Cancellation: Sendable, Hashable {
  /// The provider's reference of its own cancellation; nil if it had nothing to cancel.
  package let pspReference: String?
  /// Who said so: `key:<id>` or `paytool`.
  package let actor: String
  package let moment: Timestamp

  package init(pspReference: String?, actor: String, moment: Timestamp) {
    self.pspReference = pspReference
    self.actor = actor
    self.moment = moment
  }

  package var json: JSONValue {
    let at: JSONValue = ["at": .string(moment.description)]
    return at.with("pspReference", pspReference.map { .string($0) })
  }
}
