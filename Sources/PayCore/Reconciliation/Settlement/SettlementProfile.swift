/// How the files of one report are read into settlement lines: which column says what.
///
/// Columns are named by their header; a file may hold them in any order, and others besides.
package struct SettlementProfile: Sendable, Hashable {
  /// The name of its file without `.json`: `adyen-settlement-details`.
  package let name: String
  /// Days after which a captured payment must be in a file.
  package let settlementDays: Int64
  /// Where the provider's day ends, in seconds east of UTC.
  package let cutoffOffsetSeconds: Int64

  let delimiter: UInt8
  let decimalMark: UInt8
  /// Whether amounts are counts of minor units, such as cents.
  let isInMinorUnits: Bool
  /// By which minor units are counted; nil: as ISO 4217 does.
  let exponents: ExponentProfile?
  /// One-based record that holds the column names; records above it are skipped.
  let headerRow: Int
  let columns: SettlementColumns
  /// Columns that a file may lack; they are then read as empty.
  let optionalColumns: Set<String>
  let date: SettlementDate
  let gross: SettlementAmount
  /// nil: net is gross + fees.
  let net: SettlementAmount?
  let fees: SettlementFees
  /// By the file's own word.
  let types: [String: SettlementType]
  let controlTotal: SettlementControlRule?
}

/// Headers of the columns that hold text; nil if the report has no such column.
struct SettlementColumns: Sendable, Hashable {
  let type: String
  /// The provider's reference of a capture, and of all that has no other column below.
  let reference: String
  let refundReference: String?
  let chargebackReference: String?
  let parentReference: String?
  let merchantReference: String?
  let payoutReference: String?
  let account: String?
  let exchangeRate: String?
  let text: [String]
  /// Those that together tell a row from every other at the provider; empty if none do.
  let rowReference: [String]
}

/// The column of the moment, and how it is written.
struct SettlementDate: Sendable, Hashable {
  enum Zone: Sendable, Hashable {
    /// Seconds east of UTC.
    case fixed(Int64)
    /// The header of a column that names the zone of each row.
    case column(String)
  }

  let column: String
  let pattern: DatePattern
  let zone: Zone
}

/// The columns of an amount and of its currency.
struct SettlementAmount: Sendable, Hashable {
  enum Mode: Sendable, Hashable {
    /// One column; a minus takes from the merchant.
    case signed(String)
    /// Two columns without signs; debit takes from the merchant.
    case debitCredit(debit: String, credit: String)
    /// One column without signs; the type says which way the money goes.
    case byType(String)
  }

  let mode: Mode
  let currency: String

  /// The headers of its amounts.
  var headers: [String] {
    switch mode {
    case .signed(let column), .byType(let column): [column]
    case .debitCredit(let debit, let credit): [debit, credit]
    }
  }
}

/// The columns whose sum is what a row costs; they are in the currency of the net amount.
struct SettlementFees: Sendable, Hashable {
  let columns: [String]
  /// Whether a cost is printed without a minus.
  let isCostPositive: Bool
}

/// What a word of the type column means.
struct SettlementType: Sendable, Hashable {
  let kind: SettlementKind
  /// Whether it takes from the merchant; nil: neither the kind nor the profile says.
  let isDebit: Bool?
}

/// What the rows of one payout, in one currency, must add up to.
enum SettlementControlRule: String, Sendable, Hashable, CaseIterable {
  /// All nets, that of the payout included, are zero together.
  case sumToZero = "sum-to-zero"
  /// The payout is as large as the others together, whatever sign it is printed with.
  case payoutEqualsRest = "payout-equals-rest"
}

extension SettlementKind {
  /// Whether money of this kind leaves the merchant; nil where it may go either way.
  var isDebit: Bool? {
    switch self {
    case .sale, .refundReversal, .chargebackReversal, .payoutReversal: false
    case .refund, .chargeback, .fee, .payout: true
    case .reserve, .fx, .adjustment, .other: nil
    }
  }

  /// Whether the line moves the balance to or from the bank.
  var isPayout: Bool { self == .payout || self == .payoutReversal }
}
