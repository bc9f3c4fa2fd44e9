package import PayCore

/// Writes the ledger for another program: what stands above the first entry, then entry by entry.
package protocol LedgerExport: Sendable {
  var head: [UInt8] { get }
  /// A journal; what must be declared once stands before the first one that needs it.
  mutating func entry(_ numbered: NumberedJournal) -> [UInt8]
}
