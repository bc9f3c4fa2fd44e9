/// The forms in which a reconciliation can be read.
package enum ReportFormat: String, CaseIterable, Sendable {
  /// For a person at a terminal.
  case table
  /// One document with everything, for programs.
  case json
  /// One record for each line, for spreadsheets.
  case csv
  /// One page that stands alone, for people, on a screen or on paper.
  case html
}
