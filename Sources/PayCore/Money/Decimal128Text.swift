// The text form: `-?[0-9]+(\.[0-9]+)?` on ASCII bytes, no exponent, no sign but minus, no spaces or
// separators. What is read is written again digit for digit, but for leading zeros and "-0".

extension Decimal128 {
  /// Reads a decimal such as `0.0725` and keeps its scale.
  ///
  /// Throws `syntax`, and `overflow` for more than 38 digits, leading zeros apart, or more than 38
  /// decimals; whichever a byte shows first.
  public init(parsing text: String) throws(DecimalError) {
    try self.init(scanning: text.utf8)
  }

  /// Reads ASCII bytes, as the text.
  public init(parsing bytes: some Collection<UInt8>) throws(DecimalError) {
    try self.init(scanning: bytes)
  }

  /// One pass, no buffer.
  @inline(__always)
  private init(scanning bytes: some Collection<UInt8>) throws(DecimalError) {
    var rest = bytes.makeIterator()
    var next = rest.next()
    let isNegative = next == UInt8(ascii: "-")
    if isNegative { next = rest.next() }
    var digits = GatheredDigits()
    guard next.isDigit else { throw .syntax }
    while let byte = next, byte.isDigit {
      try digits.append(byte)
      next = rest.next()
    }
    var scale = 0
    if next == UInt8(ascii: ".") {
      next = rest.next()
      guard next.isDigit else { throw .syntax }
      while let byte = next, byte.isDigit {
        guard scale < Self.greatestScale else { throw .overflow }
        try digits.append(byte)
        scale &+= 1
        next = rest.next()
      }
    }
    guard next == nil else { throw .syntax }
    let coefficient = Int128(truncatingIfNeeded: digits.magnitude)
    self.init(unchecked: isNegative ? -coefficient : coefficient, scale: scale)
  }
}

/// The digits gather in two halves of 19, each of which fits 64 bits, for few decimals need more.
private struct GatheredDigits {
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  /// Without leading zeros.
  private var count = 0

  @inline(__always)
  mutating func append(_ byte: UInt8) throws(DecimalError) {
    let digit = UInt64(byte &- UInt8(ascii: "0"))
    if count < PowerOfTen.greatestNarrowExponent {
      first = first &* 10 &+ digit
      if first > 0 { count &+= 1 }
    } else {
      guard count < Decimal128.greatestDigits else { throw .overflow }
      second = second &* 10 &+ digit
      count &+= 1
    }
  }

  @inline(__always)
  var magnitude: UInt128 {
    guard count > PowerOfTen.greatestNarrowExponent else { return UInt128(first) }
    let power = PowerOfTen.narrow(count &- PowerOfTen.greatestNarrowExponent)
    return UInt128(first) &* UInt128(power) &+ UInt128(second)
  }
}

extension UInt8 {
  @inline(__always)
  fileprivate var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}

extension UInt8? {
  @inline(__always)
  fileprivate var isDigit: Bool { self?.isDigit == true }
}

extension Decimal128: CustomStringConvertible {
  /// The value with exactly `scale` decimals: `-0.050`.
  public var description: String {
    if scale == 0, let narrow = Int64(exactly: coefficient) { return narrow.description }
    let magnitude = coefficient.magnitude
    let sign = isNegative ? 1 : 0
    let width = max(magnitude.decimalDigits, scale &+ 1) &+ (scale > 0 ? 1 : 0) &+ sign
    var bytes = [UInt8](repeating: UInt8(ascii: "0"), count: width)
    if isNegative { bytes[0] = UInt8(ascii: "-") }
    // Halves of 19 digits: a division of 64 bits is several times faster than one of 128.
    var digits = UInt64(truncatingIfNeeded: magnitude)
    var higher: UInt64 = 0
    if magnitude >= Self.half {
      let quotient = magnitude / Self.half
      higher = UInt64(truncatingIfNeeded: quotient)
      digits = UInt64(truncatingIfNeeded: magnitude &- quotient &* Self.half)
    }
    let point = scale > 0 ? width &- 1 &- scale : width
    var left = PowerOfTen.greatestNarrowExponent
    var at = width
    while at > sign {
      at &-= 1
      guard at != point else {
        bytes[at] = UInt8(ascii: ".")
        continue
      }
      if left == 0 { digits = higher }
      left &-= 1
      bytes[at] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digits % 10)
      digits /= 10
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static var half: UInt128 {
    UInt128(PowerOfTen.narrow(PowerOfTen.greatestNarrowExponent))
  }
}

extension UInt128 {
  /// 1 to 38 digits of a coefficient's magnitude.
  fileprivate var decimalDigits: Int {
    guard self > 9 else { return 1 }
    // 1233/4096 is a little more than log10(2), which gives the digits or one too few.
    let guess = ((UInt128.bitWidth - leadingZeroBitCount) * 1233) >> 12
    return self >= PowerOfTen.wide(guess) ? guess + 1 : guess
  }
}
