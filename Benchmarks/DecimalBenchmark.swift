import FoundationEssentials
import Glibc
import PayCore
import PaySystem

/// Decimal128 beside Foundation's Decimal in this process, and Python's `decimal` (C code as well)
/// in another: the same operations on the same operands.
struct DecimalBenchmark {
  let scratch: String

  private static let names = ["parse", "add", "multiply", "divide"]
  private static let count = 1024
  /// Decimals of our quotients: for these operands as many digits as Python's default, 28, and more.
  private static let quotientScale = 28

  /// Amounts of two decimals and rates of four: `48213.07` and `1.0725`.
  private let amounts: [String]
  private let rates: [String]

  init(scratch: String) {
    self.scratch = scratch
    var mixer: UInt64 = 4217
    func next(_ bound: UInt64) -> Int {
      mixer = mixer &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((mixer >> 33) % bound) + 1
    }
    func text(_ units: Int, decimals: Int) -> String {
      let digits = String(units)
      let zeros = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count))
      let padded = zeros + digits
      return padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }
    amounts = (0..<Self.count).map { _ in text(next(10_000_000), decimals: 2) }
    rates = (0..<Self.count).map { _ in text(next(30_000), decimals: 4) }
  }

  func measurements() throws -> [Measurement] {
    let ours = try ourSteps()
    let foundation = try foundationSteps()
    let python = try pythonTimes()
    return try Self.names.indices.flatMap { index in
      let times = try nanosecondsEach(operations: Self.count, [ours[index], foundation[index]])
      return [
        Measurement(
          name: "Decimal128 \(Self.names[index])", ours: times[0], unit: "ns",
          other: times[1], otherName: "Foundation.Decimal", target: .atMost(0.2)),
        Measurement(
          name: "Decimal128 \(Self.names[index])", ours: times[0], unit: "ns",
          other: python[index], otherName: "Python's decimal", target: .atMost(1)),
      ]
    }
  }

  private func ourSteps() throws -> [() throws -> Void] {
    let texts = amounts
    let count = Self.count
    let left = try amounts.map { try Decimal128(parsing: $0) }
    let right = try rates.map { try Decimal128(parsing: $0) }
    return [
      { try fold(count) { try Decimal128(parsing: texts[$0]).coefficient } },
      { try fold(count) { try left[$0].adding(right[$0]).coefficient } },
      { try fold(count) { try left[$0].multiplied(by: right[$0]).coefficient } },
      {
        try fold(count) {
          try left[$0].divided(by: right[$0], scale: Self.quotientScale, rounding: .halfEven)
            .coefficient
        }
      },
    ]
  }

  private func foundationSteps() throws -> [() throws -> Void] {
    func decimal(_ text: String) throws -> Decimal {
      guard let decimal = Decimal(string: text) else { throw BenchmarkError("\(text) is refused") }
      return decimal
    }
    let texts = amounts
    let count = Self.count
    let left = try amounts.map(decimal)
    let right = try rates.map(decimal)
    return [
      { fold(count) { Int128(Decimal(string: texts[$0])?.exponent ?? 0) } },
      { fold(count) { Int128((left[$0] + right[$0]).exponent) } },
      { fold(count) { Int128((left[$0] * right[$0]).exponent) } },
      { fold(count) { Int128((left[$0] / right[$0]).exponent) } },
    ]
  }

  /// Nanoseconds of each operation, as `decimal-peer.py` measures them.
  private func pythonTimes() throws -> [Double] {
    let operands = scratch + "/operands.txt"
    let output = scratch + "/decimal-peer.txt"
    let lines = zip(amounts, rates).map { "\($0) \($1)\n" }.joined()
    try Files.replace(operands, with: Array(lines.utf8))
    unlink(output)
    guard
      try ChildProcess(
        "/usr/bin/python3", ["Benchmarks/decimal-peer.py", operands], output: output
      ).wait()
    else { throw BenchmarkError("Benchmarks/decimal-peer.py failed") }
    let text = String(decoding: try Files.read(output, limit: 4096), as: UTF8.self)
    let times = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard times.count == Self.names.count else {
      throw BenchmarkError("Benchmarks/decimal-peer.py printed \(text)")
    }
    return times
  }
}
