extension PurchaseIntent {
  /// The intent on the wire; `token` only in the answer that creates it.
  package func json(token: String? = nil) -> JSONValue {
    let refunded = Money(minorUnits: refundedMinorUnits, currency: price.currency)
    let head: JSONValue = [
      "object": "purchaseIntent", "id": .string(id), "state": .string(state.rawValue),
      "offer": .string(offer), "segment": .integer(Int64(segment)),
      "amount": .string(price.amount), "amountMinor": .integer(price.minorUnits),
      "currency": .string(price.currency.code), "amountRefunded": .string(refunded.amount),
      "createdAt": .string(createdAt.description), "expiresAt": .string(expiresAt.description),
    ]
    let disputed = Money(minorUnits: disputedMinorUnits, currency: price.currency)
    return
      head
      .with("amountDisputed", disputedMinorUnits == 0 ? nil : .string(disputed.amount))
      .with("shippingMethod", shippingMethod.map { .string($0.identifier) })
      .with("notification", notification.map { .string($0) })
      .with("paymentToken", acceptance?.json(handedOver: handOver))
      .with("authorization", authorization?.json)
      .with("cancellation", cancellation?.json)
      .with("intentToken", token.map { .string($0) })
      .with("paymentRequest", boundRequest.webForm)
  }
}

/// What a client asks to buy: never an amount.
package struct Purchase: Sendable, Hashable {
  package let offer: String
  package let segment: Int64
  /// The id of the way to ship; nil: the segment's default one, if anything is shipped.
  package let shippingMethod: String?

  package init(offer: String, segment: Int64, shippingMethod: String? = nil) {
    self.offer = offer
    self.segment = segment
    self.shippingMethod = shippingMethod
  }

  /// Reads `{"offer":"some-product","segment":2}`, to which `"shippingMethod":"express"` may be
  /// added; every other member is a fault.
  package init(json: JSONValue) throws(JSONFaults) {
    var reader = JSONReader(json)
    let offer = reader.string("offer")
    let segment = reader.integer("segment")
    let shipping = reader.optionalString("shippingMethod")
    let faults = reader.finish()
    guard faults.isEmpty, let offer, let segment else { throw JSONFaults(faults) }
    self.init(offer: offer, segment: segment, shippingMethod: shipping)
  }

  /// The bytes that tell one purchase from another under the same idempotency key; those of one
  /// without a shipping method are as they were before there were any.
  func canonicalBytes(by credential: OfferCredential?) -> [UInt8] {
    var fields = LengthPrefixed()
    fields.append("pay-purchase-v1")
    fields.append(offer)
    fields.append(segment)
    if let credential { fields.append(credential.digest) }
    if let shippingMethod {
      fields.append("shipping")
      fields.append(shippingMethod)
    }
    return fields.bytes
  }
}
