/// What the merchant's backend asks for: the payload of an offer for one recipient.
package struct NotificationOrder: Sendable, Hashable {
  package let offer: String
  /// A text that means something to the merchant alone; nil if it was not said.
  package let recipient: String?

  package init(offer: String, recipient: String?) {
    self.offer = offer
    self.recipient = recipient
  }

  /// Reads `{"offer":"some-product","recipient":"customer-42"}`; the recipient may be absent.
  package init(json: JSONValue) throws(JSONFaults) {
    var reader = JSONReader(json)
    let offer = reader.string("offer")
    let recipient = reader.optionalString("recipient")
    if let recipient, let problem = displayProblem(recipient, limit: Limits.recipientBytes) {
      reader.fault("recipient", "text", problem)
    }
    let faults = reader.finish()
    guard faults.isEmpty, let offer else { throw JSONFaults(faults) }
    self.init(offer: offer, recipient: recipient)
  }

  /// The bytes that tell one order from another under the same idempotency key.
  var canonicalBytes: [UInt8] {
    var fields = LengthPrefixed()
    fields.append("pay-notification-v1")
    fields.append(offer)
    if let recipient { fields.append(recipient) }
    return fields.bytes
  }

  /// What the order is answered with.
  func answer(_ payload: NotificationPayload) -> RecordedAnswer {
    let head: JSONValue = ["object": "notification", "id": .string(payload.id)]
    let body =
      head
      .with("recipient", recipient.map { .string($0) })
      .with("bytes", .integer(Int64(payload.bytes.count)))
      .with("expiresAt", .string(payload.offer.expiresAt.description))
      .with("payload", payload.json)
    return RecordedAnswer(subject: payload.id, body: body.bytes)
  }
}

extension PaymentEngine {
  /// Makes a notification, once per idempotency scope; the answer's body has the payload in it.
  ///
  /// Throws `notification`, `quote`, `crypto`, `store`.
  package func issue(
    _ order: NotificationOrder, scope: IdempotencyScope
  ) async throws(EngineError) -> IdempotencyOutcome {
    let moment = environment.now()
    let claim = makeClaim(on: scope, for: order.canonicalBytes, at: moment)
    if let known = try await known(claim, at: moment) { return known }
    let answer = order.answer(try notification(offer: order.offer, at: moment))
    return try await storing { () async throws(StoreError) in
      try await store.record(answer, claim: claim, at: moment)
    }
  }
}
