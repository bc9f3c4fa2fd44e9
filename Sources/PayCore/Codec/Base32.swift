/// Crockford's base 32 in lower case, as our ids are written: no i, l, o or u.
enum Base32 {
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  /// The 26 characters of a 128-bit number; the first is below `8`.
  static func text(_ number: UInt128) -> String {
    var characters: [UInt8] = []
    characters.reserveCapacity(26)
    for shift in stride(from: UInt128(125), through: 0, by: -5) {
      characters.append(alphabet[Int(number >> shift & 31)])
    }
    return String(decoding: characters, as: UTF8.self)
  }

  /// The value of a character, nil if it is none of the alphabet.
  static func digit(_ byte: UInt8) -> Int? { alphabet.firstIndex(of: byte) }
}
