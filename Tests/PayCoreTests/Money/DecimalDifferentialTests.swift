import Foundation
import PayCore
import TestSupport
import Testing

/// Random operations against Python's decimal; `Scripts/decimals` runs a million of them.
@Suite struct DecimalDifferentialTests {
  static let batch = 20_000

  private static func setting(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  @Test func `random operations agree with Python's decimal`() throws {
    let count = try #require(Int(Self.setting("PAY_DECIMAL_CASES") ?? "\(Self.batch)"))
    let seed = Self.setting("PAY_DECIMAL_SEED") ?? "\(UInt32.random(in: 0 ... .max))"
    print("decimals: \(count) cases from seed \(seed)")
    var tally = Tally()
    var done = 0
    while done < count, tally.disagreements.count < 10 {
      let size = min(Self.batch, count - done)
      let lines = try cases(size, seed: "\(seed).\(done / Self.batch)")
      #expect(lines.count == size)
      for line in lines { tally.take(line) }
      done += size
      if count > Self.batch { print("decimals: \(done) of \(count) compared") }
    }
    print("decimals: \(tally.summary)")
    for disagreement in tally.disagreements.prefix(10) {
      Issue.record("seed \(seed), \(count) cases: \(disagreement)")
    }
    // A generator that makes no ties or no overflows would prove little.
    if count >= Self.batch { #expect(tally.isVaried, "\(tally.summary)") }
  }

  private func cases(_ count: Int, seed: String) throws -> [Substring] {
    let script = packageRoot + "/Tests/Peers/decimal-cases.py"
    let python = try run("/usr/bin/env", ["python3", script, "\(count)", seed])
    try #require(
      python.status == 0,
      "python3 made no cases (is it installed? Scripts/test does that): \(python.errors)")
    return python.output.split(separator: "\n")
  }

  private struct Tally {
    var operations: [Substring: Int] = [:]
    var refusals: [String: Int] = [:]
    var ties: [Substring: Int] = [:]
    var disagreements: [String] = []

    mutating func take(_ line: Substring) {
      let fields = line.split(separator: " ")
      guard fields.count == 7 else {
        disagreements.append("not a case: \(line)")
        return
      }
      operations[fields[0], default: 0] += 1
      if fields[5].first?.isLetter == true { refusals[String(fields[5]), default: 0] += 1 }
      if fields[6] == "1" { ties[fields[1], default: 0] += 1 }
      let ours = result(of: fields)
      if ours != fields[5] { disagreements.append("\(line): ours is \(ours)") }
    }

    var isVaried: Bool {
      operations.count == 9 && operations.values.allSatisfy { $0 > 1000 }
        && ties.count == RoundingMode.allCases.count && ties.values.allSatisfy { $0 > 50 }
        && ["overflow", "inexact", "divisionByZero"].allSatisfy { refusals[$0, default: 0] > 0 }
    }

    var summary: String {
      let counts = { (counts: [String: Int]) in
        counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
      }
      let named = { (names: [Substring: Int]) in
        [String: Int](uniqueKeysWithValues: names.map { (String($0), $1) })
      }
      return "\(counts(named(operations))); expected and got: \(counts(refusals)); "
        + "ties: \(counts(named(ties))); \(disagreements.count) disagree"
    }
  }
}

/// What ours makes of a case, in the words of Tests/Peers/decimal-cases.py.
private func result(of fields: [Substring]) -> String {
  guard let mode = RoundingMode(rawValue: String(fields[1])), let scale = Int(fields[4]) else {
    return "no such mode or scale"
  }
  do throws(DecimalError) {
    let one = try Decimal128(parsing: String(fields[2]))
    let two = try Decimal128(parsing: fields[3].utf8)
    switch fields[0] {
    case "add": return try one.adding(two).description
    case "subtract": return try one.subtracting(two).description
    case "multiply": return try one.multiplied(by: two).description
    case "multiplyRounded":
      return try one.multiplied(by: two, scale: scale, rounding: mode).description
    case "divide": return try one.divided(by: two, scale: scale, rounding: mode).description
    case "divideExactly": return try one.dividedExactly(by: two, scale: scale).description
    case "quantize": return try one.quantized(toScale: scale, rounding: mode).description
    case "rescale": return try one.rescaled(to: scale).description
    case "compare":
      guard one == two else { return one < two ? "-1" : "1" }
      return one.hashValue == two.hashValue ? "0" : "equal, with two hashes"
    default: return "no such operation"
    }
  } catch {
    return name(of: error)
  }
}

/// The case's own name; `description` is a sentence.
private func name(of error: DecimalError) -> String {
  switch error {
  case .syntax: "syntax"
  case .overflow: "overflow"
  case .inexact: "inexact"
  case .divisionByZero: "divisionByZero"
  }
}
