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
  private let verifyingKeys: [String: PublicKey]

  /// Throws `missing`, `file`, `malformed`.
  package init(_ directory: KeyDirectory) throws(KeyError) {
    let signingKeyID = try Self.readSigningKeyID(directory)
    var signingKey: PrivateKey?
    var verifyingKeys: [String: PublicKey] = [:]
    var set: [JSONValue] = []
    for kid in try directory.tokenKeyIDs() {
      let key = try directory.readTokenKey(kid)
      verifyingKeys[kid] = key.publicKey
      set.append(key.publicKey.jsonWebKey)
      if kid == signingKeyID { signingKey = key }
    }
    guard let signingKey else { throw .missing(path: directory.tokenKey(signingKeyID)) }
    self.signingKeyID = signingKeyID
    self.signingKey = signingKey
    self.verifyingKeys = verifyingKeys
    keySet = ["keys": .array(set)]
  }

  package func sign(_ bytes: [UInt8]) throws(CryptoFailure) -> [UInt8] {
    let der = try signingKey.sign(digest: sha256(bytes))
    guard let signature = ECDSASignature(der: der) else {
      throw CryptoFailure("cannot sign: the library's signature is not in DER")
    }
    return signature.raw
  }

  package func isValid(_ signature: [UInt8], of bytes: [UInt8], keyID: String) -> Bool? {
    guard let key = verifyingKeys[keyID] else { return nil }
    guard let value = ECDSASignature(raw: signature) else { return false }
    return key.isValid(value, digest: sha256(bytes))
  }

  private static func readSigningKeyID(_ directory: KeyDirectory) throws(KeyError) -> String {
    let text = String(decoding: try directory.read(directory.tokenSigningKey), as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
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
    guard key.publicKey.thumbprint.hasSameBytes(as: kid) else {
      throw .malformed(path: path, cause: "it holds another key than its name says")
    }
    return key
  }
}
