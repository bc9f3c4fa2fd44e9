/// A signed word of how long the audit log was and what was in it: kept outside of the store, it
/// shows that nothing was taken away or changed since.
///
/// Its text is a checkpoint of C2SP tlog-checkpoint in the form of C2SP signed-note: origin, size
/// in decimal, root in Base64, an empty line, then one line for each signature: an em dash, the
/// name of the key, and Base64 of the key's id (4 bytes) and the signature. Our lines have the
/// origin for a name and sign with a token key as `NoteKey` says, so that `openssl dgst -sha256
/// -verify KEY -signature SIG TEXT` checks one as well. Lines of others, such as witnesses, are
/// kept and say nothing to us. Lines between root and signatures, which the source advises against,
/// are refused.
package struct AuditCheckpoint: Sendable, Hashable {
  /// `pay-ledger/` and the merchant identifier.
  package let origin: String
  /// How many entries the log had.
  package let size: Int64
  /// The root of their tree, 32 bytes.
  package let root: [UInt8]
  /// One or more, up to `Limits.checkpointSignatures`.
  package let signatures: [NoteSignature]

  /// The origin of a merchant's log.
  package static func origin(merchantIdentifier: String) -> String {
    "pay-ledger/" + merchantIdentifier
  }

  /// The text that is signed: three lines.
  package var note: String { "\(origin)\n\(size)\n\(Base64.encode(root))\n" }

  /// The whole checkpoint; ends with a line feed.
  package var text: String {
    note + "\n" + signatures.map { $0.line + "\n" }.joined()
  }

  package var json: JSONValue {
    [
      "object": "auditCheckpoint", "origin": .string(origin), "size": .integer(size),
      "root": .string(Base64.encode(root)), "checkpoint": .string(text),
    ]
  }
}

/// One signature of a note.
package struct NoteSignature: Sendable, Hashable {
  /// Neither spaces nor a plus sign.
  package let name: String
  /// Four bytes that tell keys of one name apart; no proof of anything.
  package let keyHash: [UInt8]
  package let value: [UInt8]

  static let dash = "\u{2014} "

  fileprivate var line: String { "\(Self.dash)\(name) \(Base64.encode(keyHash + value))" }
}

// MARK: Signing

extension AuditCheckpoint {
  /// A checkpoint of a tree, signed with the current token key. Throws if the key does not sign, or
  /// is not in its own key set.
  package init(
    signing tree: MerkleFrontier, origin: String, keys: some TokenKeys, _ digest: some Digest
  ) throws(CryptoFailure) {
    self.init(
      origin: origin, size: tree.size, root: tree.root(digest), signatures: [])
    let signing = keys.signingKeyID
    guard let key = NoteKey.all(of: keys).first(where: { $0.keyID.hasSameBytes(as: signing) })
    else {
      throw CryptoFailure("cannot sign a checkpoint: the key \(signing) is not in the key set")
    }
    guard let signature = ECDSAEncoding.der(raw: try keys.sign(Array(note.utf8))) else {
      throw CryptoFailure("cannot sign a checkpoint: the signature has not 64 bytes")
    }
    self = AuditCheckpoint(
      origin: origin, size: size, root: root,
      signatures: [NoteSignature(name: origin, keyHash: key.hash(digest), value: signature)])
  }

  /// The public keys that may sign checkpoints of an origin, as programs for signed notes take
  /// them.
  package static func verifierKeys(
    origin: String, keys: some TokenKeys, _ digest: some Digest
  ) -> [String] {
    NoteKey.all(of: keys).map { $0.verifierKey(name: origin, digest) }
  }

