extension PurchaseIntent {
  /// Why the intent takes no merchant session, which only one that awaits its payment token does.
  package var sessionRefusal: IntentError? {
    switch state {
    case .created: nil
    case .expired: .expired
    case .verified, .authorized, .captured, .canceled, .failed: .noSession(in: state)
    }
  }

  /// Why the intent takes no payment token as it stands; nil if it awaits one.
  package var tokenRefusal: IntentError? {
    switch state {
    case .created: nil
    case .expired: .expired
    case .verified, .authorized, .captured, .canceled, .failed:
      .notAllowed(in: state, .tokenVerified)
    }
  }

  /// What a payment token that passed every check makes of the intent. The same token again is no
  /// news; the answer is left open until the backend has spoken.
  package func accepting(
    _ acceptance: TokenAcceptance, holding held: HeldToken? = nil
  ) -> IntentUpdate {
    if let known = rejoining(acceptance.identity) { return known }
    var update = applying(.tokenVerified, at: acceptance.moment)
    if update.refusal == nil {
      update.intent.acceptance = acceptance
      update.heldToken = held
    }
    update.answer = .open(about: id)
    return update
  }

  /// What a token that the intent took before makes of it: nothing. nil if it is another token.
  package func rejoining(_ identity: TokenIdentity) -> IntentUpdate? {
    guard acceptance?.identity == identity else { return nil }
    return IntentUpdate(intent: self, answer: .open(about: id))
  }

  /// What `event` at `moment` makes of the intent, where nothing but the state is at stake.
  package func applying(_ event: IntentEvent, at moment: Timestamp) -> IntentUpdate {
    var current = observed(at: moment)
    switch current.state.action(on: event) {
    case .enter(let next):
      current.state = next
      return IntentUpdate(intent: current)
    case .stay: return IntentUpdate(intent: current)
    case .recordForVoiding, .recordOtherPayment, .refuse:
      return IntentUpdate(intent: current, refusal: current.refusal(of: event))
    }
  }

  private func refusal(of event: IntentEvent) -> IntentError {
    state == .expired ? .expired : .notAllowed(in: state, event)
  }

  /// What the backend's word makes of the intent, whose journals so far are `journals`.
  ///
  /// Where attestation is not accepted, an intent without a verified payment token stays as it is;
  /// an approval that comes too late is recorded all the same.
  package func applying(
    _ word: BackendWord, by actor: String, journals: [Journal], acceptsAttestation: Bool = true,
    at moment: Timestamp
  ) -> IntentUpdate {
    switch word {
    case .authorization(let reference, _, let isAttested):
      let current = observed(at: moment)
      if isAttested, !acceptsAttestation, current.state == .created {
        return IntentUpdate(intent: current, refusal: .attestationRefused)
      }
      let authorization = Authorization(
        pspReference: reference, isAttested: isAttested, actor: actor, moment: moment)
      return applying(word.event, authorization)
    case .capture(let reference): return capturing(reference, by: actor, at: moment)
    case .cancel(let reference): return canceling(reference, by: actor, at: moment)
    case .refund(let reference, let amount):
      return refunding(amount, reference, by: actor, journals: journals, at: moment)
    case .dispute(let reference, let result, let amount):
      return disputing(result, amount, reference, by: actor, journals: journals, at: moment)
    }
  }

  private func applying(_ event: IntentEvent, _ authorization: Authorization) -> IntentUpdate {
    let current = observed(at: authorization.moment)
    let voiding = Voiding(
      intent: id, pspReference: authorization.pspReference, state: current.state,
      actor: authorization.actor, moment: authorization.moment)
    switch current.state.action(on: event) {
    case .recordForVoiding:
      return IntentUpdate(
        intent: current, voiding: voiding, refusal: .approvalTooLate(in: current.state))
    case .recordOtherPayment:
      guard let known = self.authorization?.pspReference,
        !known.hasSameBytes(as: authorization.pspReference)
      else { return IntentUpdate(intent: current, refusal: current.refusal(of: event)) }
      return IntentUpdate(intent: current, voiding: voiding, refusal: .approvedTwice(by: known))
    case .enter, .stay, .refuse:
      var update = current.applying(event, at: authorization.moment)
      if update.refusal == nil { update.intent.authorization = authorization }
      return update
    }
  }

