/// Adds lines up to the tie-out of each currency.
///
/// Sums are of 128 bits: fewer than 2^63 amounts of 64 bits cannot overflow them.
struct TotalsByCurrency {
  private var byNumber: [Int: ReconciliationTotals] = [:]

  /// One for each currency, in the order of their codes.
  var totals: [ReconciliationTotals] {
    byNumber.values.sorted { $0.currency.code < $1.currency.code }
  }

  mutating func add(_ line: ReconciliationLine) {
    if let row = line.ledger { add(row, line.status) }
    if let settled = line.settlement?.line { add(settled) }
  }

  private mutating func add(_ row: LedgerRow, _ status: ReconciliationStatus) {
    let amount = Int128(row.amount.minorUnits)
    edit(row.amount.currency) { totals in
      switch row.kind {
      case .capture: totals.ledgerGross += amount
      case .refund: totals.ledgerRefunds += amount
      case .disputeOpened, .disputeWon, .disputeLost: totals.ledgerChargebacks += amount
      }
      if status == .notYetDue {
        totals.notYetDue += amount
      } else {
        totals.difference -= amount
      }
    }
  }

  private mutating func add(_ line: SettlementLine) {
    let gross = Int128(line.gross.minorUnits)
    let fees = Int128(line.fees.minorUnits)
    let settledGross = Int128(line.net.minorUnits) - fees
    edit(line.fees.currency) {
      $0.fees += fees
      $0.net += fees
    }
    if line.kind == .payout || line.kind == .payoutReversal {
      edit(line.net.currency) { $0.payout -= settledGross }
      return
    }
    edit(line.gross.currency) { totals in
      switch line.kind {
      case .sale: totals.settledGross += gross
      case .refund, .refundReversal: totals.refunds += gross
      case .chargeback, .chargebackReversal: totals.chargebacks += gross
      case .fee: totals.fees += gross
      case .fx: totals.fx += gross
      case .reserve, .adjustment, .other, .payout, .payoutReversal: totals.adjustments += gross
      }
      if line.kind.isMovement { totals.difference += gross }
      totals.net += gross
    }
    // Conversion takes the amount out of one currency and brings it to another. Where both are one,
    // the rest is money of a line without a gross amount, or what no fee explains.
    if line.gross.currency != line.net.currency {
      edit(line.gross.currency) {
        $0.fx -= gross
        $0.net -= gross
      }
      edit(line.net.currency) {
        $0.fx += settledGross
        $0.net += settledGross
      }
    } else if settledGross != gross {
      edit(line.net.currency) { totals in
        let rest = settledGross - gross
        switch line.kind {
        case .reserve, .adjustment, .other: totals.adjustments += rest
        case .fx: totals.fx += rest
        default: totals.unexplained += rest
        }
        totals.net += rest
      }
    }
  }

  private mutating func edit(_ currency: Currency, _ change: (inout ReconciliationTotals) -> Void) {
    change(&byNumber[currency.numeric, default: ReconciliationTotals(currency: currency)])
  }
}

extension SettlementKind {
  /// Whether a line of this kind moves a customer's money, which the ledger should know of.
  package var isMovement: Bool {
    switch self {
    case .sale, .refund, .refundReversal, .chargeback, .chargebackReversal: true
    case .fee, .payout, .payoutReversal, .reserve, .fx, .adjustment, .other: false
    }
  }
}
