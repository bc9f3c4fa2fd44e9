import Testing

@testable import PayCore

/// What the backend's word makes of an intent.
@Suite struct PurchaseIntentEventsTests {
  private let now = Fixture.now.adding(seconds: 60)
  private let approval = BackendWord.authorization(
    pspReference: "P1", isApproved: true, isAttested: true)

  private func intent(_ state: IntentState = .created, refunded: Int64 = 0) throws -> PurchaseIntent
  {
    var intent = try Fixture.intent(state: state)
    intent.refundedMinorUnits = refunded
    if [.authorized, .captured].contains(state) {
      intent.authorization = Authorization(
        pspReference: "P1", isAttested: true, actor: "key:1", moment: now)
    }
    return intent
  }

  private func update(
    _ word: BackendWord, _ intent: PurchaseIntent, journals: [Journal] = [],
    at moment: Timestamp? = nil
  ) -> IntentUpdate {
    intent.applying(word, by: "key:1", journals: journals, at: moment ?? now)
  }

  @Test(arguments: [true, false])
  func `an attested word is kept with its reference, its actor and its time`(
    isApproved: Bool
  ) throws {
    let word = BackendWord.authorization(
      pspReference: "P1", isApproved: isApproved, isAttested: true)
    let update = update(word, try intent())
    #expect(update.intent.state == (isApproved ? .authorized : .failed))
    #expect(
      update.intent.authorization
        == Authorization(pspReference: "P1", isAttested: true, actor: "key:1", moment: now))
    #expect(update.journal == nil && update.voiding == nil && update.refusal == nil)
  }

  @Test func `without attestation only a verified intent is authorized`() throws {
    let word = BackendWord.authorization(pspReference: "P1", isApproved: true, isAttested: false)
    let refused = update(word, try intent())
    #expect(refused.refusal == .notAllowed(in: .created, .approved))
    #expect(refused.intent == (try intent()) && refused.voiding == nil)
    #expect(update(word, try intent(.verified)).intent.state == .authorized)
  }

  @Test(arguments: [IntentState.canceled, .failed, .expired])
  func `an approval that comes too late is recorded for voiding`(state: IntentState) throws {
    let update = update(approval, try intent(state))
    #expect(update.refusal == .approvalTooLate(in: state))
    #expect(update.intent.state == state && update.intent.authorization == nil)
    #expect(
      update.voiding
        == Voiding(
          intent: Fixture.intentID, pspReference: "P1", state: state, actor: "key:1", moment: now))
  }

  @Test func `an approval at the intent's last moment is in time, a millisecond later it is late`()
    throws
  {
    let end = try intent().expiresAt
    let last = Timestamp(milliseconds: end.milliseconds - 1)
    #expect(update(approval, try intent(), at: last).intent.state == .authorized)
    let late = update(approval, try intent(), at: end)
    #expect(late.refusal == .approvalTooLate(in: .expired))
    #expect(late.intent.state == .expired && late.voiding?.pspReference == "P1")
  }

  @Test(arguments: [IntentState.authorized, .captured])
  func `a second payment for one intent is recorded for voiding, the first told again is not`(
    state: IntentState
  ) throws {
    let other = BackendWord.authorization(pspReference: "P2", isApproved: true, isAttested: true)
    let twice = update(other, try intent(state))
    #expect(twice.refusal == .approvedTwice(by: "P1"))
    #expect(twice.voiding?.pspReference == "P2")
    #expect(twice.intent == (try intent(state)))
    let again = update(approval, try intent(state))
    #expect(again.refusal == .notAllowed(in: state, .attestedApproval))
    #expect(again.voiding == nil)
  }

  @Test func `a capture has a journal of the whole price, once`() throws {
    let update = update(.capture(pspReference: "C1"), try intent(.authorized))
    #expect(update.intent.state == .captured)
    let journal = try #require(update.journal)
    #expect(journal.kind == .capture && journal.pspReference == "C1" && journal.isAttested)
    #expect(journal.postings.map(\.account) == [.clearing, .revenue])
    #expect(journal.postings.map(\.amount.minorUnits) == [2000, -2000])
    for state in IntentState.allCases where state != .authorized {
      let refused = self.update(.capture(pspReference: "C2"), try intent(state))
      #expect(refused.journal == nil, "\(state)")
      #expect(refused.refusal == (state == .expired ? .expired : .notAllowed(in: state, .captured)))
    }
  }

  @Test(
    arguments: [
      (0, nil, 2000), (0, "20.00", 2000), (0, "0.01", 1), (0, "5", 500), (1500, nil, 500),
      (1500, "5.00", 500), (1999, "0.01", 1),
    ] as [(Int64, String?, Int64)])
  func `a refund gives back what it says, or all that is left`(
    refunded: Int64, text: String?, minorUnits: Int64
  ) throws {
    let update = update(
      .refund(pspReference: "R1", amount: text), try intent(.captured, refunded: refunded))
    #expect(update.refusal == nil)
    #expect(update.intent.state == .captured)
    #expect(update.intent.refundedMinorUnits == refunded + minorUnits)
    let journal = try #require(update.journal)
    #expect(journal.amount.minorUnits == minorUnits)
    #expect(journal.postings.map(\.account) == [.refunds, .clearing])
    #expect(journal.postings.map(\.amount.minorUnits) == [minorUnits, -minorUnits])
  }

  @Test(
    arguments: [
      (0, "20.01", "refund_exceeds_captured"), (0, "0.00", "refund_exceeds_captured"),
      (0, "-1.00", "refund_exceeds_captured"), (2000, nil, "refund_exceeds_captured"),
      (1500, "5.01", "refund_exceeds_captured"), (0, "1.001", "too_many_decimals"),
      (0, "1e1", "amount_syntax"), (0, "", "amount_syntax"), (0, "5,00", "amount_syntax"),
      (0, "99999999999999999999", "amount_overflow"),
    ] as [(Int64, String?, String)])
  func `a refund of more, of nothing or of no amount is refused`(
    refunded: Int64, text: String?, code: String
  ) throws {
    let intent = try intent(.captured, refunded: refunded)
    let update = update(.refund(pspReference: "R1", amount: text), intent)
    #expect(update.refusal?.code == code)
    #expect(update.intent == intent && update.journal == nil)
  }

  @Test func `a refund with a reference that is in the ledger is refused`() throws {
    let first = update(.refund(pspReference: "R1", amount: "5.00"), try intent(.captured))
    let journal = try #require(first.journal)
    let again = update(
      .refund(pspReference: "R1", amount: "5.00"), first.intent, journals: [journal])
    #expect(again.refusal == .refundRepeated("R1"))
    #expect(again.intent == first.intent)
    let other = update(
      .refund(pspReference: "r1", amount: "5.00"), first.intent, journals: [journal])
    #expect(other.refusal == nil)
  }

  @Test(arguments: IntentState.allCases)
  func `another purchase on the notification cancels an open one and nothing else`(
    state: IntentState
  ) throws {
    let update = try intent(state).superseded(at: now)
    switch state {
    case .created: #expect(update.intent.state == .canceled && update.refusal == nil)
    case .verified, .authorized, .captured:
      #expect(update.refusal == .notificationUsed && update.intent.state == state)
    case .canceled, .expired, .failed:
      #expect(update.refusal == nil && update.intent.state == state)
    }
  }
}
