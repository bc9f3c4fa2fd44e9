extension JSONValue {
  /// The document on one line, without spaces, in UTF-8; slashes and non-ASCII are not escaped.
  package var bytes: [UInt8] {
    // Few documents need an escape: texts are written as they are, and all bytes are looked at
    // once at the end, many at a time.
    var plain = JSONWriter(escapesTexts: false)
    plain.write(self)
    if plain.output.count(where: JSONWriter.needsEscape) == 2 * plain.texts { return plain.output }
    var escaping = JSONWriter(escapesTexts: true)
    escaping.write(self)
    return escaping.output
  }
}

private struct JSONWriter {
  private(set) var output: [UInt8] = []
  /// How many texts there are, member names included: each has two quotation marks around it.
  private(set) var texts = 0
  private let escapesTexts: Bool

  init(escapesTexts: Bool) {
    self.escapesTexts = escapesTexts
    output.reserveCapacity(1024)
  }

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: output += "null".utf8
    case .bool(let value): output += (value ? "true" : "false").utf8
    case .integer(let value): output += String(value).utf8
    case .number(let text): output += text.utf8
    case .string(let text): write(text)
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for index in elements.indices {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        write(elements[index])
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for index in members.indices {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        write(members[index].name)
        output.append(UInt8(ascii: ":"))
        write(members[index].value)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  private mutating func write(_ text: String) {
    texts &+= 1
    output.append(UInt8(ascii: "\""))
    if escapesTexts { writeEscaped(text) } else { output += text.utf8 }
    output.append(UInt8(ascii: "\""))
  }

  private mutating func writeEscaped(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): output += "\\\"".utf8
      case UInt8(ascii: "\\"): output += "\\\\".utf8
      case UInt8(ascii: "\n"): output += "\\n".utf8
      case UInt8(ascii: "\r"): output += "\\r".utf8
      case UInt8(ascii: "\t"): output += "\\t".utf8
      case 0..<0x20, 0x7F: output += ("\\u00" + Hex.lower([byte])).utf8
      default: output.append(byte)
      }
    }
  }

  static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }
}
