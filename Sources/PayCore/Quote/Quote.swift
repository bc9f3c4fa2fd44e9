/// The exact price of one segment of an offer, and the payment request that asks for it.
package struct Quote: Sendable, Hashable {
  package let offer: String
  package let segment: Int
  package let price: Money
  package let request: PaymentRequest
  /// The chosen way to ship; nil: nothing is shipped.
  package let shippingMethod: ShippingMethod?
  private let source: PricingSource
  /// All prices of the segment, by each way to ship.
  private let pricing: SegmentPricing
  /// What the rules of payment requests say about `request` in the web form.
  package let findings: [RequestFinding]
  /// `json` as it is sent.
  package private(set) var bytes: [UInt8] = []

  /// The quote for a segment (nil: the offer's default one) of an offer (nil: the first one),
  /// shipped by a method (nil: the segment's default one, if anything is shipped).
  ///
  /// Throws `unknownOffer`, `notOnOffer`, `unknownSegment`, `unknownShipping`, in this order.
  package init(
    _ configuration: MerchantConfiguration, offer id: String?, segment index: Int64?,
    shipping: String? = nil, at moment: Timestamp
  ) throws(QuoteError) {
    let price = try PricePlace(
      in: configuration, offer: id, segment: index, shipping: shipping, at: moment)
    self.init(configuration, price)
  }

  /// The quote for one price of the configuration.
  package init(_ configuration: MerchantConfiguration, _ place: PricePlace) {
    let offer = configuration.offers[place.offer]
    pricing = offer.pricings[place.segment]
    let variant = pricing.variants[place.variant]
    self.offer = offer.id
    segment = place.segment
    price = variant.total
    shippingMethod = variant.shippingMethod
    source = variant.source
    request = PaymentRequest(configuration.merchant, variant)
    let webForm = request.webForm
    findings = RequestValidation(webForm, rules: RequestRuleSet.allCases).findings
    bytes = json(webForm, findings).bytes
  }

  /// How the price comes about.
  package var steps: [PricingStep] { source.steps }

  /// How much of the price is tax, added or included, as it was computed; 0 if there is none.
  package var taxMinorUnits: Int64 {
    // Parts of a total of 64 bits, so that their sum fits as well.
    steps.reduce(0) { $1.kind == .tax || $1.kind == .includedTax ? $0 + $1.amount.minorUnits : $0 }
  }

  /// The quote with its request in the web form.
  package var json: JSONValue { json(request.webForm, findings) }

  /// The quote with its request in the PassKit form, and what the rules say about that.
  package var passKitJSON: JSONValue {
    let form = request.passKitForm
    return json(form, RequestValidation(form, rules: RequestRuleSet.allCases).findings)
  }

  /// `json` or `passKitJSON` with how the price comes about.
  package func explained(_ json: JSONValue) -> JSONValue {
    json.with("steps", .array(steps.map(\.json)))
  }

  private func json(_ form: JSONValue, _ findings: [RequestFinding]) -> JSONValue {
    let head: JSONValue = [
      "object": "quote", "offer": .string(offer), "segment": .integer(Int64(segment)),
      "amount": .string(price.amount), "amountMinor": .integer(price.minorUnits),
      "currency": .string(price.currency.code),
      "lines": .array(request.lineItems.map(\.json)),
    ]
    return
      head
      .with("shippingMethod", shippingMethod.map { .string($0.identifier) })
      .with("shippingMethods", pricing.shippingMethodsJSON)
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
