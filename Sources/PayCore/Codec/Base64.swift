/// Base64 of RFC 4648, in its two alphabets, always canonical.
package enum Base64 {
  /// Standard alphabet with padding.
  package static func encode(_ bytes: [UInt8]) -> String {
    let text = encodeUnpadded(bytes, alphabet: standard)
    return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
  }

  /// URL alphabet without padding, as in JOSE.
  package static func encodeURL(_ bytes: [UInt8]) -> String {
    encodeUnpadded(bytes, alphabet: url)
  }

  /// The bytes of padded standard Base64; nil for anything that `encode` would not write.
  package static func decode(_ text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count.isMultiple(of: 4) else { return nil }
    let padding = characters.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2 else { return nil }
    return decodeUnpadded(characters.dropLast(padding), alphabet: standard)
  }

  /// The bytes of unpadded Base64url; nil for anything that `encodeURL` would not write, such as a
  /// last character with stray low bits.
  package static func decodeURL(_ text: some Sequence<UInt8>) -> [UInt8]? {
    decodeUnpadded(Array(text)[...], alphabet: url)
  }

  /// Whether a byte is one of the 64 characters of the URL alphabet.
  package static func isURLCharacter(_ byte: UInt8) -> Bool { url.values[Int(byte)] < 64 }

  private static let standard = Alphabet(last: "+/")
  private static let url = Alphabet(last: "-_")

  private static func encodeUnpadded(_ bytes: [UInt8], alphabet: Alphabet) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 4 / 3 + 3)
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(alphabet.characters[Int(bits >> count & 63)])
      }
    }
    if count > 0 { text.append(alphabet.characters[Int(bits << (6 - count) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  private static func decodeUnpadded(_ text: ArraySlice<UInt8>, alphabet: Alphabet) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    let values = alphabet.values
    var bytes = [UInt8](repeating: 0, count: text.count * 3 / 4)
    var (start, end) = (text.startIndex, 0)
    // Four characters are three bytes.
    while start + 4 <= text.endIndex {
      let (a, b) = (values[Int(text[start])], values[Int(text[start + 1])])
      let (c, d) = (values[Int(text[start + 2])], values[Int(text[start + 3])])
      guard a | b | c | d < 64 else { return nil }
      bytes[end] = a << 2 | b >> 4
      bytes[end + 1] = b << 4 | c >> 2
      bytes[end + 2] = c << 6 | d
      start += 4
      end += 3
    }
    // Two or three are left: one byte or two, and then zeros.
    var rest: UInt32 = 0
    for character in text[start...] {
      guard values[Int(character)] < 64 else { return nil }
      rest = rest << 6 | UInt32(values[Int(character)])
    }
    switch bytes.count - end {
    case 1:
      guard rest & 0xF == 0 else { return nil }
      bytes[end] = UInt8(rest >> 4)
    case 2:
      guard rest & 0x3 == 0 else { return nil }
      bytes[end] = UInt8(rest >> 10)
      bytes[end + 1] = UInt8(rest >> 2 & 0xFF)
    default: break
    }
    return bytes
  }
}

/// The 64 characters, and the value of each byte (255: not in the alphabet).
private struct Alphabet {
  let characters: [UInt8]
  let values: [UInt8]

  /// `last`: the two characters in which the alphabets differ.
  init(last: String) {
    let common = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    characters = Array((common + last).utf8)
    var values = [UInt8](repeating: 255, count: 256)
    for (value, character) in characters.enumerated() { values[Int(character)] = UInt8(value) }
    self.values = values
  }
}
