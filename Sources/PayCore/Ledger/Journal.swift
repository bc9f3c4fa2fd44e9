/// An account of the ledger.
package enum Account: String, Sendable, Hashable, CaseIterable {
  /// What the payment provider owes us.
  case clearing = "assets:psp-clearing"
  /// What was sold.
  case revenue = "revenue:sales"
}

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
}

/// One entry of the double-entry ledger; its postings sum to zero.
package struct Journal: Sendable, Hashable {
  package let kind: JournalKind
  /// The intent whose money moved; our merchant reference at the payment provider.
  package let intent: String
  /// The provider's reference of this movement.
  package let pspReference: String
  /// Who said so: `key:<id>` or `paytool`.
  package let actor: String
  package let moment: Timestamp
  /// What was captured or given back, always positive.
  package let amount: Money
  /// Whether the authorization was the backend's word alone, without a payment token.
  package let isAttested: Bool
  /// Both sides; they sum to zero in each currency.
  package let postings: [Posting]

  /// The journal of a movement: a capture debits the clearing account and credits revenue, a refund
  /// reverses.
  package init(
    kind: JournalKind, intent: String, pspReference: String, actor: String, moment: Timestamp,
    amount: Money, isAttested: Bool
  ) {
    self.kind = kind
    self.intent = intent
    self.pspReference = pspReference
    self.actor = actor
    self.moment = moment
    self.amount = amount
    self.isAttested = isAttested
    let (debited, credited): (Account, Account) =
      kind == .capture ? (.clearing, .revenue) : (.revenue, .clearing)
    // An amount is positive, so its negative fits.
    let credit = Money(minorUnits: -amount.minorUnits, currency: amount.currency)
    postings = [
      Posting(account: debited, amount: amount), Posting(account: credited, amount: credit),
    ]
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
