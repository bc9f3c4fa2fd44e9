/// The few tags and the one length form (X.690 8.1.3, 10.1) that sessions and signatures use.
enum DER {
  static let integer: UInt8 = 0x02
  static let octetString: UInt8 = 0x04
  static let objectIdentifier: UInt8 = 0x06
  static let utcTime: UInt8 = 0x17
  static let sequence: UInt8 = 0x30
  static let set: UInt8 = 0x31
  /// `[0]`, constructed.
  static let context0: UInt8 = 0xA0

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

  /// The contents of the next element; nil if it has another tag or does not end within the bytes.
  mutating func read(_ tag: UInt8) -> ArraySlice<UInt8>? {
    guard rest.first == tag, let (header, count) = length(), count <= rest.count - header else {
      return nil
    }
    let contents = rest.dropFirst(header).prefix(count)
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

  /// Bytes of tag and length, and the length that they state.
  private func length() -> (header: Int, count: Int)? {
    let bytes = Array(rest.prefix(4))
    guard bytes.count >= 2 else { return nil }
    switch bytes[1] {
    case ..<0x80: return (2, Int(bytes[1]))
    case 0x81 where bytes.count >= 3 && bytes[2] >= 0x80: return (3, Int(bytes[2]))
    case 0x82 where bytes.count >= 4 && bytes[2] > 0:
      return (4, Int(bytes[2]) << 8 | Int(bytes[3]))
    default: return nil
    }
  }
}
