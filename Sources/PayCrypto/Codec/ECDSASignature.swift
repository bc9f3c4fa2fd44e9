/// A signature of ECDSA on P-256: two numbers from 1 to the order of the curve less 1.
///
/// JWS (RFC 7518 3.4) writes it as 64 bytes, X.509 and CMS (RFC 3279 2.2.3) in DER.
struct ECDSASignature: Sendable, Hashable {
  /// 32 bytes r, 32 bytes s, big-endian.
  let raw: [UInt8]

  /// The order of P-256 (FIPS 186-4 D.1.2.3).
  static let order: [UInt8] = [
    0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
    0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
  ]

  /// Reads exactly 64 bytes; nil for another count, or a number out of range.
  init?(raw: [UInt8]) {
    guard raw.count == 64, Self.isInRange(raw[..<32]), Self.isInRange(raw[32...]) else {
      return nil
    }
    self.raw = raw
  }

  /// Reads DER; nil unless it is exactly what `der` writes.
  init?(der: [UInt8]) {
    var outer = DERReader(der[...])
    guard let contents = outer.read(DER.sequence), outer.isAtEnd else { return nil }
    var inner = DERReader(contents)
    guard let r = inner.read(DER.integer), let s = inner.read(DER.integer), inner.isAtEnd,
      let left = Self.padded(r), let right = Self.padded(s), let value = Self(raw: left + right),
      value.der == der
    else { return nil }
    self = value
  }

  /// SEQUENCE of two INTEGERs, each in as few bytes as it needs: 8 to 72 bytes.
  var der: [UInt8] {
    let numbers = [raw[..<32], raw[32...]].map { number in
      let digits = number.drop { $0 == 0 }
      let isHigh = digits.first.map { $0 >= 0x80 } ?? true
      return DER.element(DER.integer, (isHigh ? [0] : []) + digits)
    }
    return DER.element(DER.sequence, numbers[0] + numbers[1])
  }

  /// Whether s is the smaller of s and n - s: both verify, so that a signature would have two
  /// spellings if the other were taken.
  var isCanonical: Bool { !negatedS.lexicographicallyPrecedes(raw[32...]) }

  /// The same signature with the smaller of s and n - s.
  var canonical: ECDSASignature {
    isCanonical ? self : negated ?? self
  }

  /// The signature with n - s instead of s, which verifies too.
  var negated: ECDSASignature? { ECDSASignature(raw: Array(raw[..<32]) + negatedS) }

  /// n - s in 32 bytes.
  private var negatedS: [UInt8] {
    var difference = [UInt8](repeating: 0, count: 32)
    var borrow = 0
    for index in (0..<32).reversed() {
      let digit = Int(Self.order[index]) - Int(raw[32 + index]) - borrow
      borrow = digit < 0 ? 1 : 0
      difference[index] = UInt8(truncatingIfNeeded: digit)
    }
    return difference
  }

  /// The contents of an INTEGER in 32 bytes; nil if they do not fit.
  private static func padded(_ contents: ArraySlice<UInt8>) -> [UInt8]? {
    let digits = contents.drop { $0 == 0 }
    guard digits.count <= 32 else { return nil }
    return [UInt8](repeating: 0, count: 32 - digits.count) + digits
  }

  private static func isInRange(_ number: ArraySlice<UInt8>) -> Bool {
    number.contains { $0 != 0 } && number.lexicographicallyPrecedes(order)
  }
}
