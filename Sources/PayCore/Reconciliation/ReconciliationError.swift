/// Why a reconciliation, or the explanation of a line, could not be made.
package enum ReconciliationError: Error, Sendable, Hashable {
  /// Settled - ledger does not fit 64 bits of minor units.
  case differenceOverflow(line: String)
  /// The text is no line id: `line_` and 6 to 26 characters of our base 32.
  case invalidLineID
  /// The beginning of an id fits several lines; some of their ids, in order.
  case ambiguousLineID([String])

  /// Stable code, snake_case, never reused.
  package var code: String {
    switch self {
    case .differenceOverflow: "difference_overflow"
    case .invalidLineID: "line_id_invalid"
    case .ambiguousLineID: "line_id_ambiguous"
    }
  }
}

extension ReconciliationError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .differenceOverflow(let line):
      "\(line): settled - ledger is beyond 64 bits of minor units; look for a wrong unit"
    case .invalidLineID:
      "a line id is line_ and 26 characters, of which at least the first 6 are given"
    case .ambiguousLineID(let ids):
      "several lines begin so: \(ids.joined(separator: ", ")); give more characters"
    }
  }
}
