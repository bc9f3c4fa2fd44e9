/// The signed word that an offer in a notification is ours: one per recipient and notification.
package struct OfferToken: SignedClaims, Hashable {
  package static let type = "offer+jwt"

  package let merchantIdentifier: String
  /// The notification's id.
  package let notification: String
  /// The offer's id.
  package let offer: String
  /// SHA-256 of the offer's canonical form when the token was issued, 32 bytes.
  package let offerDigest: [UInt8]
  package let issuedAt: Timestamp
  package let expiresAt: Timestamp

  /// Moments count to the second.
  package init(
    merchantIdentifier: String, notification: String, offer: String, offerDigest: [UInt8],
    issuedAt: Timestamp, expiresAt: Timestamp
  ) {
    self.merchantIdentifier = merchantIdentifier
    self.notification = notification
    self.offer = offer
    self.offerDigest = offerDigest
    self.issuedAt = issuedAt.wholeSecond
    self.expiresAt = expiresAt.wholeSecond
  }

  package var claims: JSONValue {
    [
      "iss": .string(merchantIdentifier), "aud": .string(merchantIdentifier),
      "sub": .string(notification), "offer": .string(offer),
      "digest": .string(Base64.encodeURL(offerDigest)), "iat": .integer(issuedAt.seconds),
      "exp": .integer(expiresAt.seconds),
    ]
  }

  package init(claims: JSONValue) throws(TokenFault) {
    var reader = JSONReader(claims)
    let issuer = reader.string("iss")
    let audience = reader.string("aud")
    let subject = reader.string("sub")
    let offer = reader.string("offer")
    let digest = reader.string("digest").flatMap { Base64.decodeURL($0.utf8) }
    let issued = reader.integer("iat")
    let expires = reader.integer("exp")
    guard reader.finish().isEmpty, let issuer, let audience, let subject, let offer, let digest,
      digest.count == 32, let issued, let expires
    else { throw .claims }
    guard issuer.hasSameBytes(as: audience) else { throw .otherMerchant }
    self.init(
      merchantIdentifier: issuer, notification: subject, offer: offer, offerDigest: digest,
      issuedAt: Timestamp(seconds: issued), expiresAt: Timestamp(seconds: expires))
  }
}
