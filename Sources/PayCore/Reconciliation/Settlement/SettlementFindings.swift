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
  }

  // Without the rows' numbers: the same rows in another order have the same findings.
  private var counts: [Remark: Int] = [:]
  /// In the order of their first rows.
  private var order: [Remark] = []
  private var untold = 0

  mutating func note(_ remark: Remark) {
    if let count = counts[remark] {
      counts[remark] = count + 1
    } else if order.count < Limits.settlementFindings {
      order.append(remark)
      counts[remark] = 1
    } else {
      untold += 1
    }
  }

  var findings: [Finding] {
    let told = order.map { remark in
      let count = counts[remark] ?? 0
      return remark.finding(count == 1 ? "1 row" : "\(count) rows")
    }
    guard untold > 0 else { return told }
    return told + [
      Finding(
        code: "settlement_more", severity: .warning,
        message: "\(untold) more remarks about rows are not listed")
    ]
  }
}

extension SettlementFindings.Remark {
  /// The finding for this remark about `rows`, which counts them.
  fileprivate func finding(_ rows: String) -> Finding {
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
          "net is not gross and fees together, type \(shortened(type)): \(rows)"
        )
      }
    return Finding(code: code, severity: .warning, message: message)
  }
}

/// A word of the file, cut so that a message stays one line.
private func shortened(_ word: String) -> String {
  if word.isEmpty { return "(empty)" }
  return word.unicodeScalars.count <= 64 ? word : String(word.prefix(64)) + "..."
}
