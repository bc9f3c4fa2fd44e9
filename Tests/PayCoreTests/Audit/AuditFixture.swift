import PayCore
import TestSupport

/// SHA-256 (FIPS 180-4) written out, to hold the hash rules against published roots. Slow.
struct PlainSHA256: Digest {
  private static let constants: [UInt32] = {
    // The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    let primes = (2...311).filter { number in (2..<number).allSatisfy { number % $0 != 0 } }
    return primes.map { root(of: $0, power: 3) }
  }()
  private static let start: [UInt32] = [2, 3, 5, 7, 11, 13, 17, 19].map { root(of: $0, power: 2) }

  /// The largest r with r^`power` <= `prime` * 2^(32 * `power`), its lower 32 bits.
  private static func root(of prime: Int, power: Int) -> UInt32 {
    let target = UInt128(prime) << UInt128(32 * power)
    var result: UInt128 = 0
    for bit in stride(from: UInt128(36), through: 0, by: -1) {
      let candidate = result | 1 << bit
      let value = (1..<power).reduce(candidate) { product, _ in product * candidate }
      if value <= target { result = candidate }
    }
    return UInt32(truncatingIfNeeded: result)
  }

  func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var message = bytes + [0x80]
    while message.count % 64 != 56 { message.append(0) }
    message += Self.bigEndian(UInt64(bytes.count) * 8)
    var state = Self.start
    for block in stride(from: 0, to: message.count, by: 64) {
      Self.compress(&state, message[block..<block + 64])
    }
    return state.flatMap { Self.bigEndian(UInt64($0)).suffix(4) }
  }

  private static func bigEndian(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> UInt64(56 - 8 * $0)) }
  }

  private static func compress(_ state: inout [UInt32], _ block: ArraySlice<UInt8>) {
    func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
    var words = (0..<16).map { index in
      (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[block.startIndex + 4 * index + $1]) }
    }
    for index in 16..<64 {
      let (a, b) = (words[index - 15], words[index - 2])
      let first = rotated(a, 7) ^ rotated(a, 18) ^ a >> 3
      let second = rotated(b, 17) ^ rotated(b, 19) ^ b >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var v = state
    for index in 0..<64 {
      let high = rotated(v[4], 6) ^ rotated(v[4], 11) ^ rotated(v[4], 25)
      let choice = v[4] & v[5] ^ ~v[4] & v[6]
      let first = v[7] &+ high &+ choice &+ constants[index] &+ words[index]
      let low = rotated(v[0], 2) ^ rotated(v[0], 13) ^ rotated(v[0], 22)
      let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]
      v = [first &+ low &+ majority, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
    }
    for index in 0..<8 { state[index] = state[index] &+ v[index] }
  }
}

/// A tree by the words of RFC 6962 section 2.1, for comparison: it copies and computes everything
/// anew.
enum NaiveTree {
  static func root(_ leaves: [[UInt8]], _ digest: some Digest) -> [UInt8] {
    if leaves.isEmpty { return digest.sha256([]) }
    if leaves.count == 1 { return digest.sha256([0] + leaves[0]) }
    let (left, right) = halves(leaves)
    return digest.sha256([1] + root(left, digest) + root(right, digest))
  }

  /// PATH(m, D[n]).
  static func path(_ index: Int, _ leaves: [[UInt8]], _ digest: some Digest) -> [[UInt8]] {
    if leaves.count == 1 { return [] }
    let (left, right) = halves(leaves)
    return index < left.count
      ? path(index, left, digest) + [root(right, digest)]
      : path(index - left.count, right, digest) + [root(left, digest)]
  }

  /// SUBPROOF(m, D[n], b).
  static func consistency(
    _ first: Int, _ leaves: [[UInt8]], isWhole: Bool = true, _ digest: some Digest
  ) -> [[UInt8]] {
    if first == leaves.count { return isWhole ? [] : [root(leaves, digest)] }
    let (left, right) = halves(leaves)
    return first <= left.count
      ? consistency(first, left, isWhole: isWhole, digest) + [root(right, digest)]
      : consistency(first - left.count, right, isWhole: false, digest) + [root(left, digest)]
  }

  private static func halves(_ leaves: [[UInt8]]) -> ([[UInt8]], [[UInt8]]) {
    var middle = 1
    while middle * 2 < leaves.count { middle *= 2 }
    return (Array(leaves[..<middle]), Array(leaves[middle...]))
  }
}

/// Leaf hashes in an array.
struct LeafSource: MerkleSource {
  let hashes: [[UInt8]]

  init(_ leaves: [[UInt8]], _ digest: some Digest) {
    hashes = leaves.map { MerkleTree.leafHash($0, digest) }
  }

  func leafHash(_ index: Int64) -> [UInt8] { hashes[Int(index)] }
}

/// One purchase after the other, as a log.
enum AuditFixture {
  static func digest(_ seed: Int) -> [UInt8] { FakeDigest().sha256(Array("row \(seed)".utf8)) }

  static func entry(
    _ number: Int64, moment: Timestamp = Fixture.now, actor: String = "paytool",
    action: AuditAction = .intentCreated, subject: String = Fixture.intentID,
    changes: [RowChange]? = nil
  ) throws -> AuditEntry {
    try AuditEntry(
      number: number, moment: moment, actor: actor, action: action, subject: subject,
      changes: changes ?? [
        RowChange(table: "intents", key: Fixture.intentID, before: nil, after: digest(Int(number))),
        RowChange(table: "answers", key: "key \(number)", before: digest(0), after: nil),
      ])
  }

  /// The bytes of entries 1 to `count`.
  static func log(_ count: Int) throws -> [[UInt8]] {
    try (0..<count).map { try entry(Int64($0) + 1).canonicalBytes }
  }

  static func tree(_ leaves: some Sequence<[UInt8]>) -> MerkleFrontier {
    leaves.reduce(into: MerkleFrontier()) { $0.append(leaf: $1, FakeDigest()) }
  }
}

/// Keys whose set names points, as a checkpoint needs them.
struct CheckpointKeys: TokenKeys {
  var base = FakeTokenKeys()

  var signingKeyID: String { base.signingKeyID }

  var keySet: JSONValue {
    func part(_ text: String) -> JSONValue {
      .string(Base64.encodeURL(FakeDigest().sha256(Array(text.utf8))))
    }
    return [
      "keys": .array(
        base.known.map { kid in
          [
            "kty": "EC", "crv": "P-256", "x": part("\(kid) x \(base.key)"), "y": part("\(kid) y"),
            "kid": .string(kid),
          ]
        })
    ]
  }

  func sign(_ bytes: [UInt8]) throws(CryptoFailure) -> [UInt8] { try base.sign(bytes) }

  func isValid(_ signature: [UInt8], of bytes: [UInt8], keyID: String) -> Bool? {
    base.isValid(signature, of: bytes, keyID: keyID)
  }
}
