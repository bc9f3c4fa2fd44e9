/// A JWS (RFC 7515) in compact form with ES256, its header exactly `alg`, `kid` and `typ`.
///
/// A value of this type has a good form; whether its signature is good is `verified`'s word.
package struct CompactJWS: Sendable, Hashable {
  package let keyID: String
  package let type: String
  package let payload: JSONValue
  let signature: [UInt8]
  let signedBytes: [UInt8]

  /// Signs a payload with the current key.
  package static func sign(
    _ payload: JSONValue, type: String, keys: some TokenKeys
  ) throws(CryptoFailure) -> String {
    let signed = signedText(payload, type: type, keyID: keys.signingKeyID)
    return signed + "." + Base64.encodeURL(try keys.sign(Array(signed.utf8)))
  }

  /// As many bytes as the token of a payload will have, before there is a key: ids of keys are
  /// thumbprints (RFC 7638) of 43 characters, signatures have 64 bytes.
  static func placeholder(_ payload: JSONValue, type: String) -> String {
    signedText(payload, type: type, keyID: String(repeating: "x", count: 43)) + "."
      + Base64.encodeURL([UInt8](repeating: 0, count: 64))
  }

  private static func signedText(_ payload: JSONValue, type: String, keyID: String) -> String {
    let header: JSONValue = ["alg": "ES256", "kid": .string(keyID), "typ": .string(type)]
    return Base64.encodeURL(header.bytes) + "." + Base64.encodeURL(payload.bytes)
  }

  /// Reads the parts; throws `malformed`, `notCanonical`, `header`, `claims`.
  package init(parsing text: String) throws(TokenFault) {
    let bytes = Array(text.utf8)
    guard bytes.count <= Limits.tokenBytes else { throw .malformed }
    let parts = bytes.split(
      separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else { throw .malformed }
    let header = try Self.decode(parts[0])
    let payload = try Self.decode(parts[1])
    signature = try Self.decode(parts[2])
    signedBytes = Array(bytes[..<(parts[1].endIndex)])
    (keyID, type) = try Self.header(header)
    do {
      self.payload = try JSONValue(parsing: payload)
    } catch {
      throw .claims
    }
  }

  /// Whether `text` is of the characters and the length of a token, so that it may stand in a
  /// header: all that a device, which has no keys, can tell.
  static func mayBe(_ text: String) -> Bool {
    (1...Limits.tokenBytes).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0 == UInt8(ascii: ".") || Base64.isURLCharacter($0) }
  }

  /// The payload, if the signature is that of one of `keys` and the type is `type`; throws
  /// `wrongType`, `unknownKey`, `badSignature`.
  package func verified(type expected: String, keys: some TokenKeys) throws(TokenFault) -> JSONValue
  {
    guard type.hasSameBytes(as: expected) else { throw .wrongType(expected: expected) }
    switch keys.isValid(signature, of: signedBytes, keyID: keyID) {
    case true?: return payload
    case false?: throw .badSignature
    case nil: throw .unknownKey
    }
  }

  private static func decode(_ part: ArraySlice<UInt8>) throws(TokenFault) -> [UInt8] {
    if let bytes = Base64.decodeURL(part) { return bytes }
    let unpadded = part.prefix { $0 != UInt8(ascii: "=") }
    let onlyPaddingFollows = part[unpadded.endIndex...].allSatisfy { $0 == UInt8(ascii: "=") }
    let isSpelledOtherwise =
      onlyPaddingFollows && unpadded.count % 4 != 1
      && unpadded.allSatisfy(Base64.isURLCharacter)
    throw isSpelledOtherwise ? .notCanonical : .malformed
  }

  private static func header(_ bytes: [UInt8]) throws(TokenFault) -> (keyID: String, type: String) {
    let header: JSONValue
    do { header = try JSONValue(parsing: bytes) } catch { throw .header }
    var reader = JSONReader(header)
    let algorithm = reader.string("alg")
    let keyID = reader.string("kid")
    let type = reader.string("typ")
    guard reader.finish().isEmpty, algorithm == "ES256", let keyID, let type else { throw .header }
    return (keyID, type)
  }
}
