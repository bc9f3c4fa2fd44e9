/// Why a settlement file is refused as a whole: its faults, in the order of its records.
package struct SettlementError: Error, Sendable, Hashable {
  /// One fault and where it stands.
  package struct Place: Error, Sendable, Hashable {
    /// One-based record of the file; the header is record 1 unless the profile says otherwise.
    package let record: Int
    /// The header of the column, empty if the fault is in no one column.
    package let column: String
    /// Stable code, snake_case.
    package let code: String
    /// One line for a person: what is wrong and what would be right.
    package let detail: String
  }

  /// At least one, at most `Limits.settlementFaults`.
  package let places: [Place]
  /// Whether the rest of the file was left unread because it had enough faults.
  package let hasMore: Bool

  init(_ places: [Place], hasMore: Bool = false) {
    self.places = places
    self.hasMore = hasMore
  }

  /// The code of the only fault, or `settlement_rows` if there are several.
  package var code: String {
    guard places.count == 1, let only = places.first else { return "settlement_rows" }
    return only.code
  }
}

extension SettlementError: CustomStringConvertible {
  package var description: String {
    places.map(\.description).joined(separator: "\n") + (hasMore ? "\nand more" : "")
  }
}

extension SettlementError.Place: CustomStringConvertible {
  package var description: String {
    "record \(record)" + (column.isEmpty ? "" : ", column \(column)") + ": \(detail)"
  }

  init(_ error: CSVError) {
    self.init(
      record: error.record, column: "", code: error.code.rawValue,
      detail: "\(error.cause) (byte \(error.offset))")
  }
}
