/// Why bytes are not an audit entry, and at which byte.
package struct AuditEntryError: Error, Sendable, Hashable {
  package enum Code: String, Sendable, CaseIterable {
    case tooLarge = "audit_entry_too_large"
    case unexpectedEnd = "audit_entry_unexpected_end"
    case trailingBytes = "audit_entry_trailing_bytes"
    case version = "audit_entry_version"
    case number = "audit_entry_number"
    case moment = "audit_entry_moment"
    case text = "audit_entry_text"
    case action = "audit_entry_action"
    case changes = "audit_entry_changes"
    case digest = "audit_entry_digest"
    case noChange = "audit_entry_no_change"
    case order = "audit_entry_order"
  }

  package let code: Code
  /// Zero-based offset of the field that is wrong.
  package let offset: Int
}

extension AuditEntryError: CustomStringConvertible {
  package var description: String { "\(cause) at byte \(offset) of the audit entry" }

  private var cause: String {
    switch code {
    case .tooLarge: "more than \(Limits.auditEntryBytes) bytes: split the effect into entries"
    case .unexpectedEnd: "the bytes end too early"
    case .trailingBytes: "something follows the last change"
    case .version: "not pay-audit-v1"
    case .number: "the number is not one from 1 on"
    case .moment: "the moment is not in epoch milliseconds up to the year 9999"
    case .text: "a text is missing, too long, not UTF-8, or holds control characters"
    case .action: "an action that is not known here, perhaps of a newer version"
    case .changes: "the count of changes is not a number up to \(Limits.auditChanges)"
    case .digest: "a row's digest has not \(MerkleTree.hashBytes) bytes"
    case .noChange: "a change of a row that was not there and is not there"
    case .order: "the changes are not ascending by table and key, or a row is there twice"
    }
  }
}
