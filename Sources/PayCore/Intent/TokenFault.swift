/// Why a token is not one of ours or no longer good.
package enum TokenFault: Error, Sendable, Hashable {
  /// Not three base64url parts of a size a token of ours has.
  case malformed
  /// The same bytes in another spelling: stray bits in a last character, or padding.
  case notCanonical
  /// The header is not exactly `alg`, `kid` and `typ` with `alg` ES256.
  case header
  /// Another kind of token.
  case wrongType(expected: String)
  /// No key of ours has this `kid`.
  case unknownKey
  /// The signature is not that of the key.
  case badSignature
  /// The claims are not those of this kind of token.
  case claims
  /// `iss` or `aud` is another merchant.
  case otherMerchant
  /// The offer is not the one that the token is for.
  case otherOffer
  /// `iat` lies in the future.
  case notYetValid
  /// `exp` has passed.
  case expired

  /// Stable code, snake_case, never reused.
  package var code: String {
    switch self {
    case .malformed: "token_malformed"
    case .notCanonical: "token_not_canonical"
    case .header: "token_header"
    case .wrongType: "token_wrong_type"
    case .unknownKey: "token_unknown_key"
    case .badSignature: "token_bad_signature"
    case .claims: "token_claims"
    case .otherMerchant: "token_other_merchant"
    case .otherOffer: "token_other_offer"
    case .notYetValid: "token_not_yet_valid"
    case .expired: "token_expired"
    }
  }
}

extension TokenFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformed: "the token is not a compact JWS of three base64url parts"
    case .notCanonical: "a part of the token is not in canonical base64url"
    case .header: "the token's header is not alg ES256, kid and typ"
    case .wrongType(let expected): "the token's typ is not \(expected)"
    case .unknownKey: "no key of ours has the token's kid"
    case .badSignature:
      "the token's signature is wrong: it has been changed or signed by another key"
    case .claims: "the token's claims are not complete and of the right types"
    case .otherMerchant: "the token is for another merchant"
    case .otherOffer: "the token is for another offer"
    case .notYetValid: "the token's iat lies in the future"
    case .expired: "the token has expired"
    }
  }
}
