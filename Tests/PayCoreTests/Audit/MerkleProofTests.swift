import Synchronization
import TestSupport
import Testing

@testable import PayCore

/// All roots of complete subtrees, computed from below; counts what is read.
private final class KeptTree: MerkleSource {
  private let levels: [[[UInt8]]]
  private(set) var reads = 0

  init(_ leaves: [[UInt8]], _ digest: some Digest) {
    var levels = [leaves.map { MerkleTree.leafHash($0, digest) }]
    while let last = levels.last, last.count > 1 {
      levels.append(
        (0..<last.count / 2).map { MerkleTree.nodeHash(last[2 * $0], last[2 * $0 + 1], digest) })
    }
    self.levels = levels
  }

  func leafHash(_ index: Int64) -> [UInt8] {
    reads += 1
    return levels[0][Int(index)]
  }

  func subtreeRoot(level: Int, index: Int64) -> [UInt8]? {
    reads += 1
    return levels[level][Int(index)]
  }
}

private struct BrokenSource: MerkleSource {
  struct Failure: Error, Equatable { let index: Int64 }

  func leafHash(_ index: Int64) throws(Failure) -> [UInt8] {
    if index == 5 { throw Failure(index: index) }
    return AuditFixture.digest(Int(index))
  }
}

/// Remembers every digest: the same nodes are hashed again and again here.
private final class RememberingDigest: Digest {
  private let known = Mutex<[[UInt8]: [UInt8]]>([:])

  func sha256(_ bytes: [UInt8]) -> [UInt8] {
    known.withLock { known in
      if let hash = known[bytes] { return hash }
      let hash = FakeDigest().sha256(bytes)
      known[bytes] = hash
      return hash
    }
  }
}

private let rememberingDigest = RememberingDigest()

/// All numbers of a small range, of a large one those about a number and at the ends.
private func others(than number: Int, in range: ClosedRange<Int>) -> [Int] {
  range.filter { other in
    other != number
      && (range.count < 24 || abs(other - number) < 4 || other - range.lowerBound < 2
        || range.upperBound - other < 2)
  }
}

/// What is no longer a proof: a byte changed, a hash taken away, put in or exchanged.
private func damaged(_ hashes: [[UInt8]], _ random: inout SplitMix64, all: Bool) -> [[[UInt8]]] {
  var results: [[[UInt8]]] = []
  for index in hashes.indices {
    let places =
      all ? Array(hashes[index].indices) : [Int.random(in: 0..<32, using: &random)]
    for place in places {
      var changed = hashes
      changed[index][place] ^= 1 << UInt8(random.next() % 8)
      results.append(changed)
    }
    var changed = hashes
    changed.remove(at: index)
    results.append(changed)
    changed = hashes
    changed[index].removeLast()
    results.append(changed)
    for other in hashes.indices where other > index && hashes[other] != hashes[index] {
      changed = hashes
      changed.swapAt(index, other)
      results.append(changed)
    }
  }
  for index in 0...hashes.count {
    for hash in [AuditFixture.digest(index), hashes.first ?? [], []] {
      var changed = hashes
      changed.insert(hash, at: index)
      results.append(changed)
    }
  }
  return results
}

/// Of leaf 5 among the first 7 known leaves; computed apart from this program.
private let knownInclusion = [
  "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
  "b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
]

/// From the first 3 to the first 7 known leaves; computed apart from this program.
private let knownConsistency = [
  "0298d122906dcfc10892cb53a73992fc5b9f493ea4c9badb27b791b4127a7fe7",
  "07506a85fd9dd2f120eb694f86011e5bb4662e5c415a62917033d4a9624487e7",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "837dbb152e9b079010717e84e865da4ebc0fa198a806d59d31bf15accef22d0e",
]

@Suite struct InclusionProofTests {
  private let digest = rememberingDigest
  static let leaves = (0..<73).map { Array("leaf \($0)".utf8) }

