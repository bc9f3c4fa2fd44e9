import PayCore

/// One figure of a tie-out.
struct TieOutRow {
  enum Role { case part, sum, difference }

  let label: String
  let minorUnits: Int128
  let role: Role
}

/// The tie-out of a currency as people read it: what was sold against what was settled, and how
/// that became the payout.
struct TieOut {
  let currency: Currency
  /// From the ledger to the difference, which is zero when everything ties out.
  let sales: [TieOutRow]
  /// From what was settled to what was paid out.
  let money: [TieOutRow]
  let difference: Int128

  init(_ totals: ReconciliationTotals) {
    currency = totals.currency
    difference = totals.difference
    let expected =
      totals.ledgerGross + totals.ledgerRefunds + totals.ledgerChargebacks - totals.notYetDue
    let settled = totals.settledGross + totals.refunds + totals.chargebacks
    func part(_ label: String, _ value: Int128) -> TieOutRow {
      TieOutRow(label: label, minorUnits: value, role: .part)
    }
    func sum(_ label: String, _ value: Int128) -> TieOutRow {
      TieOutRow(label: label, minorUnits: value, role: .sum)
    }
    let disputes =
      totals.ledgerChargebacks == 0
      ? [] : [part("Ledger: chargebacks", totals.ledgerChargebacks)]
    let ledger = [
      part("Ledger: captures", totals.ledgerGross),
      part("Ledger: refunds", totals.ledgerRefunds),
    ]
    let rest = [
      part("Ledger: not due yet", -totals.notYetDue),
      sum("Due by the ledger", expected),
      part("Settled: captures", totals.settledGross),
      part("Settled: refunds", totals.refunds),
      part("Settled: chargebacks", totals.chargebacks),
      sum("Settled", settled),
      TieOutRow(label: "Difference", minorUnits: totals.difference, role: .difference),
    ]
    sales = ledger + disputes + rest
    money = [
      part("Settled", settled), part("Fees", totals.fees),
      part("Adjustments", totals.adjustments), part("Currency conversion", totals.fx),
      part("Not explained by the file", totals.unexplained),
      sum("Net", totals.net), part("Paid out", totals.payout),
    ]
  }
}
