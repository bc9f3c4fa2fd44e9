import PayCore

/// What a person is told of a reconciliation beside the report.
struct ReconciliationSummary {
  /// `2 matched, 1 amount_diff; difference -20.00 USD`, then what the files' reader remarked.
  let lines: [String]
  /// Lines that a person must look at.
  let exceptions: Int
  /// Remarks on the files.
  let findings: Int

  /// `hasPeriod`: the report is of some days only; `isNothingKnown`: neither the ledger nor a
  /// settlement has a line, of whatever day.
  init(_ reconciliation: Reconciliation, hasPeriod: Bool, isNothingKnown: Bool) {
    let counts = reconciliation.counts
    exceptions = counts.reduce(0) { $0 + ($1.key.isException ? $1.value : 0) }
    let parts = ReconciliationStatus.allCases.compactMap { status in
      counts[status].map { "\($0) \(status.rawValue)" }
    }
    let differences = reconciliation.totals.map {
      "\($0.currency.amount($0.difference)) \($0.currency.code)"
    }
    let summary =
      parts.isEmpty
      ? "nothing to reconcile: " + Self.absence(hasPeriod, isNothingKnown)
      : parts.joined(separator: ", ") + "; difference " + differences.joined(separator: ", ")
    findings = reconciliation.findings.count
    let codes = Dictionary(grouping: reconciliation.findings, by: \.code).mapValues(\.count)
    let remarks = codes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    lines =
      [summary] + (remarks.isEmpty ? [] : ["findings: " + remarks.joined(separator: ", ")])
  }

  private static func absence(_ hasPeriod: Bool, _ isNothingKnown: Bool) -> String {
    if isNothingKnown { return "neither the ledger nor a settlement has a line" }
    return hasPeriod
      ? "no line lies in the period of --from and --to"
      : "no movement of the ledger lies before --as-of, and no settlement has a line"
  }
}
