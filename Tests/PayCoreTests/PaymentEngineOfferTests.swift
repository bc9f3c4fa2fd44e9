import PayCore
import Testing

/// What an offer token buys, at which price, and how often.
@Suite struct PaymentEngineOfferTests {
  private let clock = FakeClock()
  private let store = FakeStore()
  private let engine: PaymentEngine

  init() throws { engine = try PaymentEngineTests.engine(clock, store) }

  private func credential(_ engine: PaymentEngine? = nil) throws -> OfferCredential {
    let engine = engine ?? self.engine
    let payload = try engine.notification(offer: nil, at: clock.now)
    return try engine.open(offerToken: payload.offer.token)
  }

  private func buy(
    _ credential: OfferCredential, _ segment: Int64 = 2, offer: String = "some-product",
    key: String = "k", engine: PaymentEngine? = nil
  ) async throws(EngineError) -> IdempotencyOutcome {
    try await (engine ?? self.engine).createIntent(
      Purchase(offer: offer, segment: segment), by: credential,
      scope: IdempotencyScope(
        principal: "note:" + credential.token.notification, route: "POST /v1/purchase-intents",
        key: key))
  }

  private func id(_ outcome: IdempotencyOutcome) throws -> String {
    guard case .performed(let answer) = outcome else {
      throw PaymentEngineTests.Unexpected(description: "\(outcome)")
    }
    return answer.subject
  }

  private func authorize(_ id: String) async throws -> IdempotencyOutcome {
    try await engine.apply(
      .authorization(pspReference: "P-" + id, isApproved: true, isAttested: true), to: id,
      by: "key:1", scope: nil)
  }

  private func error(_ operation: () async throws(EngineError) -> IdempotencyOutcome) async
    -> EngineError?
  {
    do throws(EngineError) {
      _ = try await operation()
      return nil
    } catch {
      return error
    }
  }

  // MARK: Buying

  @Test func `an offer token buys at its price, on its notification`() async throws {
    let credential = try credential()
    let intent = try await engine.intent(try id(try await buy(credential)))
    #expect(intent.price.amount == "20.00")
    #expect(intent.notification == credential.token.notification)
  }

  @Test func `a lost answer is answered again, also when the token and the offer are over`()
    async throws
  {
    let credential = try credential()
    guard case .performed(let answer) = try await buy(credential) else { return }
    clock.set(credential.token.expiresAt.adding(seconds: 3600))
    #expect(try await buy(credential) == .replayed(answer))
    let withdrawn = try PaymentEngineTests.engine(
      clock, store, offers: [Fixture.offer.replacing("id", "another")])
    #expect(try await buy(credential, engine: withdrawn) == .replayed(answer))
  }

  @Test func `the same key with another body or another token is another request`() async throws {
    let credential = try credential()
    _ = try id(try await buy(credential))
    #expect(try await buy(credential, 1) == .keyReused)
    let copy = OfferCredential(token: credential.token, digest: credential.digest.reversed())
    #expect(try await buy(copy) == .keyReused)
  }

