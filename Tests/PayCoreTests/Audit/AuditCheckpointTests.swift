import TestSupport
import Testing

@testable import PayCore

@Suite struct AuditCheckpointTests {
  private static let keys = CheckpointKeys()
  private static let origin = AuditCheckpoint.origin(
    merchantIdentifier: "merchant.com.sample.ApplePayAction")
  private static let digest = FakeDigest()
  private static let tree = AuditFixture.tree((0..<5).map { [UInt8($0)] })

  private static func checkpoint(
    of tree: MerkleFrontier = tree, origin: String = origin, keys: CheckpointKeys = keys
  ) throws -> AuditCheckpoint {
    try AuditCheckpoint(signing: tree, origin: origin, keys: keys, digest)
  }

  private static func parse(_ text: String) throws(CheckpointError) -> AuditCheckpoint {
    try AuditCheckpoint(parsing: Array(text.utf8))
  }

  private static func fault(
    _ checkpoint: AuditCheckpoint, keys: CheckpointKeys = keys
  ) -> CheckpointSignatureFault? {
    guard
      case .checkpointBadSignature(checkpoint.size, let cause)? = checkpoint.fault(
        origin: origin, keys: keys, digest)
    else { return nil }
    return cause
  }

  @Test func `its text has the lines of the format`() throws {
    let checkpoint = try Self.checkpoint()
    let lines = checkpoint.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.dropLast(2) == [
        "pay-ledger/merchant.com.sample.ApplePayAction", "5",
        Substring(Base64.encode(Self.tree.root(Self.digest))), "",
      ])
    #expect(lines[4].hasPrefix("\u{2014} pay-ledger/merchant.com.sample.ApplePayAction "))
    #expect(lines[5] == "")
    #expect(checkpoint.note == lines[..<3].joined(separator: "\n") + "\n")
    #expect(checkpoint.signatures.count == 1)
  }

  @Test func `signed, written and read, it is good`() throws {
    for size in [0, 1, 2, 70] {
      let tree = AuditFixture.tree((0..<size).map { [UInt8($0)] })
      let checkpoint = try Self.checkpoint(of: tree)
      let read = try Self.parse(checkpoint.text)
      #expect(read == checkpoint && read.size == tree.size)
      #expect(read.fault(origin: Self.origin, keys: Self.keys, Self.digest) == nil)
    }
  }

  @Test func `a key that is gone, other keys and other words are told apart`() throws {
    let checkpoint = try Self.checkpoint()
    let others = CheckpointKeys(base: FakeTokenKeys(key: 2))
    #expect(Self.fault(checkpoint, keys: others) == .unknownKey)
    let rotated = CheckpointKeys(base: FakeTokenKeys(signingKeyID: "key-2", known: ["key-2"]))
    #expect(Self.fault(checkpoint, keys: rotated) == .unknownKey)
    let both = CheckpointKeys(
      base: FakeTokenKeys(signingKeyID: "key-2", known: ["key-2", "key-1"]))
    #expect(Self.fault(checkpoint, keys: both) == nil)
    #expect(
      Self.fault(try Self.checkpoint(origin: "pay-ledger/merchant.other"))
        == .otherOrigin(expected: Self.origin))
  }

  @Test(arguments: [
    ("\n5\n", "\n6\n"), ("\n5\n", "\n0\n"), ("\n5\n", "\n50\n"),
    (
      Base64.encode(tree.root(digest)),
      Base64.encode(AuditFixture.tree([[1]]).root(digest))
    ),
  ])
  func `another size or root is not what was signed`(part: String, other: String) throws {
    let text = try Self.checkpoint().text
    let changed = try #require(
      text.ranges(of: part).first.map { text.replacingSubrange($0, other) })
    #expect(Self.fault(try Self.parse(changed)) == .wrong)
  }

  @Test func `an origin put in place of another is refused`() throws {
    let others = try Self.checkpoint(origin: "pay-ledger/merchant.other")
    let text = others.text.split(separator: "\n", omittingEmptySubsequences: false)
    let moved = ([Substring(Self.origin)] + text.dropFirst()).joined(separator: "\n")
    #expect(Self.fault(try Self.parse(moved)) == .unknownKey)
    let renamed = moved.replacing(
      "\u{2014} pay-ledger/merchant.other", with: "\u{2014} \(Self.origin)")
    #expect(Self.fault(try Self.parse(renamed)) == .wrong)
  }

  @Test func `no changed bit of the whole text is taken for ours`() throws {
    let checkpoint = try Self.checkpoint()
    let bytes = Array(checkpoint.text.utf8)
    for (place, bit) in bytes.indices.flatMap({ place in (0..<8).map { (place, $0) } }) {
      var changed = bytes
      changed[place] ^= 1 << UInt8(bit)
      guard let read = try? AuditCheckpoint(parsing: changed) else { continue }
      #expect(Array(read.text.utf8) == changed)
      #expect(
        read.fault(origin: Self.origin, keys: Self.keys, Self.digest) != nil, "\(place) \(bit)")
    }
    for count in bytes.indices {
      #expect(throws: CheckpointError.self) {
        try AuditCheckpoint(parsing: Array(bytes[..<count]))
      }
    }
  }

  @Test func `signatures of others say nothing, a second one of ours must hold too`() throws {
    let text = try Self.checkpoint().text
    let witness = "\u{2014} witness.example/w1 \(Base64.encode([1, 2, 3, 4, 5]))\n"
    let signature = try #require(Self.parse(text).signatures.first)
    let ours = "\u{2014} \(Self.origin) \(Base64.encode(signature.keyHash + signature.value))\n"
    let wrong = "\u{2014} \(Self.origin) \(Base64.encode(signature.keyHash + [1, 2, 3]))\n"
    let unknown = "\u{2014} \(Self.origin) \(Base64.encode([0, 0, 0, 0] + signature.value))\n"
    let elsewhere = "\u{2014} other \(Base64.encode(signature.keyHash + signature.value))\n"
    for (lines, expected) in [
      (witness, nil), (ours, nil), (wrong, .wrong), (unknown, nil), (elsewhere, nil),
      (witness + unknown + wrong, .wrong),
    ] as [(String, CheckpointSignatureFault?)] {
      let read = try Self.parse(text + lines)
      #expect(read.text == text + lines)
      #expect(Self.fault(read) == expected)
    }
    let start = text.dropLast(ours.count)
    for (lines, expected) in [
      (witness, .unknownKey), (unknown, .unknownKey), (wrong + ours, .wrong), (witness + ours, nil),
    ] as [(String, CheckpointSignatureFault?)] {
      #expect(Self.fault(try Self.parse(start + lines)) == expected)
    }
    #expect(
      throws: CheckpointError(
        code: .tooManySignatures, offset: text.utf8.count * 1 + 15 * witness.utf8.count)
    ) {
      try Self.parse(text + String(repeating: witness, count: 16))
    }
    #expect(
      try Self.parse(text + String(repeating: witness, count: 15)).signatures.count
        == Limits.checkpointSignatures)
  }

  private static let rootLine = Base64.encode(AuditFixture.digest(1))
  private static let line = "\u{2014} a \(Base64.encode([1, 2, 3, 4, 5]))\n"

  @Test(
    arguments: [
      ("", .unexpectedEnd, 0), ("a", .unexpectedEnd, 1), ("\n1\n", .origin, 0),
      ("a b\n1\n", .origin, 0), ("a+b\n1\n", .origin, 0), ("a\u{A0}b\n1\n", .origin, 0),
      ("a\u{2003}\n", .origin, 0), ("a\r\n", .origin, 0), ("a\tb\n", .origin, 0),
      (String(repeating: "a", count: 301) + "\n", .origin, 0),
      ("a\n\n", .size, 2), ("a\n-1\n", .size, 2), ("a\n01\n", .size, 2), ("a\n+1\n", .size, 2),
      ("a\n1 \n", .size, 2), ("a\n9223372036854775808\n", .size, 2), ("a\n١\n", .size, 2),
      ("a\n1\n\n", .root, 4), ("a\n1\nAAAA\n", .root, 4),
      ("a\n1\n\(rootLine.dropLast())\n", .root, 4), ("a\n1\n\(rootLine) \n", .root, 4),
      ("a\n1\n\(rootLine)\nmore\n\n\(line)", .extensionLine, 49),
      ("a\n1\n\(rootLine)\n\(line)", .extensionLine, 49),
      ("a\n1\n\(rootLine)\n", .unexpectedEnd, 49), ("a\n1\n\(rootLine)\n\n", .unexpectedEnd, 50),
      ("a\n1\n\(rootLine)\n\n\n", .signature, 50),
      ("a\n1\n\(rootLine)\n\n- a AQIDBAU=\n", .signature, 50),
      ("a\n1\n\(rootLine)\n\n\u{2014} AQIDBAU=\n", .signature, 50),
      ("a\n1\n\(rootLine)\n\n\u{2014}  AQIDBAU=\n", .signature, 50),
      ("a\n1\n\(rootLine)\n\n\u{2014} a  AQIDBAU=\n", .signature, 50),
      ("a\n1\n\(rootLine)\n\n\u{2014} a+b AQIDBAU=\n", .signature, 50),
      ("a\n1\n\(rootLine)\n\n\u{2014} a\u{A0} AQIDBAU=\n", .signature, 50),
      ("a\n1\n\(rootLine)\n\n\u{2014} a AQIDBA==\n", .signature, 50),
      ("a\n1\n\(rootLine)\n\n\u{2014} a AQIDBAV=\n", .signature, 50),
      ("a\n1\n\(rootLine)\n\n\u{2014} a AQIDBAU\n", .signature, 50),
      ("a\n1\n\(rootLine)\n\n\u{2014} a AQIDBAU= \n", .signature, 50),
      ("a\n1\n\(rootLine)\n\n\(line)\n", .signature, 65),
      ("a\n1\n\(rootLine)\n\n\(line)x", .unexpectedEnd, 66),
    ] as [(String, CheckpointError.Code, Int)])
  func `other text is refused at its line`(text: String, code: CheckpointError.Code, offset: Int) {
    #expect(throws: CheckpointError(code: code, offset: offset)) { try Self.parse(text) }
  }

  @Test func `more bytes than there may be are not looked at`() {
    let bytes = [UInt8](repeating: 0x61, count: Limits.checkpointBytes + 1)
    #expect(throws: CheckpointError(code: .tooLarge, offset: Limits.checkpointBytes)) {
      try AuditCheckpoint(parsing: bytes)
    }
  }

  @Test func `bytes that are not UTF-8 are no line`() {
    var bytes = Array("a\n1\n\(Self.rootLine)\n\n\(Self.line)".utf8)
    bytes[0] = 0xFF
    #expect(throws: CheckpointError(code: .origin, offset: 0)) {
      try AuditCheckpoint(parsing: bytes)
    }
  }

  @Test func `a key that does not sign, or is not in its own set, makes no checkpoint`() {
    #expect(throws: CryptoFailure("no key")) {
      try Self.checkpoint(keys: CheckpointKeys(base: FakeTokenKeys(fails: true)))
    }
    #expect(throws: CryptoFailure.self) {
      try Self.checkpoint(keys: CheckpointKeys(base: FakeTokenKeys(signingKeyID: "key-9")))
    }
  }

  @Test func `other programs are given name, id and key`() {
    let both = CheckpointKeys(base: FakeTokenKeys(known: ["key-1", "key-2"]))
    let keys = AuditCheckpoint.verifierKeys(origin: Self.origin, keys: both, Self.digest)
    #expect(keys.count == 2)
    for key in keys {
      let parts = key.split(separator: "+", maxSplits: 2)
      let bytes = Base64.decode(String(parts[2])) ?? []
      #expect(parts[0] == Self.origin[...] && bytes.count == 92 && bytes[0] == 2)
      #expect(String(parts[1]) == Hex.lower(Self.digest.sha256(Array(bytes[1...])).prefix(4)))
    }
  }

  @Test(
    arguments: [
      [
        "kty": "RSA", "crv": "P-256", "x": .string(coordinate), "y": .string(coordinate),
        "kid": "a",
      ],
      [
        "kty": "EC", "crv": "P-384", "x": .string(coordinate), "y": .string(coordinate), "kid": "a",
      ],
      ["kty": "EC", "crv": "P-256", "x": "AAAA", "y": .string(coordinate), "kid": "a"],
      ["kty": "EC", "crv": "P-256", "x": .string(coordinate), "kid": "a"],
      ["kty": "EC", "crv": "P-256", "x": .string(coordinate), "y": .string(coordinate)],
    ] as [JSONValue])
  func `a key of another kind signs no notes`(key: JSONValue) {
    #expect(NoteKey(key) == nil)
  }

  private static let coordinate = Base64.encodeURL(AuditFixture.digest(1))
}

