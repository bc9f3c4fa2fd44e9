/// One side of a journal: debits positive, credits negative, as hledger writes them.
package struct Posting: Sendable, Hashable {
  package let account: Account
  package let amount: Money

  package init(account: Account, amount: Money) {
    self.account = account
    self.amount = amount
  }
}

/// What moved the money.
package enum JournalKind: String, Sendable, Hashable, CaseIterable {
  case capture
  case refund
  /// The provider took money back because the customer disputes the purchase.
  case disputeOpened = "dispute_opened"
  /// It gave the money of a dispute back to us.
  case disputeWon = "dispute_won"
  /// It told that the money of a dispute is gone for good.
  case disputeLost = "dispute_lost"
}

/// One entry of the double-entry ledger; its postings sum to zero.
package struct Journal: Sendable, Hashable {
  package let kind: JournalKind
  /// The intent whose money moved; our merchant reference at the payment provider.
  package let intent: String
  /// The provider's reference of this movement; of a dispute, the same from its opening to its end.
  package let pspReference: String
  /// Who said so: `key:<id>` or `paytool`.
  package let actor: String
  package let moment: Timestamp
  /// What was captured, given back or disputed, always positive: the sum of the debits.
  package let amount: Money
  /// Whether the authorization was the backend's word alone, without a payment token.
  package let isAttested: Bool
  /// All sides, as they were posted; they sum to zero in each currency.
  package let postings: [Posting]

  /// A journal as it was posted. Throws what makes its postings none.
  package init(
    kind: JournalKind, intent: String, pspReference: String, actor: String, moment: Timestamp,
    amount: Money, isAttested: Bool, postings: [Posting]
  ) throws(JournalFault) {
    try Self.check(postings, amount: amount)
    self.init(
      kind: kind, intent: intent, pspReference: pspReference, actor: actor, moment: moment,
      amount: amount, isAttested: isAttested, checked: postings)
  }

  private init(
    kind: JournalKind, intent: String, pspReference: String, actor: String, moment: Timestamp,
    amount: Money, isAttested: Bool, checked: [Posting]
  ) {
    self.kind = kind
    self.intent = intent
    self.pspReference = pspReference
    self.actor = actor
    self.moment = moment
    self.amount = amount
    self.isAttested = isAttested
    postings = checked
  }

  /// The journal of a movement. `taxMinorUnits` of the amount are tax, which only captures and
  /// refunds tell apart: more than the amount counts as the whole.
  package init(
    kind: JournalKind, intent: String, pspReference: String, actor: String, moment: Timestamp,
    amount: Money, taxMinorUnits: Int64 = 0, isAttested: Bool
  ) {
    self.init(
      kind: kind, intent: intent, pspReference: pspReference, actor: actor, moment: moment,
      amount: amount, isAttested: isAttested,
      checked: Self.postings(of: kind, amount, taxMinorUnits: taxMinorUnits))
  }

  private static func postings(
    of kind: JournalKind, _ amount: Money, taxMinorUnits: Int64
  ) -> [Posting] {
    func posting(_ account: Account, _ minorUnits: Int64) -> Posting {
      Posting(account: account, amount: Money(minorUnits: minorUnits, currency: amount.currency))
    }
    // An amount is positive, so its negative fits.
    let gross = amount.minorUnits
    let tax = min(max(taxMinorUnits, 0), gross)
    let postings =
      switch kind {
      case .capture:
        [posting(.clearing, gross), posting(.revenue, tax - gross), posting(.tax, -tax)]
      case .refund:
        [posting(.refunds, gross - tax), posting(.tax, tax), posting(.clearing, -gross)]
      case .disputeOpened: [posting(.disputes, gross), posting(.clearing, -gross)]
      case .disputeWon: [posting(.clearing, gross), posting(.disputes, -gross)]
      case .disputeLost: [posting(.disputeLosses, gross), posting(.disputes, -gross)]
      }
    return postings.filter { $0.amount.minorUnits != 0 }
  }

  private static func check(_ postings: [Posting], amount: Money) throws(JournalFault) {
    guard postings.count >= 2 else { throw .tooFewPostings }
    var sums: [Int: Int128] = [:]
    var debits: Int128 = 0
    for posting in postings {
      guard posting.amount.minorUnits != 0 else { throw .emptyPosting }
      sums[posting.amount.currency.numeric, default: 0] += Int128(posting.amount.minorUnits)
      if posting.amount.currency == amount.currency {
        debits += Int128(max(0, posting.amount.minorUnits))
      }
    }
    guard sums.values.allSatisfy({ $0 == 0 }) else { throw .unbalanced }
    guard debits == Int128(amount.minorUnits) else { throw .otherAmount }
  }
}

/// Why postings make no journal.
package enum JournalFault: Error, Sendable, Hashable {
  case tooFewPostings, emptyPosting, unbalanced
  /// The debits do not come to the journal's amount.
  case otherAmount
}

extension JournalFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooFewPostings: "it has fewer than two postings"
    case .emptyPosting: "one of its postings is over nothing"
    case .unbalanced: "its postings do not sum to zero"
    case .otherAmount: "its debits are not its amount"
    }
  }
}

/// A journal as the store numbers it: 1, 2, 3, ... without a gap, in the order of their commit.
package struct NumberedJournal: Sendable, Hashable {
  package let number: Int64
  package let journal: Journal

  package init(number: Int64, journal: Journal) {
    self.number = number
    self.journal = journal
  }
}

/// An approval that came when it could not be used: the money may have moved and must be voided.
package struct Voiding: Sendable, Hashable {
  package let intent: String
  package let pspReference: String
  /// Where the intent stood.
  package let state: IntentState
  package let actor: String
  package let moment: Timestamp

  package init(
    intent: String, pspReference: String, state: IntentState, actor: String, moment: Timestamp
  ) {
    self.intent = intent
    self.pspReference = pspReference
    self.state = state
    self.actor = actor
    self.moment = moment
  }
}
