import Synchronization
import Testing

@testable import PayCore

/// The device brings its payment token and waits for the backend's word.
@Suite struct PaymentEngineAuthorizeTests {
  private let clock = FakeClock()
  private let store = FakeStore()
  private let room: FakeWaitingRoom
  private let engine: PaymentEngine

  init() throws {
    room = FakeWaitingRoom(clock)
    engine = try PaymentEngineTests.engine(
      clock, store, paymentTokens: FakeTokenChecker(), tokenVault: FakeVault(), waitingRoom: room)
  }

  private func scope(_ key: String = "k1", route: String = "authorize") -> IdempotencyScope {
    IdempotencyScope(principal: "intent:1", route: route, key: key)
  }

  private func buy() async throws -> PurchaseIntent {
    let outcome = try await engine.createIntent(
      Purchase(offer: "some-product", segment: 2), scope: nil)
    guard case .performed(let answer) = outcome else { throw NoAnswer() }
    return try await engine.intent(answer.subject)
  }

  private struct NoAnswer: Error {}

  /// A token for an intent; `transaction` and `part` tell one payment from another.
  private func token(
    _ intent: PurchaseIntent, transaction: UInt8 = 1, part: UInt8 = 1, signature: UInt8 = 1
  ) -> SealedToken {
    SealedToken(
      version: .ecV1, data: [part], signature: [signature], keyMaterial: [3],
      publicKeyHash: [UInt8](repeating: 4, count: 32),
      transactionID: [UInt8](repeating: transaction, count: 32),
      applicationData: FakeDigest().sha256(intent.canonicalBytes))
  }

  private func authorize(
    _ intent: PurchaseIntent, _ token: SealedToken? = nil, key: String = "k1"
  ) async throws(EngineError) -> IdempotencyOutcome {
    try await engine.authorize(
      token ?? self.token(intent), from: ["version": "EC_v1"], forIntent: intent.id,
      by: "intent:\(intent.id)",
      scope: scope(key))
  }

  private func status(_ outcome: IdempotencyOutcome) throws -> String {
    guard case .performed(let answer) = outcome else { throw NoAnswer() }
    return try text(of: answer)
  }

  private func text(of answer: RecordedAnswer) throws -> String {
    let json = try JSONValue(parsing: answer.body)
    guard case .string(let status)? = json["status"] else { throw NoAnswer() }
    #expect(json["amountProven"] == false)
    return status
  }

  private func refusal(
    _ operation: () async throws(EngineError) -> IdempotencyOutcome
  ) async -> EngineError? {
    do throws(EngineError) {
      _ = try await operation()
      return nil
    } catch {
      return error
    }
  }

  /// The backend says so while the device waits.
  private func speakWhileWaiting(_ intent: PurchaseIntent, isApproved: Bool) {
    room.whileWaiting { [engine] in
      let word = BackendWord.authorization(
        pspReference: "P1", isApproved: isApproved, isAttested: false)
      do throws(EngineError) {
        _ = try await engine.apply(word, to: intent.id, by: "key:1", scope: nil)
      } catch {
        Issue.record(error)
      }
    }
  }

  @Test(arguments: [true, false])
  func `the device is told what the backend said while it waited`(isApproved: Bool) async throws {
    let intent = try await buy()
    speakWhileWaiting(intent, isApproved: isApproved)
    let outcome = try await authorize(intent)
    #expect(try status(outcome) == (isApproved ? "STATUS_SUCCESS" : "STATUS_FAILURE"))
    let after = try await engine.intent(intent.id)
    #expect(after.state == (isApproved ? .authorized : .failed))
    #expect(after.acceptance?.actor == "intent:\(intent.id)")
    #expect(after.acceptance?.transactionID == [UInt8](repeating: 1, count: 32))
    #expect(room.announced == ["verified intents", intent.id])
  }

  @Test func `without a word in time the intent fails before the device is told`() async throws {
    let intent = try await buy()
    let start = clock.now
    #expect(try status(try await authorize(intent)) == "STATUS_FAILURE")
    #expect(clock.now == start.adding(seconds: Limits.wordWaitSeconds))
    #expect(try await store.intent(intent.id)?.state == .failed)
    // And an approval that comes now is kept for voiding.
    let late = BackendWord.authorization(pspReference: "P9", isApproved: true, isAttested: false)
    let refused = await refusal { () async throws(EngineError) in
      try await engine.apply(late, to: intent.id, by: "key:1", scope: nil)
    }
    #expect(refused == .intent(.approvalTooLate(in: .failed)))
    #expect(try await store.voidings().map(\.pspReference) == ["P9"])
  }

