// A strict reader of property lists in XML.
//
// It is our own because of what it cannot do: it expands no entity but XML's five, follows no
// document type and fetches nothing; and because a general XML library in paytool would be loaded
// at every start of every command. Anything beyond the form that Apple's tools write is refused.

extension PropertyList {
  /// Reads one document from the whole of `bytes`; a byte order mark of UTF-8 may stand in front.
  package init(parsing bytes: [UInt8]) throws(PropertyListError) {
    var parser = PropertyListParser(bytes)
    try parser.checkEncoding()
    self = try parser.document()
  }
}

private struct PropertyListParser {
  let bytes: [UInt8]
  var index = 0
  /// Values and keys so far.
  private var count = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func error(_ code: PropertyListError.Code, at offset: Int? = nil) -> PropertyListError {
    let offset = offset ?? index
    let line = bytes.prefix(offset).reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
    return PropertyListError(code: code, offset: offset, line: line)
  }

  func unexpected() -> PropertyListError {
    error(index >= bytes.count ? .unexpectedEnd : .unexpectedByte)
  }

  mutating func checkEncoding() throws(PropertyListError) {
    guard bytes.count <= Limits.propertyListBytes else {
      throw error(.tooLarge, at: Limits.propertyListBytes)
    }
    if bytes.starts(with: Array("bplist".utf8)) { throw error(.binary) }
    // UTF-16 with its mark, or without one.
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
      || bytes.starts(with: [0x3C, 0x00]) || bytes.starts(with: [0x00, 0x3C])
    {
      throw error(.encoding)
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw error(.encoding, at: index) }
  }

  // MARK: Document

  mutating func document() throws(PropertyListError) -> PropertyList {
    try xmlDeclaration()
    try skipSpaceAndComments()
    if starts(with: "<!DOCTYPE") {
      try documentType()
      try skipSpaceAndComments()
    }
    guard let root = try openTag() else { throw unexpected() }
    guard root.name == "plist", !root.isEmpty else { throw error(.unknownElement) }
    try skipSpaceAndComments()
    let value = try value(depth: 1)
    try skipSpaceAndComments()
    try closeTag("plist")
    try skipSpaceAndComments()
    guard index == bytes.count else { throw error(.trailingBytes) }
    return value
  }

  /// `<?xml version="1.0" encoding="UTF-8"?>`, which may be absent.
  private mutating func xmlDeclaration() throws(PropertyListError) {
    guard take("<?xml") else { return }
    guard skipSpace(), take("version"), equals(), try quoted() == "1.0" else { throw unexpected() }
    _ = skipSpace()
    if take("encoding") {
      guard equals() else { throw unexpected() }
      let start = index
      guard try quoted().lowercased() == "utf-8" else { throw error(.encoding, at: start) }
      _ = skipSpace()
    }
    if take("standalone") {
      guard equals(), ["yes", "no"].contains(try quoted()) else { throw unexpected() }
      _ = skipSpace()
    }
    guard take("?>") else { throw unexpected() }
  }

  /// Apple's own document type and nothing inside it, where entities would be declared.
  private mutating func documentType() throws(PropertyListError) {
    let start = index
    guard take("<!DOCTYPE"), skipSpace(), take("plist"), skipSpace(), take("PUBLIC"), skipSpace(),
      Self.publicIdentifiers.contains(try quoted()), skipSpace(),
      Self.systemIdentifiers.contains(try quoted())
    else { throw error(.declaration, at: start) }
    _ = skipSpace()
    guard take(">") else { throw error(.declaration) }
  }

  private static let publicIdentifiers = [
    "-//Apple//DTD PLIST 1.0//EN", "-//Apple Computer//DTD PLIST 1.0//EN",
  ]
  private static let systemIdentifiers = [
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd",
    "https://www.apple.com/DTDs/PropertyList-1.0.dtd",
  ]

  // MARK: Values

  mutating func value(depth: Int) throws(PropertyListError) -> PropertyList {
    let start = index
    guard let tag = try openTag() else { throw unexpected() }
    try note(at: start)
    switch tag.name {
    case "dict":
      return .dictionary(tag.isEmpty ? [] : try entries(depth: depth, from: start))
    case "array":
      return .array(tag.isEmpty ? [] : try elements(depth: depth, from: start))
    case "true", "false":
      if !tag.isEmpty { try closeTag(tag.name) }
      return .boolean(tag.name == "true")
    case "string", "integer", "real", "date", "data":
      let content = index
      let text = tag.isEmpty ? "" : try text(until: tag.name)
      return try scalar(tag.name, text, at: content)
    default: throw error(.unknownElement, at: start)
    }
  }

