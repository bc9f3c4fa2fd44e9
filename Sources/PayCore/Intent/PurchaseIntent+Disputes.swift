/// What the payment provider tells of a dispute.
package enum DisputeResult: String, Sendable, Hashable, CaseIterable {
  /// It took the money back for now.
  case opened
  /// It gave the money back to us.
  case won
  /// The money is gone for good.
  case lost

  var event: IntentEvent {
    switch self {
    case .opened: .disputeOpened
    case .won: .disputeWon
    case .lost: .disputeLost
    }
  }

  var journalKind: JournalKind {
    switch self {
    case .opened: .disputeOpened
    case .won: .disputeWon
    case .lost: .disputeLost
    }
  }
}

extension PurchaseIntent {
  /// What a dispute makes of the intent. Its reference stands for it from its opening to its end,
  /// and is never opened again; it is decided over the whole amount that it was opened over.
  func disputing(
    _ result: DisputeResult, _ text: String?, _ reference: String, by actor: String,
    journals: [Journal], at moment: Timestamp
  ) -> IntentUpdate {
    var update = applying(result.event, at: moment)
    guard update.refusal == nil else { return update }
    let known = journals.filter { journal in
      switch journal.kind {
      case .capture, .refund: false
      case .disputeOpened, .disputeWon, .disputeLost:
        journal.pspReference.hasSameBytes(as: reference)
      }
    }
    do throws(IntentError) {
      let amount =
        result == .opened
        ? try opening(text, reference, known: known) : try deciding(reference, known: known)
      switch result {
      case .opened: update.intent.disputedMinorUnits += amount.minorUnits
      case .won: update.intent.disputedMinorUnits -= amount.minorUnits
      case .lost: break  // it stays taken
      }
      update.journal = journal(result.journalKind, amount, reference, by: actor, at: moment)
    } catch {
      update.refusal = error
    }
    return update
  }

  private func opening(
    _ text: String?, _ reference: String, known: [Journal]
  ) throws(IntentError) -> Money {
    let amount = try amountOrLeft(text)
    guard known.isEmpty else { throw .disputeRepeated(reference) }
    guard amount.minorUnits > 0, amount.minorUnits <= left.minorUnits else {
      throw .disputeExceedsCaptured(left: left)
    }
    return amount
  }

  private func deciding(_ reference: String, known: [Journal]) throws(IntentError) -> Money {
    guard let opened = known.first(where: { $0.kind == .disputeOpened }) else {
      throw .disputeUnknown(reference)
    }
    guard known.count == 1 else { throw .disputeDecided(reference) }
    return opened.amount
  }

  /// An amount as text, or all that is left.
  func amountOrLeft(_ text: String?) throws(IntentError) -> Money {
    guard let text else { return left }
    do {
      return try Money(parsing: text, currency: price.currency)
    } catch {
      throw .wrongAmount(error)
    }
  }
}