  @Test func `success is never said of an approval that came after the deadline`() async throws {
    let intent = try await buy()
    let moment = clock.now.adding(seconds: Limits.wordWaitSeconds)
    // Nobody has written the failure down yet.
    room.whileWaiting { [clock, engine] in
      clock.set(moment)
      let word = BackendWord.authorization(pspReference: "P1", isApproved: true, isAttested: false)
      do throws(EngineError) {
        _ = try await engine.apply(word, to: intent.id, by: "key:1", scope: nil)
        Issue.record("it was too late")
      } catch {
        #expect(error == .intent(.approvalTooLate(in: .failed)))
      }
    }
    #expect(try status(try await authorize(intent)) == "STATUS_FAILURE")
  }

  @Test func `the same token is answered alike under its key and under another`() async throws {
    let intent = try await buy()
    speakWhileWaiting(intent, isApproved: true)
    guard case .performed(let first) = try await authorize(intent) else { throw NoAnswer() }
    #expect(try await authorize(intent) == .replayed(first))
    #expect(try await authorize(intent, key: "k2") == .performed(first))
    #expect(try await authorize(intent, key: "k2") == .replayed(first))
    // Also when the token is stale by now, the CMS around it is another, and money has moved.
    clock.set(clock.now.adding(seconds: 3600))
    _ = try await engine.apply(
      .capture(pspReference: "C1"), to: intent.id, by: "key:1", scope: nil)
    #expect(
      try await authorize(intent, token(intent, signature: 9), key: "k3") == .performed(first))
  }

  @Test func `a key that brought another token is refused`() async throws {
    let intent = try await buy()
    speakWhileWaiting(intent, isApproved: true)
    _ = try await authorize(intent)
    #expect(try await authorize(intent, token(intent, transaction: 2)) == .keyReused)
  }

  @Test(arguments: [(1, 1), (1, 2), (2, 1)] as [(UInt8, UInt8)])
  func `a token that an intent took is refused for every other`(
    _ row: (transaction: UInt8, part: UInt8)
  ) async throws {
    let first = try await buy()
    speakWhileWaiting(first, isApproved: true)
    _ = try await authorize(first)
    let other = try await buy()
    let again = SealedToken(
      version: .ecV1, data: [row.part], signature: [7], keyMaterial: [3],
      publicKeyHash: [UInt8](repeating: 4, count: 32),
      transactionID: [UInt8](repeating: row.transaction, count: 32),
      applicationData: FakeDigest().sha256(first.canonicalBytes))
    let refused = await refusal { () async throws(EngineError) in
      try await authorize(other, again, key: "k2")
    }
    // Of another payment only the binding tells.
    let isOther = row.transaction == 2 || row.part == 2
    #expect(
      refused == .intent(.tokenUsed)
        || isOther && refused == .paymentToken(.otherIntent))
    #expect(try await store.intent(other.id)?.state == .created)
  }

  @Test func `another token for an intent that has one is refused by its state`() async throws {
    let intent = try await buy()
    speakWhileWaiting(intent, isApproved: true)
    _ = try await authorize(intent)
    let refused = await refusal { () async throws(EngineError) in
      try await authorize(intent, token(intent, transaction: 2), key: "k2")
    }
    #expect(refused == .intent(.notAllowed(in: .authorized, .tokenVerified)))
  }

  @Test func `a token that does not pass the checks changes nothing and frees its key`()
    async throws
  {
    let intent = try await buy()
    let other = try await buy()
    let bad = token(intent, signature: 0)
    for (token, fault) in [
      (bad, PaymentTokenFault.badSignature), (token(other), PaymentTokenFault.otherIntent),
    ] {
      let refused = await refusal { () async throws(EngineError) in
        try await authorize(intent, token)
      }
      #expect(refused == .paymentToken(fault))
    }
    #expect(try await store.intent(intent.id) == intent)
    speakWhileWaiting(intent, isApproved: true)
    #expect(try status(try await authorize(intent)) == "STATUS_SUCCESS")
  }

  @Test func `an intent whose time ran out takes no token`() async throws {
    let intent = try await buy()
    clock.set(intent.expiresAt)
    let refused = await refusal { () async throws(EngineError) in try await authorize(intent) }
    #expect(refused == .intent(.expired))
  }

  // MARK: Hand-over

  private func handOver(
    _ intent: PurchaseIntent, key: String = "t"
  ) async throws(EngineError) -> HandedOverToken {
    try await engine.handOver(intent.id, to: scope(key, route: "payment-token"))
  }

  /// What was handed over while the device waited, under these keys; then the backend approves.
  private func taken(_ intent: PurchaseIntent, keys: [String]) async throws -> [Result<
    Bool, EngineError
  >] {
    let results = Mutex<[Result<Bool, EngineError>]>([])
    room.whileWaiting { [engine] in
      for key in keys {
        var result: Result<Bool, EngineError>
        do throws(EngineError) {
          let token = try await engine.handOver(
            intent.id, to: IdempotencyScope(principal: "key:1", route: "payment-token", key: key))
          #expect(token.document == ["version": "EC_v1"])
          result = .success(token.isRepeated)
        } catch {
          result = .failure(error)
        }
        results.withLock { $0.append(result) }
      }
      do throws(EngineError) {
        let word = BackendWord.authorization(pspReference: "P", isApproved: true, isAttested: false)
        _ = try await engine.apply(word, to: intent.id, by: "key:1", scope: nil)
      } catch {
        Issue.record(error)
      }
    }
    _ = try await authorize(intent)
    return results.withLock { $0 }
  }

  @Test func `the token is handed over once, and again under the same key`() async throws {
    let intent = try await buy()
    await expect(.intent(.noToken(in: .created))) { () async throws(EngineError) in
      try await handOver(intent)
    }
    let results = try await taken(intent, keys: ["t", "t", "u"])
    #expect(results == [.success(false), .success(true), .failure(.intent(.tokenHandedOver))])
    let scope = IdempotencyScope(principal: "key:1", route: "payment-token", key: "t")
    #expect(try await engine.handOver(intent.id, to: scope).isRepeated)
    clock.set(clock.now.adding(seconds: Limits.heldTokenSeconds))
    await expect(.intent(.tokenHandedOver)) { () async throws(EngineError) in
      try await engine.handOver(intent.id, to: scope)
    }
  }

  @Test func `a token that nobody took in time is wiped`() async throws {
    let intent = try await buy()
    _ = try await taken(intent, keys: [])
    #expect(try await store.heldToken(of: intent.id) != nil)
    clock.set(clock.now.adding(seconds: Limits.heldTokenSeconds))
    #expect(try await engine.sweep() == 1)
    #expect(try await store.heldToken(of: intent.id) == nil)
    #expect(try await engine.sweep() == 0)
  }

  private func expect(
    _ error: EngineError, _ operation: () async throws(EngineError) -> HandedOverToken
  ) async {
    do throws(EngineError) {
      let token = try await operation()
      Issue.record("\(token) instead of \(error)")
    } catch let found {
      #expect(found == error)
    }
  }

  // MARK: The backend's poll and the sweep

  @Test func `the backend sees at once what was verified while it waited`() async throws {
    let intent = try await buy()
    #expect(try await engine.verifiedIntents(limit: 5, waitSeconds: 0).isEmpty)
    let token = token(intent)
    room.whileWaiting { [store] in
      _ = try? await store.update(intent.id, claim: nil, at: Fixture.now) { intent, _ in
        intent.accepting(
          TokenAcceptance(
            transactionID: token.transactionID, replayKey: FakeDigest().sha256(token.signedBytes),
            version: .ecV1, signingTime: Fixture.now, actor: "intent:1", moment: Fixture.now))
      }
    }
    let found = try await engine.verifiedIntents(limit: 5, waitSeconds: 25)
    #expect(found.map(\.id) == [intent.id])
    // Its time is over: it awaits no word any more.
    clock.set(clock.now.adding(seconds: Limits.wordWaitSeconds))
    #expect(try await engine.verifiedIntents(limit: 5, waitSeconds: 0).isEmpty)
    #expect(try await engine.sweep() == 1)
    #expect(try await store.intent(intent.id)?.state == .failed)
  }

  @Test func `the backend that waits for nothing is told so in time`() async throws {
    let start = clock.now
    #expect(try await engine.verifiedIntents(limit: 5, waitSeconds: 7).isEmpty)
    #expect(clock.now == start.adding(seconds: 7))
  }

  @Test func `a sweep writes down what has expired and nothing else`() async throws {
    let intent = try await buy()
    #expect(try await engine.sweep() == 0)
    clock.set(intent.expiresAt)
    let later = try await buy()
    #expect(try await engine.sweep() == 1)
    #expect(try await store.intent(intent.id)?.state == .expired)
    #expect(try await store.intent(later.id)?.state == .created)
    #expect(try await engine.sweep() == 0)
  }
}

/// Takes every token but those whose signature is a zero byte.
private struct FakeTokenChecker: PaymentTokenChecker {
  func verify(_ token: SealedToken, at now: Timestamp) throws(PaymentTokenFault) -> VerifiedToken {
    guard token.signature != [0] else { throw .badSignature }
    return VerifiedToken(
      token: token, signingTime: now, signer: "test",
      replayKey: FakeDigest().sha256(token.signedBytes))
  }
}

/// Adds a byte at the end.
private struct FakeVault: TokenVault {
  func seal(_ bytes: [UInt8], for context: String) -> [UInt8] { bytes + [0] }

  func open(_ sealed: [UInt8], for context: String) -> [UInt8]? { Array(sealed.dropLast()) }
}
