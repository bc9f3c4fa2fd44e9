/// A key of ours as signed notes know it: signature type 0x02, ECDSA with SHA-256.
///
/// Its id there is the first four bytes of the SHA-256 of the public key as a DER
/// SubjectPublicKeyInfo, and its signatures are in DER. Source: C2SP signed-note, which gives ECDSA
/// that byte and that id, so that a type of our own (0xff and a name) is not needed and any program
/// that knows notes checks ours.
struct NoteKey: Sendable, Hashable {
  /// Our `kid`.
  let keyID: String
  /// 91 bytes.
  private let publicKeyInfo: [UInt8]

  private static let ecdsa: UInt8 = 0x02
  /// All of a SubjectPublicKeyInfo on P-256 before the two coordinates (RFC 5480 section 2): the
  /// algorithm id-ecPublicKey with prime256v1, and the mark of an uncompressed point.
  private static let header: [UInt8] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A,
    0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
  ]

  /// A key of a JWK set; nil if it is not on P-256.
  init?(_ jsonWebKey: JSONValue) {
    guard jsonWebKey["kty"] == "EC", jsonWebKey["crv"] == "P-256",
      case .string(let keyID)? = jsonWebKey["kid"],
      case .string(let x)? = jsonWebKey["x"], case .string(let y)? = jsonWebKey["y"],
      let left = Base64.decodeURL(x.utf8), let right = Base64.decodeURL(y.utf8),
      left.count == 32, right.count == 32
    else { return nil }
    self.keyID = keyID
    publicKeyInfo = Self.header + left + right
  }

  /// All keys of a set.
  static func all(of keys: some TokenKeys) -> [NoteKey] {
    guard case .array(let set)? = keys.keySet["keys"] else { return [] }
    return set.compactMap(NoteKey.init)
  }

  /// Four bytes.
  func hash(_ digest: some Digest) -> [UInt8] { Array(digest.sha256(publicKeyInfo).prefix(4)) }

  /// The key as programs for notes are given it: name, id in hex, and Base64 of type and key, with
  /// plus signs between them.
  func verifierKey(name: String, _ digest: some Digest) -> String {
    "\(name)+\(Hex.lower(hash(digest)))+\(Base64.encode([Self.ecdsa] + publicKeyInfo))"
  }
}
