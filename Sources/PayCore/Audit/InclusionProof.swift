/// Proof that a leaf is in a tree: the hashes beside the way from the leaf to the root, the lowest
/// first. Source: RFC 6962 section 2.1.1.
package struct InclusionProof: Sendable, Hashable {
  /// At most one for each level of the tree.
  package let hashes: [[UInt8]]

  package init(hashes: [[UInt8]]) { self.hashes = hashes }

  /// The proof for the leaf with a zero-based index among the first `size` leaves; nil if it is not
  /// one of them.
  package init?<Source: MerkleSource>(
    of index: Int64, in size: Int64, source: Source, _ digest: some Digest
  ) throws(Source.Failure) {
    guard index >= 0, index < size else { return nil }
    var leaves = 0..<size
    var hashes: [[UInt8]] = []
    while leaves.upperBound - leaves.lowerBound > 1 {
      let (near, far) = MerkleTree.halves(of: leaves, near: index)
      hashes.append(try source.root(far, digest))
      leaves = near
    }
    self.hashes = hashes.reversed()
  }

  /// Whether the leaf with this hash is the one at `index` of the tree with this size and root.
  /// Source: RFC 9162 section 2.1.3.2.
  package func proves(
    leafHash: [UInt8], at index: Int64, in size: Int64, root: [UInt8], _ digest: some Digest
  ) -> Bool {
    guard index >= 0, index < size, leafHash.isMerkleHash, hashes.allSatisfy(\.isMerkleHash) else {
      return false
    }
    // The leaf's node and the last node, as indices at the level that has been reached.
    var (node, last) = (index, size - 1)
    var hash = leafHash
    for sibling in hashes {
      guard last > 0 else { return false }
      if node & 1 == 1 || node == last {
        hash = MerkleTree.nodeHash(sibling, hash, digest)
        // A last node without a sibling rises as it is until it is a right one.
        let rise = node.trailingZeroBitCount
        if node & 1 == 0 { (node, last) = (node >> Int64(rise), last >> Int64(rise)) }
      } else {
        hash = MerkleTree.nodeHash(hash, sibling, digest)
      }
      (node, last) = (node >> 1, last >> 1)
    }
    return last == 0 && hash == root
  }
}

extension MerkleTree {
  /// The two halves of a range of two or more leaves: the one with the leaf `index`, then the
  /// other.
  static func halves(
    of leaves: Range<Int64>, near index: Int64
  ) -> (near: Range<Int64>, far: Range<Int64>) {
    let middle = leaves.lowerBound + leftCount(of: leaves.upperBound - leaves.lowerBound)
    let (left, right) = (leaves.lowerBound..<middle, middle..<leaves.upperBound)
    return index < middle ? (left, right) : (right, left)
  }
}

extension [UInt8] {
  var isMerkleHash: Bool { count == MerkleTree.hashBytes }
}
