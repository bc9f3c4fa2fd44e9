import PayCore

/// What every form of the report says of a line, in plain strings; empty where a side is missing.
struct LineFacts {
  let line: ReconciliationLine

  private var settlement: SettlementLine? { line.settlement?.line }

  var kind: String { line.ledger?.kind.rawValue ?? settlement?.kind.rawValue ?? "" }
  var intent: String { line.ledger?.intent ?? "" }
  var pspReference: String { line.pspReference ?? "" }
  /// The reference in the file that differs from our intent; empty if they agree.
  var otherMerchantReference: String {
    guard let reference = settlement?.merchantReference, !reference.hasSameBytes(as: intent)
    else { return "" }
    return reference
  }
  var isAttested: Bool { line.ledger?.isAttested ?? false }

  var moment: Timestamp? { line.moment }
  var ledgerAmount: Money? { line.ledger?.amount }
  var settledAmount: Money? { line.settledAmount }

  /// `settlement.csv:17`.
  var source: String { line.settlement.map { "\($0.file):\($0.row)" } ?? "" }
}

/// A count and its noun: `1 line`, `1,204 lines`.
func counted(_ count: Int, _ noun: String) -> String {
  "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}

/// A count with its thousands apart: `1,204`.
func grouped(_ count: Int) -> String {
  var digits = Array(String(count.magnitude))
  for index in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: index) }
  return (count < 0 ? "-" : "") + String(digits)
}
