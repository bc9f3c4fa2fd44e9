/// Where an idempotency key counts: the same key of another principal or route is another key.
package struct IdempotencyScope: Sendable, Hashable {
  /// Who asks: `key:<id>` for an API key; for a device `note:<id>` by the offer token and
  /// `intent:<id>` by the intent token.
  package let principal: String
  /// Method and path template: `POST /v1/purchase-intents`.
  package let route: String
  /// The client's own key: 1...255 visible ASCII characters.
  package let key: String

  package init(principal: String, route: String, key: String) {
    self.principal = principal
    self.route = route
    self.key = key
  }
}

/// A request's claim on its key.
package struct IdempotencyClaim: Sendable, Hashable {
  package let scope: IdempotencyScope
  /// SHA-256 of the request's canonical form: tells a repetition from another request.
  package let fingerprint: [UInt8]
  /// Until when the answer can be fetched again.
  package let keptUntil: Timestamp

  package init(scope: IdempotencyScope, fingerprint: [UInt8], keptUntil: Timestamp) {
    self.scope = scope
    self.fingerprint = fingerprint
    self.keptUntil = keptUntil
  }
}

/// An answer as it was first given, byte for byte.
package struct RecordedAnswer: Sendable, Hashable {
  /// The id of what the answer is about.
  package let subject: String
  package let body: [UInt8]

  package init(subject: String, body: [UInt8]) {
    self.subject = subject
    self.body = body
  }

  /// An answer that is not known yet and will follow from what it is about.
  package static func open(about subject: String) -> RecordedAnswer {
    RecordedAnswer(subject: subject, body: [])
  }
}

/// What became of a request with an idempotency key.
package enum IdempotencyOutcome: Sendable, Hashable {
  /// Done now, for the first time.
  case performed(RecordedAnswer)
  /// Done before: the answer of that time.
  case replayed(RecordedAnswer)
  /// The key was used for another request.
  case keyReused
  /// Nothing was done; the key stays free.
  case refused(IntentError)
}
