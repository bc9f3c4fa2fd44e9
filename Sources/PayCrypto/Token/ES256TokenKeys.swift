package import PayCore
import PaySystem

/// The token keys of a directory: each verifies, one signs.
///
/// Parsed once; any number of threads sign and verify. To rotate, add a key's file and let every
/// server load it, then name it in `token-signing-key`; take the old file away when the last token
/// it signed has expired.
package struct ES256TokenKeys: TokenKeys {
  package let signingKeyID: String
  package let keySet: JSONValue
  private let signingKey: PrivateKey
  private let verifyingKeys: [(kid: String, key: PublicKey)]

  /// Throws `missing`, `file`, `malformed`, `wrongKind`.
  package init(_ directory: KeyDirectory) throws(KeyError) {
    let signingKeyID = try Self.readSigningKeyID(directory)
    var keys: [(kid: String, key: PrivateKey)] = []
    for kid in try directory.tokenKeyIDs() {
      keys.append((kid, try directory.readTokenKey(kid)))
    }
    guard let signing = keys.first(where: { $0.kid.hasSameBytes(as: signingKeyID) }) else {
      throw .missing(path: directory.tokenKey(signingKeyID))
    }
    self.signingKeyID = signingKeyID
    signingKey = signing.key
    verifyingKeys = keys.map { ($0.kid, $0.key.publicKey) }
    keySet = ["keys": .array(verifyingKeys.compactMap { $0.key.jsonWebKey })]
  }

  package func sign(_ bytes: [UInt8]) throws(CryptoFailure) -> [UInt8] {
    let der = try signingKey.sign(bytes)
    guard let signature = ECDSASignature(der: der) else {
      throw CryptoFailure("cannot sign: the library's signature is not in DER")
    }
    return signature.canonical.raw
  }

  package func isValid(_ signature: [UInt8], of bytes: [UInt8], keyID: String) -> Bool? {
    guard let known = verifyingKeys.first(where: { $0.kid.hasSameBytes(as: keyID) }) else {
      return nil
    }
    guard let value = ECDSASignature(raw: signature), value.isCanonical else { return false }
    return known.key.isValid(value, digest: sha256(bytes))
  }

  private static func readSigningKeyID(_ directory: KeyDirectory) throws(KeyError) -> String {
    var bytes = try directory.read(directory.tokenSigningKey)
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    guard Base64.decodeURL(bytes)?.count == 32 else {
      throw .malformed(
        path: directory.tokenSigningKey, cause: "it does not name one of the token keys")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension KeyDirectory {
  /// The `kid` of every token key, sorted.
  func tokenKeyIDs() throws(KeyError) -> [String] {
    guard Files.exists(keys) else { throw absence }
    return try KeyError.wrap(files: Files.names(in: keys))
      .compactMap(KeyDirectory.kid(ofFile:))
  }

  /// Reads a token key, whose `kid` must be the one in its file's name.
  func readTokenKey(_ kid: String) throws(KeyError) -> PrivateKey {
    let path = tokenKey(kid)
    let key = try readPrivateKey(path)
    guard let thumbprint = key.publicKey.thumbprint else {
      throw .wrongKind(path: path, kind: "\(key.kind)", wanted: "\(KeyKind.p256)")
    }
    guard thumbprint.hasSameBytes(as: kid) else {
      throw .malformed(path: path, cause: "it holds another key than its name says")
    }
    return key
  }
}
