/// The hashes of a Merkle tree over a list of byte strings.
///
/// Leaves and nodes begin with different bytes, so that no node passes for a leaf. Source: RFC 6962
/// section 2.1.
package enum MerkleTree {
  /// Bytes of every hash.
  package static let hashBytes = 32

  /// The root of the empty list.
  package static func emptyRoot(_ digest: some Digest) -> [UInt8] { digest.sha256([]) }

  package static func leafHash(_ leaf: [UInt8], _ digest: some Digest) -> [UInt8] {
    var input: [UInt8] = []
    input.reserveCapacity(1 + leaf.count)
    input.append(0)
    input += leaf
    return digest.sha256(input)
  }

  package static func nodeHash(
    _ left: [UInt8], _ right: [UInt8], _ digest: some Digest
  ) -> [UInt8] {
    var input: [UInt8] = []
    input.reserveCapacity(1 + 2 * hashBytes)
    input.append(1)
    input += left
    input += right
    return digest.sha256(input)
  }

  /// How many of `count` leaves, two or more, lie in the left half: the largest power of two below
  /// `count`.
  static func leftCount(of count: Int64) -> Int64 {
    1 << Int64(63 - (count - 1).leadingZeroBitCount)
  }
}

/// Where proofs take the hashes of a tree from.
package protocol MerkleSource {
  associatedtype Failure: Error

  /// The hash of the leaf with a zero-based index.
  func leafHash(_ index: Int64) throws(Failure) -> [UInt8]

  /// The root of the complete subtree over the 2^`level` leaves from `index` times 2^`level` on;
  /// nil if it is not kept: then it is computed from the leaves.
  func subtreeRoot(level: Int, index: Int64) throws(Failure) -> [UInt8]?
}

extension MerkleSource {
  package func subtreeRoot(level: Int, index: Int64) throws(Failure) -> [UInt8]? { nil }

  /// The root over the leaves of a range that is not empty, read in their order; beside them it
  /// holds one hash for each level.
  func root(_ leaves: Range<Int64>, _ digest: some Digest) throws(Failure) -> [UInt8] {
    let (start, count) = (leaves.lowerBound, leaves.upperBound - leaves.lowerBound)
    if count == 1 { return try leafHash(start) }
    if count & (count - 1) == 0, start % count == 0,
      let known = try subtreeRoot(level: count.trailingZeroBitCount, index: start / count)
    {
      return known
    }
    let middle = start + MerkleTree.leftCount(of: count)
    let left = try root(start..<middle, digest)
    return MerkleTree.nodeHash(left, try root(middle..<leaves.upperBound, digest), digest)
  }
}
