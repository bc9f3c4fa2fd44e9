import PayCore

extension String {
  /// The text as content or as an attribute's value: no markup, no control characters.
  var html: String {
    let visible = escapingControls
    guard visible.utf8.contains(where: { "&<>\"'".utf8.contains($0) }) else { return visible }
    var output = ""
    for scalar in visible.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      case "'": output += "&#39;"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }

  /// Text from outside: its direction cannot reach what stands beside it.
  var isolatedHTML: String { "<bdi>\(html)</bdi>" }
}

extension Currency {
  /// An amount for people: `-1,204.50`, with a minus sign that is as wide as a digit.
  func readable(_ minorUnits: Int128) -> String {
    let plain = amount(minorUnits < 0 ? -minorUnits : minorUnits)
    let whole = plain.prefix { $0 != "." }
    var digits = Array(whole)
    for index in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: index) }
    return (minorUnits < 0 ? "\u{2212}" : "") + String(digits) + plain.dropFirst(whole.count)
  }
}

extension Money {
  /// `-1,204.50 USD` for people.
  var readable: String { "\(currency.readable(Int128(minorUnits))) \(currency.code)" }
}
