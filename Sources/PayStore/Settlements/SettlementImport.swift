package import PayCore

/// A settlement file that was read: what it is and what it holds.
package struct SettlementImport: Sendable {
  /// Its name, size and digest.
  package let input: ReconciliationInput
  /// The name of the profile that read it.
  package let profile: String
  package let importedAt: Timestamp
  /// What its reader remarked.
  package let findings: [Finding]
  package let lines: [SettlementRecord]

  package init(
    input: ReconciliationInput, profile: String, importedAt: Timestamp, findings: [Finding],
    lines: [SettlementRecord]
  ) {
    self.input = input
    self.profile = profile
    self.importedAt = importedAt
    self.findings = findings
    self.lines = lines
  }
}

/// How much of an import was news.
package struct ImportCount: Sendable, Hashable {
  /// Lines that were not known before.
  package var new = 0
  /// Lines that were, and now have their source here.
  package var repeated = 0
  /// How many of the repeated lines say something else than before.
  package var changed = 0
}

/// Everything that is remembered of settlement files.
package struct RememberedSettlements: Sendable {
  /// In no particular order.
  package var lines: [SourcedLine] = []
  /// The files in which a line was seen last, or a row that is in no line; by name and digest.
  package var inputs: [ReconciliationInput] = []
  /// What was remarked about those files, by content, each once.
  package var findings: [Finding] = []

  /// Nothing is remembered.
  package init() {}
}
