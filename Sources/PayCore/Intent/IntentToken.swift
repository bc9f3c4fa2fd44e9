/// The signed word that an intent, and so a price, is ours; opens only its own intent.
package struct IntentToken: SignedClaims, Hashable {
  package static let type = "intent+jwt"

  package let merchantIdentifier: String
  package let intent: String
  package let offer: String
  package let segment: Int64
  package let amountMinor: Int64
  package let currency: String
  package let issuedAt: Timestamp
  package let expiresAt: Timestamp

  /// The token that belongs to an intent.
  package init(for intent: PurchaseIntent) {
    merchantIdentifier = intent.request.merchantIdentifier
    self.intent = intent.id
    offer = intent.offer
    segment = Int64(intent.segment)
    amountMinor = intent.price.minorUnits
    currency = intent.price.currency.code
    issuedAt = intent.createdAt.wholeSecond
    expiresAt = intent.expiresAt
  }

  package var claims: JSONValue {
    [
      "iss": .string(merchantIdentifier), "aud": .string(merchantIdentifier),
      "sub": .string(intent), "offer": .string(offer), "segment": .integer(segment),
      "amountMinor": .integer(amountMinor), "currency": .string(currency),
      "iat": .integer(issuedAt.seconds), "exp": .integer(expiresAt.seconds),
    ]
  }

  package init(claims: JSONValue) throws(TokenFault) {
    var reader = JSONReader(claims)
    let issuer = reader.string("iss")
    let audience = reader.string("aud")
    let subject = reader.string("sub")
    let offer = reader.string("offer")
    let segment = reader.integer("segment")
    let amount = reader.integer("amountMinor")
    let currency = reader.string("currency")
    let issued = reader.integer("iat")
    let expires = reader.integer("exp")
    guard reader.finish().isEmpty, let issuer, let audience, let subject, let offer, let segment,
      let amount, let currency, let issued, let expires
    else { throw .claims }
    guard issuer.hasSameBytes(as: audience) else { throw .otherMerchant }
    merchantIdentifier = issuer
    intent = subject
    self.offer = offer
    self.segment = segment
    amountMinor = amount
    self.currency = currency
    issuedAt = Timestamp(seconds: issued)
    expiresAt = Timestamp(seconds: expires)
  }
}
