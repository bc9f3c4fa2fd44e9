import PayCore

/// Finds the members of a JSON object where they lie, without copying any: a decrypted payload must
/// leave no trace in memory that nobody wipes.
///
/// Strict: one object and nothing after it, no member twice, no escape in a name, at most
/// `maximumDepth` deep.
struct PayloadScanner {
  /// What a member's value is, and where it lies; of a string, its characters between the quotes.
  struct Value {
    enum Kind { case string, number, object, other }

    let kind: Kind
    let range: Range<Int>
  }

  private let bytes: UnsafeRawBufferPointer
  private var index = 0

  private static let maximumDepth = 8
  private static let maximumMembers = 64

  /// Why bytes are no such object, and at which of them.
  struct Fault: Error {
    let offset: Int
  }

  /// The members of the object that is the whole of `bytes`.
  static func members(of bytes: UnsafeRawBufferPointer) throws(Fault) -> [(Range<Int>, Value)] {
    var scanner = PayloadScanner(bytes: bytes)
    scanner.skipSpace()
    let members = try scanner.object(depth: 1)
    scanner.skipSpace()
    guard scanner.index == bytes.count || TokenCheck.payloadEnd.isOff else { throw scanner.fault }
    return members
  }

  private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  private var fault: Fault { Fault(offset: index) }
  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  private mutating func take(_ character: Unicode.Scalar) throws(Fault) {
    guard current == UInt8(ascii: character) else { throw fault }
    index += 1
  }

  private mutating func object(depth: Int) throws(Fault) -> [(Range<Int>, Value)] {
    var members: [(Range<Int>, Value)] = []
    try take("{")
    skipSpace()
    guard current != UInt8(ascii: "}") else {
      index += 1
      return members
    }
    while true {
      skipSpace()
      let name = try string()
      let isNew = !members.contains { bytes[$0.0].elementsEqual(bytes[name]) }
      guard isNew || TokenCheck.payloadMemberOnce.isOff, !bytes[name].contains(UInt8(ascii: "\\")),
        members.count < Self.maximumMembers
      else { throw fault }
      skipSpace()
      try take(":")
      members.append((name, try value(depth: depth + 1)))
      skipSpace()
      guard current == UInt8(ascii: ",") else { break }
      index += 1
    }
    try take("}")
    return members
  }

  private mutating func value(depth: Int) throws(Fault) -> Value {
    guard depth <= Self.maximumDepth else { throw fault }
    skipSpace()
    let start = index
    switch current {
    case UInt8(ascii: "\""): return Value(kind: .string, range: try string())
    case UInt8(ascii: "{"):
      _ = try object(depth: depth)
      return Value(kind: .object, range: start..<index)
    case UInt8(ascii: "["):
      try array(depth: depth)
      return Value(kind: .other, range: start..<index)
    case UInt8(ascii: "t"): return try word("true")
    case UInt8(ascii: "f"): return try word("false")
    case UInt8(ascii: "n"): return try word("null")
    default: return try number()
    }
  }

  private mutating func array(depth: Int) throws(Fault) {
    try take("[")
    skipSpace()
    guard current != UInt8(ascii: "]") else {
      index += 1
      return
    }
    while true {
      _ = try value(depth: depth + 1)
      skipSpace()
      guard current == UInt8(ascii: ",") else { break }
      index += 1
    }
    try take("]")
  }

  private mutating func word(_ text: StaticString) throws(Fault) -> Value {
    let start = index
    for byte in text.description.utf8 {
      guard current == byte else { throw fault }
      index += 1
    }
    return Value(kind: .other, range: start..<index)
  }

  /// `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`
  private mutating func number() throws(Fault) -> Value {
    let start = index
    if current == UInt8(ascii: "-") { index += 1 }
    let first = current
    let count = digits()
    guard count > 0, count == 1 || first != UInt8(ascii: "0") else { throw fault }
    if current == UInt8(ascii: ".") {
      index += 1
      guard digits() > 0 else { throw fault }
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      index += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { index += 1 }
      guard digits() > 0 else { throw fault }
    }
    return Value(kind: .number, range: start..<index)
  }

  private mutating func digits() -> Int {
    let start = index
    while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
    return index - start
  }

  /// The characters between quotes; an escape stays as it stands.
  private mutating func string() throws(Fault) -> Range<Int> {
    try take("\"")
    let start = index
    while let byte = current, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw fault }
      if byte == UInt8(ascii: "\\") { try skipEscape() }
      index += 1
    }
    let range = start..<index
    try take("\"")
    return range
  }

  /// Stops at the escape's last byte.
  private mutating func skipEscape() throws(Fault) {
    index += 1
    switch current {
    case UInt8(ascii: "u"):
      for _ in 0..<4 {
        index += 1
        guard let byte = current, Self.isHex(byte) else { throw fault }
      }
    case let byte? where "\"\\/bfnrt".utf8.contains(byte): break
    default: throw fault
    }
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