  private func canceling(
    _ reference: String?, by actor: String, at moment: Timestamp
  ) -> IntentUpdate {
    var update = applying(.canceled, at: moment)
    if update.refusal == nil {
      update.intent.cancellation = Cancellation(
        pspReference: reference, actor: actor, moment: moment)
    }
    return update
  }

  private func capturing(
    _ reference: String, by actor: String, at moment: Timestamp
  ) -> IntentUpdate {
    var update = applying(.captured, at: moment)
    if update.refusal == nil {
      update.journal = journal(
        .capture, price, reference, by: actor, at: moment, taxMinorUnits: taxMinorUnits)
    }
    return update
  }

  private func refunding(
    _ text: String?, _ reference: String, by actor: String, journals: [Journal],
    at moment: Timestamp
  ) -> IntentUpdate {
    var update = applying(.refunded, at: moment)
    guard update.refusal == nil else { return update }
    do throws(IntentError) {
      let amount = try amountOrLeft(text)
      let isRepeated = journals.contains {
        $0.kind == .refund && $0.pspReference.hasSameBytes(as: reference)
      }
      guard !isRepeated else { throw .refundRepeated(reference) }
      guard amount.minorUnits > 0, amount.minorUnits <= left.minorUnits else {
        throw .refundExceedsCaptured(left: left)
      }
      update.intent.refundedMinorUnits += amount.minorUnits
      update.journal = journal(
        .refund, amount, reference, by: actor, at: moment,
        taxMinorUnits: tax(in: update.intent.refundedMinorUnits) - tax(in: refundedMinorUnits))
    } catch {
      update.refusal = error
    }
    return update
  }

  /// The tax in a part of what was captured, in proportion, half a minor unit rounded up: that of
  /// several refunds sums to that of their sum, and of the whole price to the whole tax.
  private func tax(in minorUnits: Int64) -> Int64 {
    guard taxMinorUnits > 0, price.minorUnits > 0 else { return 0 }
    let whole = Int128(price.minorUnits)
    // At most the tax, so that it fits.
    return Int64((Int128(taxMinorUnits) * Int128(minorUnits) * 2 + whole) / (2 * whole))
  }

  func journal(
    _ kind: JournalKind, _ amount: Money, _ reference: String, by actor: String,
    at moment: Timestamp, taxMinorUnits: Int64 = 0
  ) -> Journal {
    Journal(
      kind: kind, intent: id, pspReference: reference, actor: actor, moment: moment,
      amount: amount, taxMinorUnits: taxMinorUnits, isAttested: authorization?.isAttested ?? false)
  }

  /// What becomes of this intent when another is bought on the same notification: one that still
  /// awaits its payment is canceled, one that has got further stands in the way.
  package func superseded(at moment: Timestamp) -> IntentUpdate {
    let current = observed(at: moment)
    switch current.state {
    case .created: return current.applying(.canceled, at: moment)
    case .canceled, .expired, .failed: return IntentUpdate(intent: current)
    case .verified, .authorized, .captured:
      return IntentUpdate(intent: current, refusal: .notificationUsed)
    }
  }
}

/// What a decision made of an intent: what to keep in one transaction, or what to refuse.
///
/// With a refusal the intent and the voiding are kept all the same.
package struct IntentUpdate: Sendable, Equatable {
  package var intent: PurchaseIntent
  package var journal: Journal?
  package var voiding: Voiding?
  /// The payment token that the intent takes, for its backend.
  package var heldToken: HeldToken?
  package var refusal: IntentError?
  /// What the one who asked is told; nil: the intent.
  package var answer: RecordedAnswer?
  /// Whether it was all done before, so that there is nothing to keep.
  package var isRepetition = false

  package init(
    intent: PurchaseIntent, journal: Journal? = nil, voiding: Voiding? = nil,
    refusal: IntentError? = nil, answer: RecordedAnswer? = nil
  ) {
    self.intent = intent
    self.journal = journal
    self.voiding = voiding
    self.refusal = refusal
    self.answer = answer
  }

  /// What the one who asked is told: the answer, or the refusal.
  package var outcome: IdempotencyOutcome {
    if let refusal { return .refused(refusal) }
    let answer = answer ?? RecordedAnswer(subject: intent.id, body: intent.json().bytes)
    return isRepetition ? .replayed(answer) : .performed(answer)
  }
}
