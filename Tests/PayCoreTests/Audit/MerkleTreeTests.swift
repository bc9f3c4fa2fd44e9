import TestSupport
import Testing

@testable import PayCore

@Suite struct MerkleTreeTests {
  /// The leaves with which implementations of certificate transparency are tested, in hex.
  static let leaves = [
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
  ].map { Hex.decode($0) ?? [] }

  /// The root of the first n of them.
  static let roots = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  ]

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `the digest of these tests is SHA-256`(text: String, expected: String) {
    #expect(Hex.lower(PlainSHA256().sha256(Array(text.utf8))) == expected)
  }

  @Test(arguments: 0...8)
  func `the known trees have the known roots`(size: Int) {
    let leaves = Array(Self.leaves[..<size])
    var tree = MerkleFrontier()
    for leaf in leaves { tree.append(leaf: leaf, PlainSHA256()) }
    #expect(Hex.lower(tree.root(PlainSHA256())) == Self.roots[size])
    #expect(Hex.lower(NaiveTree.root(leaves, PlainSHA256())) == Self.roots[size])
  }

  @Test func `a node does not pass for a leaf`() {
    let digest = FakeDigest()
    let (left, right) = (AuditFixture.digest(1), AuditFixture.digest(2))
    #expect(
      MerkleTree.nodeHash(left, right, digest) != MerkleTree.leafHash(left + right, digest))
    #expect(
      MerkleTree.nodeHash(left, right, digest) != MerkleTree.nodeHash(right, left, digest))
    #expect(MerkleTree.leafHash([], digest) != MerkleTree.emptyRoot(digest))
  }
}

@Suite struct MerkleFrontierTests {
  private let digest = FakeDigest()

  private func leaves(_ count: Int) -> [[UInt8]] { (0..<count).map { Array("leaf \($0)".utf8) } }

  @Test func `each size up to 300 has the root that the definition gives`() {
    let leaves = leaves(300)
    var tree = MerkleFrontier()
    for size in 0...300 {
      #expect(tree.size == size && tree.hashes.count == size.nonzeroBitCount)
      if size <= 70 || size % 37 == 0 {
        #expect(tree.root(digest) == NaiveTree.root(Array(leaves[..<size]), digest))
      }
      if size < 300 { tree.append(leaf: leaves[size], digest) }
    }
  }

  @Test func `a value that was copied goes its own way`() {
    let earlier = AuditFixture.tree(leaves(5))
    var later = earlier
    later.append(leaf: [1], digest)
    #expect(earlier == AuditFixture.tree(leaves(5)))
    #expect(later == AuditFixture.tree(leaves(5) + [[1]]))
  }

  @Test func `the bytes of each size are read to the same value, which grows on`() throws {
    for size in 0...70 {
      let tree = AuditFixture.tree(leaves(size))
      var read = try MerkleFrontier(parsing: tree.bytes)
      #expect(read == tree)
      read.append(leaf: Array("leaf \(size)".utf8), digest)
      #expect(read == AuditFixture.tree(leaves(size + 1)))
    }
  }

  @Test func `the largest tree fits its limit`() throws {
    var fields = LengthPrefixed()
    fields.append("pay-audit-frontier-v1")
    fields.append(Int64.max)
    for index in 0..<63 { fields.append(AuditFixture.digest(index)) }
    #expect(fields.bytes.count <= Limits.auditFrontierBytes)
    #expect(try MerkleFrontier(parsing: fields.bytes).bytes == fields.bytes)
  }

  private static func bytes(
    version: String = "pay-audit-frontier-v1", _ size: String, _ hashes: [[UInt8]]
  ) -> [UInt8] {
    var fields = LengthPrefixed()
    fields.append(version)
    fields.append(size)
    for hash in hashes { fields.append(hash) }
    return fields.bytes
  }

  private static let hash = AuditFixture.digest(1)

  @Test(
    arguments: [
      (bytes(version: "pay-audit-frontier-v2", "1", [hash]), .version, 4),
      (bytes(version: "", "1", [hash]), .version, 4),
      (bytes("-1", []), .size, 29), (bytes("01", [hash]), .size, 29), (bytes("", []), .size, 29),
      (bytes("+1", [hash]), .size, 29), (bytes("-0", []), .size, 29),
      (bytes("9223372036854775808", [hash]), .size, 29),
      (bytes("1", [Array(hash.dropLast())]), .hash, 34), (bytes("1", [hash + [0]]), .hash, 34),
      (bytes("1", []), .unexpectedEnd, 30), (bytes("3", [hash]), .unexpectedEnd, 66),
      (bytes("0", [hash]), .trailingBytes, 30), (bytes("1", [hash, hash]), .trailingBytes, 66),
      (bytes("1", [hash]) + [0], .trailingBytes, 66), ([], .unexpectedEnd, 0),
      ([0, 0, 0], .unexpectedEnd, 0), ([0xFF, 0xFF, 0xFF, 0xFF], .unexpectedEnd, 0),
    ] as [([UInt8], MerkleFrontierError.Code, Int)])
  func `other bytes are refused at their place`(
    bytes: [UInt8], code: MerkleFrontierError.Code, offset: Int
  ) {
    #expect(throws: MerkleFrontierError(code: code, offset: offset)) {
      try MerkleFrontier(parsing: bytes)
    }
  }

  @Test func `more bytes than there may be are not looked at`() {
    let bytes = [UInt8](repeating: 0x61, count: Limits.auditFrontierBytes + 1)
    #expect(throws: MerkleFrontierError(code: .tooLarge, offset: Limits.auditFrontierBytes)) {
      try MerkleFrontier(parsing: bytes)
    }
  }

  @Test func `no cut and no changed bit goes unseen`() throws {
    let bytes = AuditFixture.tree(leaves(11)).bytes
    for count in bytes.indices {
      #expect(throws: MerkleFrontierError.self) {
        try MerkleFrontier(parsing: Array(bytes[..<count]))
      }
    }
    for (place, bit) in bytes.indices.flatMap({ place in (0..<8).map { (place, $0) } }) {
      var changed = bytes
      changed[place] ^= 1 << UInt8(bit)
      guard let tree = try? MerkleFrontier(parsing: changed) else { continue }
      #expect(tree.bytes == changed)
    }
  }

  @Test func `an error says what and where`() {
    #expect(
      "\(MerkleFrontierError(code: .hash, offset: 34))"
        == "a hash has not 32 bytes at byte 34: the edge of the audit tree was damaged; restore the"
        + " store from a backup")
  }
}
