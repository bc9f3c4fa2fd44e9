/// Remarks about rows, gathered so that a million alike are one finding.
struct SettlementFindings {
  /// What may be wrong with a row that is read all the same.
  enum Remark: Hashable {
    /// The word of the type column.
    case unknownType(String)
    /// The header of the column.
    case damagedReference(String)
    /// The word of the type column.
    case direction(String)
    /// The word of the type column.
    case netMismatch(String)
    /// The row, which is not read.
    case fraction(UncountedRow)
  }

  /// The rows that a remark is about.
  struct Rows {
    var count = 0
    /// The smallest references of the rows, so that faults of two files are told apart although
    /// they are of one kind, and the order of rows does not matter.
    var references = SmallestReferences()
    /// Minor units that net has beyond gross and fees.
    var unexplained: [Currency: Int128] = [:]
  }

  // Without the rows' numbers: the same rows in another order have the same findings.
  private var rows: [Remark: Rows] = [:]
  /// In the order of their first rows.
  private var order: [Remark] = []
  private var untold = 0
  /// Nets of rows that are not read, of remarks that are not told.
  private var untoldNets: [Currency: Decimal128?] = [:]

  /// Counts a row; a finding names it if `line` is given.
  mutating func note(_ remark: Remark, at line: SettlementLine? = nil, unexplained: Money? = nil) {
    if rows[remark] == nil {
      guard order.count < Limits.settlementFindings else {
        untold += 1
        if case .fraction(let row) = remark { omit(row.amounts) }
        return
      }
      order.append(remark)
    }
    rows[remark, default: Rows()].count += 1
    if let line {
      let reference = line.pspReference.isEmpty ? line.rowReference : line.pspReference
      rows[remark]?.references.insert(reference)
    }
    if let unexplained {
      rows[remark]?.unexplained[unexplained.currency, default: 0] += Int128(unexplained.minorUnits)
    }
  }

  private mutating func omit(_ amounts: ExactAmounts) {
    let sum = untoldNets[amounts.currency, default: .zero]
    untoldNets[amounts.currency, default: .zero] = sum.summing(amounts.net)
  }

  var findings: [Finding] {
    let told = order.map { $0.finding(rows[$0] ?? Rows()) }
    guard untold > 0 else { return told }
    let nets = untoldNets.sorted { $0.key.code < $1.key.code }
      .map { "\($0.value?.description ?? "more than 38 digits of") \($0.key)" }.joined(
        separator: " and ")
    let uncounted =
      nets.isEmpty
      ? "" : "; some are of amounts that are in no line and no total, net \(nets) together"
    return told + [
      Finding(
        code: "settlement_more", severity: nets.isEmpty ? .warning : .error,
        message: "\(untold) more remarks about rows are not listed\(uncounted)")
    ]
  }
}

extension SettlementFindings.Remark {
  fileprivate func finding(_ rows: SettlementFindings.Rows) -> Finding {
    let (code, message) =
      switch self {
      case .unknownType(let type):
        (
          "settlement_type_unknown",
          "type \(shortened(type)) is not in the profile: \(rows); read as other"
        )
      case .damagedReference(let column):
        (
          "reference_damaged",
          "column \(column) holds numbers such as 1.23E+22 in place of references: \(rows); a "
            + "spreadsheet has saved the file, fetch it again from the provider"
        )
      case .direction(let type):
        (
          "settlement_direction",
          "the amounts of type \(shortened(type)) go the other way than their type or column "
            + "says: \(rows); the net amount was followed"
        )
      case .netMismatch(let type):
        (
          "settlement_net_mismatch",
          "net is not gross and fees together, type \(shortened(type)): \(rows), unexplained "
            + rows.sums
        )
      case .fraction(let row):
        (
          "psp_amount_fraction",
          row.description + (rows.count > 1 ? ", \(rows.count) rows alike" : "")
            + "; it is in no line and no total: keep the decimal, and book it by hand"
        )
      }
    return Finding(code: code, severity: severity, message: message)
  }

  /// Money that is not counted is an error, all else is read.
  private var severity: Finding.Severity {
    if case .fraction = self { .error } else { .warning }
  }
}

extension SettlementFindings.Rows: CustomStringConvertible {
  /// Their number and some of their references: `2 rows (ch_1, ch_2)`.
  var description: String {
    let number = count == 1 ? "1 row" : "\(count) rows"
    guard !references.texts.isEmpty else { return number }
    let names = references.texts.map(shortened) + (references.hasMore ? ["..."] : [])
    return "\(number) (\(names.joined(separator: ", ")))"
  }

  /// `0.02 USD and -1.00 EUR`, by currency.
  fileprivate var sums: String {
    unexplained.sorted { $0.key.code < $1.key.code }.map { $0.key.text($0.value) }
      .joined(separator: " and ")
  }
}

extension UncountedRow: CustomStringConvertible {
  /// `Refund re_1 of 2023-05-01T00:00:00Z: -40.10 ISK as Stripe counts, finer than ISO 4217 does`.
  var description: String {
    let name = [type, pspReference].filter { !$0.isEmpty }.map(shortened).joined(separator: " ")
    return "\(name) of \(occurredAt): \(amounts) as \(provider) counts, finer than ISO 4217 does"
  }
}

/// The first few of some references in the order of their bytes, each once.
struct SmallestReferences {
  private(set) var texts: [String] = []
  /// Whether there were others.
  private(set) var hasMore = false

  mutating func insert(_ reference: String) {
    guard !reference.isEmpty else { return }
    let bytes = reference.utf8
    let place = texts.firstIndex { !$0.utf8.lexicographicallyPrecedes(bytes) } ?? texts.count
    if place < texts.count, texts[place].hasSameBytes(as: reference) { return }
    texts.insert(reference, at: place)
    guard texts.count > Limits.settlementReferences else { return }
    texts.removeLast()
    hasMore = true
  }
}

/// A word of the file, cut so that a message stays one line.
func shortened(_ word: String) -> String {
  if word.isEmpty { return "(empty)" }
  // Scalars, for one character may have any number of them.
  guard word.unicodeScalars.count > 64 else { return word }
  var cut = ""
  cut.unicodeScalars.append(contentsOf: word.unicodeScalars.prefix(64))
  return cut + "..."
}
