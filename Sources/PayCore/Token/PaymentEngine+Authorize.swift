// The stage of the payment token: it is checked, taken for its intent once and for all, and the
// device waits for the backend's word.

extension PaymentEngine {
  /// Takes a payment token for its intent and waits for the backend's word, for at most
  /// `Limits.wordWaitSeconds`; then the intent fails before anybody is told.
  ///
  /// The answer's body is a `PaymentAuthorization`. The same token for the same intent is answered
  /// alike under any key. Nothing is decrypted: the amount is not looked at. `document` is the
  /// token as it came, which is held, encrypted, for the backend.
  ///
  /// Throws `paymentToken`, `intent` (`tokenUsed` for a token that was ever taken before), `store`,
  /// `crypto`.
  package func authorize(
    _ token: SealedToken, from document: JSONValue, forIntent id: String, by actor: String,
    scope: IdempotencyScope?
  ) async throws(EngineError) -> IdempotencyOutcome {
    let moment = environment.now()
    let claim = scope.map { makeClaim(on: $0, for: token.canonicalBytes(for: id), at: moment) }
    switch try await known(claim, at: moment) {
    case .replayed?: return .replayed(try await word(on: id))
    case let known?: return known
    case nil: break
    }
    let outcome = try await accept(
      token, from: document, forIntent: id, by: actor, claim: claim, at: moment)
    switch outcome {
    case nil: throw .intent(.unknown)
    case .refused(let refusal)?: throw .intent(refusal)
    case .keyReused?: return .keyReused
    case .performed?: return .performed(try await word(on: id))
    case .replayed?: return .replayed(try await word(on: id))
    }
  }

  /// A token that the intent took before is not checked again: it may be stale by now.
  private func accept(
    _ token: SealedToken, from document: JSONValue, forIntent id: String, by actor: String,
    claim: IdempotencyClaim?, at moment: Timestamp
  ) async throws(EngineError) -> IdempotencyOutcome? {
    let identity = TokenIdentity(of: token, digest: digest)
    let owner = try await storing { () async throws(StoreError) in
      try await store.intent(thatTook: identity)
    }
    if let owner {
      guard owner.id.hasSameBytes(as: id), owner.rejoining(identity) != nil else {
        throw .intent(.tokenUsed)
      }
      return try await storing { () async throws(StoreError) in
        try await store.update(id, claim: claim, at: moment) { intent, _ in
          intent.rejoining(identity) ?? IntentUpdate(intent: intent, refusal: .tokenUsed)
        }
      }
    }
    let acceptance = TokenAcceptance(
      of: try await verify(token, forIntent: id), by: actor, at: moment)
    let held = try hold(document, of: id, at: moment)
    let outcome = try await storing { () async throws(StoreError) in
      try await store.update(id, claim: claim, at: moment) { intent, _ in
        intent.accepting(acceptance, holding: held)
      }
    }
    if case .performed = outcome { environment.waitingRoom.announce(Self.verifiedIntents) }
    return outcome
  }

  private func hold(
    _ document: JSONValue, of id: String, at moment: Timestamp
  ) throws(EngineError) -> HeldToken? {
    guard let tokenVault else { return nil }
    do {
      return HeldToken(
        sealed: try tokenVault.seal(document.bytes, for: id),
        keptUntil: moment.adding(seconds: Limits.heldTokenSeconds))
    } catch {
      throw .crypto(error)
    }
  }

  /// The payment token of an intent, for the backend's payment provider: once, and again under the
  /// same key for `Limits.heldTokenSeconds`.
  ///
  /// Throws `intent` (`tokenHandedOver`, `tokenWiped`, ...), `store`, `crypto`.
  package func handOver(
    _ id: String, to scope: IdempotencyScope
  ) async throws(EngineError) -> HandedOverToken {
    let moment = environment.now()
    let handOver = HandOver(actor: scope.principal, key: scope.key, moment: moment)
    let outcome = try await storing { () async throws(StoreError) in
      try await store.update(id, claim: nil, at: moment) { intent, _ in
        intent.handingOver(handOver)
      }
    }
    let isRepeated: Bool
    switch outcome {
    case nil: throw .intent(.unknown)
    case .refused(let refusal)?: throw .intent(refusal)
    case .performed?, .keyReused?: isRepeated = false
    case .replayed?: isRepeated = true
    }
    let sealed = try await storing { () async throws(StoreError) in
      try await store.heldToken(of: id)
    }
    guard let sealed else { throw .intent(.tokenWiped) }
    let bytes: [UInt8]?
    do { bytes = try tokenVault?.open(sealed, for: id) } catch { throw .crypto(error) }
    guard let bytes else { throw .intent(.tokenWiped) }
    do {
      return HandedOverToken(
        document: try JSONValue(parsing: bytes), intent: id, isRepeated: isRepeated)
    } catch {
      throw .crypto(CryptoFailure("a payment token that was held is no JSON"))
    }
  }

