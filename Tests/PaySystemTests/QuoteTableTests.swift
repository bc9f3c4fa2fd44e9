import PayCore
import PaySystem
import Synchronization
import TestSupport
import Testing

@Suite struct QuoteTableTests {
  @Test func `a quote is made once, and is the one that is made anew`() async throws {
    let configuration = try ConfigurationDirectory.load(packageRoot + "/merchant-config")
    let table = QuoteTable()
    let made = Mutex<[PricePlace]>([])
    for _ in 0..<3 {
      for place in configuration.pricePlaces {
        let quote = table.quote(for: place) {
          made.withLock { $0.append(place) }
          return Quote(configuration, place)
        }
        #expect(quote == Quote(configuration, place))
      }
    }
    #expect(made.withLock { $0 } == configuration.pricePlaces)
  }

  @Test func `whoever asks at once is given the same quote`() async throws {
    let configuration = try ConfigurationDirectory.load(packageRoot + "/merchant-config")
    let table = QuoteTable()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for place in configuration.pricePlaces {
            let quote = table.quote(for: place) { Quote(configuration, place) }
            #expect(quote == Quote(configuration, place))
          }
        }
      }
    }
  }
}
