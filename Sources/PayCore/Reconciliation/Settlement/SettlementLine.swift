/// What a line of a settlement file tells.
package enum SettlementKind: String, Sendable, Hashable, CaseIterable {
  case sale, refund
  case refundReversal = "refund_reversal"
  case chargeback
  case chargebackReversal = "chargeback_reversal"
  case fee, payout
  case payoutReversal = "payout_reversal"
  case reserve, fx, adjustment
  /// A type that the profile does not know.
  case other
}

/// One line of a settlement file in the form that every profile is read into.
///
/// Amounts are the merchant's view: credits positive, fees negative, net = settled gross + fees.
package struct SettlementLine: Sendable, Hashable {
  /// The name of the profile that read it: `adyen-settlement-details`.
  package let profile: String
  /// The merchant account in the file; empty if it has none.
  package let account: String
  package let kind: SettlementKind
  /// The file's own word for the kind: `Settled`.
  package let type: String
  /// The provider's reference of this movement, as the profile chooses it; empty if there is none.
  package let pspReference: String
  /// The provider's reference of the payment that this movement belongs to; empty if none.
  package let parentReference: String
  /// Our reference, the intent id; empty if none.
  package let merchantReference: String
  /// The payout or batch that the line is part of; empty if none.
  package let payoutReference: String
  /// What the file says in words; empty if nothing.
  package let text: String
  package let occurredAt: Timestamp
  /// In the currency in which the customer paid; zero for lines that only cost.
  package let gross: Money
  /// In the settlement currency.
  package let fees: Money
  /// In the settlement currency.
  package let net: Money
  /// As the file writes it; empty if it does not.
  package let exchangeRate: String
  /// What tells the row from every other at the provider, whatever is made of the rest; empty if
  /// the profile names no such columns.
  package let rowReference: String
  /// 0, 1, ... among the lines of a file that are one row by account and `rowReference` or, where
  /// that is empty, by all of the above: true twins are two lines, and a file imported again
  /// repeats them.
  package var occurrence: Int

  package init(
    profile: String, account: String, kind: SettlementKind, type: String, pspReference: String,
    parentReference: String, merchantReference: String, payoutReference: String, text: String,
    occurredAt: Timestamp, gross: Money, fees: Money, net: Money, exchangeRate: String,
    rowReference: String = "", occurrence: Int
  ) {
    self.profile = profile
    self.account = account
    self.kind = kind
    self.type = type
    self.pspReference = pspReference
    self.parentReference = parentReference
    self.merchantReference = merchantReference
    self.payoutReference = payoutReference
    self.text = text
    self.occurredAt = occurredAt
    self.gross = gross
    self.fees = fees
    self.net = net
    self.exchangeRate = exchangeRate
    self.rowReference = rowReference
    self.occurrence = occurrence
  }

  /// The gross amount in the settlement currency: net - fees. Throws `overflow`.
  package func settledGross() throws(MoneyError) -> Money { try net.subtracting(fees) }
}

/// A settlement line and where it stood when it was last read.
package struct SourcedLine: Sendable, Hashable {
  package let line: SettlementLine
  /// The file's name, without its folder.
  package let file: String
  /// One-based record of the file; the header is record 1.
  package let row: Int

  package init(line: SettlementLine, file: String, row: Int) {
    self.line = line
    self.file = file
    self.row = row
  }
}
