/// The engine: one method per stage, in the order of the flow. Stages decide in values; the engine
/// performs what they decide, through its ports.
package struct PaymentEngine: Sendable {
  package let configuration: MerchantConfiguration
  let store: any PaymentStore
  let environment: Environment
  let digest: any Digest
  let tokenKeys: any TokenKeys
  private let sessionSigner: any SessionSigner
  private let quotes: any QuoteMemory
  let paymentTokens: (any PaymentTokenChecker)?
  let tokenVault: (any TokenVault)?

  package init(
    configuration: MerchantConfiguration, store: any PaymentStore, environment: Environment,
    digest: any Digest, tokenKeys: any TokenKeys, sessionSigner: any SessionSigner,
    quotes: any QuoteMemory, paymentTokens: (any PaymentTokenChecker)? = nil,
    tokenVault: (any TokenVault)? = nil
  ) {
    self.configuration = configuration
    self.store = store
    self.environment = environment
    self.digest = digest
    self.tokenKeys = tokenKeys
    self.sessionSigner = sessionSigner
    self.quotes = quotes
    self.paymentTokens = paymentTokens
    self.tokenVault = tokenVault
  }

  // MARK: Offer and quote

  /// The exact price of a segment, now.
  package func quote(
    offer: String?, segment: Int64?, shipping: String? = nil
  ) throws(QuoteError) -> Quote {
    try quote(offer: offer, segment: segment, shipping: shipping, at: environment.now())
  }

  /// The price of a segment of a signed offer (`offer` nil: that one), now.
  ///
  /// Throws `token` if the token is not good now or is for another offer, `quote`.
  package func quote(
    offer: String?, segment: Int64?, shipping: String? = nil, by credential: OfferCredential
  ) throws(EngineError) -> Quote {
    try quote(
      offer: offer ?? credential.token.offer, segment: segment, shipping: shipping,
      by: credential, at: environment.now())
  }

  /// The price is the one that was signed: an offer that has changed since is withdrawn.
  private func quote(
    offer id: String, segment: Int64?, shipping: String?, by credential: OfferCredential?,
    at moment: Timestamp
  ) throws(EngineError) -> Quote {
    if let credential {
      try check(credential, at: moment)
      let token = credential.token
      guard id.hasSameBytes(as: token.offer) else { throw .token(.otherOffer) }
      guard let offer = configuration.offer(id), offer.isValid(at: moment),
        configuration.offerDigest(offer, digest: digest) == token.offerDigest
      else { throw .quote(.withdrawn(id)) }
    }
    do {
      return try quote(offer: id, segment: segment, shipping: shipping, at: moment)
    } catch {
      throw .quote(error)
    }
  }

  private func quote(
    offer: String?, segment: Int64?, shipping: String?, at moment: Timestamp
  ) throws(QuoteError) -> Quote {
    let place = try PricePlace(
      in: configuration, offer: offer, segment: segment, shipping: shipping, at: moment)
    return quotes.quote(for: place) { Quote(configuration, place) }
  }

  /// Throws `token` if an offer token is not good now.
  package func checkTime(of credential: OfferCredential) throws(EngineError) {
    try check(credential, at: environment.now())
  }

  private func check(
    _ credential: OfferCredential, at moment: Timestamp
  ) throws(EngineError) {
    do { try credential.token.checkTime(at: moment) } catch { throw .token(error) }
  }

  /// Opens an offer token of ours: signature, type and merchant; not its expiry.
  package func open(offerToken: String) throws(TokenFault) -> OfferCredential {
    let token = try OfferToken(
      opening: offerToken, keys: tokenKeys, merchantIdentifier: configuration.merchant.identifier)
    return OfferCredential(token: token, digest: digest.sha256(Array(offerToken.utf8)))
  }

  // MARK: Purchase intent

  /// The buy action: records one attempt to buy, once per idempotency scope.
  ///
  /// The answer's body is the intent with its token. Without a scope each call makes a new intent.
  /// A credential buys at its signed price and once per notification; what it was answered it is
  /// answered again, also when it has expired. Throws `token`, `quote`, `store`, `crypto`.
  package func createIntent(
    _ purchase: Purchase, by credential: OfferCredential? = nil, scope: IdempotencyScope?
  ) async throws(EngineError) -> IdempotencyOutcome {
    let moment = environment.now()
    let claim = scope.map {
      makeClaim(on: $0, for: purchase.canonicalBytes(by: credential), at: moment)
    }
    if let known = try await known(claim, at: moment) {
      // Only the stored answer comes before the token's expiry.
      if known == .keyReused, let credential { try check(credential, at: moment) }
      return known
    }
    let quote = try quote(
      offer: purchase.offer, segment: purchase.segment, shipping: purchase.shippingMethod,
      by: credential, at: moment)
    return try await create(
      quote, notification: credential?.token.notification, claim: claim, at: moment)
  }

  private func create(
    _ quote: Quote, notification: String?, claim: IdempotencyClaim?, at moment: Timestamp
  ) async throws(EngineError) -> IdempotencyOutcome {
    let (intent, answer) = try newIntent(quote, notification: notification, at: moment)
    return try await storing { () async throws(StoreError) in
      try await store.create(intent, answer: answer, claim: claim, at: moment)
    }
  }

  private func newIntent(
    _ quote: Quote, notification: String?, at moment: Timestamp
  ) throws(EngineError) -> (PurchaseIntent, RecordedAnswer) {
    let createdAt = moment.wholeSecond
    let intent = PurchaseIntent(
      id: environment.nextIntentID(moment), state: .created, offer: quote.offer,
      segment: quote.segment, price: quote.price, refundedMinorUnits: 0, createdAt: createdAt,
      expiresAt: createdAt.adding(seconds: configuration.merchant.intentLifetimeSeconds),
      nonce: environment.randomBytes(16), request: quote.request, notification: notification,
      taxMinorUnits: quote.taxMinorUnits)
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

  /// Does what the merchant's backend says, once per idempotency scope; the answer's body is the
  /// intent. Throws `intent` if its state does not allow it; an approval that comes too late is
  /// kept for voiding all the same.
  package func apply(
    _ word: BackendWord, to id: String, by actor: String, scope: IdempotencyScope?
  ) async throws(EngineError) -> IdempotencyOutcome {
    let moment = environment.now()
    let claim = scope.map { makeClaim(on: $0, for: word.canonicalBytes(of: id), at: moment) }
    let acceptsAttestation = configuration.merchant.acceptsAttestedAuthorizations
    let outcome = try await storing { () async throws(StoreError) in
      try await store.update(id, claim: claim, at: moment) { intent, journals in
        intent.applying(
          word, by: actor, journals: journals, acceptsAttestation: acceptsAttestation, at: moment)
      }
    }
    switch outcome {
    case nil: throw .intent(.unknown)
    case .refused(let refusal)?: throw .intent(refusal)
    case let outcome?:
      environment.waitingRoom.announce(id)
      return outcome
    }
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

  // MARK: Payment token

  /// Whether payment tokens can be checked: a root is there.
  package var checksPaymentTokens: Bool { paymentTokens != nil }

  // MARK: Store

  func stored(_ id: String) async throws(EngineError) -> PurchaseIntent? {
    try await storing { () async throws(StoreError) in try await store.intent(id) }
  }

  func makeClaim(
    on scope: IdempotencyScope, for request: [UInt8], at moment: Timestamp
  ) -> IdempotencyClaim {
    IdempotencyClaim(
      scope: scope, fingerprint: digest.sha256(request),
      keptUntil: moment.adding(seconds: configuration.merchant.idempotencyDays * 86_400))
  }

  /// What is known of a claim before anything is done.
  func known(
    _ claim: IdempotencyClaim?, at moment: Timestamp
  ) async throws(EngineError) -> IdempotencyOutcome? {
    guard let claim else { return nil }
    return try await storing { () async throws(StoreError) in
      try await store.outcome(of: claim, at: moment)
    }
  }

  func storing<Value: Sendable>(
    _ operation: () async throws(StoreError) -> Value
  ) async throws(EngineError) -> Value {
    do {
      return try await operation()
    } catch {
      throw .store(error)
    }
  }
}
