/// The few tags and the one length form (X.690 8.1.3, 10.1) that sessions and signatures use.
enum DER {
  static let boolean: UInt8 = 0x01
  static let integer: UInt8 = 0x02
  static let bitString: UInt8 = 0x03
  static let octetString: UInt8 = 0x04
  static let objectIdentifier: UInt8 = 0x06
  static let utf8String: UInt8 = 0x0C
  static let utcTime: UInt8 = 0x17
  static let generalizedTime: UInt8 = 0x18
  static let sequence: UInt8 = 0x30
  static let set: UInt8 = 0x31
  /// `[0]`, `[1]` and `[3]`, constructed.
  static let context0: UInt8 = 0xA0
  static let context1: UInt8 = 0xA1
  static let context3: UInt8 = 0xA3
  /// NULL, whole.
  static let null: [UInt8] = [0x05, 0]

  /// Tag, length and contents.
  static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(elementCount(contents.count))
    appendHeader(tag, contents.count, to: &output)
    output += contents
    return output
  }

  /// Bytes of an element whose contents have `count` bytes.
  static func elementCount(_ count: Int) -> Int {
    switch count {
    case ..<0x80: 2 + count
    case ..<0x100: 3 + count
    default: 4 + count
    }
  }

  /// Tag and shortest length; `count` is below 65,536, as everything here is.
  static func appendHeader(_ tag: UInt8, _ count: Int, to output: inout [UInt8]) {
    precondition(count <= 0xFFFF, "an element of ours is short")
    output.append(tag)
    switch count {
    case ..<0x80: break
    case ..<0x100: output.append(0x81)
    default:
      output.append(0x82)
      output.append(UInt8(count >> 8))
    }
    output.append(UInt8(count & 0xFF))
  }
}

/// Reads elements one after another; indefinite, padded and overlong lengths are refused.
struct DERReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  /// The tag of the next element; nil at the end.
  var tag: UInt8? { rest.first }

  /// The contents of the next element; nil if it has another tag or does not end within the bytes.
  mutating func read(_ tag: UInt8) -> ArraySlice<UInt8>? {
    guard rest.first == tag, let length = DERLength(in: rest, at: rest.startIndex + 1) else {
      return nil
    }
    let contents = rest[length.contents]
    rest = rest[contents.endIndex...]
    return contents
  }

  /// The next element with its tag and length.
  mutating func readElement(_ tag: UInt8) -> ArraySlice<UInt8>? {
    let start = rest.startIndex
    let whole = rest
    return read(tag).map { whole[start..<$0.endIndex] }
  }

  /// A reader of the contents of the next element.
  mutating func enter(_ tag: UInt8) -> DERReader? { read(tag).map { DERReader($0) } }
}

/// A definite length in its shortest form, and where the contents lie that it counts.
struct DERLength {
  let contents: Range<Int>

  /// Reads the length at an index; nil if it is indefinite, not the shortest, above 65,535 or more
  /// than there is.
  init?(in bytes: ArraySlice<UInt8>, at index: Int) {
    let end = bytes.endIndex
    guard index >= bytes.startIndex, index < end else { return nil }
    let start: Int
    let count: Int
    switch bytes[index] {
    case ..<0x80:
      (start, count) = (index + 1, Int(bytes[index]))
    case 0x81:
      guard index + 1 < end, bytes[index + 1] >= 0x80 else { return nil }
      (start, count) = (index + 2, Int(bytes[index + 1]))
    case 0x82:
      guard index + 2 < end, bytes[index + 1] > 0 else { return nil }
      (start, count) = (index + 3, Int(bytes[index + 1]) << 8 | Int(bytes[index + 2]))
    default: return nil
    }
    guard count <= end - start else { return nil }
    contents = start..<start + count
  }
}
