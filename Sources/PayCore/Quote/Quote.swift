/// The exact price of one segment of an offer, and the payment request that asks for it.
package struct Quote: Sendable, Hashable {
  package let offer: String
  package let segment: Int
  package let price: Money
  package let request: PaymentRequest
  /// The chosen way to ship; nil: nothing is shipped.
  package let shippingMethod: ShippingMethod?
  private let source: PricingSource
  /// What the rules of payment requests say about `request`, as the configuration was checked.
  package let findings: [RequestFinding]
  /// The quote with its request in the web form.
  package private(set) var json: JSONValue

  /// The quote for a segment (nil: the offer's default one) of an offer (nil: the first one),
  /// shipped by a method (nil: the segment's default one, if anything is shipped).
  ///
  /// Throws `unknownOffer`, `notOnOffer`, `unknownSegment`, `unknownShipping`, in this order.
  package init(
    _ configuration: MerchantConfiguration, offer id: String?, segment index: Int64?,
    shipping: String? = nil, at moment: Timestamp
  ) throws(QuoteError) {
    let offers = configuration.offers
    let wanted = id.map { id in offers.firstIndex { $0.id.hasSameBytes(as: id) } }
    guard let place = wanted ?? offers.indices.first else {
      throw .unknownOffer(id ?? "", known: offers.map(\.id))
    }
    let offer = offers[place]
    guard offer.isValid(at: moment) else { throw .notOnOffer(offer.id) }
    let chosen = index ?? Int64(offer.defaultSegment)
    guard chosen >= 0, chosen < offer.segments.count else {
      throw .unknownSegment(chosen, offer: offer.id, count: offer.segments.count)
    }
    let pricing = offer.pricings[Int(chosen)]
    guard let variant = pricing.index(shippedBy: shipping) else {
      throw .unknownShipping(
        shipping ?? "", offer: offer.id, segment: Int(chosen),
        known: pricing.shippingMethods.map(\.identifier))
    }
    self = configuration.quotes[place][Int(chosen)][variant]
  }

  /// The quote for one variant of a segment's price, made when the configuration is checked.
  package init(_ merchant: Merchant, offer: String, segment: Int, _ variant: Pricing) {
    self.offer = offer
    self.segment = segment
    price = variant.total
    shippingMethod = variant.shippingMethod
    source = variant.source
    request = PaymentRequest(merchant, variant)
    findings = variant.findings
    json = .null
    json = json(request.webForm)
  }

  /// How the price comes about.
  package var steps: [PricingStep] { source.steps(shippedBy: shippingMethod) }

  /// The quote with its request in the PassKit form.
  package var passKitJSON: JSONValue { json(request.passKitForm) }

  /// `json` or `passKitJSON` with how the price comes about.
  package func explained(_ json: JSONValue) -> JSONValue {
    json.with("steps", .array(steps.map(\.json)))
  }

  private func json(_ form: JSONValue) -> JSONValue {
    let head: JSONValue = [
      "object": "quote", "offer": .string(offer), "segment": .integer(Int64(segment)),
      "amount": .string(price.amount), "amountMinor": .integer(price.minorUnits),
      "currency": .string(price.currency.code),
      "lines": .array(request.lineItems.map(\.json)),
    ]
    return
      head
      .with("shippingMethod", shippingMethod.map { .string($0.identifier) })
      .with("paymentRequest", form)
      .with("findings", .array(findings.map(\.json)))
  }
}

extension PaymentRequest {
  /// The merchant's request for a price; the total carries the merchant's name, as Apple's rule for
  /// the last summary item wants.
  init(_ merchant: Merchant, _ pricing: Pricing) {
    self.init(
      merchantIdentifier: merchant.identifier, merchantCapabilities: merchant.capabilities,
      supportedNetworks: merchant.supportedNetworks, countryCode: merchant.countryCode,
      currency: merchant.currency, lineItems: pricing.lines,
      total: SummaryItem(label: merchant.displayName, amount: pricing.total), applicationData: nil)
    // Only the chosen one: another, chosen on the sheet, would change a total that an intent fixes.
    if let method = pricing.shippingMethod { self.shippingMethods = [method] }
    if !merchant.requiredBillingContactFields.isEmpty {
      self.requiredBillingContactFields = merchant.requiredBillingContactFields
    }
    if pricing.shippingMethod != nil, !merchant.requiredShippingContactFields.isEmpty {
      self.requiredShippingContactFields = merchant.requiredShippingContactFields
    }
  }
}
