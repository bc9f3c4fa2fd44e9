import PayCore

extension PublicKey {
  /// The key as a JWK (RFC 7518 6.2) with its use; nil unless it is on P-256.
  var jsonWebKey: JSONValue? {
    guard let point, let thumbprint else { return nil }
    return [
      "kty": "EC", "crv": "P-256", "x": .string(Base64.encodeURL(point.x)),
      "y": .string(Base64.encodeURL(point.y)), "kid": .string(thumbprint), "alg": "ES256",
      "use": "sig",
    ]
  }

  /// The JWK thumbprint with SHA-256 (RFC 7638), our `kid`: 43 characters; nil unless the key is
  /// on P-256.
  var thumbprint: String? {
    guard let point else { return nil }
    let members: JSONValue = [
      "crv": "P-256", "kty": "EC", "x": .string(Base64.encodeURL(point.x)),
      "y": .string(Base64.encodeURL(point.y)),
    ]
    return Base64.encodeURL(sha256(members.bytes))
  }
}
