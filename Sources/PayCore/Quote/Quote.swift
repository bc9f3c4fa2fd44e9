/// The exact price of one segment of an offer, and the payment request that asks for it.
package struct Quote: Sendable, Hashable {
  package let offer: String
  package let segment: Int
  package let price: Money
  package let request: PaymentRequest
  package let findings: [Finding]

  /// The quote for a segment (nil: the offer's default one) of an offer (nil: the first one).
  ///
  /// Throws `unknownOffer`, `notOnOffer`, `unknownSegment`, in this order.
  package init(
    _ configuration: MerchantConfiguration, offer id: String?, segment index: Int64?,
    at moment: Timestamp
  ) throws(QuoteError) {
    let known = configuration.offers.map(\.id)
    guard let offer = id.map(configuration.offer) ?? configuration.offers.first else {
      throw .unknownOffer(id ?? "", known: known)
    }
    guard offer.isValid(at: moment) else { throw .notOnOffer(offer.id) }
    let chosen = index ?? Int64(offer.defaultSegment)
    guard chosen >= 0, chosen < offer.segments.count else {
      throw .unknownSegment(chosen, offer: offer.id, count: offer.segments.count)
    }
    self.offer = offer.id
    segment = Int(chosen)
    price = offer.segments[segment]
    request = PaymentRequest(
      configuration.merchant,
      lines: [SummaryItem(label: offer.label, amount: price)], total: price)
    findings = []
  }

  /// The quote with its request in the web form.
  package var json: JSONValue { json(request.webForm) }

  /// The quote with its request in the PassKit form.
  package var passKitJSON: JSONValue { json(request.passKitForm) }

  private func json(_ form: JSONValue) -> JSONValue {
    [
      "object": "quote", "offer": .string(offer), "segment": .integer(Int64(segment)),
      "amount": .string(price.amount), "amountMinor": .integer(price.minorUnits),
      "currency": .string(price.currency.code),
      "lines": .array(request.lineItems.map(\.json)), "paymentRequest": form,
      "findings": .array(findings.map(\.json)),
    ]
  }
}

extension PaymentRequest {
  /// The merchant's request for some lines; the total carries the merchant's name, as Apple's rule
  /// for the last summary item wants.
  init(_ merchant: Merchant, lines: [SummaryItem], total: Money) {
    self.init(
      merchantIdentifier: merchant.identifier, merchantCapabilities: merchant.capabilities,
      supportedNetworks: merchant.supportedNetworks, countryCode: merchant.countryCode,
      currency: merchant.currency, lineItems: lines,
      total: SummaryItem(label: merchant.displayName, amount: total), applicationData: nil)
  }
}
