/// What became of a movement of money, the only vocabulary.
package enum ReconciliationStatus: String, Sendable, Hashable, CaseIterable {
  case matched
  case amountDifference = "amount_diff"
  case currencyDifference = "currency_diff"
  case missingInPSP = "missing_in_psp"
  case missingInLedger = "missing_in_ledger"
  case duplicate
  case ambiguous
  /// Captured so recently that the provider need not have settled it.
  case notYetDue = "not_yet_due"
  /// A fee, payout, reserve or adjustment: in the tie-out, never an exception.
  case nonSale = "non_sale"

  /// Whether a person must look at it.
  package var isException: Bool {
    switch self {
    case .matched, .notYetDue, .nonSale: false
    case .amountDifference, .currencyDifference, .missingInPSP, .missingInLedger, .duplicate,
      .ambiguous:
      true
    }
  }
}

/// One movement of money in the ledger that the provider is expected to settle.
package struct LedgerRow: Sendable, Hashable {
  package let kind: JournalKind
  package let intent: String
  package let pspReference: String
  /// The merchant's view: captures and disputes that were won positive, refunds and disputes that
  /// were opened negative.
  package let amount: Money
  package let occurredAt: Timestamp
  package let isAttested: Bool

  package init(
    kind: JournalKind, intent: String, pspReference: String, amount: Money, occurredAt: Timestamp,
    isAttested: Bool
  ) {
    self.kind = kind
    self.intent = intent
    self.pspReference = pspReference
    self.amount = amount
    self.occurredAt = occurredAt
    self.isAttested = isAttested
  }

  /// The movement of a journal; nil if it moved nothing at the provider: a dispute that was lost
  /// took its money when it was opened.
  package init?(_ journal: Journal) {
    let sign: Int64
    switch journal.kind {
    case .capture, .disputeWon: sign = 1
    case .refund, .disputeOpened: sign = -1
    case .disputeLost: return nil
    }
    self.init(
      kind: journal.kind, intent: journal.intent, pspReference: journal.pspReference,
      amount: Money(
        minorUnits: sign * journal.amount.minorUnits, currency: journal.amount.currency),
      occurredAt: journal.moment, isAttested: journal.isAttested)
  }
}

/// One line of the report: a movement in the ledger, in the settlement, or in both.
package struct ReconciliationLine: Sendable, Hashable {
  /// `line_` and 26 characters, from the content alone.
  package let id: String
  package let status: ReconciliationStatus
  /// Stable code, snake_case: `psp_reference`.
  package let reason: String
  package let ledger: LedgerRow?
  package let settlement: SourcedLine?
  /// Settled - ledger: of the side there is if one is missing, nil if the currencies differ, zero
  /// while not yet due and for what is no sale.
  package let difference: Money?

  package init(
    id: String, status: ReconciliationStatus, reason: String, ledger: LedgerRow?,
    settlement: SourcedLine?, difference: Money?
  ) {
    self.id = id
    self.status = status
    self.reason = reason
    self.ledger = ledger
    self.settlement = settlement
    self.difference = difference
  }
}

/// The tie-out of one currency; all amounts are the merchant's view.
package struct ReconciliationTotals: Sendable, Hashable {
  package let currency: Currency
  package var ledgerGross: Int128 = 0
  package var ledgerRefunds: Int128 = 0
  /// Disputes that were opened, less those that were won.
  package var ledgerChargebacks: Int128 = 0
  package var settledGross: Int128 = 0
  package var refunds: Int128 = 0
  package var chargebacks: Int128 = 0
  package var fees: Int128 = 0
  package var adjustments: Int128 = 0
  /// What conversion took from (negative) or brought to this currency.
  package var fx: Int128 = 0
  /// What the file's own amounts leave open: net less gross and fees, in one currency.
  package var unexplained: Int128 = 0
  /// settledGross + refunds + chargebacks + fees + adjustments + fx + unexplained.
  package var net: Int128 = 0
  /// What was paid out to the bank, positive.
  package var payout: Int128 = 0
  /// Ledger movements that need not have been settled yet.
  package var notYetDue: Int128 = 0
  /// (settledGross + refunds + chargebacks) - (ledgerGross + ledgerRefunds + ledgerChargebacks)
  /// + notYetDue: what the differences of the lines add up to, a line of two currencies counting in
  /// both.
  package var difference: Int128 = 0

  package init(currency: Currency) { self.currency = currency }
}

/// A file that was read for a reconciliation.
package struct ReconciliationInput: Sendable, Hashable {
  /// The file's name, without its folder.
  package let file: String
  /// Lower-case hex.
  package let sha256: String
  /// Data records, the header not counted.
  package let rows: Int

  package init(file: String, sha256: String, rows: Int) {
    self.file = file
    self.sha256 = sha256
    self.rows = rows
  }
}

/// The ledger against everything that the provider has settled, at a moment.
package struct Reconciliation: Sendable, Hashable {
  package let asOf: Timestamp
  package let inputs: [ReconciliationInput]
  /// One for each currency, in the order of their codes.
  package let totals: [ReconciliationTotals]
  package let findings: [Finding]
  /// In an order that follows from content alone.
  package let lines: [ReconciliationLine]

  package init(
    asOf: Timestamp, inputs: [ReconciliationInput], totals: [ReconciliationTotals],
    findings: [Finding], lines: [ReconciliationLine]
  ) {
    self.asOf = asOf
    self.inputs = inputs
    self.totals = totals
    self.findings = findings
    self.lines = lines
  }

  /// How many lines have each status.
  package var counts: [ReconciliationStatus: Int] {
    lines.reduce(into: [:]) { $0[$1.status, default: 0] += 1 }
  }
}
