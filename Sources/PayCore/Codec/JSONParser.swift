// A strict reader of RFC 8259: no byte order mark, no duplicate names, no trailing bytes, no lone
// surrogates, no NUL; bounded in size, depth, count and string length (Limits).

extension JSONValue {
  /// Reads one document from the whole of `bytes`, at most `limit` of them.
  package init(parsing bytes: [UInt8], limit: Int = Limits.jsonBytes) throws(JSONError) {
    guard bytes.count <= limit else { throw JSONError(code: .tooLarge, offset: limit) }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw JSONError(code: .byteOrderMark, offset: 0)
    }
    var parser = JSONParser(bytes: bytes)
    parser.skipSpace()
    self = try parser.value(depth: 1)
    parser.skipSpace()
    guard parser.isAtEnd else { throw parser.error(.trailingBytes) }
  }
}

private struct JSONParser {
  let bytes: [UInt8]
  var index = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { index == bytes.count }
  var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  func error(_ code: JSONError.Code, at offset: Int? = nil) -> JSONError {
    JSONError(code: code, offset: offset ?? index)
  }

  func unexpected() -> JSONError { error(isAtEnd ? .unexpectedEnd : .unexpectedByte) }

  mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    switch current {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case let byte? where byte == UInt8(ascii: "-") || isDigit(byte): return try number()
    default: throw unexpected()
    }
  }

  mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    for byte in text.description.utf8 {
      guard current == byte else { throw unexpected() }
      index += 1
    }
    return value
  }

  mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    guard depth <= Limits.jsonDepth else { throw error(.tooDeep) }
    index += 1
    var members: [JSONMember] = []
    skipSpace()
    if take("}") { return .object(members) }
    members.reserveCapacity(4)
    while true {
      skipSpace()
      let start = index
      guard current == UInt8(ascii: "\"") else { throw unexpected() }
      let name = try string()
      guard !members.contains(where: { $0.name.hasSameBytes(as: name) }) else {
        throw error(.duplicateMember, at: start)
      }
      guard members.count < Limits.jsonMembers else { throw error(.tooMany, at: start) }
      skipSpace()
      guard take(":") else { throw unexpected() }
      skipSpace()
      members.append(JSONMember(name, try value(depth: depth + 1)))
      skipSpace()
      if take("}") { return .object(members) }
      guard take(",") else { throw unexpected() }
    }
  }

  mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    guard depth <= Limits.jsonDepth else { throw error(.tooDeep) }
    index += 1
    var elements: [JSONValue] = []
    skipSpace()
    if take("]") { return .array(elements) }
    elements.reserveCapacity(4)
    while true {
      guard elements.count < Limits.jsonElements else { throw error(.tooMany) }
      skipSpace()
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if take("]") { return .array(elements) }
      guard take(",") else { throw unexpected() }
    }
  }

  mutating func number() throws(JSONError) -> JSONValue {
    let start = index
    let isNegative = take("-")
    if take("0") {
      if let byte = current, isDigit(byte) { throw error(.invalidNumber) }
    } else {
      try digits()
    }
    var isInteger = true
    if take(".") {
      isInteger = false
      try digits()
    }
    if take("e") || take("E") {
      isInteger = false
      if !take("+") { _ = take("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    // "-0" is not an integer of ours: it would be written back as another number.
    if isInteger, let value = Int64(text), !(isNegative && value == 0) { return .integer(value) }
    return .number(text)
  }

  mutating func digits() throws(JSONError) {
    let start = index
    while let byte = current, isDigit(byte) { index += 1 }
    guard index > start else { throw error(.invalidNumber) }
  }
}

// MARK: Strings

extension JSONParser {
  /// A string without escapes, which most are, is made from its bytes where they stand.
  mutating func string() throws(JSONError) -> String {
    let start = index
    index += 1
    let isASCII = skipPlainBytes(atMost: Limits.jsonStringBytes + 1)
    let plain = bytes[(start + 1)..<index]
    guard plain.count <= Limits.jsonStringBytes else { throw error(.stringTooLong, at: start) }
    guard take("\"") else { return try escapedString(from: start, Array(plain)) }
    // Nothing can be wrong with ASCII; validating costs several times as much.
    guard !isASCII else { return String(decoding: plain, as: UTF8.self) }
    guard let string = String(validating: plain, as: UTF8.self) else {
      throw error(.invalidUTF8, at: start)
    }
    return string
  }

  /// Goes on to a byte that ends a run of a string: a quotation mark, a backslash, a control
  /// character, the end of the document; no further than `limit` bytes. Whether they are all ASCII.
  private mutating func skipPlainBytes(atMost limit: Int) -> Bool {
    let end = min(bytes.count, index + limit)
    var union: UInt8 = 0
    for byte in bytes[index..<end] {
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
      union |= byte
      index += 1
    }
    return union < 0x80
  }

  /// The rest of a string that began with some plain bytes.
  mutating func escapedString(from start: Int, _ plain: [UInt8]) throws(JSONError) -> String {
    var text = plain
    while true {
      guard let byte = current else { throw error(.unexpectedEnd) }
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        guard let string = String(validating: text, as: UTF8.self) else {
          throw error(.invalidUTF8, at: start)
        }
        return string
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20: throw error(.controlCharacter)
      default:
        text.append(byte)
        index += 1
      }
      guard text.count <= Limits.jsonStringBytes else { throw error(.stringTooLong, at: start) }
    }
  }

  mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    let start = index
    index += 1
    guard let byte = current else { throw error(.unexpectedEnd) }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      let scalar = try escapedScalar(from: start)
      guard scalar.value != 0 else { throw error(.controlCharacter, at: start) }
      text += Array(String(Character(scalar)).utf8)
    default: throw error(.invalidEscape, at: start)
    }
  }

  /// The scalar of `\uXXXX` or of a surrogate pair, the reader standing behind the first `u`.
  mutating func escapedScalar(from start: Int) throws(JSONError) -> Unicode.Scalar {
    let first = try fourHexDigits(from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, take("\\"), take("u") else { throw error(.loneSurrogate, at: start) }
    let second = try fourHexDigits(from: start)
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw error(.loneSurrogate, at: start) }
    return scalar
  }

  mutating func fourHexDigits(from start: Int) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current else { throw error(.unexpectedEnd) }
      let character = Character(Unicode.Scalar(byte))
      guard character.isASCII, let digit = character.hexDigitValue else {
        throw error(.invalidEscape, at: start)
      }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }
}

private func isDigit(_ byte: UInt8) -> Bool {
  byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
}
