import PayCore
import Synchronization
import Testing

@Suite struct PaymentEngineTests {
  private let clock = FakeClock()
  private let store = FakeStore()
  private let engine: PaymentEngine

  init() throws { engine = try Self.engine(clock, store) }

  static func engine(
    _ clock: FakeClock, _ store: FakeStore, merchant: JSONValue = Fixture.merchant,
    offers: [JSONValue] = [Fixture.offer],
    tokenKeys: FakeTokenKeys = FakeTokenKeys(), sessionKeys: FakeSessionKeys = FakeSessionKeys(),
    paymentTokens: (any PaymentTokenChecker)? = nil, tokenVault: (any TokenVault)? = nil,
    waitingRoom: FakeWaitingRoom? = nil
  ) throws -> PaymentEngine {
    let ids = Mutex(TimeOrderedIDs(prefix: PurchaseIntent.idPrefix))
    let notificationIDs = Mutex(TimeOrderedIDs(prefix: NotificationPayload.idPrefix))
    let zeros = [UInt8](repeating: 0, count: 10)
    return PaymentEngine(
      configuration: try Fixture.configuration(merchant: merchant, offers: offers), store: store,
      environment: Environment(
        now: { clock.now }, randomBytes: { [UInt8](0..<UInt8($0)) },
        nextIntentID: { moment in ids.withLock { $0.next(at: moment, random: zeros) } },
        nextNotificationID: { moment in
          notificationIDs.withLock { $0.next(at: moment, random: zeros) }
        }, waitingRoom: waitingRoom ?? FakeWaitingRoom(clock)),
      digest: FakeDigest(), tokenKeys: tokenKeys, sessionSigner: sessionKeys,
      quotes: NoQuoteMemory(), paymentTokens: paymentTokens, tokenVault: tokenVault)
  }

  private func scope(_ key: String = "k1", principal: String = "key:1") -> IdempotencyScope {
    IdempotencyScope(principal: principal, route: "POST /v1/purchase-intents", key: key)
  }

  private let purchase = Purchase(offer: "some-product", segment: 2)

  private func created(_ outcome: IdempotencyOutcome) throws -> (id: String, token: String) {
    guard case .performed(let answer) = outcome else {
      throw Unexpected(description: "\(outcome)")
    }
    let json = try JSONValue(parsing: answer.body)
    guard case .string(let token) = json["intentToken"] else {
      throw Unexpected(description: json.text)
    }
    return (answer.subject, token)
  }

  struct Unexpected: Error, CustomStringConvertible { let description: String }

  private func expect<Value: Sendable>(
    _ error: EngineError, _ operation: () async throws(EngineError) -> Value
  ) async {
    do throws(EngineError) {
      let value = try await operation()
      Issue.record("\(value) instead of \(error)")
    } catch let found {
      #expect(found == error)
    }
  }

  // MARK: Quote

