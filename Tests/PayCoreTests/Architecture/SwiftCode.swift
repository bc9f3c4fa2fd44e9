/// Swift source with the insides of comments, strings and raw identifiers blanked, so that rules look
/// at code only. Lines and columns stay; an interpolation in a string is code and stays too.
struct SwiftCode {
  /// The blanked source.
  let text: [UInt8]

  init(_ source: String, keepsComments: Bool = false) {
    var scanner = Scanner(source: Array(source.utf8), keepsComments: keepsComments)
    scanner.code(endsAtParenthesis: false)
    text = scanner.output
  }

  /// Words, numbers and single other characters, with the byte at which each starts.
  var tokens: [Token] {
    var tokens: [Token] = []
    var index = 0
    while index < text.count {
      let start = index
      while index < text.count, isWord(text[index]) { index += 1 }
      if index > start {
        if isDigit(text[start]), tokens.last?.text != "." { takeFraction(&index, from: start) }
      } else {
        index += 1
        if text[start] == UInt8(ascii: " ") || text[start] == UInt8(ascii: "\n") { continue }
      }
      tokens.append(Token(text: String(decoding: text[start..<index], as: UTF8.self), at: start))
    }
    return tokens
  }

  /// One-based line of a byte.
  func line(of offset: Int) -> Int { text[..<offset].count { $0 == UInt8(ascii: "\n") } + 1 }

  /// `1.5` is one token; the `.0` of a tuple's element and the dots of `0...9` are not a fraction.
  private func takeFraction(_ index: inout Int, from start: Int) {
    guard index + 1 < text.count, text[index] == UInt8(ascii: "."), isDigit(text[index + 1]),
      text[start..<index].allSatisfy({ isDigit($0) || $0 == UInt8(ascii: "_") })
    else { return }
    index += 1
    while index < text.count, isWord(text[index]) { index += 1 }
  }
}

struct Token: Equatable {
  let text: String
  let at: Int

  /// Whether this is a literal of a floating-point type: `1.5`, `1e5`, `0x1p3`.
  var isFloatingLiteral: Bool {
    guard let first = text.utf8.first, isDigit(first) else { return false }
    let isHexadecimal = text.hasPrefix("0x")
    return text.contains(".")
      || text.contains { isHexadecimal ? $0 == "p" : $0 == "e" || $0 == "E" }
  }
}

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

private func isWord(_ byte: UInt8) -> Bool {
  isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
    || byte >= 0x80
}

private struct Scanner {
  let source: [UInt8]
  let keepsComments: Bool
  var index = 0
  var output: [UInt8] = []

  init(source: [UInt8], keepsComments: Bool) {
    self.source = source
    self.keepsComments = keepsComments
  }

  mutating func code(endsAtParenthesis: Bool) {
    var depth = 0
    while index < source.count {
      if starts("//") {
        while index < source.count, source[index] != UInt8(ascii: "\n") { remark() }
      } else if starts("/*") {
        comment()
      } else if starts("`") {
        copy()
        while index < source.count, !starts("`") { blank() }
        copy()
      } else if let hashes = openingOfString() {
        string(hashes: hashes)
      } else {
        if starts("(") { depth += 1 }
        if starts(")") { depth -= 1 }
        if endsAtParenthesis, depth < 0 { return }
        copy()
      }
    }
  }

  private mutating func comment() {
    var depth = 0
    repeat {
      if starts("/*") {
        depth += 1
        remark(2)
      } else if starts("*/") {
        depth -= 1
        remark(2)
      } else {
        remark()
      }
    } while depth > 0 && index < source.count
  }

  /// How many number signs the string that starts here has; nil if none starts here.
  private func openingOfString() -> Int? {
    let hashes = source[index...].prefix { $0 == UInt8(ascii: "#") }.count
    return starts("\"", at: index + hashes) ? hashes : nil
  }

  private mutating func string(hashes: Int) {
    let mark = String(repeating: "#", count: hashes)
    let quotes = starts("\"\"\"", at: index + hashes) ? "\"\"\"" : "\""
    copy(hashes + quotes.utf8.count)
    while index < source.count {
      if starts(quotes + mark) { return copy(quotes.utf8.count + hashes) }
      if starts("\\" + mark + "(") {
        blank(hashes + 1)
        copy()
        code(endsAtParenthesis: true)
        copy()
      } else if starts("\\" + mark) {
        blank(hashes + 2)
      } else {
        blank()
      }
    }
  }

  private func starts(_ text: String, at offset: Int? = nil) -> Bool {
    let offset = offset ?? index
    guard offset < source.count, source[offset] == text.utf8.first else { return false }
    return source[offset...].starts(with: text.utf8)
  }

  private mutating func copy(_ count: Int = 1) {
    let end = min(index + count, source.count)
    output += source[index..<end]
    index = end
  }

  private mutating func remark(_ count: Int = 1) { keepsComments ? copy(count) : blank(count) }

  private mutating func blank(_ count: Int = 1) {
    for _ in 0..<count where index < source.count {
      output.append(source[index] == UInt8(ascii: "\n") ? source[index] : UInt8(ascii: " "))
      index += 1
    }
  }
}
