/// How a column writes a moment: `yyyy-MM-dd HH:mm:ss`, of which the clock may be absent.
///
/// `yyyy`, `MM`, `dd`, `HH`, `mm` and `ss` stand for digits at these widths; any other character
/// of ASCII that is no letter stands for itself, and so does `T`.
struct DatePattern: Sendable, Hashable {
  private enum Token: Sendable, Hashable {
    case year, month, day, hour, minute, second
    case literal(UInt8)

    var width: Int { self == .year ? 4 : 2 }
  }

  private let tokens: [Token]
  /// Bytes of every text that fits.
  private let width: Int

  /// A pattern; nil unless it has year, month and day, no field twice, and nothing unknown.
  init?(_ text: String) {
    let fields: [(name: String, token: Token)] = [
      ("yyyy", .year), ("MM", .month), ("dd", .day), ("HH", .hour), ("mm", .minute),
      ("ss", .second),
    ]
    var rest = Substring(text)
    var tokens: [Token] = []
    while let first = rest.utf8.first {
      if let (name, token) = fields.first(where: { rest.utf8.starts(with: $0.name.utf8) }) {
        guard !tokens.contains(token) else { return nil }
        tokens.append(token)
        rest = rest.dropFirst(name.count)
      } else {
        guard isLiteral(first) else { return nil }
        tokens.append(.literal(first))
        rest = rest.dropFirst()
      }
    }
    guard [.year, .month, .day].allSatisfy(tokens.contains) else { return nil }
    self.tokens = tokens
    width = tokens.reduce(0) { sum, token in
      if case .literal = token { sum + 1 } else { sum + token.width }
    }
  }

  /// Seconds since 1970 as if the text were of UTC; nil if it does not fit or no such day exists.
  func seconds(_ text: ArraySlice<UInt8>) -> Int64? {
    guard text.count == width else { return nil }
    var (year, month, day): (Int64, Int64, Int64) = (0, 0, 0)
    var (hour, minute, second): (Int64, Int64, Int64) = (0, 0, 0)
    var index = text.startIndex
    for token in tokens {
      if case .literal(let byte) = token {
        guard text[index] == byte else { return nil }
        index += 1
        continue
      }
      guard let value = decimalNumber(text[index..<(index + token.width)]) else { return nil }
      index += token.width
      switch token {
      case .year: year = value
      case .month: month = value
      case .day: day = value
      case .hour: hour = value
      case .minute: minute = value
      case .second: second = value
      case .literal: break
      }
    }
    guard hour < 24, minute < 60, second < 60, year >= 1970,
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    return date.daysSinceEpoch * 86_400 + hour * 3600 + minute * 60 + second
  }
}

private func isLiteral(_ byte: UInt8) -> Bool {
  let upper = byte & 0xDF
  let isLetter = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(upper)
  return (0x20..<0x7F).contains(byte) && (!isLetter || byte == UInt8(ascii: "T"))
}

/// The number that a few digits write; nil if a byte is no digit.
func decimalNumber(_ digits: ArraySlice<UInt8>) -> Int64? {
  var value: Int64 = 0
  for byte in digits {
    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
    value = value * 10 + Int64(byte - UInt8(ascii: "0"))
  }
  return value
}
