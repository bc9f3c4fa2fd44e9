/// One case of a decTest file (General Decimal Arithmetic), with the directives it stands under.
struct DecimalVector {
  let id: String
  let operation: String
  let operands: [String]
  let result: String
  let flags: Set<String>
  let precision: Int
  let rounding: String

  /// The cases of a file in their order.
  static func read(_ text: String) -> [DecimalVector] {
    var precision = 0
    var rounding = ""
    return text.split(whereSeparator: \.isNewline).compactMap { line in
      let tokens = self.tokens(line)
      if let arrow = tokens.firstIndex(of: "->"), arrow >= 3, arrow + 1 < tokens.count {
        return DecimalVector(
          id: tokens[0], operation: tokens[1].lowercased(), operands: Array(tokens[2..<arrow]),
          result: tokens[arrow + 1], flags: Set(tokens[(arrow + 2)...].map { $0.lowercased() }),
          precision: precision, rounding: rounding)
      }
      let parts = tokens.joined().lowercased().split(separator: ":")
      guard parts.count == 2 else { return nil }
      if parts[0] == "precision" { precision = Int(parts[1]) ?? 0 }
      if parts[0] == "rounding" { rounding = String(parts[1]) }
      return nil
    }
  }

  /// Words without their quotes, up to the comment.
  private static func tokens(_ line: Substring) -> [String] {
    var tokens: [String] = []
    for word in line.split(separator: " ").map(String.init) {
      if word.hasPrefix("--") { break }
      tokens.append(word.trimmingPrefix { "'\"".contains($0) }.filter { !"'\"".contains($0) })
    }
    return tokens
  }
}

/// A finite number as a vector writes it: `digits` x 10^`exponent`.
struct DecimalVectorNumber {
  let isNegative: Bool
  /// Without leading zeros.
  let digits: String
  let exponent: Int

  var isZero: Bool { digits == "0" }

  /// Nil for NaN, an infinity and what is no number.
  init?(_ text: String) {
    var rest = Substring(text.lowercased())
    isNegative = rest.hasPrefix("-")
    if rest.hasPrefix("-") || rest.hasPrefix("+") { rest.removeFirst() }
    let parts = rest.split(separator: "e", maxSplits: 1, omittingEmptySubsequences: false)
    let mantissa = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let all = mantissa.joined()
    guard !all.isEmpty, all.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let power = parts.count == 2 ? Int(parts[1]) : 0
    else { return nil }
    let significant = all.drop { $0 == "0" }
    digits = significant.isEmpty ? "0" : String(significant)
    exponent = power - (mantissa.count == 2 ? mantissa[1].count : 0)
  }

  /// The plain text of this number / 10^`shift`; nil if it does not fit 38 digits and decimals.
  func text(shiftedBy shift: Int) -> String? {
    let scale = shift - exponent
    guard scale <= 38 else { return nil }
    let zeros = isZero ? 0 : max(0, -scale)
    guard digits.utf8.count + zeros <= 38 else { return nil }
    let sign = isNegative && !isZero ? "-" : ""
    let whole = digits + String(repeating: "0", count: zeros)
    guard scale > 0 else { return sign + whole }
    let padded = String(repeating: "0", count: max(0, scale + 1 - whole.utf8.count)) + whole
    return sign + padded.dropLast(scale) + "." + padded.suffix(scale)
  }
}
