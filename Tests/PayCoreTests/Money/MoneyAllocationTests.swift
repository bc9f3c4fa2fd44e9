import PayCore
import TestSupport
import Testing

@Suite struct MoneyAllocationTests {
  private func usd(_ minorUnits: Int64) -> Money {
    Money(minorUnits: minorUnits, currency: Fixture.usd)
  }

  @Test(
    arguments: [
      (100, [1, 1, 1], [34, 33, 33]), (-100, [1, 1, 1], [-34, -33, -33]), (5, [3, 7], [2, 3]),
      (100, [1], [100]), (0, [1, 2], [0, 0]), (1, [0, 1, 0], [0, 1, 0]), (1, [1, 1], [1, 0]),
      (2, [0, 1, 1, 1], [0, 1, 1, 0]), (10, [1, 2, 3], [2, 3, 5]), (7, [2, 2, 3], [2, 2, 3]),
      (101, [70, 20, 10], [71, 20, 10]), (.max, [1, 1], [.max / 2 + 1, .max / 2]),
      (.min, [1], [.min]), (.min, [1, 1], [.min / 2, .min / 2]),
      (.max, [.max, .max, 0], [.max / 2 + 1, .max / 2, 0]), (.min, [0, .max], [0, .min]),
      (3, [1, 1_000_000], [0, 3]), (99, [333, 333, 334], [33, 33, 33]),
    ] as [(Int64, [Int64], [Int64])])
  func `an amount is split by largest remainder`(
    amount: Int64, weights: [Int64], parts: [Int64]
  ) throws {
    #expect(try usd(amount).allocated(over: weights).map(\.minorUnits) == parts)
  }

  @Test func `weights that cannot split anything are refused`() {
    #expect(throws: MoneyError.noWeight) { try usd(1).allocated(over: []) }
    #expect(throws: MoneyError.noWeight) { try usd(1).allocated(over: [0, 0]) }
    #expect(throws: MoneyError.negativeWeight(index: 1)) { try usd(1).allocated(over: [1, -1]) }
    #expect(throws: MoneyError.negativeWeight(index: 0)) { try usd(0).allocated(over: [.min]) }
  }

  @Test func `random splits keep the sum, the sign and the order of weights`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("allocation seed \(seed)")
    var random = SplitMix64(seed: seed)
    for round in 0..<20_000 {
      let amount = Int64(truncatingIfNeeded: random.next()) >> Int64(random.next() % 64)
      guard amount != .min else { continue }
      let weights = (0..<Int(1 + random.next() % 12)).map { _ in
        Int64(truncatingIfNeeded: random.next() >> (1 + random.next() % 63))
      }
      guard weights.contains(where: { $0 > 0 }) else { continue }
      let parts = try usd(amount).allocated(over: weights)
      let opposite = try usd(-amount).allocated(over: weights)
      let total = weights.reduce(Int128(0)) { $0 + Int128($1) }
      let isFair = zip(parts, weights).allSatisfy { part, weight in
        // Less than one unit away from the exact share, on either side.
        let error = Int128(part.minorUnits) * total - Int128(amount) * Int128(weight)
        return error.magnitude < total.magnitude
      }
      guard try Money.sum(parts, in: Fixture.usd) == usd(amount), isFair,
        try opposite == parts.map({ (part) throws in try part.negated() }),
        parts.allSatisfy({ $0.minorUnits == 0 || ($0.minorUnits < 0) == (amount < 0) })
      else {
        Issue.record("seed \(seed), round \(round): \(amount) over \(weights) is \(parts)")
        return
      }
    }
  }
}
