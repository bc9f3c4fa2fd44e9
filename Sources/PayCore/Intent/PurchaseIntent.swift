/// The durable record of one attempt to buy.
package struct PurchaseIntent: Sendable, Hashable {
  /// `buy_` and 26 characters, ordered by time.
  package let id: String
  package var state: IntentState
  /// The offer's id and the zero-based segment that was chosen.
  package let offer: String
  package let segment: Int
  package let price: Money
  /// How much of the price is tax, in minor units; 0 where the price told none.
  package let taxMinorUnits: Int64
  /// Minor units given back so far, in the price's currency.
  package var refundedMinorUnits: Int64
  /// Minor units under disputes that are open or were lost.
  package var disputedMinorUnits: Int64
  package let createdAt: Timestamp
  /// A whole second.
  package let expiresAt: Timestamp
  /// 16 random bytes, so that two intents never have the same canonical bytes.
  package let nonce: [UInt8]
  /// The payment request as it was quoted, without `applicationData`.
  package let request: PaymentRequest
  /// The notification that it was bought on; nil if an API key or a shell made it.
  package let notification: String?
  /// The payment token that it took; nil: none yet, or the provider's own SDK took one.
  package var acceptance: TokenAcceptance?
  /// That the backend took the payment token; nil if it has not.
  package var handOver: HandOver?
  /// What the backend said of the payment; nil as long as it has not.
  package var authorization: Authorization?
  /// How the backend gave it up; nil if it did not.
  package var cancellation: Cancellation?

  package init(
    id: String, state: IntentState, offer: String, segment: Int, price: Money,
    refundedMinorUnits: Int64, createdAt: Timestamp, expiresAt: Timestamp, nonce: [UInt8],
    request: PaymentRequest, notification: String? = nil, acceptance: TokenAcceptance? = nil,
    handOver: HandOver? = nil,
    authorization: Authorization? = nil, cancellation: Cancellation? = nil,
    taxMinorUnits: Int64 = 0, disputedMinorUnits: Int64 = 0
  ) {
    self.id = id
    self.state = state
    self.offer = offer
    self.segment = segment
    self.price = price
    self.taxMinorUnits = taxMinorUnits
    self.refundedMinorUnits = refundedMinorUnits
    self.disputedMinorUnits = disputedMinorUnits
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.nonce = nonce
    self.request = request
    self.notification = notification
    self.acceptance = acceptance
    self.handOver = handOver
    self.authorization = authorization
    self.cancellation = cancellation
  }

  package static let idPrefix = "buy_"

  /// The bytes that ride in `applicationData`: Apple's signature over the payment token covers
  /// their SHA-256, which proves the intent, and so the price, that was paid.
  package var canonicalBytes: [UInt8] {
    var fields = LengthPrefixed()
    fields.append("pay-intent-v1")
    fields.append(id)
    fields.append(request.merchantIdentifier)
    fields.append(offer)
    fields.append(Int64(segment))
    fields.append(price.minorUnits)
    fields.append(price.currency.code)
    fields.append(expiresAt.milliseconds)
    fields.append(nonce)
    return fields.bytes
  }

  /// What is left of a captured price, neither given back nor disputed.
  package var left: Money {
    Money(
      minorUnits: price.minorUnits - refundedMinorUnits - disputedMinorUnits,
      currency: price.currency)
  }

  /// The way to ship that was chosen, the only one of the request; nil: nothing is shipped.
  package var shippingMethod: ShippingMethod? { request.shippingMethods?.first }

  /// The payment request with the canonical bytes as its `applicationData`.
  package var boundRequest: PaymentRequest {
    var bound = request
    bound.applicationData = canonicalBytes
    return bound
  }
}
