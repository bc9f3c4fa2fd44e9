import PayCore

/// What a person is told of a reconciliation beside the report.
struct ReconciliationSummary {
  /// `2 matched, 1 amount_diff; difference -20.00 USD`, then what the files' reader remarked.
  let lines: [String]
  /// Lines that a person must look at.
  let exceptions: Int

  init(_ reconciliation: Reconciliation) {
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
      ? "nothing to reconcile: neither the ledger nor a settlement has a line"
      : parts.joined(separator: ", ") + "; difference " + differences.joined(separator: ", ")
    let codes = Dictionary(grouping: reconciliation.findings, by: \.code).mapValues(\.count)
    let remarks = codes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    lines =
      [summary] + (remarks.isEmpty ? [] : ["findings: " + remarks.joined(separator: ", ")])
  }
}