  @Test func `an expired token buys nothing and quotes nothing`() async throws {
    let credential = try credential()
    clock.set(Timestamp(milliseconds: credential.token.expiresAt.milliseconds - 1))
    #expect(try engine.quote(offer: nil, segment: 1, by: credential).price.amount == "10.00")
    _ = try id(try await buy(credential))
    clock.set(credential.token.expiresAt)
    let found = await error { () async throws(EngineError) in
      try await buy(credential, 1, key: "new")
    }
    #expect(found == .token(.expired))
    #expect(throws: EngineError.token(.expired)) {
      try engine.quote(offer: nil, segment: 1, by: credential)
    }
  }

  @Test func `a token opens no other offer`() async throws {
    let offers = [Fixture.offer, Fixture.offer.replacing("id", "other-product")]
    let engine = try PaymentEngineTests.engine(clock, store, offers: offers)
    let credential = try credential(engine)
    for offer in ["other-product", "nope", "Some-product"] {
      let found = await error { () async throws(EngineError) in
        try await buy(credential, offer: offer, engine: engine)
      }
      #expect(found == .token(.otherOffer))
    }
    #expect(throws: EngineError.token(.otherOffer)) {
      try engine.quote(offer: "other-product", segment: 0, by: credential)
    }
  }

  static let changes: [(name: String, offer: JSONValue)] = [
    ("price", Fixture.offer.replacing("segments", ["5.00", "10.00", "20.01"])),
    ("label", Fixture.offer.replacing("label", "Some product")),
    ("default segment", Fixture.offer.replacing("defaultSegment", 1)),
    ("id", Fixture.offer.replacing("id", "another")),
    ("end", Fixture.offer.replacing("validUntil", "2026-01-01T00:00:00Z")),
  ]

  @Test(arguments: changes)
  func `an offer that is not what was signed is withdrawn, never sold at another price`(
    name: String, offer: JSONValue
  ) async throws {
    let credential = try credential()
    let changed = try PaymentEngineTests.engine(clock, store, offers: [offer])
    let found = await error { () async throws(EngineError) in
      try await buy(credential, 0, engine: changed)
    }
    #expect(found == .quote(.withdrawn("some-product")), "\(name)")
    #expect(throws: EngineError.quote(.withdrawn("some-product"))) {
      try changed.quote(offer: nil, segment: 0, by: credential)
    }
    #expect(try await store.intents(before: nil, limit: 1) == [])
  }

  @Test func `a later end of the same offer changes nothing`() async throws {
    let credential = try credential()
    let longer = try PaymentEngineTests.engine(
      clock, store, offers: [Fixture.offer.replacing("validUntil", "2027-01-01T00:00:00Z")])
    _ = try id(try await buy(credential, engine: longer))
  }

  @Test func `a segment that the offer does not have is told`() async throws {
    let credential = try credential()
    let found = await error { () async throws(EngineError) in try await buy(credential, 3) }
    #expect(found == .quote(.unknownSegment(3, offer: "some-product", count: 3)))
  }

  // MARK: Once per notification

  @Test func `another segment gives the first intent up, and after a payment nothing is sold`()
    async throws
  {
    let credential = try credential()
    let first = try id(try await buy(credential, 2, key: "a"))
    let second = try id(try await buy(credential, 1, key: "b"))
    #expect(try await engine.intent(first).state == .canceled)
    #expect(try await engine.intent(second).state == .created)
    await #expect(throws: EngineError.intent(.approvalTooLate(in: .canceled))) {
      try await authorize(first)
    }
    _ = try await authorize(second)
    #expect(try await buy(credential, 0, key: "c") == .refused(.notificationUsed))
    #expect(try await store.voidings().map(\.pspReference) == ["P-" + first])
    // What the device was answered it is still answered.
    guard case .replayed = try await buy(credential, 1, key: "b") else {
      Issue.record("no replay")
      return
    }
  }

  @Test func `after a declined payment another is made, also after a canceled authorization`()
    async throws
  {
    let credential = try credential()
    let first = try id(try await buy(credential, key: "a"))
    _ = try await engine.apply(
      .authorization(pspReference: "P", isApproved: false, isAttested: true), to: first,
      by: "key:1", scope: nil)
    let second = try id(try await buy(credential, key: "b"))
    _ = try await authorize(second)
    _ = try await engine.apply(.cancel(pspReference: "V"), to: second, by: "key:1", scope: nil)
    _ = try id(try await buy(credential, key: "c"))
  }

  @Test func `a refunded purchase counts`() async throws {
    let credential = try credential()
    let first = try id(try await buy(credential, key: "a"))
    _ = try await authorize(first)
    for word in [
      BackendWord.capture(pspReference: "C"), .refund(pspReference: "R", amount: nil),
    ] {
      _ = try await engine.apply(word, to: first, by: "key:1", scope: nil)
    }
    #expect(try await buy(credential, key: "b") == .refused(.notificationUsed))
  }

  @Test func `each notification buys for itself`() async throws {
    let ids = [
      try id(try await buy(try credential())), try id(try await buy(try credential())),
    ]
    for id in ids { #expect(try await engine.intent(id).state == .created) }
  }

  // MARK: The backend's word

  @Test func `a word is said once per key, and its answer is the intent`() async throws {
    let bought = try id(
      try await engine.createIntent(
        Purchase(offer: "some-product", segment: 2), scope: nil))
    let scope = IdempotencyScope(principal: "key:1", route: "POST authorization", key: "k")
    let word = BackendWord.authorization(pspReference: "P", isApproved: true, isAttested: true)
    let first = try await engine.apply(word, to: bought, by: "key:1", scope: scope)
    let body = try await engine.intent(bought).json().bytes
    #expect(first == .performed(RecordedAnswer(subject: bought, body: body)))
    let again = try await engine.apply(word, to: bought, by: "key:1", scope: scope)
    #expect(again == .replayed(RecordedAnswer(subject: bought, body: body)))
    let other = try await engine.apply(
      .capture(pspReference: "P"), to: bought, by: "key:1", scope: scope)
    #expect(other == .keyReused)
    // Switched off later: what was answered stays answered.
    let strict = try PaymentEngineTests.engine(
      clock, store,
      merchant: Fixture.merchant.with("acceptsAttestedAuthorizations", false))
    #expect(
      try await strict.apply(word, to: bought, by: "key:1", scope: scope)
        == .replayed(RecordedAnswer(subject: bought, body: body)))
    let fresh = try id(
      try await strict.createIntent(Purchase(offer: "some-product", segment: 2), scope: nil))
    await #expect(throws: EngineError.intent(.attestationRefused)) {
      try await strict.apply(word, to: fresh, by: "key:1", scope: nil)
    }
    #expect(try await strict.intent(fresh).state == .created)
    // Money may have moved for an intent that is over, whatever is switched off.
    _ = try await strict.apply(.cancel(pspReference: "C"), to: fresh, by: "key:1", scope: nil)
    await #expect(throws: EngineError.intent(.approvalTooLate(in: .canceled))) {
      try await strict.apply(word, to: fresh, by: "key:1", scope: nil)
    }
    #expect(try await store.voidings().map(\.intent) == [fresh])
    #expect(try await strict.intent(fresh).cancellation?.pspReference == "C")
  }

  @Test func `an expired token is told nothing of a reused key`() async throws {
    let credential = try credential()
    _ = try await buy(credential, key: "k")
    clock.set(Fixture.now.adding(seconds: 86_400 * 20))
    let scope = IdempotencyScope(
      principal: "note:" + credential.token.notification, route: "POST /v1/purchase-intents",
      key: "k")
    await #expect(throws: EngineError.token(.expired)) {
      try await engine.createIntent(
        Purchase(offer: "some-product", segment: 0), by: credential, scope: scope)
    }
  }

  // MARK: Notifications

  @Test func `a notification is made once per key`() async throws {
    func issue(_ order: NotificationOrder, _ key: String) async throws -> IdempotencyOutcome {
      try await engine.issue(
        order,
        scope: IdempotencyScope(principal: "key:1", route: "POST /v1/notifications", key: key))
    }
    let order = NotificationOrder(offer: "some-product", recipient: "r")
    guard case .performed(let first) = try await issue(order, "a") else { return }
    clock.set(Fixture.now.adding(seconds: 86_400 * 20))
    #expect(try await issue(order, "a") == .replayed(first))
    #expect(
      try await issue(NotificationOrder(offer: "some-product", recipient: nil), "a") == .keyReused)
    #expect(try id(try await issue(order, "b")) != first.subject)
    await #expect(throws: EngineError.self) {
      try await issue(NotificationOrder(offer: "nope", recipient: nil), "c")
    }
  }
}
