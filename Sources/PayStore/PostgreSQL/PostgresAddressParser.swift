/// Takes an address apart, as libpq would (libpq-connect in PostgreSQL's manual), but stricter:
/// what may hide a password is an error.
struct PostgresAddressParser {
  typealias Options = [(name: String, value: String)]

  private let bytes: [UInt8]
  private var index = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func parse() throws(PostgresAddressError) -> Options {
    for scheme in ["postgres://", "postgresql://"] where bytes.starts(with: scheme.utf8) {
      index = scheme.utf8.count
      return try url()
    }
    return try words()
  }

  private func wrong(_ wanted: String, at offset: Int) -> PostgresAddressError {
    .syntax(wanted: wanted, offset: offset)
  }

  // MARK: URL

  private mutating func url() throws(PostgresAddressError) -> Options {
    let rest = bytes[index...]
    let end = rest.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
    let slash = rest[..<end].firstIndex(of: UInt8(ascii: "/")) ?? end
    var options: Options = []
    var hosts = rest[..<slash]
    if let at = hosts.lastIndex(of: UInt8(ascii: "@")) {
      let user = hosts[..<at]
      if user.contains(UInt8(ascii: ":")) { throw .passwordInAddress }
      options.append(("user", try decoded(user)))
      hosts = hosts[(at + 1)...]
    }
    options += try self.hosts(hosts)
    let path = rest[slash..<end].dropFirst()
    if path.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "@") }) {
      throw wrong("the name of a database, with %2F for / and %40 for @", at: path.startIndex)
    }
    if !path.isEmpty { options.append(("dbname", try decoded(path))) }
    return options + (try query(rest[end...].dropFirst()))
  }

  /// `host[:port],host[:port]`, IPv6 addresses in brackets.
  private func hosts(_ text: ArraySlice<UInt8>) throws(PostgresAddressError) -> Options {
    guard !text.isEmpty else { return [] }
    var names: [String] = []
    var ports: [String] = []
    for place in text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      let end: Int
      if place.first == UInt8(ascii: "[") {
        guard let close = place.firstIndex(of: UInt8(ascii: "]")) else {
          throw wrong("an IPv6 address in brackets", at: place.startIndex)
        }
        end = close + 1
        names.append(try decoded(place[(place.startIndex + 1)..<close]))
      } else {
        end = place.firstIndex(of: UInt8(ascii: ":")) ?? place.endIndex
        names.append(try decoded(place[..<end]))
      }
      guard names.last?.isEmpty == false, names.last?.contains(",") == false else {
        throw wrong("the name of a host", at: place.startIndex)
      }
      let port = place[end...]
      guard port.isEmpty || port.first == UInt8(ascii: ":"), port.count <= 6,
        port.dropFirst().allSatisfy({ (0x30...0x39).contains($0) }), port.count != 1
      else { throw wrong("a port", at: end) }
      ports.append(port.isEmpty ? "5432" : String(decoding: port.dropFirst(), as: UTF8.self))
    }
    let hasPorts = text.split(separator: UInt8(ascii: ",")).contains {
      $0.last != UInt8(ascii: "]") && $0.contains(UInt8(ascii: ":"))
    }
    let host = ("host", names.joined(separator: ","))
    return hasPorts ? [host, ("port", ports.joined(separator: ","))] : [host]
  }

  private func query(_ text: ArraySlice<UInt8>) throws(PostgresAddressError) -> Options {
    guard !text.isEmpty else { return [] }
    var options: Options = []
    for pair in text.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else {
        throw wrong("name=value", at: pair.startIndex)
      }
      options.append((try decoded(pair[..<equals]), try decoded(pair[(equals + 1)...])))
    }
    return options
  }

  /// Text with its percent-escapes taken out.
  private func decoded(_ text: ArraySlice<UInt8>) throws(PostgresAddressError) -> String {
    var plain: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      guard text[index] == UInt8(ascii: "%") else {
        plain.append(text[index])
        index += 1
        continue
      }
      let digits = text[(index + 1)...].prefix(2)
      guard digits.count == 2, digits.allSatisfy(isHexDigit),
        let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), byte != 0
      else { throw wrong("two hexadecimal digits after %", at: index) }
      plain.append(byte)
      index += 3
    }
    guard let decoded = String(validating: plain, as: UTF8.self) else {
      throw wrong("UTF-8", at: text.startIndex)
    }
    return decoded
  }

  private func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
  }

  // MARK: Words

  /// `name = value` words, values in single quotes if they hold spaces; a backslash takes the next
  /// character as it is.
  private mutating func words() throws(PostgresAddressError) -> Options {
    var options: Options = []
    skipSpaces()
    guard index < bytes.count else { throw wrong("an address", at: 0) }
    while index < bytes.count {
      let start = index
      while index < bytes.count, bytes[index] != UInt8(ascii: "="), !isSpace(bytes[index]) {
        index += 1
      }
      let name = String(decoding: bytes[start..<index], as: UTF8.self)
      skipSpaces()
      guard index < bytes.count, bytes[index] == UInt8(ascii: "="), !name.isEmpty else {
        throw wrong("name=value", at: start)
      }
      index += 1
      skipSpaces()
      options.append((name, try value()))
      skipSpaces()
    }
    return options
  }

  private mutating func value() throws(PostgresAddressError) -> String {
    let start = index
    let isQuoted = index < bytes.count && bytes[index] == UInt8(ascii: "'")
    if isQuoted { index += 1 }
    var plain: [UInt8] = []
    while true {
      guard index < bytes.count else {
        if isQuoted { throw wrong("a closing quote", at: start) }
        break
      }
      if isQuoted ? bytes[index] == UInt8(ascii: "'") : isSpace(bytes[index]) { break }
      if bytes[index] == UInt8(ascii: "\\") {
        index += 1
        guard index < bytes.count else { throw wrong("a character after \\", at: index) }
      }
      plain.append(bytes[index])
      index += 1
    }
    if isQuoted { index += 1 }
    return String(decoding: plain, as: UTF8.self)
  }

  private mutating func skipSpaces() {
    while index < bytes.count, isSpace(bytes[index]) { index += 1 }
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
