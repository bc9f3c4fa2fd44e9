import Glibc

/// One line of the report: what was measured, its peer or limit of the same run, and the ratio.
struct Measurement {
  let name: String
  let ours: Double
  let unit: String
  let other: Double
  let otherName: String
  /// What the ratio must be; nil: a figure to know.
  let target: Target?
  /// What our own figure may be at most or at least, whatever the other's; nil: no bound.
  var atMost: Double?
  var atLeast: Double?

  enum Target {
    case atLeast(Double)
    case atMost(Double)
  }

  var ratio: Double { ours / other }

  var isMet: Bool { isRatioMet && isBoundMet }

  private var isBoundMet: Bool {
    atMost.map { ours <= $0 } ?? true && atLeast.map { ours >= $0 } ?? true
  }

  private var isRatioMet: Bool {
    switch target {
    case .atLeast(let bound): ratio >= bound
    case .atMost(let bound): ratio <= bound
    case nil: true
    }
  }

  var line: String {
    let aim =
      switch target {
      case .atLeast(let bound): "at least \(rounded(bound, 2)): \(verdict(isRatioMet))"
      case .atMost(let bound): "at most \(rounded(bound, 2)): \(verdict(isRatioMet))"
      case nil: "to know"
      }
    let bound =
      atMost.map { " (at most \(shown($0)): \(verdict(isBoundMet)))" }
      ?? atLeast.map { " (at least \(shown($0)): \(verdict(isBoundMet)))" } ?? ""
    return "\(name)\n    ours \(shown(ours))\(bound)   \(otherName) \(shown(other))   "
      + "ratio \(rounded(ratio, 2))   (\(aim))"
  }

  private func verdict(_ isMet: Bool) -> String { isMet ? "met" : "MISSED" }

  private func shown(_ value: Double) -> String {
    let text = value >= 100 ? grouped(Int(value.rounded())) : rounded(value, 2)
    return "\(text) \(unit)"
  }
}

/// A number with thousands apart: 27 412.
private func grouped(_ number: Int) -> String {
  var text = ""
  for (index, digit) in String(number).reversed().enumerated() {
    if index > 0, index % 3 == 0 { text = " " + text }
    text = String(digit) + text
  }
  return text
}

private func rounded(_ value: Double, _ digits: Int) -> String {
  let scale = pow(10.0, Double(digits))
  let whole = Int((value * scale).rounded())
  let fraction = String(whole % Int(scale))
  let zeros = String(repeating: "0", count: max(0, digits - fraction.utf8.count))
  return "\(whole / Int(scale)).\(zeros)\(fraction)"
}

extension [Double] {
  /// The middle value; 0 of none.
  var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}