  @Test func `a quote is taken now`() throws {
    let offer = Fixture.offer.with("validUntil", "2026-01-01T00:00:01Z")
    let engine = try Self.engine(clock, store, offers: [offer])
    #expect(try engine.quote(offer: nil, segment: nil).price.amount == "5.00")
    clock.set(Fixture.now.adding(seconds: 1))
    #expect(throws: QuoteError.notOnOffer("some-product")) {
      try engine.quote(offer: nil, segment: nil)
    }
  }

  // MARK: Intent

  @Test func `the buy action records an intent and answers with its token`() async throws {
    clock.set(Timestamp(milliseconds: Fixture.now.milliseconds + 700))
    let outcome = try await engine.createIntent(purchase, scope: scope())
    let (id, token) = try created(outcome)
    let intent = try await engine.intent(id)
    #expect(TimeOrderedIDs.isID(id, prefix: "buy_"))
    #expect(intent.createdAt == Fixture.now)
    #expect(intent.expiresAt == Fixture.now.adding(seconds: 900))
    #expect(intent.nonce == [UInt8](0..<16))
    #expect(intent.state == .created)
    #expect(intent.price == Money(minorUnits: 2000, currency: Fixture.usd))
    #expect(
      outcome
        == .performed(RecordedAnswer(subject: id, body: intent.json(token: token).bytes)))
    #expect(try engine.open(intentToken: token) == IntentToken(for: intent))
  }

  @Test func `the same key and purchase get the first answer, byte for byte`() async throws {
    let first = try await engine.createIntent(purchase, scope: scope())
    guard case .performed(let answer) = first else { throw Unexpected(description: "\(first)") }
    // Also when the intent has expired, and on the last millisecond of the retention.
    for milliseconds in [0, 900_000, 30 * 86_400_000 - 1] as [Int64] {
      clock.set(Timestamp(milliseconds: Fixture.now.milliseconds + milliseconds))
      #expect(try await engine.createIntent(purchase, scope: scope()) == .replayed(answer))
    }
    #expect(try await engine.intents(before: nil, limit: 10).count == 1)
    clock.set(Fixture.now.adding(seconds: 30 * 86_400))
    let again = try created(try await engine.createIntent(purchase, scope: scope()))
    #expect(again.id != answer.subject)
  }

  @Test func `the same key for another purchase is refused, also for a bad one`() async throws {
    _ = try await engine.createIntent(purchase, scope: scope())
    for other in [
      Purchase(offer: "some-product", segment: 1), Purchase(offer: "some-product", segment: 99),
      Purchase(offer: "nope", segment: 2),
    ] {
      #expect(try await engine.createIntent(other, scope: scope()) == .keyReused)
    }
    #expect(try await engine.intents(before: nil, limit: 10).count == 1)
  }

  @Test func `another key, principal or no key is another intent`() async throws {
    let scopes = [scope(), scope("k2"), scope(principal: "key:2"), nil, nil]
    for scope in scopes { _ = try created(await engine.createIntent(purchase, scope: scope)) }
    let ids = try await engine.intents(before: nil, limit: 10).map(\.id)
    #expect(Set(ids).count == 5)
    #expect(ids == ids.sorted().reversed())
  }

  @Test func `a purchase that is not on offer leaves nothing behind`() async throws {
    await expect(.quote(.unknownSegment(9, offer: "some-product", count: 3))) {
      () async throws(EngineError) in
      try await engine.createIntent(Purchase(offer: "some-product", segment: 9), scope: scope())
    }
    // The refusal is not stored: the same key may try again.
    _ = try created(await engine.createIntent(purchase, scope: scope()))
  }

  @Test func `a failing store or key is reported, and nothing is answered`() async throws {
    let store = store
    await store.fail(with: .full)
    for scope in [scope(), nil] {
      await expect(.store(.full)) { () async throws(EngineError) in
        try await engine.createIntent(purchase, scope: scope)
      }
    }
    await expect(.store(.full)) { () async throws(EngineError) in try await engine.intent("x") }
    await expect(.store(.full)) { () async throws(EngineError) in
      try await engine.intents(before: nil, limit: 1)
    }
    await store.fail(with: nil)
    let broken = try Self.engine(clock, store, tokenKeys: FakeTokenKeys(fails: true))
    await expect(.crypto(CryptoFailure("no key"))) { () async throws(EngineError) in
      try await broken.createIntent(purchase, scope: scope())
    }
    #expect(try await engine.intents(before: nil, limit: 10) == [])
  }

  @Test func `pages are newest first, and show what time has done`() async throws {
    for _ in 0..<3 {
      _ = try await engine.createIntent(purchase, scope: nil)
      clock.set(clock.now.adding(seconds: 400))
    }
    let page = try await engine.intents(before: nil, limit: 2)
    #expect(page.map(\.state) == [.created, .created])
    let rest = try await engine.intents(before: page.last?.id, limit: 2)
    #expect(rest.map(\.state) == [.expired])
    await expect(.intent(.unknown)) { () async throws(EngineError) in
      try await engine.intent("buy_x")
    }
  }

  @Test func `a created intent can be canceled, once`() async throws {
    let id = try created(await engine.createIntent(purchase, scope: nil)).id
    try await engine.cancelIntent(id)
    #expect(try await engine.intent(id).state == .canceled)
    await expect(.intent(.notAllowed(in: .canceled, .canceled))) {
      () async throws(EngineError) in try await engine.cancelIntent(id)
    }
    await expect(.intent(.unknown)) { () async throws(EngineError) in
      try await engine.cancelIntent("buy_x")
    }
  }

  @Test func `an expired intent cannot be canceled, and is kept as expired`() async throws {
    let id = try created(await engine.createIntent(purchase, scope: nil)).id
    clock.set(Fixture.now.adding(seconds: 900))
    await expect(.intent(.expired)) { () async throws(EngineError) in
      try await engine.cancelIntent(id)
    }
    #expect(try await store.intent(id)?.state == .expired)
  }

  // MARK: Validation

  @Test func `the backend is told whether a token is ours and its intent stands`() async throws {
    let (id, token) = try created(await engine.createIntent(purchase, scope: nil))
    let good = try await engine.validate(intentToken: token)
    #expect(good.isValid)
    #expect(good.intent == (try await engine.intent(id)))

    let forged = try await engine.validate(intentToken: token + "A")
    #expect(forged.intent == nil)
    #expect(forged.findings.map(\.code) == ["token_bad_signature"])

    try await engine.cancelIntent(id)
    let canceled = try await engine.validate(intentToken: token)
    #expect(canceled.findings.map(\.code) == ["intent_canceled"])
    #expect(canceled.intent?.state == .canceled)

    let elsewhere = try Self.engine(clock, FakeStore())
    let unknown = try await elsewhere.validate(intentToken: token)
    #expect(unknown.findings.map(\.code) == ["intent_unknown"])
  }

  @Test func `a forged token does not reach the store`() async throws {
    await store.fail(with: .full)
    #expect(try await engine.validate(intentToken: "x").findings.map(\.code) == ["token_malformed"])
  }

  // MARK: Session

  @Test func `each session of an intent is new, and bound to it`() async throws {
    let id = try created(await engine.createIntent(purchase, scope: nil)).id
    let session = try await engine.session(forIntent: id)
    #expect(session.session.purchaseIntent == id)
    #expect(session.session.amountMinor == 2000)
    #expect(session.session.currency == "USD")
    #expect(session.session.epochTimestamp == Fixture.now)
    #expect(
      session.fault(
        merchant: engine.configuration.merchant, digest: FakeDigest(), verifier: FakeSessionKeys(),
        at: clock.now) == nil)
    clock.set(Fixture.now.adding(seconds: 1))
    #expect(try await engine.session(forIntent: id).session.epochTimestamp == clock.now)
  }

  @Test func `a session can stand alone`() throws {
    let session = try engine.session().session
    #expect(session.purchaseIntent == "")
    #expect(session.amountMinor == 0)
    #expect(session.currency == "")
  }

  @Test func `an intent that awaits no token gets no session`() async throws {
    await expect(.intent(.unknown)) { () async throws(EngineError) in
      try await engine.session(forIntent: "buy_x")
    }
    let canceled = try created(await engine.createIntent(purchase, scope: nil)).id
    try await engine.cancelIntent(canceled)
    await expect(.intent(.noSession(in: .canceled))) { () async throws(EngineError) in
      try await engine.session(forIntent: canceled)
    }
    let late = try created(await engine.createIntent(purchase, scope: nil)).id
    clock.set(Fixture.now.adding(seconds: 900))
    await expect(.intent(.expired)) { () async throws(EngineError) in
      try await engine.session(forIntent: late)
    }
  }

  @Test func `a failing signer is reported`() throws {
    let broken = try Self.engine(clock, store, sessionKeys: FakeSessionKeys(fails: true))
    #expect(throws: EngineError.crypto(CryptoFailure("no key"))) { try broken.session() }
  }

  static let errors: [(EngineError, String, String)] = [
    (.quote(.notOnOffer("x")), "offer_not_valid_now", "offer x cannot be bought at this time"),
    (.token(.otherOffer), "token_other_offer", "the token is for another offer"),
    (
      .quote(.withdrawn("x")), "offer_withdrawn",
      "offer x is not what it was when the notification was sent, or has ended"
    ),
    (.intent(.unknown), "intent_unknown", "there is no such purchase intent"),
    (.intent(.expired), "intent_expired", "the intent's time has run out: create a new one"),
    (.store(.closed), "store_closed", "the store is closed"),
    (.crypto(CryptoFailure("no key")), "crypto_failure", "no key"),
  ]

  @Test(arguments: errors)
  func `an error speaks for the stage that refused`(error: EngineError, code: String, text: String)
  {
    #expect(error.code == code)
    #expect(error.description == text)
  }
}

extension PaymentEngine {
  fileprivate func cancelIntent(_ id: String) async throws(EngineError) {
    _ = try await apply(.cancel(pspReference: nil), to: id, by: "test", scope: nil)
  }
}
