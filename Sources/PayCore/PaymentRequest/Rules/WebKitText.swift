extension JSONValue {
  /// The value as JavaScript turns it into text where text is asked for.
  ///
  /// A number of more than 15 digits keeps them all; JavaScript would round it first.
  var scriptText: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .number(let text): ScriptNumber(text).text
    case .string(let text): text
    case .array(let elements):
      elements.map { $0 == .null ? "" : $0.scriptText }.joined(separator: ",")
    case .object: "[object Object]"
    }
  }
}

/// A number of JSON as JavaScript prints it: `1.0` is `1`, `1e3` is `1000`.
///
/// Source: ECMA-262, Number::toString.
private struct ScriptNumber {
  private var isNegative = false
  /// From the first to the last digit that is not zero; empty for zero.
  private var digits: [UInt8] = []
  /// The place of the point, counted from the first digit: 1 for 5, 0 for 0.5.
  private var point = 0

  init(_ json: String) {
    var exponent = 0
    var exponentIsNegative = false
    var isInExponent = false
    var isInFraction = false
    for byte in json.utf8 {
      switch byte {
      case UInt8(ascii: "-"):
        if isInExponent { exponentIsNegative = true } else { isNegative = true }
      case UInt8(ascii: "."): isInFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"): isInExponent = true
      case UInt8(ascii: "0")...UInt8(ascii: "9") where isInExponent:
        // Beyond this any number of digits that fits in memory is zero or infinite.
        exponent = min(exponent * 10 + Int(byte - UInt8(ascii: "0")), 1 << 40)
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte) }
        // A zero before the first digit that is not zero moves the point, but takes no place.
        if !isInFraction {
          if !digits.isEmpty { point += 1 }
        } else if digits.isEmpty {
          point -= 1
        }
      default: break
      }
    }
    point += exponentIsNegative ? -exponent : exponent
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
  }

  var text: String {
    if digits.isEmpty || point < -323 { return "0" }
    let sign = isNegative ? "-" : ""
    guard point <= 309 else { return sign + "Infinity" }
    let all = String(decoding: digits, as: UTF8.self)
    switch point {
    case digits.count...max(digits.count, 21):
      guard point <= 21 else { return sign + exponential }
      return sign + all + String(repeating: "0", count: point - digits.count)
    case 1...21:
      return sign + all.prefix(point) + "." + all.dropFirst(point)
    case -5...0:
      return sign + "0." + String(repeating: "0", count: -point) + all
    default: return sign + exponential
    }
  }

  private var exponential: String {
    let rest = String(decoding: digits.dropFirst(), as: UTF8.self)
    let first = String(decoding: digits.prefix(1), as: UTF8.self)
    let power = point - 1
    return first + (rest.isEmpty ? "" : "." + rest) + (power < 0 ? "e-" : "e+")
      + String(power.magnitude)
  }
}
