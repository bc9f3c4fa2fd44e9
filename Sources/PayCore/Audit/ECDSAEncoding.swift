/// The two spellings of an ECDSA signature on P-256: 64 bytes as JWS has it (RFC 7518 3.4), and DER
/// as X.509 and signed notes have it (RFC 3279 2.2.3). Whether it is a good one, the keys say.
enum ECDSAEncoding {
  private static let sequence: UInt8 = 0x30
  private static let integer: UInt8 = 0x02

  /// SEQUENCE of two INTEGERs, each in as few bytes as it needs; nil unless there are 64 bytes.
  static func der(raw: [UInt8]) -> [UInt8]? {
    guard raw.count == 64 else { return nil }
    let numbers = [raw[..<32], raw[32...]].flatMap { number -> [UInt8] in
      var digits = Array(number.drop { $0 == 0 })
      // A leading zero keeps a high first bit from meaning a number below zero.
      if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
      return [integer, UInt8(digits.count)] + digits
    }
    return [sequence, UInt8(numbers.count)] + numbers
  }

  /// The 64 bytes; nil unless `bytes` is exactly what `der(raw:)` writes.
  static func raw(der bytes: [UInt8]) -> [UInt8]? {
    var rest = bytes[...].dropFirst(2)
    let numbers = (0..<2).compactMap { _ -> [UInt8]? in
      let count = Int(rest.dropFirst().first ?? 0)
      let digits = rest.dropFirst(2).prefix(count).drop { $0 == 0 }
      rest = rest.dropFirst(2 + count)
      guard digits.count <= 32 else { return nil }
      return [UInt8](repeating: 0, count: 32 - digits.count) + digits
    }
    let raw = numbers.flatMap { $0 }
    return der(raw: raw) == bytes ? raw : nil
  }
}
