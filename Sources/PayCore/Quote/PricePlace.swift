/// Where a price stands in a configuration: indices of the offer, of its segment, and of the way to
/// ship it.
package struct PricePlace: Sendable, Hashable {
  let offer: Int
  let segment: Int
  let variant: Int

  /// Where the price of a segment (nil: the offer's default one) of an offer (nil: the first one)
  /// stands, shipped by a method (nil: the segment's default one, if anything is shipped).
  ///
  /// Throws `unknownOffer`, `notOnOffer`, `unknownSegment`, `unknownShipping`, in this order.
  package init(
    in configuration: MerchantConfiguration, offer id: String?, segment index: Int64?,
    shipping: String?, at moment: Timestamp
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
    self.init(offer: place, segment: Int(chosen), variant: variant)
  }

  private init(offer: Int, segment: Int, variant: Int) {
    self.offer = offer
    self.segment = segment
    self.variant = variant
  }
}

extension MerchantConfiguration {
  /// Where all its prices stand, in the order of the file.
  package var pricePlaces: [PricePlace] { PricePlace.all(in: self) }
}

extension PricePlace {
  fileprivate static func all(in configuration: MerchantConfiguration) -> [PricePlace] {
    configuration.offers.enumerated().flatMap { place, offer in
      offer.pricings.enumerated().flatMap { segment, pricing in
        pricing.variants.indices.map { PricePlace(offer: place, segment: segment, variant: $0) }
      }
    }
  }
}