  /// Why the checkpoint is not ours and of this origin; nil if it is. One wrong signature of a key
  /// that is known spoils the others, as the source advises.
  package func fault(
    origin expected: String, keys: some TokenKeys, _ digest: some Digest
  ) -> AuditFault? {
    func bad(_ cause: CheckpointSignatureFault) -> AuditFault {
      .checkpointBadSignature(size: size, cause: cause)
    }
    guard origin.hasSameBytes(as: expected) else { return bad(.otherOrigin(expected: expected)) }
    let known = NoteKey.all(of: keys).map { (keyID: $0.keyID, hash: $0.hash(digest)) }
    let signed = Array(note.utf8)
    var isSigned = false
    for signature in signatures where signature.name.hasSameBytes(as: origin) {
      // Two keys may have the same four bytes: then one of them must have signed.
      let candidates = known.filter { $0.hash == signature.keyHash }
      guard !candidates.isEmpty else { continue }
      let raw = ECDSAEncoding.raw(der: signature.value)
      guard let raw,
        candidates.contains(where: { keys.isValid(raw, of: signed, keyID: $0.keyID) == true })
      else { return bad(.wrong) }
      isSigned = true
    }
    return isSigned ? nil : bad(.unknownKey)
  }
}

/// Why a checkpoint's signature does not do.
package enum CheckpointSignatureFault: Sendable, Hashable {
  /// It is a checkpoint of another log.
  case otherOrigin(expected: String)
  /// None of its signatures is by a key of ours.
  case unknownKey
  /// A key of ours did not make the signature that bears its id.
  case wrong
}

// MARK: Reading

extension AuditCheckpoint {
  /// Reads exactly what `text` writes.
  package init(parsing bytes: [UInt8]) throws(CheckpointError) {
    guard bytes.count <= Limits.checkpointBytes else {
      throw CheckpointError(code: .tooLarge, offset: Limits.checkpointBytes)
    }
    var lines = NoteLines(bytes)
    let (origin, originOffset) = try lines.next()
    guard let origin, NoteLines.isName(origin) else {
      throw CheckpointError(code: .origin, offset: originOffset)
    }
    let (size, sizeOffset) = try lines.next()
    guard let size, let count = Int64(size), count >= 0, String(count).hasSameBytes(as: size) else {
      throw CheckpointError(code: .size, offset: sizeOffset)
    }
    let (root, rootOffset) = try lines.next()
    guard let root = root.flatMap(Base64.decode), root.isMerkleHash else {
      throw CheckpointError(code: .root, offset: rootOffset)
    }
    let (blank, blankOffset) = try lines.next()
    guard blank == "" else { throw CheckpointError(code: .extensionLine, offset: blankOffset) }
    var signatures: [NoteSignature] = []
    repeat {
      let (line, offset) = try lines.next()
      guard signatures.count < Limits.checkpointSignatures else {
        throw CheckpointError(code: .tooManySignatures, offset: offset)
      }
      guard let signature = line.flatMap(NoteSignature.init(line:)) else {
        throw CheckpointError(code: .signature, offset: offset)
      }
      signatures.append(signature)
    } while !lines.isAtEnd
    self.init(origin: origin, size: count, root: root, signatures: signatures)
  }
}

extension NoteSignature {
  /// Reads one line, without its line feed.
  fileprivate init?(line: String) {
    let dash = Self.dash
    guard line.utf8.starts(with: dash.utf8) else { return nil }
    let parts = line.utf8.dropFirst(dash.utf8.count)
      .split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let name = String(decoding: parts[0], as: UTF8.self)
    guard NoteLines.isName(name),
      let bytes = Base64.decode(String(decoding: parts[1], as: UTF8.self)), bytes.count > 4
    else { return nil }
    self.init(name: name, keyHash: Array(bytes[..<4]), value: Array(bytes[4...]))
  }
}

/// The lines of a note.
private struct NoteLines {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }

  /// The next line without its line feed, nil if it is not text, and where it begins.
  mutating func next() throws(CheckpointError) -> (text: String?, offset: Int) {
    let start = offset
    guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else {
      throw CheckpointError(code: .unexpectedEnd, offset: bytes.count)
    }
    offset = end + 1
    let line = bytes[start..<end]
    guard line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return (nil, start) }
    return (String(validating: line, as: UTF8.self), start)
  }

  /// Whether a text may name a key, and so an origin here.
  static func isName(_ text: String) -> Bool {
    (1...Limits.checkpointNameBytes).contains(text.utf8.count)
      && !text.unicodeScalars.contains { $0 == "+" || $0.properties.isWhitespace }
  }
}
