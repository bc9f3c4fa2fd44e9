extension JSONValue {
  /// The document on one line, without spaces, in UTF-8; slashes and non-ASCII are not escaped.
  package var bytes: [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(1024)
    write(to: &output)
    return output
  }

  private func write(to output: inout [UInt8]) {
    switch self {
    case .null: output += "null".utf8
    case .bool(let value): output += (value ? "true" : "false").utf8
    case .integer(let value): output += String(value).utf8
    case .number(let text): output += text.utf8
    case .string(let text): JSONValue.write(text, to: &output)
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for index in elements.indices {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        elements[index].write(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for index in members.indices {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        JSONValue.write(members[index].name, to: &output)
        output.append(UInt8(ascii: ":"))
        members[index].value.write(to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  /// Most texts need no escape: they are copied as a whole, and only then looked at, since bytes of
  /// an array are quicker to look at than those of a string.
  private static func write(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    let start = output.count
    output += text.utf8
    if hasEscapes(output, from: start) {
      output.removeSubrange(start...)
      writeEscaped(text, to: &output)
    }
    output.append(UInt8(ascii: "\""))
  }

  private static func hasEscapes(_ bytes: [UInt8], from start: Int) -> Bool {
    for index in start..<bytes.count where needsEscape(bytes[index]) { return true }
    return false
  }

  private static func writeEscaped(_ text: String, to output: inout [UInt8]) {
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

  private static func needsEscape(_ byte: UInt8) -> Bool {
    // Letters and digits, the most of any text, are through after the first line.
    byte > UInt8(ascii: "\"")
      ? byte == UInt8(ascii: "\\") || byte == 0x7F
      : byte < 0x20 || byte == UInt8(ascii: "\"")
  }
}
