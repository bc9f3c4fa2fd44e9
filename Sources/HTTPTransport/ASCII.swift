/// A set of ASCII bytes as two words of bits.
struct ByteSet: Sendable {
  private let low: UInt64
  private let high: UInt64

  /// `low` holds the bits of the bytes 0-63, `high` of 64-127.
  init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    let bit = UInt64(byte & 63)
    switch byte >> 6 {
    case 0: return (low >> bit) & 1 == 1
    case 1: return (high >> bit) & 1 == 1
    default: return false
    }
  }

  /// RFC 9110 5.6.2: letters, digits and !#$%&'*+-.^_`|~
  static let token = ByteSet(low: 0x03ff_6cfa_0000_0000, high: 0x57ff_ffff_c7ff_fffe)
  /// What an origin-form target may hold: visible ASCII but for " # < > and the backslash.
  static let target = ByteSet(low: 0xafff_fff2_0000_0000, high: 0x7fff_ffff_efff_ffff)
  /// What a Host may hold: letters, digits and -._~:[]%
  static let host = ByteSet(low: 0x07ff_6020_0000_0000, high: 0x47ff_fffe_afff_fffe)
}

enum ASCII {
  static let tab: UInt8 = 0x09
  static let lf: UInt8 = 0x0a
  static let cr: UInt8 = 0x0d
  static let space: UInt8 = 0x20
  static let comma: UInt8 = 0x2c
  static let dot: UInt8 = 0x2e
  static let slash: UInt8 = 0x2f
  static let colon: UInt8 = 0x3a
  static let question: UInt8 = 0x3f

  @inline(__always)
  static func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Whether a field value may hold the byte: all but the controls, and HTAB.
  @inline(__always)
  static func isFieldValue(_ byte: UInt8) -> Bool {
    byte >= 0x20 ? byte != 0x7f : byte == tab
  }

  /// Whether both are the same text, letters compared without case.
  static func equal(_ bytes: Span<UInt8>, _ text: String.UTF8View) -> Bool {
    guard bytes.count == text.count else { return false }
    var position = 0
    for byte in text {
      guard lower(bytes[position]) == lower(byte) else { return false }
      position += 1
    }
    return true
  }

  /// Whether both are the same text, letters of `bytes` compared without case; `text` is lower
  /// case.
  @inline(__always)
  static func equal(_ bytes: Span<UInt8>, _ text: StaticString) -> Bool {
    guard bytes.count == text.utf8CodeUnitCount else { return false }
    let other = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    for index in bytes.indices where lower(bytes[index]) != other[index] { return false }
    return true
  }
}

extension Span<UInt8> {
  /// The first place at or after `start` that holds `byte`.
  func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    var index = start
    while index < count {
      if self[index] == byte { return index }
      index += 1
    }
    return nil
  }

  @inline(__always)
  func allSatisfy(_ isMember: (UInt8) -> Bool) -> Bool {
    for index in indices where !isMember(self[index]) { return false }
    return true
  }

  /// What of `range` is left without spaces and tabs at either end.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high, self[low] == ASCII.space || self[low] == ASCII.tab { low += 1 }
    while high > low, self[high - 1] == ASCII.space || self[high - 1] == ASCII.tab { high -= 1 }
    return low..<high
  }
}

extension String {
  /// The text of `bytes`; what is not UTF-8 is replaced by U+FFFD.
  init(copying bytes: Span<UInt8>) {
    self = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }
}

extension [UInt8] {
  /// Appends all of `bytes`.
  mutating func append(copying bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
  }
}
