/// Proof that a tree is a later state of an earlier one: that it begins with the same leaves.
///
/// Source: RFC 6962 section 2.1.2. It has no hashes if the sizes are equal or the earlier tree is
/// empty, with which every tree begins.
package struct ConsistencyProof: Sendable, Hashable {
  /// At most one for each level of the later tree, and one.
  package let hashes: [[UInt8]]

  package init(hashes: [[UInt8]]) { self.hashes = hashes }

  /// The proof between the trees over the first `first` and the first `second` leaves; nil unless
  /// 0 <= first <= second.
  package init?<Source: MerkleSource>(
    from first: Int64, to second: Int64, source: Source, _ digest: some Digest
  ) throws(Source.Failure) {
    guard first >= 0, first <= second else { return nil }
    guard first > 0, first < second else {
      hashes = []
      return
    }
    var leaves = 0..<second
    var hashes: [[UInt8]] = []
    // Down to the subtree that ends where the earlier tree does.
    while leaves.upperBound != first {
      let (near, far) = MerkleTree.halves(of: leaves, near: first - 1)
      hashes.append(try source.root(far, digest))
      leaves = near
    }
    // Whoever verifies knows the earlier root, so it need not be sent where it is that subtree.
    if leaves.lowerBound > 0 { hashes.append(try source.root(leaves, digest)) }
    self.hashes = hashes.reversed()
  }

  /// Whether the tree with the second size and root begins with the one with the first. Source:
  /// RFC 9162 section 2.1.4.2.
  package func proves(
    from first: Int64, root firstRoot: [UInt8], to second: Int64, root secondRoot: [UInt8],
    _ digest: some Digest
  ) -> Bool {
    guard first >= 0, first <= second, firstRoot.isMerkleHash, secondRoot.isMerkleHash,
      hashes.allSatisfy(\.isMerkleHash)
    else { return false }
    if first == second { return hashes.isEmpty && firstRoot == secondRoot }
    if first == 0 { return hashes.isEmpty && firstRoot == MerkleTree.emptyRoot(digest) }
    // The subtree that ends where the earlier tree does, and the last node, as indices at its
    // level.
    let height = Int64(first.trailingZeroBitCount)
    var (node, last) = ((first - 1) >> height, (second - 1) >> height)
    var path = hashes[...]
    // An earlier tree that is complete is that subtree itself.
    guard let start = node == 0 ? firstRoot : path.popFirst() else { return false }
    var (earlier, later) = (start, start)
    for sibling in path {
      guard last > 0 else { return false }
      if node & 1 == 1 || node == last {
        earlier = MerkleTree.nodeHash(sibling, earlier, digest)
        later = MerkleTree.nodeHash(sibling, later, digest)
        let rise = node.trailingZeroBitCount
        if node & 1 == 0 { (node, last) = (node >> Int64(rise), last >> Int64(rise)) }
      } else {
        later = MerkleTree.nodeHash(later, sibling, digest)
      }
      (node, last) = (node >> 1, last >> 1)
    }
    return last == 0 && earlier == firstRoot && later == secondRoot
  }
}