@Suite struct ECDSAEncodingTests {
  private static func number(_ start: [UInt8]) -> [UInt8] {
    start + [UInt8](repeating: 1, count: 32 - start.count)
  }

  @Test func `64 bytes and DER are the same signature`() {
    let numbers = [
      [0x7F], [0x80], [0, 0x7F], [0, 0x80], [UInt8](repeating: 0, count: 31), [0xFF],
    ]
    .map(Self.number)
    for (r, s) in numbers.flatMap({ r in numbers.map { (r, $0) } }) {
      let der = ECDSAEncoding.der(raw: r + s)
      #expect(der.flatMap(ECDSAEncoding.raw(der:)) == r + s)
    }
    #expect(
      ECDSAEncoding.der(raw: Self.number([UInt8](repeating: 0, count: 31)) + Self.number([0x80]))
        == [0x30, 0x26, 2, 1, 1, 2, 0x21, 0, 0x80] + [UInt8](repeating: 1, count: 31))
    #expect(ECDSAEncoding.der(raw: [UInt8](repeating: 1, count: 63)) == nil)
  }

  @Test func `DER in another spelling is none`() throws {
    let der = try #require(ECDSAEncoding.der(raw: Self.number([0]) + Self.number([0x80])))
    for count in der.indices { #expect(ECDSAEncoding.raw(der: Array(der[..<count])) == nil) }
    #expect(ECDSAEncoding.raw(der: der + [0]) == nil)
    var random = SplitMix64(seed: 1)
    for _ in 0..<2000 {
      var changed = der
      changed[Int.random(in: der.indices, using: &random)] = UInt8(random.next() & 0xFF)
      if let raw = ECDSAEncoding.raw(der: changed) {
        #expect(ECDSAEncoding.der(raw: raw) == changed)
      }
    }
    // A zero too many before r, which the lengths allow.
    let padded = [0x30, der[1] + 1, 2, der[3] + 1, 0] + der[4...]
    #expect(ECDSAEncoding.raw(der: padded) == nil)
  }
}

extension String {
  fileprivate func replacingSubrange(_ range: Range<Index>, _ other: String) -> String {
    String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
  }
}
