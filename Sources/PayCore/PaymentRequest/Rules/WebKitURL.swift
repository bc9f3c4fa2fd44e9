/// An absolute URL, read as far as the rules need it.
///
/// Accepted: a scheme, and for http, https, ws, wss and ftp a host that is not empty, holds no
/// character that the URL standard forbids there, and may be followed by a port up to 65535. Space
/// at both ends, tabs and line ends are dropped, as browsers do. Not read: escapes in a host, the
/// numbers of an IP address, international names, and paths, which browsers mend.
///
/// Source: WHATWG, URL Standard.
package struct WebURL: Sendable, Hashable {
  /// In lower case.
  package let scheme: String
  /// Whether a user or a password is there; `:@` alone is neither.
  package let hasCredentials: Bool
  /// As it is written, without its port; empty where the scheme needs none.
  package let host: String

  /// Nil if `text` is not an absolute URL.
  package init?(_ text: String) {
    var bytes = text.utf8.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }[...]
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), let first = bytes.first,
      Self.isLetter(first), bytes[..<colon].allSatisfy(Self.isSchemeByte)
    else { return nil }
    scheme = String(decoding: bytes[..<colon].map { $0 | 0x20 }, as: UTF8.self)
    let rest = bytes[(colon + 1)...]
    let isSpecial = ["http", "https", "ws", "wss", "ftp"].contains(scheme)
    let slashes = rest.prefix { Self.isSlash($0, isSpecial) }
    guard isSpecial || slashes.count >= 2 && scheme != "file" else {
      hasCredentials = false
      host = ""
      return
    }
    let start = isSpecial ? slashes.endIndex : rest.startIndex + 2
    let authority = rest[start...].prefix {
      !Self.isSlash($0, isSpecial) && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
    }
    let at = authority.lastIndex(of: UInt8(ascii: "@"))
    let user = authority[..<(at ?? authority.startIndex)]
    hasCredentials = user.contains { $0 != UInt8(ascii: ":") }
    guard let host = Self.host(authority[(at.map { $0 + 1 } ?? authority.startIndex)...]),
      !host.isEmpty || !isSpecial
    else { return nil }
    self.host = String(decoding: host, as: UTF8.self)
  }

  /// The host of `host[:port]`; nil if either is malformed.
  private static func host(_ authority: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let isAddress = authority.first == UInt8(ascii: "[")
    let end: Int
    if isAddress {
      guard let close = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      end = close + 1
    } else {
      end = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
    }
    let host = authority[..<end]
    let port = authority[end...]
    guard isAddress ? isAddressText(host) : host.allSatisfy(isHostByte) else { return nil }
    guard let colon = port.first else { return host }
    guard colon == UInt8(ascii: ":"), isPort(port.dropFirst()) else { return nil }
    return host
  }

  private static func isPort(_ digits: ArraySlice<UInt8>) -> Bool {
    var port = 0
    for byte in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return false }
      port = min(port * 10 + Int(byte - UInt8(ascii: "0")), 1 << 20)
    }
    return port <= 65535
  }

  /// Whether it is brackets around what an IPv6 address is made of.
  private static func isAddressText(_ host: ArraySlice<UInt8>) -> Bool {
    let inner = host.dropFirst().dropLast()
    return inner.contains(UInt8(ascii: ":"))
      && inner.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "a")...UInt8(ascii: "f"),
          UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x7F, UInt8(ascii: "#"), UInt8(ascii: "%"), UInt8(ascii: "/"),
      UInt8(ascii: ":"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "?"),
      UInt8(ascii: "@"), UInt8(ascii: "[")...UInt8(ascii: "^"), UInt8(ascii: "|"):
      false
    default: true
    }
  }

  private static func isSlash(_ byte: UInt8, _ isSpecial: Bool) -> Bool {
    byte == UInt8(ascii: "/") || isSpecial && byte == UInt8(ascii: "\\")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }
}

extension WebURL {
  /// The URL of a page or a service of the web, as RFC 3986 has it; browsers mend more. Nil without
  /// `http://` or `https://` and a host behind it, and for what no URL is written with: spaces,
  /// control characters, backslashes and the like. International names pass.
  init?(ofWeb text: String) {
    guard text.utf8.allSatisfy(Self.isWritten), let url = WebURL(text),
      ["http", "https"].contains(url.scheme)
    else { return nil }
    let rest = text.utf8.dropFirst(url.scheme.utf8.count)
    // The third slash of https:///x is no host; browsers pass over it.
    guard rest.starts(with: "://".utf8), rest.dropFirst(3).first != UInt8(ascii: "/") else {
      return nil
    }
    self = url
  }

  private static func isWritten(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"),
      UInt8(ascii: "|"), UInt8(ascii: "}"):
      false
    default: true
    }
  }
}
