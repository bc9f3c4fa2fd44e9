extension MerchantConfiguration {
  /// SHA-256 of everything a notification shows of an offer, so that a token of one price never
  /// buys at another; nil for a merchant that sends no notifications.
  package func offerDigest(_ offer: Offer, digest: any Digest) -> [UInt8]? {
    canonicalBytes(of: offer).map(digest.sha256)
  }

  /// `pay-offer-v1`, then every field; a list is its count and its elements.
  private func canonicalBytes(of offer: Offer) -> [UInt8]? {
    guard let notification else { return nil }
    var canonical = LengthPrefixed()
    canonical.append("pay-offer-v1")
    canonical.append(merchant.identifier)
    canonical.append(offer.id)
    canonical.append(offer.label)
    canonical.append(merchant.currency.code)
    canonical.append(merchant.countryCode)
    for names in [merchant.supportedNetworks, merchant.capabilities] {
      canonical.append(Int64(names.count))
      for name in names { canonical.append(name) }
    }
    canonical.append(Int64(offer.segments.count))
    for segment in offer.segments { canonical.append(segment.minorUnits) }
    canonical.append(Int64(offer.defaultSegment))
    canonical.append(notification.endpoint)
    // An offer of mere amounts has the bytes it has always had: tokens that are out stay good.
    if !offer.pricings.allSatisfy(\.isSimple) {
      canonical.append("pay-pricing-v1")
      for pricing in offer.pricings { canonical.append(pricing) }
    }
    return canonical.bytes
  }
}

extension LengthPrefixed {
  /// What is bought and what it costs, not how a discount or a rounding is written in the file: the
  /// same price of the same goods stays the same offer.
  fileprivate mutating func append(_ pricing: SegmentPricing) {
    append(Int64(pricing.variants.count))
    for variant in pricing.variants {
      append(variant.shippingMethod == nil ? 0 : 1)
      if let method = variant.shippingMethod {
        for text in [method.identifier, method.label, method.detail] { append(text) }
      }
      append(Int64(variant.lines.count))
      for line in variant.lines {
        append(line.label)
        append(line.amount.amount)
      }
      append(variant.total.minorUnits)
    }
    if case .plan(let plan, _, _)? = pricing.variants.first?.source { append(plan) }
    append(Int64(pricing.items.count))
    for item in pricing.items {
      for text in [item.title, item.text, item.imageUrl] { append(text) }
    }
  }

  /// What lines of a sheet do not say: how many pieces, and the tax that prices contain.
  private mutating func append(_ plan: PricingPlan) {
    append(Int64(plan.lines.count))
    for line in plan.lines {
      append(line.quantity)
      append(line.unitPrice.description)
    }
    append(plan.tax == nil ? 0 : 1)
    if let tax = plan.tax {
      append(tax.label)
      append(tax.rate.description)
      append(tax.isInclusive ? 1 : 0)
    }
  }
}
