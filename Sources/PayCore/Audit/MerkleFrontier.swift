/// The right edge of a Merkle tree: all that is needed to add a leaf and to tell the root.
///
/// It holds the roots of the complete subtrees from left to right, one for each bit that is set in
/// the size, so at most 63. Adding a leaf costs its hash and, on average, one hash of a node.
package struct MerkleFrontier: Sendable, Hashable {
  /// Leaves in the tree.
  package private(set) var size: Int64
  /// The largest subtree first.
  package private(set) var hashes: [[UInt8]]

  /// That of the empty tree.
  package init() { (size, hashes) = (0, []) }

  package mutating func append(leaf: [UInt8], _ digest: some Digest) {
    append(leafHash: MerkleTree.leafHash(leaf, digest), digest)
  }

  package mutating func append(leafHash: [UInt8], _ digest: some Digest) {
    var hash = leafHash
    // Each bit that carries over when the size grows by one joins two subtrees of the same height.
    for _ in 0..<(~size).trailingZeroBitCount {
      hash = MerkleTree.nodeHash(hashes.removeLast(), hash, digest)
    }
    hashes.append(hash)
    size += 1
  }

  package func root(_ digest: some Digest) -> [UInt8] {
    guard var hash = hashes.last else { return MerkleTree.emptyRoot(digest) }
    for left in hashes.dropLast().reversed() { hash = MerkleTree.nodeHash(left, hash, digest) }
    return hash
  }
}

// MARK: Bytes

extension MerkleFrontier {
  private static let version = Array("pay-audit-frontier-v1".utf8)

  /// The canonical bytes: `pay-audit-frontier-v1`, the size, then each hash, as `LengthPrefixed`
  /// writes fields.
  package var bytes: [UInt8] {
    var fields = LengthPrefixed()
    fields.append(Self.version)
    fields.append(size)
    for hash in hashes { fields.append(hash) }
    return fields.bytes
  }

  /// Reads exactly what `bytes` writes.
  package init(parsing bytes: [UInt8]) throws(MerkleFrontierError) {
    guard bytes.count <= Limits.auditFrontierBytes else {
      throw MerkleFrontierError(code: .tooLarge, offset: Limits.auditFrontierBytes)
    }
    var reader = LengthPrefixedReader(bytes)
    let version = try Self.field(&reader)
    guard reader.holds(version, Self.version) else {
      throw MerkleFrontierError(code: .version, offset: version.lowerBound)
    }
    let size = try Self.field(&reader)
    guard let count = reader.integer(size), count >= 0 else {
      throw MerkleFrontierError(code: .size, offset: size.lowerBound)
    }
    var hashes: [[UInt8]] = []
    for _ in 0..<count.nonzeroBitCount {
      let hash = try Self.field(&reader)
      guard hash.count == MerkleTree.hashBytes else {
        throw MerkleFrontierError(code: .hash, offset: hash.lowerBound)
      }
      hashes.append(Array(bytes[hash]))
    }
    guard reader.isAtEnd else {
      throw MerkleFrontierError(code: .trailingBytes, offset: reader.offset)
    }
    (self.size, self.hashes) = (count, hashes)
  }

  private static func field(
    _ reader: inout LengthPrefixedReader
  ) throws(MerkleFrontierError) -> Range<Int> {
    guard let field = reader.next() else {
      throw MerkleFrontierError(code: .unexpectedEnd, offset: reader.offset)
    }
    return field
  }
}

/// Why bytes are not the right edge of a tree, and at which byte.
package struct MerkleFrontierError: Error, Sendable, Hashable {
  package enum Code: String, Sendable, CaseIterable {
    case tooLarge = "audit_frontier_too_large"
    case version = "audit_frontier_version"
    case size = "audit_frontier_size"
    case hash = "audit_frontier_hash"
    case unexpectedEnd = "audit_frontier_unexpected_end"
    case trailingBytes = "audit_frontier_trailing_bytes"
  }

  package let code: Code
  /// Zero-based offset of the field that is wrong.
  package let offset: Int
}

extension MerkleFrontierError: CustomStringConvertible {
  package var description: String {
    "\(cause) at byte \(offset): the edge of the audit tree was damaged; restore the store from a"
      + " backup"
  }

  private var cause: String {
    switch code {
    case .tooLarge: "more bytes than an edge has"
    case .version: "not pay-audit-frontier-v1"
    case .size: "the size is not a number from 0 on"
    case .hash: "a hash has not \(MerkleTree.hashBytes) bytes"
    case .unexpectedEnd: "the bytes end too early"
    case .trailingBytes: "something follows the last hash"
    }
  }
}
