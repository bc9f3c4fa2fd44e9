package import PayCore
import Synchronization

/// The quotes of one configuration that were asked for, each made once; there are as many as there
/// are prices.
package final class QuoteTable: QuoteMemory {
  private let quotes = Mutex<[PricePlace: Quote]>([:])

  package init() {}

  /// Made outside of the lock: two who ask for a new one at once make the same.
  package func quote(for place: PricePlace, otherwise make: () -> Quote) -> Quote {
    if let known = quotes.withLock({ $0[place] }) { return known }
    let quote = make()
    quotes.withLock { $0[place] = quote }
    return quote
  }
}
