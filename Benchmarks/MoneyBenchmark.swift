import FoundationEssentials
import PayCore

/// Sums and rates of Money, each beside what is called the same in Foundation, and bounded in
/// nanoseconds.
///
/// What the loop itself costs, loading the same operands and folding them, is measured in the same
/// rounds and taken off, as it is for Python's decimal: only the operation counts.
enum MoneyBenchmark {
  private static let count = 1024

  static func measurements() throws -> [Measurement] {
    guard let currency = Currency(code: "USD") else { throw BenchmarkError("there is no USD") }
    let cents = (0..<Int64(count)).map { $0 * 7919 % 1_000_000 + 1 }
    let amounts = cents.map { Money(minorUnits: $0, currency: currency) }
    let rates = try (0..<Int128(count)).map {
      try Decimal128(coefficient: $0 * 104_729 % 30_000 + 1, scale: 4)
    }
    let decimals = cents.map { Decimal($0) / 100 }
    let factors = rates.map { Decimal(Int64($0.coefficient)) / 10_000 }
    let count = Self.count
    let times = try nanosecondsEach(
      operations: count,
      [
        {
          var sum = Money.zero(currency)
          for amount in amounts { sum = try sum.adding(amount) }
          consume(sum)
        },
        {
          var sum = Decimal(0)
          for amount in decimals { sum += amount }
          consume(sum)
        },
        {
          try fold(count) {
            Int128(try amounts[$0].multiplied(by: rates[$0], rounding: .halfEven).minorUnits)
          }
        },
        { fold(count) { Int128((decimals[$0] * factors[$0]).exponent) } },
        {
          var sum: Int64 = 0
          for amount in amounts { sum ^= amount.minorUnits }
          consume(sum)
        },
        {
          var sum: Int32 = 0
          for amount in decimals { sum ^= Int32(amount.exponent) }
          consume(sum)
        },
        { fold(count) { Int128(amounts[$0].minorUnits) ^ rates[$0].coefficient } },
        { fold(count) { Int128(decimals[$0].exponent ^ factors[$0].exponent) } },
      ])
    let operations = (0..<4).map { times[$0] - times[$0 + 4] }
    return [
      Measurement(
        name: "Money add", ours: operations[0], unit: "ns", other: operations[1],
        otherName: "Foundation.Decimal", target: nil, atMost: 1),
      Measurement(
        name: "Money x rate, half even", ours: operations[2], unit: "ns", other: operations[3],
        otherName: "Foundation.Decimal, not rounded", target: nil, atMost: 5),
    ]
  }
}
