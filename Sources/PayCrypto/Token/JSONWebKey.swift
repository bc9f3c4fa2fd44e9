import PayCore

extension PublicKey {
  /// The key as a JWK (RFC 7518 6.2) with its use.
  var jsonWebKey: JSONValue {
    [
      "kty": "EC", "crv": "P-256", "x": .string(Base64.encodeURL(x)),
      "y": .string(Base64.encodeURL(y)), "kid": .string(thumbprint), "alg": "ES256", "use": "sig",
    ]
  }

  /// The JWK thumbprint with SHA-256 (RFC 7638): 43 characters, our `kid`.
  var thumbprint: String {
    let members: JSONValue = [
      "crv": "P-256", "kty": "EC", "x": .string(Base64.encodeURL(x)),
      "y": .string(Base64.encodeURL(y)),
    ]
    return Base64.encodeURL(sha256(members.bytes))
  }
}