  @Test(arguments: 1...8)
  func `the known trees have the proofs that the definition gives`(size: Int) {
    let leaves = Array(MerkleTreeTests.leaves[..<size])
    let digest = PlainSHA256()
    let source = LeafSource(leaves, digest)
    for index in 0..<size {
      let proof = InclusionProof(of: Int64(index), in: Int64(size), source: source, digest)
      #expect(proof?.hashes == NaiveTree.path(index, leaves, digest))
      #expect(
        proof?.proves(
          leafHash: source.hashes[index], at: Int64(index), in: Int64(size),
          root: Hex.decode(MerkleTreeTests.roots[size]) ?? [], digest) == true)
    }
  }

  @Test func `a proof of a known tree is the known one`() {
    let digest = PlainSHA256()
    let proof = InclusionProof(
      of: 5, in: 7, source: LeafSource(MerkleTreeTests.leaves, digest), digest)
    #expect(proof?.hashes.map { Hex.lower($0) } == knownInclusion)
  }

  @Test(arguments: 1...70)
  func `each leaf of each tree is proven, and only where it is`(size: Int) throws {
    let leaves = Array(Self.leaves[..<size])
    let source = LeafSource(leaves, digest)
    let root = NaiveTree.root(leaves, digest)
    // A path of the same shape in another tree leads to the same root, which is not that tree's.
    let otherRoots = Dictionary(
      uniqueKeysWithValues: Set([0, size - 1, size + 1, size + 3]).map {
        ($0, NaiveTree.root(Array(Self.leaves[..<$0]), digest))
      })
    for index in 0..<size {
      let proof = try #require(
        InclusionProof(of: Int64(index), in: Int64(size), source: source, digest))
      #expect(proof.hashes == NaiveTree.path(index, leaves, digest))
      let hash = source.hashes[index]
      func holds(_ index: Int, _ size: Int, _ root: [UInt8]) -> Bool {
        proof.proves(leafHash: hash, at: Int64(index), in: Int64(size), root: root, digest)
      }
      #expect(holds(index, size, root))
      #expect(!others(than: index, in: -1...size).contains { holds($0, size, root) })
      for (other, root) in otherRoots { #expect(!holds(index, other, root)) }
      #expect(!holds(index, size * 2 + 2, root))
    }
  }

  @Test(arguments: [1, 2, 3, 7, 8, 13, 16, 31, 33, 64, 70])
  func `a proof that was touched proves nothing`(size: Int) throws {
    var random = SplitMix64(seed: UInt64(size))
    let leaves = Array(Self.leaves[..<size])
    let source = LeafSource(leaves, digest)
    let root = NaiveTree.root(leaves, digest)
    for index in Set([0, size / 3, size / 2, size - 1]) {
      let proof = try #require(
        InclusionProof(of: Int64(index), in: Int64(size), source: source, digest))
      func holds(_ hashes: [[UInt8]], _ leaf: [UInt8], _ root: [UInt8]) -> Bool {
        InclusionProof(hashes: hashes)
          .proves(leafHash: leaf, at: Int64(index), in: Int64(size), root: root, digest)
      }
      let hash = source.hashes[index]
      #expect(!damaged(proof.hashes, &random, all: true).contains { holds($0, hash, root) })
      for place in 0..<32 {
        var changed = hash
        changed[place] ^= 0x10
        #expect(!holds(proof.hashes, changed, root))
        changed = root
        changed[place] ^= 0x10
        #expect(!holds(proof.hashes, hash, changed))
      }
      #expect(!holds(proof.hashes, Array(hash.dropLast()), root))
      #expect(!holds(proof.hashes, hash, []))
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `large trees, with their subtrees kept or not, give the same proofs`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let size = Int.random(in: 71...10_000, using: &random)
    let leaves = (0..<size).map { Array("\(seed) \($0)".utf8) }
    let (plain, kept) = (LeafSource(leaves, digest), KeptTree(leaves, digest))
    let root = AuditFixture.tree(leaves).root(digest)
    for round in 0..<8 {
      let index = Int.random(in: 0..<size, using: &random)
      let place = "seed \(seed), size \(size), index \(index)"
      let before = kept.reads
      let proof = try #require(
        InclusionProof(of: Int64(index), in: Int64(size), source: kept, digest))
      #expect(kept.reads - before <= 14 * 14, "\(place): as many reads as levels, squared")
      func holds(_ hashes: [[UInt8]]) -> Bool {
        InclusionProof(hashes: hashes).proves(
          leafHash: plain.hashes[index], at: Int64(index), in: Int64(size), root: root, digest)
      }
      #expect(holds(proof.hashes), "\(place)")
      #expect(!damaged(proof.hashes, &random, all: false).contains(where: holds), "\(place)")
      if round == 0 {
        let same = InclusionProof(of: Int64(index), in: Int64(size), source: plain, digest)
        #expect(same == proof, "\(place)")
      }
    }
  }

  @Test(arguments: [(0, 0), (-1, 5), (5, 5), (0, -1), (Int64.max, Int64.max)] as [(Int64, Int64)])
  func `there is no proof for what is no leaf`(index: Int64, size: Int64) {
    let proof = InclusionProof(
      of: index, in: size, source: LeafSource(Self.leaves, digest), digest)
    #expect(proof == nil)
    #expect(
      !InclusionProof(hashes: []).proves(
        leafHash: Self.hash, at: index, in: size, root: Self.hash, digest))
  }

  private static let hash = AuditFixture.digest(0)

  @Test func `a source that fails says why`() {
    #expect(throws: BrokenSource.Failure(index: 5)) {
      try InclusionProof(of: 0, in: 8, source: BrokenSource(), digest)
    }
  }
}