  private mutating func note(at offset: Int) throws(PropertyListError) {
    count += 1
    guard count <= Limits.propertyListValues else { throw error(.tooMany, at: offset) }
  }

  private mutating func entries(
    depth: Int, from start: Int
  ) throws(PropertyListError) -> [PropertyList.Entry] {
    guard depth <= Limits.propertyListDepth else { throw error(.tooDeep, at: start) }
    var entries: [PropertyList.Entry] = []
    var known: Set<[UInt8]> = []
    while true {
      try skipSpaceAndComments()
      if starts(with: "</") {
        try closeTag("dict")
        return entries
      }
      let place = index
      guard let tag = try openTag() else { throw unexpected() }
      guard tag.name == "key" else { throw error(.unknownElement, at: place) }
      try note(at: place)
      let key = tag.isEmpty ? "" : try text(until: "key")
      guard known.insert(Array(key.utf8)).inserted else { throw error(.duplicateKey, at: place) }
      try skipSpaceAndComments()
      entries.append(PropertyList.Entry(key, try value(depth: depth + 1)))
    }
  }

  private mutating func elements(
    depth: Int, from start: Int
  ) throws(PropertyListError) -> [PropertyList] {
    guard depth <= Limits.propertyListDepth else { throw error(.tooDeep, at: start) }
    var elements: [PropertyList] = []
    while true {
      try skipSpaceAndComments()
      if starts(with: "</") {
        try closeTag("array")
        return elements
      }
      elements.append(try value(depth: depth + 1))
    }
  }

  private func scalar(
    _ name: String, _ text: String, at offset: Int
  ) throws(PropertyListError) -> PropertyList {
    switch name {
    case "integer":
      let digits =
        text.utf8.first.map { "+-".utf8.contains($0) } == true ? text.dropFirst() : text[...]
      guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        throw error(.badNumber, at: offset)
      }
      return .integer(text)
    case "real":
      guard DecimalLiteral(text) != nil else { throw error(.badNumber, at: offset) }
      return .real(text)
    case "date":
      // Not a Timestamp: a property list may hold days before 1970.
      guard Self.isDate(text) else { throw error(.badDate, at: offset) }
      return .date(text)
    case "data":
      let characters = text.utf8.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
      guard let data = Base64.decode(String(decoding: characters, as: UTF8.self)) else {
        throw error(.badData, at: offset)
      }
      return .data(data)
    default: return .string(text)
    }
  }

  private static func isDate(_ text: String) -> Bool {
    text.utf8.count == 20
      && zip(text.utf8, "0000-00-00T00:00:00Z".utf8).allSatisfy { byte, form in
        form == 0x30 ? (0x30...0x39).contains(byte) : byte == form
      }
  }
}

// MARK: Text

extension PropertyListParser {
  /// Text up to `</name>`, references resolved and line ends made line feeds.
  private mutating func text(until name: String) throws(PropertyListError) -> String {
    let start = index
    var text: [UInt8] = []
    while true {
      guard index < bytes.count else { throw error(.unexpectedEnd) }
      switch bytes[index] {
      case UInt8(ascii: "<"):
        if starts(with: "<!--") {
          try skipComment()
        } else if take("<![CDATA[") {
          try characterData(into: &text)
        } else if starts(with: "</") {
          try closeTag(name)
          guard let string = String(validating: text, as: UTF8.self) else {
            throw error(.encoding, at: start)
          }
          return string
        } else {
          throw error(starts(with: "<!") ? .declaration : .unknownElement)
        }
      case UInt8(ascii: "&"): text += try reference()
      case UInt8(ascii: "]") where starts(with: "]]>"): throw unexpected()
      default: try character(into: &text)
      }
    }
  }

  private mutating func characterData(into text: inout [UInt8]) throws(PropertyListError) {
    while !take("]]>") {
      guard index < bytes.count else { throw error(.unexpectedEnd) }
      try character(into: &text)
    }
  }

  private mutating func character(into text: inout [UInt8]) throws(PropertyListError) {
    switch bytes[index] {
    case 0x0D:
      if index + 1 == bytes.count || bytes[index + 1] != 0x0A { text.append(0x0A) }
    case 0x09, 0x0A, 0x20...0x7E, 0x80...: text.append(bytes[index])
    default: throw error(.controlCharacter)
    }
    index += 1
  }

