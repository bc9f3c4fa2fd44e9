import PayCore

/// What every form of the report says of a line, in plain strings; empty where a side is missing.
struct LineFacts {
  let line: ReconciliationLine

  private var settlement: SettlementLine? { line.settlement?.line }

  var kind: String { line.ledger?.kind.rawValue ?? settlement?.kind.rawValue ?? "" }
  var intent: String { line.ledger?.intent ?? "" }
  /// The file's reference; the ledger's if the file has none.
  var pspReference: String {
    [settlement?.pspReference, line.ledger?.pspReference].compactMap { $0 }
      .first { !$0.isEmpty } ?? ""
  }
  /// The reference in the file that differs from our intent; empty if they agree.
  var otherMerchantReference: String {
    guard let reference = settlement?.merchantReference, !reference.hasSameBytes(as: intent)
    else { return "" }
    return reference
  }
  var isAttested: Bool { line.ledger?.isAttested ?? false }

  /// When the money moved, by the ledger; by the file if the ledger does not know it.
  var moment: Timestamp? { line.ledger?.occurredAt ?? settlement?.occurredAt }

  var ledgerAmount: Money? { line.ledger?.amount }
  /// What the customer's side of the line amounts to; of a line that only costs, its net.
  var settledAmount: Money? {
    line.status == .nonSale ? settlement?.net : settlement?.gross
  }

  /// `settlement.csv:17`.
  var source: String { line.settlement.map { "\($0.file):\($0.row)" } ?? "" }
}

extension Currency {
  /// Minor units of a sum at exactly the currency's digits: `-20.00`.
  func amount(_ minorUnits: Int128) -> String {
    let digits = minorDigits ?? 0
    let magnitude = String(minorUnits.magnitude)
    let sign = minorUnits < 0 ? "-" : ""
    guard digits > 0 else { return sign + magnitude }
    let padded =
      String(repeating: "0", count: max(0, digits + 1 - magnitude.utf8.count)) + magnitude
    return sign + padded.dropLast(digits) + "." + padded.suffix(digits)
  }
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
