import PayCore
import TestSupport
import Testing

/// Random segments: whatever is priced sums exactly, whatever is refused says why.
@Suite struct PricingPropertyTests {
  private static let refusals: Set = ["discount_exceeds_price", "out_of_range"]

  @Test func `lines sum to the total and steps add up`() throws {
    let start = UInt64.random(in: 0..<1 << 32)
    print("pricing property: seeds from \(start)")
    var priced = 0
    for seed in start..<start + 1500 {
      var segment = RandomSegment(seed: seed)
      let json = segment.next()
      let currency = segment.currency
      do {
        let configuration = try Fixture.configuration(
          merchant: Fixture.merchant.replacing("currencyCode", .string(currency.code)),
          offers: [Fixture.offer.replacing("segments", [json])])
        let pricing = try #require(configuration.offers.first?.pricings.first)
        for variant in pricing.variants { check(variant, "seed \(seed): \(json.text)") }
        priced += 1
      } catch let error as ConfigurationError {
        let codes = Set(error.faults.map(\.fault.code))
        #expect(codes.isSubset(of: Self.refusals), "seed \(seed): \(error.faults)")
      }
    }
    #expect(priced > 500, "of 1500 only \(priced) had a price")
  }

  private func check(_ variant: Pricing, _ place: String) {
    let total = Int128(variant.total.minorUnits)
    let lines = variant.lines.map { minorUnits($0, variant.total.currency) }
    #expect(lines.reduce(0, +) == total, "\(place)")
    func sum(_ kinds: Set<PricingStep.Kind>) -> Int128 {
      variant.steps.filter { kinds.contains($0.kind) }
        .reduce(0) { $0 + Int128($1.amount.minorUnits) }
    }
    #expect(sum([.line, .discount, .tax, .shipping]) == total, "\(place)")
    #expect(sum([.total]) == total, "\(place)")
    for (index, step) in variant.steps.enumerated() {
      #expect((step.exact == nil) == (step.rounding == nil), "\(place) \(step)")
      // The shares that follow a discount sum to it.
      let shares = variant.steps[(index + 1)...].prefix { $0.kind == .share }
      if step.kind == .discount, !shares.isEmpty {
        #expect(
          shares.reduce(0) { $0 + Int128($1.amount.minorUnits) } == Int128(step.amount.minorUnits),
          "\(place) \(step)")
      }
    }
  }

  private func minorUnits(_ item: SummaryItem, _ currency: Currency) -> Int128 {
    guard case .string(let text)? = item.json["amount"],
      let amount = try? Money(parsing: text, currency: currency)
    else { return .max }
    return Int128(amount.minorUnits)
  }
}

/// A segment with up to five lines, up to three discounts, maybe tax and maybe shipping.
private struct RandomSegment {
  private var random: SplitMix64
  let currency: Currency

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    currency = Fixture.currency(["USD", "JPY", "KWD"].randomElement(using: &random) ?? "USD")
  }

  mutating func next() -> JSONValue {
    let count = Int.random(in: 1...5, using: &random)
    let segment: JSONValue = ["lines": .array((0..<count).map { line($0) })]
    let discounts = (0..<Int.random(in: 0...3, using: &random)).map { discount($0) }
    return
      segment
      .with("discounts", .array(discounts))
      .with("tax", Bool.random(using: &random) ? tax() : nil)
      .with("shippingMethods", Bool.random(using: &random) ? shipping() : nil)
  }

  private mutating func line(_ index: Int) -> JSONValue {
    let line: JSONValue = [
      "label": .string("Line \(index)"), "unitPrice": amount(upTo: 100_000),
      "quantity": .integer(Int64.random(in: 1...20, using: &random)),
    ]
    return line.with("discount", Int.random(in: 0..<3, using: &random) == 0 ? discount(9) : nil)
  }

  private mutating func discount(_ index: Int) -> JSONValue {
    let label = JSONValue.string("Discount \(index)")
    if Bool.random(using: &random) { return ["label": label, "amount": amount(upTo: 20_000)] }
    return ["label": label, "percent": rate(upTo: 60), "rounding": mode()]
  }

  private mutating func tax() -> JSONValue {
    [
      "label": "Tax", "rate": rate(upTo: 40), "inclusive": .bool(.random(using: &random)),
      "rounding": mode(), "per": Bool.random(using: &random) ? "line" : "total",
      "onShipping": .bool(.random(using: &random)),
    ]
  }

  private mutating func shipping() -> JSONValue {
    .array(
      (0..<Int.random(in: 1...3, using: &random)).map { index in
        [
          "identifier": .string("method-\(index)"), "label": .string("Method \(index)"),
          "detail": "soon", "amount": amount(upTo: 1000),
        ]
      })
  }

  private mutating func amount(upTo limit: Int64) -> JSONValue {
    .string(currency.amount(Int128(Int64.random(in: 0...limit, using: &random))))
  }

  private mutating func rate(upTo limit: Int) -> JSONValue {
    let decimals = Int.random(in: 0...6, using: &random)
    let digits = (0..<decimals).map { _ in String(Int.random(in: 0...9, using: &random)) }
    let point = decimals == 0 ? "" : "."
    return .string("\(Int.random(in: 0...limit, using: &random))\(point)\(digits.joined())")
  }

  private mutating func mode() -> JSONValue {
    .string((RoundingMode.allCases.randomElement(using: &random) ?? .halfUp).rawValue)
  }
}