  /// Everything about a payment token that needs no key: signature, chain, freshness, that the
  /// intent still awaits it, and that it is bound to the intent. The amount is inside the
  /// ciphertext and is not looked at, and it is not remembered that the token was seen.
  ///
  /// Throws `intent`, `paymentToken`, `crypto`.
  package func verify(
    _ token: SealedToken, forIntent id: String
  ) async throws(EngineError) -> VerifiedToken {
    guard let paymentTokens else { throw .crypto(CryptoFailure("no root for payment tokens")) }
    let verified: VerifiedToken
    do {
      verified = try paymentTokens.verify(token, at: environment.now())
    } catch .library(let failure) {
      throw .crypto(failure)
    } catch {
      throw .paymentToken(error)
    }
    let intent = try await intent(id)
    guard token.applicationData == digest.sha256(intent.canonicalBytes) else {
      throw .paymentToken(.otherIntent)
    }
    // One that the same token has verified meanwhile is for the store's transaction to tell.
    let identity = TokenIdentity(
      transactionID: token.transactionID, replayKey: verified.replayKey)
    if intent.rejoining(identity) == nil, let refusal = intent.tokenRefusal {
      throw .intent(refusal)
    }
    return verified
  }

  // MARK: The backend's word

  /// What the backend said of the payment, as soon as it has, or that it did not in time.
  private func word(on id: String) async throws(EngineError) -> RecordedAnswer {
    let room = environment.waitingRoom
    let seat = room.seat(for: id)
    let end = room.milliseconds + Limits.wordWaitSeconds * 1000
    while true {
      guard let intent = try await stored(id) else { throw .intent(.unknown) }
      if let authorization = PaymentAuthorization(intent) {
        return RecordedAnswer(subject: id, body: authorization.json.bytes)
      }
      guard intent.state == .verified else {
        throw .intent(.notAllowed(in: intent.state, .approved))
      }
      let left = end - room.milliseconds
      if left <= 0 || intent.observed(at: environment.now()).state != .verified {
        try await endWait(of: id)
      } else {
        await seat.wait(milliseconds: min(left, Limits.wordPollMilliseconds))
      }
    }
  }

  private func endWait(of id: String) async throws(EngineError) {
    let moment = environment.now()
    _ = try await storing { () async throws(StoreError) in
      try await store.update(id, claim: nil, at: moment) { intent, _ in intent.endingWait }
    }
    environment.waitingRoom.announce(id)
  }

  /// What is announced when an intent has been verified.
  private static var verifiedIntents: String { "verified intents" }

  /// Up to `limit` intents that await the backend's word, the oldest first; if there is none, waits
  /// until there is, or for so many seconds.
  package func verifiedIntents(
    limit: Int, waitSeconds: Int64
  ) async throws(EngineError) -> [PurchaseIntent] {
    let room = environment.waitingRoom
    let seat = room.seat(for: Self.verifiedIntents)
    let end = room.milliseconds + waitSeconds * 1000
    while true {
      let found = try await storing { () async throws(StoreError) in
        try await store.verifiedIntents(limit: limit)
      }
      let moment = environment.now()
      let waiting = found.filter { $0.observed(at: moment).state == .verified }
      let left = end - room.milliseconds
      guard waiting.isEmpty, left > 0 else { return waiting }
      await seat.wait(milliseconds: min(left, Limits.wordPollMilliseconds))
    }
  }

  // MARK: Time

  /// Writes down what time has made of intents: expired ones, and those whose backend did not say
  /// anything in time; and wipes payment tokens that nobody may have any more. Returns how many of
  /// the one or the other, so that a full batch is told from the last.
  @discardableResult
  package func sweep() async throws(EngineError) -> Int {
    let moment = environment.now()
    let overdue = try await storing { () async throws(StoreError) in
      try await store.overdueIntents(at: moment, limit: Limits.sweptIntents)
    }
    for id in overdue {
      _ = try await storing { () async throws(StoreError) in
        try await store.update(id, claim: nil, at: moment) { intent, _ in intent.ended(at: moment) }
      }
      environment.waitingRoom.announce(id)
    }
    let wiped = try await storing { () async throws(StoreError) in
      try await store.wipeTokens(at: moment, limit: Limits.sweptIntents)
    }
    return max(overdue.count, wiped)
  }
}

extension SealedToken {
  /// The bytes that tell one token for an intent from another under the same idempotency key,
  /// whatever their spelling in JSON.
  fileprivate func canonicalBytes(for intent: String) -> [UInt8] {
    var fields = LengthPrefixed()
    fields.append("pay-authorize-v1")
    fields.append(intent)
    fields.append(version.rawValue)
    fields.append(keyMaterial)
    fields.append(data)
    fields.append(transactionID)
    fields.append(applicationData ?? [])
    fields.append(publicKeyHash)
    fields.append(signature)
    return fields.bytes
  }
}
