/// The engine: one method per stage, in the order of the flow. Stages decide in values; the engine
/// performs what they decide, through its ports.
package struct PaymentEngine: Sendable {
  package let configuration: MerchantConfiguration
  private let store: any PaymentStore
  private let environment: Environment
  private let digest: any Digest
  private let tokenKeys: any TokenKeys
  private let sessionSigner: any SessionSigner

  package init(
    configuration: MerchantConfiguration, store: any PaymentStore, environment: Environment,
    digest: any Digest, tokenKeys: any TokenKeys, sessionSigner: any SessionSigner
  ) {
    self.configuration = configuration
    self.store = store
    self.environment = environment
    self.digest = digest
    self.tokenKeys = tokenKeys
    self.sessionSigner = sessionSigner
  }

  // MARK: Offer and quote

  /// The exact price of a segment, now.
  package func quote(offer: String?, segment: Int64?) throws(QuoteError) -> Quote {
    try Quote(configuration, offer: offer, segment: segment, at: environment.now())
  }

  // MARK: Purchase intent

  /// The buy action: records one attempt to buy, once per idempotency scope.
  ///
  /// The answer's body is the intent with its token. Without a scope each call makes a new intent.
  package func createIntent(
    _ purchase: Purchase, scope: IdempotencyScope?
  ) async throws(EngineError) -> IdempotencyOutcome {
    let moment = environment.now()
    let claim = scope.map { scope in
      IdempotencyClaim(
        scope: scope, fingerprint: digest.sha256(purchase.canonicalBytes),
        keptUntil: moment.adding(seconds: configuration.merchant.idempotencyDays * 86_400))
    }
    if let claim {
      let known = try await storing { () async throws(StoreError) in
        try await store.outcome(of: claim, at: moment)
      }
      if let known { return known }
    }
    let (intent, answer) = try newIntent(purchase, at: moment)
    return try await storing { () async throws(StoreError) in
      try await store.create(intent, answer: answer, claim: claim, at: moment)
    }
  }

  private func newIntent(
    _ purchase: Purchase, at moment: Timestamp
  ) throws(EngineError) -> (PurchaseIntent, RecordedAnswer) {
    let quote: Quote
    do {
      quote = try Quote(
        configuration, offer: purchase.offer, segment: purchase.segment, at: moment)
    } catch {
      throw .quote(error)
    }
    let createdAt = moment.wholeSecond
    let intent = PurchaseIntent(
      id: environment.nextIntentID(moment), state: .created, offer: quote.offer,
      segment: quote.segment, price: quote.price, refundedMinorUnits: 0, createdAt: createdAt,
      expiresAt: createdAt.adding(seconds: configuration.merchant.intentLifetimeSeconds),
      nonce: environment.randomBytes(16), request: quote.request)
    do {
      let token = try IntentToken(for: intent).signed(with: tokenKeys)
      return (intent, RecordedAnswer(subject: intent.id, body: intent.json(token: token).bytes))
    } catch {
      throw .crypto(error)
    }
  }

  /// The intent with an id, as it stands now. Throws `intent(.unknown)`.
  package func intent(_ id: String) async throws(EngineError) -> PurchaseIntent {
    guard let intent = try await stored(id) else { throw .intent(.unknown) }
    return intent.observed(at: environment.now())
  }

  /// Up to `limit` intents, newest first, those before an id if given, as they stand now.
  package func intents(
    before: String?, limit: Int
  ) async throws(EngineError) -> [PurchaseIntent] {
    let moment = environment.now()
    let page = try await storing { () async throws(StoreError) in
      try await store.intents(before: before, limit: limit)
    }
    return page.map { $0.observed(at: moment) }
  }

  /// Gives an intent up. Throws `intent` if its state does not allow it.
  package func cancelIntent(_ id: String) async throws(EngineError) -> PurchaseIntent {
    try await apply(.canceled, to: id)
  }

  /// What the merchant's backend asks: is this token ours, and does its intent still stand?
  package func validate(intentToken: String) async throws(EngineError) -> IntentValidation {
    let token: IntentToken
    do {
      token = try open(intentToken: intentToken)
    } catch {
      return IntentValidation(refused: error)
    }
    let intent = try await stored(token.intent)
    return IntentValidation(token, intent: intent, at: environment.now())
  }

  /// Opens an intent token of ours: signature, type and merchant; not its expiry.
  package func open(intentToken: String) throws(TokenFault) -> IntentToken {
    try IntentToken(
      opening: intentToken, keys: tokenKeys,
      merchantIdentifier: configuration.merchant.identifier)
  }

  // MARK: Merchant session

  /// A new signed session for an intent that still awaits its payment token.
  package func session(forIntent id: String) async throws(EngineError) -> SignedSession {
    let intent = try await intent(id)
    if let refusal = intent.sessionRefusal { throw .intent(refusal) }
    return try session(for: intent)
  }

  /// A new signed session that stands alone.
  package func session() throws(EngineError) -> SignedSession { try session(for: nil) }

  private func session(for intent: PurchaseIntent?) throws(EngineError) -> SignedSession {
    let session = MerchantSession(
      configuration.merchant, intent: intent, at: environment.now(),
      randomBytes: environment.randomBytes, digest: digest)
    do {
      return try SignedSession(session, signer: sessionSigner)
    } catch {
      throw .crypto(error)
    }
  }

  // MARK: Store

  private func stored(_ id: String) async throws(EngineError) -> PurchaseIntent? {
    try await storing { () async throws(StoreError) in try await store.intent(id) }
  }

  private func apply(
    _ event: IntentEvent, to id: String
  ) async throws(EngineError) -> PurchaseIntent {
    let moment = environment.now()
    let update = try await storing { () async throws(StoreError) in
      try await store.update(id) { $0.applying(event, at: moment) }
    }
    guard let update else { throw .intent(.unknown) }
    if let refusal = update.refusal { throw .intent(refusal) }
    return update.intent
  }

  private func storing<Value: Sendable>(
    _ operation: () async throws(StoreError) -> Value
  ) async throws(EngineError) -> Value {
    do {
      return try await operation()
    } catch {
      throw .store(error)
    }
  }
}
