/// An account of the ledger. The raw value is its one name: in the store, on the wire, in hledger.
package enum Account: String, Sendable, Hashable, CaseIterable {
  /// What the payment provider owes us.
  case clearing = "assets:psp-clearing"
  /// What the provider holds back.
  case reserve = "assets:psp-reserve"
  /// What was taken from us by disputes that are not decided yet.
  case disputes = "assets:disputes"
  /// Tax that was collected with sales.
  case tax = "liabilities:tax"
  /// What was sold, without tax where the price told it.
  case revenue = "revenue:sales"
  /// What was given back of that: a debit against revenue.
  case refunds = "revenue:refunds"
  /// What the provider keeps for its work.
  case fees = "expenses:psp-fees"
  /// What disputes cost us that were lost.
  case disputeLosses = "expenses:dispute-losses"
  /// What rounding leaves between the provider's sums and ours.
  case rounding = "expenses:rounding"

  /// The name as Beancount has it, which wants one of its five roots and a capital letter at the
  /// beginning of every part.
  package var beancountName: String {
    switch self {
    case .clearing: "Assets:PSP-Clearing"
    case .reserve: "Assets:PSP-Reserve"
    case .disputes: "Assets:Disputes"
    case .tax: "Liabilities:Tax"
    case .revenue: "Income:Sales"
    case .refunds: "Income:Refunds"
    case .fees: "Expenses:PSP-Fees"
    case .disputeLosses: "Expenses:Dispute-Losses"
    case .rounding: "Expenses:Rounding"
    }
  }
}
