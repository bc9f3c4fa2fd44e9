/// Hexadecimal text of bytes.
package enum Hex {
  /// Lower-case hex, two characters a byte.
  package static func lower(_ bytes: some Sequence<UInt8>) -> String {
    encode(bytes, digits: Array("0123456789abcdef".utf8))
  }

  /// Upper-case hex, two characters a byte.
  package static func upper(_ bytes: some Sequence<UInt8>) -> String {
    encode(bytes, digits: Array("0123456789ABCDEF".utf8))
  }

  /// The bytes of canonical lower-case hex; nil for upper case, an odd count or another character.
  package static func decodeLower(_ text: String) -> [UInt8]? {
    text.utf8.contains { $0 <= UInt8(ascii: "F") && $0 >= UInt8(ascii: "A") } ? nil : decode(text)
  }

  /// The bytes of hex in any letter case; nil for an odd count or another character.
  package static func decode(_ text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count / 2)
    for index in stride(from: 0, to: characters.count, by: 2) {
      guard let high = value(characters[index]), let low = value(characters[index + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func encode(_ bytes: some Sequence<UInt8>, digits: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.underestimatedCount * 2)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func value(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
