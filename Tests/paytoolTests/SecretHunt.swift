import Foundation

/// Bytes that nobody may see, under the name by which a finding tells them.
struct CanarySecret {
  let name: String
  let bytes: [UInt8]
}

/// Looks for secrets in what a program left, in every form in which they could have got there.
///
/// Secrets are looked for in pieces of 12 bytes, so that half of one is found too; the last piece
/// reaches back. A secret that is shorter than a piece cannot be looked for.
struct SecretHunt {
  /// How bytes show up in text.
  enum Form: String, CaseIterable {
    case raw, hex, base64
    /// As Swift prints an array of bytes: `[18, 52]`.
    case list
  }

  private struct Needle {
    let bytes: [UInt8]
    let name: String
    let form: Form
  }

  static let pieceBytes = 12

  private var needles: [UInt64: [Needle]] = [:]
  /// Which values the start of a needle can hash to: most places of a text are passed by with one
  /// look.
  private var isStart = [Bool](repeating: false, count: 1 << 16)
  private(set) var secrets = 0

  mutating func add(_ secret: CanarySecret) {
    precondition(secret.bytes.count >= Self.pieceBytes, "\(secret.name) is too short to look for")
    secrets += 1
    let last = secret.bytes.count - Self.pieceBytes
    for start in Set(stride(from: 0, to: last, by: Self.pieceBytes)).union([last]) {
      let piece = Array(secret.bytes[start..<(start + Self.pieceBytes)])
      add(piece, secret.name, .raw)
      add(piece.flatMap { Self.hex($0) }, secret.name, .hex)
      add(Array(piece.map(String.init).joined(separator: ",").utf8), secret.name, .list)
      for alignment in 0..<3 { add(Self.base64(piece, alignment), secret.name, .base64) }
    }
  }

  /// What was found, one line for each secret and form.
  func findings(in bytes: [UInt8]) -> [String] {
    var found = Set<String>()
    find(in: bytes, [.raw], &found)
    // Text that is broken into lines, indented, divided by colons or escaped as JSON is joined.
    let joined = Self.joined(bytes)
    find(in: joined, [.raw, .base64], &found)
    find(in: joined.map(Self.lowercase), [.hex, .list], &found)
    return found.sorted()
  }

  // MARK: Needles

  private mutating func add(_ bytes: [UInt8], _ name: String, _ form: Form) {
    let start = bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    needles[start, default: []].append(Needle(bytes: bytes, name: name, form: form))
    isStart[Self.hash(start)] = true
  }

  private static func hash(_ start: UInt64) -> Int { Int((start &* 0x9E37_79B9_7F4A_7C15) >> 48) }

  private static func hex(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  /// The characters that depend on the piece alone if so many bytes, of three, stand before it.
  private static func base64(_ piece: [UInt8], _ alignment: Int) -> [UInt8] {
    let text = Data([UInt8](repeating: 0, count: alignment) + piece).base64EncodedString()
    let first = (alignment * 8 + 5) / 6
    let last = (alignment + piece.count) * 8 / 6
    return Array(Array(text.utf8)[first..<last])
  }

  // MARK: Text

  private func find(in text: [UInt8], _ forms: Set<Form>, _ found: inout Set<String>) {
    text.withUnsafeBytes { text in
      for place in 0..<max(0, text.count - 7) {
        let start = text.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        guard isStart[Self.hash(start)], let candidates = needles[start] else { continue }
        for needle in candidates where forms.contains(needle.form) {
          let end = place + needle.bytes.count
          guard end <= text.count, text[place..<end].elementsEqual(needle.bytes) else { continue }
          found.insert("\(needle.name) (\(needle.form.rawValue))")
        }
      }
    }
  }

  /// Without white space, colons and the backslashes of JSON's escapes, and with Base64 in its usual
  /// alphabet.
  private static func joined(_ bytes: [UInt8]) -> [UInt8] {
    var joined: [UInt8] = []
    joined.reserveCapacity(bytes.count)
    var isEscaped = false
    for byte in bytes {
      defer { isEscaped = byte == UInt8(ascii: "\\") && !isEscaped }
      if isEscaped, [UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t")].contains(byte) {
        continue
      }
      switch byte {
      case UInt8(ascii: " "), 0x09...0x0D, UInt8(ascii: ":"), UInt8(ascii: "\\"): continue
      case UInt8(ascii: "-"): joined.append(UInt8(ascii: "+"))
      case UInt8(ascii: "_"): joined.append(UInt8(ascii: "/"))
      default: joined.append(byte)
      }
    }
    return joined
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