@Suite struct ConsistencyProofTests {
  private let digest = rememberingDigest
  private static let leaves = InclusionProofTests.leaves

  @Test func `the known trees have the proofs that the definition gives`() {
    let digest = PlainSHA256()
    let source = LeafSource(MerkleTreeTests.leaves, digest)
    let roots = MerkleTreeTests.roots.map { Hex.decode($0) ?? [] }
    for (first, second) in (1...8).flatMap({ second in (0...second).map { ($0, second) } }) {
      let proof = ConsistencyProof(
        from: Int64(first), to: Int64(second), source: source, digest)
      if first > 0 {
        let leaves = Array(MerkleTreeTests.leaves[..<second])
        #expect(proof?.hashes == NaiveTree.consistency(first, leaves, digest))
      }
      #expect(
        proof?.proves(
          from: Int64(first), root: roots[first], to: Int64(second), root: roots[second], digest)
          == true)
    }
    let known = ConsistencyProof(from: 3, to: 7, source: source, digest)
    #expect(known?.hashes.map { Hex.lower($0) } == knownConsistency)
  }

  @Test(arguments: 1...70)
  func `each tree is proven to begin with each smaller one, and with no other`(second: Int) throws {
    let source = LeafSource(Self.leaves, digest)
    let roots = (0...second + 1).map { NaiveTree.root(Array(Self.leaves[..<$0]), digest) }
    for first in 0...second {
      let proof = try #require(
        ConsistencyProof(from: Int64(first), to: Int64(second), source: source, digest))
      if first > 0 {
        let leaves = Array(Self.leaves[..<second])
        #expect(proof.hashes == NaiveTree.consistency(first, leaves, digest))
      }
      func holds(_ first: Int, _ second: Int, _ one: [UInt8], _ two: [UInt8]) -> Bool {
        proof.proves(from: Int64(first), root: one, to: Int64(second), root: two, digest)
      }
      #expect(holds(first, second, roots[first], roots[second]))
      #expect(!holds(first, second, AuditFixture.digest(1), roots[second]))
      if first > 0 { #expect(!holds(first, second, roots[first], AuditFixture.digest(1))) }
      // Nothing is a proof of two trees, but for the empty one between a tree and itself or none.
      guard !proof.hashes.isEmpty else { continue }
      for other in others(than: first, in: 0...second) {
        #expect(!holds(other, second, roots[other], roots[second]))
        #expect(!holds(other, second, roots[first], roots[second]))
      }
      for other in [second - 1, second + 1] {
        #expect(!holds(first, other, roots[first], roots[other]))
      }
    }
  }

  @Test(arguments: [2, 3, 7, 8, 13, 16, 31, 33, 64, 70])
  func `a proof that was touched proves nothing`(second: Int) throws {
    var random = SplitMix64(seed: UInt64(second))
    let source = LeafSource(Self.leaves, digest)
    let later = NaiveTree.root(Array(Self.leaves[..<second]), digest)
    for first in Set([1, 2, second / 2, second - 1, second]) where first > 0 {
      let earlier = NaiveTree.root(Array(Self.leaves[..<first]), digest)
      let proof = try #require(
        ConsistencyProof(from: Int64(first), to: Int64(second), source: source, digest))
      func holds(_ hashes: [[UInt8]], _ one: [UInt8], _ two: [UInt8]) -> Bool {
        ConsistencyProof(hashes: hashes)
          .proves(from: Int64(first), root: one, to: Int64(second), root: two, digest)
      }
      #expect(holds(proof.hashes, earlier, later))
      #expect(!damaged(proof.hashes, &random, all: true).contains { holds($0, earlier, later) })
      for place in 0..<32 {
        var changed = earlier
        changed[place] ^= 1
        #expect(!holds(proof.hashes, changed, later))
        changed = later
        changed[place] ^= 1
        #expect(!holds(proof.hashes, earlier, changed))
      }
      #expect(!holds(proof.hashes, [], later))
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `large trees, with their subtrees kept or not, give the same proofs`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let second = Int.random(in: 71...10_000, using: &random)
    let leaves = (0..<second).map { Array("\(seed) \($0)".utf8) }
    let (plain, kept) = (LeafSource(leaves, digest), KeptTree(leaves, digest))
    let later = AuditFixture.tree(leaves).root(digest)
    for round in 0..<6 {
      let first = Int.random(in: 1...second, using: &random)
      let place = "seed \(seed), from \(first) to \(second)"
      let earlier = AuditFixture.tree(leaves[..<first]).root(digest)
      let proof = try #require(
        ConsistencyProof(from: Int64(first), to: Int64(second), source: kept, digest))
      func holds(_ hashes: [[UInt8]]) -> Bool {
        ConsistencyProof(hashes: hashes).proves(
          from: Int64(first), root: earlier, to: Int64(second), root: later, digest)
      }
      #expect(holds(proof.hashes), "\(place)")
      #expect(!damaged(proof.hashes, &random, all: false).contains(where: holds), "\(place)")
      if round == 0 {
        let same = ConsistencyProof(from: Int64(first), to: Int64(second), source: plain, digest)
        #expect(same == proof, "\(place)")
      }
    }
  }

  @Test(arguments: [(2, 1), (-1, 5), (0, -1)] as [(Int64, Int64)])
  func `there is no proof backwards`(first: Int64, second: Int64) {
    let hash = AuditFixture.digest(1)
    let source = LeafSource(Self.leaves, digest)
    #expect(ConsistencyProof(from: first, to: second, source: source, digest) == nil)
    #expect(
      !ConsistencyProof(hashes: []).proves(
        from: first, root: hash, to: second, root: hash, digest))
  }

  @Test func `a source that fails says why`() {
    #expect(throws: BrokenSource.Failure(index: 5)) {
      try ConsistencyProof(from: 3, to: 8, source: BrokenSource(), digest)
    }
  }
}
