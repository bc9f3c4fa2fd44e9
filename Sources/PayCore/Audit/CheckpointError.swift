/// Why bytes are not a checkpoint of an audit log, and at which byte.
package struct CheckpointError: Error, Sendable, Hashable {
  package enum Code: String, Sendable, CaseIterable {
    case tooLarge = "audit_checkpoint_too_large"
    case unexpectedEnd = "audit_checkpoint_unexpected_end"
    case origin = "audit_checkpoint_origin"
    case size = "audit_checkpoint_size"
    case root = "audit_checkpoint_root"
    case extensionLine = "audit_checkpoint_extension"
    case signature = "audit_checkpoint_signature"
    case tooManySignatures = "audit_checkpoint_too_many_signatures"
  }

  package let code: Code
  /// Zero-based offset of the line that is wrong, or of the end.
  package let offset: Int
}

extension CheckpointError: CustomStringConvertible {
  package var description: String { "\(cause) at byte \(offset) of the checkpoint" }

  private var cause: String {
    switch code {
    case .tooLarge: "more than \(Limits.checkpointBytes) bytes"
    case .unexpectedEnd: "a line without its line feed"
    case .origin: "the first line is not an origin: a text without spaces and plus signs"
    case .size: "the second line is not the number of entries"
    case .root: "the third line is not the Base64 of \(MerkleTree.hashBytes) bytes"
    case .extensionLine: "not the empty line that follows the root"
    case .signature: "not a signature line: em dash, name, Base64 of key id and signature"
    case .tooManySignatures: "more than \(Limits.checkpointSignatures) signatures"
    }
  }
}
