internal import PayCore

/// An audit entry that is read is written as it was; one that is not is refused at a place in it.
enum AuditEntryProperty {
  static func check(_ bytes: [UInt8]) throws(BrokenClaim) {
    let entry: AuditEntry
    do throws(AuditEntryError) {
      entry = try AuditEntry(parsing: bytes)
    } catch {
      try claim((0...bytes.count).contains(error.offset), "\(error) is not in the input")
      return try claim(
        (try? AuditEntry.number(in: bytes)) == nil, "it is refused, but its number is read")
    }
    try claim(entry.canonicalBytes == bytes, "it is written otherwise")
    try claim((try? AuditEntry.number(in: bytes)) == entry.number, "another number is read")
    let again = try? AuditEntry(
      number: entry.number, moment: entry.moment, actor: entry.actor, action: entry.action,
      subject: entry.subject, changes: entry.changes.reversed())
    try claim(again == entry, "its own parts in another order make another entry")
  }
}

/// The right edge of a tree that is read is written as it was, and has a hash for each subtree.
enum AuditFrontierProperty {
  static func check(_ bytes: [UInt8]) throws(BrokenClaim) {
    let tree: MerkleFrontier
    do throws(MerkleFrontierError) {
      tree = try MerkleFrontier(parsing: bytes)
    } catch {
      return try claim((0...bytes.count).contains(error.offset), "\(error) is not in the input")
    }
    try claim(tree.bytes == bytes, "it is written otherwise")
    try claim(
      tree.size >= 0 && tree.hashes.count == tree.size.nonzeroBitCount
        && tree.hashes.allSatisfy { $0.count == MerkleTree.hashBytes }, "it is no edge of a tree")
  }
}

/// A checkpoint that is read is written as it was.
enum AuditCheckpointProperty {
  static func check(_ bytes: [UInt8]) throws(BrokenClaim) {
    let checkpoint: AuditCheckpoint
    do throws(CheckpointError) {
      checkpoint = try AuditCheckpoint(parsing: bytes)
    } catch {
      return try claim((0...bytes.count).contains(error.offset), "\(error) is not in the input")
    }
    try claim(Array(checkpoint.text.utf8) == bytes, "it is written otherwise")
    try claim(bytes.starts(with: checkpoint.note.utf8), "other text is signed")
    try claim(
      checkpoint.root.count == MerkleTree.hashBytes && !checkpoint.signatures.isEmpty,
      "a part has another size")
  }
}
