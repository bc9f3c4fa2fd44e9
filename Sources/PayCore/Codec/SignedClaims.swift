/// What a token of ours says: claims of one merchant that are good for a time, signed as a JWS.
package protocol SignedClaims: Sendable {
  /// The `typ` of such a token: `intent+jwt`.
  static var type: String { get }

  /// `iss` and `aud`.
  var merchantIdentifier: String { get }
  var issuedAt: Timestamp { get }
  var expiresAt: Timestamp { get }
  /// The payload: the claims in their order.
  var claims: JSONValue { get }

  /// Reads exactly these claims. Throws `claims` and `otherMerchant`.
  init(claims: JSONValue) throws(TokenFault)
}

extension SignedClaims {
  /// The compact JWS.
  package func signed(with keys: some TokenKeys) throws(CryptoFailure) -> String {
    try CompactJWS.sign(claims, type: Self.type, keys: keys)
  }

  /// Opens a token of ours: form, type, signature, claims and merchant, but not yet its expiry.
  package init(
    opening text: String, keys: some TokenKeys, merchantIdentifier merchant: String
  ) throws(TokenFault) {
    let token = try CompactJWS(parsing: text)
    try self.init(claims: try token.verified(type: Self.type, keys: keys))
    guard merchantIdentifier.hasSameBytes(as: merchant) else { throw .otherMerchant }
  }

  /// Throws `notYetValid` or `expired`, if the token is not good at `moment`.
  package func checkTime(at moment: Timestamp) throws(TokenFault) {
    guard issuedAt <= moment.adding(seconds: Limits.clockSkewSeconds) else { throw .notYetValid }
    guard moment < expiresAt else { throw .expired }
  }
}
