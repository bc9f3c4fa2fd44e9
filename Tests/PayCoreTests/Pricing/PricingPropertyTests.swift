import Foundation
import PayCore
import TestSupport
import Testing

/// Random segments against a model in exact fractions (Tests/Peers/pricing-cases.py), which was
/// written from merchant-config/README.md: whatever is priced costs what the model says and sums
/// exactly, whatever is refused is refused for the model's reason.
@Suite struct PricingPropertyTests {
  private static let count = 600

  @Test func `random segments cost what exact fractions say`() throws {
    let seed = "\(UInt32.random(in: 0 ... .max))"
    print("pricing: \(Self.count) segments from seed \(seed)")
    let cases = try cases(seed: seed)
    #expect(cases.count == Self.count)
    var priced = 0
    for (index, json) in cases.enumerated() {
      let place: Comment = "seed \(seed), segment \(index): \(json.text)"
      let currency = try #require(json.string("currency"))
      let segment = try #require(json["segment"])
      do {
        let configuration = try Fixture.configuration(
          merchant: Fixture.merchant.replacing("currencyCode", .string(currency)),
          offers: [Fixture.offer.replacing("segments", [segment])])
        let pricing = try #require(configuration.offers.first?.pricings.first)
        let ours = try pricing.variants.map(summary)
        #expect(json["variants"] == .array(ours), place)
        for variant in pricing.variants { try check(variant, place) }
        priced += 1
      } catch let error as ConfigurationError {
        let codes = Set(error.faults.map(\.fault.code))
        #expect(json.string("refusal").map { [$0] } == codes, place)
      }
    }
    print("pricing: \(priced) priced, \(Self.count - priced) refused")
    #expect(priced >= 300)
  }

  private func cases(seed: String) throws -> [JSONValue] {
    let script = packageRoot + "/Tests/Peers/pricing-cases.py"
    let python = try run("/usr/bin/env", ["python3", script, "\(Self.count)", seed])
    try #require(
      python.status == 0,
      "python3 made no cases (is it installed? Scripts/test does that): \(python.errors)")
    return try python.output.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
  }

  /// A price as the model writes it.
  private func summary(_ variant: Pricing) throws -> JSONValue {
    let currency = variant.total.currency
    let products = variant.steps.filter { $0.kind == .line }.map(\.label)
    let shares = try products.map { label in
      let parts = variant.steps.filter { $0.kind == .share && $0.label.hasSuffix(": \(label)") }
      return (label, try Money.sum(parts.map(\.amount), in: currency))
    }
    let included = try Money.sum(
      variant.steps.filter { $0.kind == .includedTax }.map(\.amount), in: currency)
    return [
      "shipping": variant.shippingMethod.map { .string($0.identifier) } ?? .null,
      "lines": .array(try variant.lines.map { try [.string($0.label), amount($0)] }),
      "total": .string(variant.total.amount), "includedTax": .string(included.amount),
      "shares": .object(
        products.count == 1
          ? [] : shares.map { JSONMember($0, .string($1.amount)) }),
    ]
  }

  private func amount(_ line: SummaryItem) throws -> JSONValue {
    try #require(line.json["amount"])
  }

  private func check(_ variant: Pricing, _ place: Comment) throws {
    let total = variant.total
    let lines = try variant.lines.map { line in
      try Money(parsing: #require(line.json.string("amount")), currency: total.currency)
    }
    #expect(try Money.sum(lines, in: total.currency) == total, place)
    func sum(_ steps: some Sequence<PricingStep>) throws -> Money {
      try Money.sum(steps.map(\.amount), in: total.currency)
    }
    let counted: Set<PricingStep.Kind> = [.line, .discount, .tax, .shipping]
    #expect(try sum(variant.steps.filter { counted.contains($0.kind) }) == total, place)
    #expect(try sum(variant.steps.filter { $0.kind == .total }) == total, place)
    for (index, step) in variant.steps.enumerated() {
      #expect((step.exact == nil) == (step.rounding == nil), place)
      // The shares that follow a discount sum to it.
      let shares = variant.steps[(index + 1)...].prefix { $0.kind == .share }
      if step.kind == .discount, !shares.isEmpty {
        #expect(try sum(shares) == step.amount, place)
      }
    }
  }
}

extension JSONValue {
  fileprivate func string(_ name: String) -> String? {
    if case .string(let text)? = self[name] { text } else { nil }
  }
}
