import Synchronization

/// The quotes that were asked for, each made once.
///
/// A configuration does not change and time only decides whether an offer is valid, so that the
/// quote for a price is always the same; there are as many as there are prices.
package final class QuoteMemo: Sendable {
  private let configuration: MerchantConfiguration
  private let quotes = Mutex<[PricePlace: Quote]>([:])

  package init(_ configuration: MerchantConfiguration) {
    self.configuration = configuration
  }

  /// The quote that `Quote.init(_:offer:segment:shipping:at:)` makes. Throws what that throws.
  package func quote(
    offer: String?, segment: Int64?, shipping: String?, at moment: Timestamp
  ) throws(QuoteError) -> Quote {
    let place = try PricePlace(
      in: configuration, offer: offer, segment: segment, shipping: shipping, at: moment)
    if let known = quotes.withLock({ $0[place] }) { return known }
    // Made outside of the lock: two who ask for a new one at once make the same.
    let quote = Quote(configuration, place)
    quotes.withLock { $0[place] = quote }
    return quote
  }
}
