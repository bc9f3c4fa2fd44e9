import Foundation
import Testing

/// The three parts of a token, to be changed one by one; not the product's own reader.
struct CompactToken {
  var parts: [String]

  init(_ text: String) throws {
    parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    try #require(parts.count == 3)
  }

  var text: String { parts.joined(separator: ".") }

  var header: [String: Any] {
    get throws { try jsonObject([UInt8](try Self.decoded(parts[0]))) }
  }

  /// The token with text replaced inside a decoded part, all else as it was.
  func replacing(_ old: String, by new: String, inPart index: Int) throws -> String {
    let part = String(decoding: try Self.decoded(parts[index]), as: UTF8.self)
    try #require(part.contains(old))
    var changed = self
    changed.parts[index] = Self.encoded(Data(part.replacingOccurrences(of: old, with: new).utf8))
    return changed.text
  }

  /// The token with one bit of its signature flipped.
  func flippingSignatureBit(_ bit: Int) throws -> String {
    var signature = try Self.decoded(parts[2])
    signature[bit / 8] ^= 1 << UInt8(bit % 8)
    var changed = self
    changed.parts[2] = Self.encoded(signature)
    return changed.text
  }

  /// The same bytes in another spelling: 64 bytes leave four bits of the last character unused.
  func withStrayBits() throws -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let last = try #require(parts[2].last.flatMap(alphabet.firstIndex))
    try #require(last % 16 == 0)
    return text.dropLast() + String(alphabet[last + 1])
  }

  static func decoded(_ part: String) throws -> Data {
    let plain = part.replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    let padding = String(repeating: "=", count: (4 - plain.count % 4) % 4)
    return try #require(Data(base64Encoded: plain + padding))
  }

  static func encoded(_ bytes: Data) -> String {
    bytes.base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }
}