  private mutating func reference() throws(PropertyListError) -> [UInt8] {
    let start = index
    index += 1
    // The longest is &#x10FFFF; and a name of more letters is none of the five.
    let name = bytes[index...].prefix(9).prefix { $0 != UInt8(ascii: ";") }
    index += name.count
    guard take(";") else { throw error(.unknownEntity, at: start) }
    guard name.first == UInt8(ascii: "#") else {
      switch String(decoding: name, as: UTF8.self) {
      case "lt": return Array("<".utf8)
      case "gt": return Array(">".utf8)
      case "amp": return Array("&".utf8)
      case "quot": return Array("\"".utf8)
      case "apos": return Array("'".utf8)
      default: throw error(.unknownEntity, at: start)
      }
    }
    let isHex = name.dropFirst().first == UInt8(ascii: "x")
    let digits = String(decoding: name.dropFirst(isHex ? 2 : 1), as: UTF8.self)
    guard digits.first?.isHexDigit == true,
      let scalar = UInt32(digits, radix: isHex ? 16 : 10).flatMap(Unicode.Scalar.init),
      scalar.value >= 0x20 && scalar.value != 0x7F || [0x09, 0x0A, 0x0D].contains(scalar.value)
    else { throw error(.badReference, at: start) }
    return Array(String(Character(scalar)).utf8)
  }
}

// MARK: Markup

extension PropertyListParser {
  private struct Tag {
    let name: String
    /// Whether it is closed in itself: `<true/>`.
    let isEmpty: Bool
  }

  private func starts(with text: StaticString) -> Bool {
    bytes[index...].starts(with: text.description.utf8)
  }

  private mutating func take(_ text: StaticString) -> Bool {
    guard starts(with: text) else { return false }
    index += text.utf8CodeUnitCount
    return true
  }

  /// Whether there was any.
  private mutating func skipSpace() -> Bool {
    let start = index
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    return index > start
  }

  private mutating func equals() -> Bool {
    _ = skipSpace()
    guard take("=") else { return false }
    _ = skipSpace()
    return true
  }

  private mutating func quoted() throws(PropertyListError) -> String {
    guard index < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[index]) else {
      throw unexpected()
    }
    let quote = bytes[index]
    let text = bytes[(index + 1)...].prefix { $0 != quote && $0 != UInt8(ascii: "<") }
    index += 1 + text.count
    guard index < bytes.count, bytes[index] == quote else { throw unexpected() }
    index += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func skipSpaceAndComments() throws(PropertyListError) {
    while true {
      _ = skipSpace()
      guard starts(with: "<!--") else { return }
      try skipComment()
    }
  }

  private mutating func skipComment() throws(PropertyListError) {
    index += 4
    while !starts(with: "--") {
      guard index < bytes.count else { throw error(.unexpectedEnd) }
      index += 1
    }
    guard take("-->") else { throw unexpected() }
  }

  /// The tag that opens here; nil if none does.
  private mutating func openTag() throws(PropertyListError) -> Tag? {
    guard index < bytes.count, bytes[index] == UInt8(ascii: "<") else { return nil }
    if starts(with: "<!") || starts(with: "<?") { throw error(.declaration) }
    let start = index
    index += 1
    let name = bytes[index...].prefix { (0x61...0x7A).contains($0) }
    index += name.count
    let hadSpace = skipSpace()
    if hadSpace, name.elementsEqual("plist".utf8), take("version") {
      guard equals(), try quoted() == "1.0" else { throw error(.attribute, at: start) }
      _ = skipSpace()
    }
    let isEmpty = take("/")
    guard take(">") else {
      guard index < bytes.count else { throw error(.unexpectedEnd) }
      throw error(hadSpace ? .attribute : .unknownElement, at: start)
    }
    return Tag(name: String(decoding: name, as: UTF8.self), isEmpty: isEmpty)
  }

  private mutating func closeTag(_ name: String) throws(PropertyListError) {
    let start = index
    guard take("</") else { throw unexpected() }
    guard bytes[index...].starts(with: name.utf8) else { throw error(.unknownElement, at: start) }
    index += name.utf8.count
    _ = skipSpace()
    guard take(">") else {
      throw error(index < bytes.count ? .unknownElement : .unexpectedEnd, at: start)
    }
  }
}
