package import PayCore

/// Writes a reconciliation for people and for programs.
///
/// The same reconciliation and heading give the same bytes: nothing is read from a clock, a machine
/// or a locale.
package struct ReconciliationReport: Sendable {
  let reconciliation: Reconciliation
  let heading: ReportHeading

  package init(_ reconciliation: Reconciliation, heading: ReportHeading) {
    self.reconciliation = reconciliation
    self.heading = heading
  }

  /// Writes the report piece by piece; whatever `append` throws ends it.
  ///
  /// `usesColor` concerns the table alone: it stands for a terminal that shows colors.
  package func write<Failure: Error>(
    _ format: ReportFormat, usesColor: Bool, _ append: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    switch format {
    case .table: try writeTable(usesColor: usesColor, append)
    case .json: try writeJSON(append)
    case .csv: try writeCSV(append)
    case .html: try writeHTML(append)
    }
  }
}
