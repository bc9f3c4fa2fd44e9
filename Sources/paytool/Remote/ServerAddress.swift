/// The address of a PayServer, as a person gives it: `https://shop.example.com`.
///
/// A credential goes there, so plain http is for this machine only.
struct ServerAddress: Sendable {
  /// Without a slash at its end.
  private let base: String

  init(_ text: String) throws(Failure) {
    let example = "such as https://shop.example.com or http://127.0.0.1:8080"
    let scheme = ["https://", "http://"].first { text.hasPrefix($0) }
    guard let scheme else { throw .usage("--server \(quoted(text)) is not a URL \(example)") }
    let rest = text.utf8.dropFirst(scheme.utf8.count)
    let authority = String(Substring(rest.prefix { $0 != UInt8(ascii: "/") }))
    guard !authority.isEmpty, !authority.hasPrefix(":"),
      rest.allSatisfy({ (0x21...0x7E).contains($0) }),
      !rest.contains(where: { "?#@\\\"{}".utf8.contains($0) })
    else {
      throw .usage(
        "--server \(quoted(text)) must be scheme, host, port and perhaps a path, \(example)")
    }
    guard let host = Self.host(of: authority) else {
      throw .usage("--server \(quoted(text)): a port is a number from 1 to 65535")
    }
    guard scheme == "https://" || ["127.0.0.1", "localhost", "[::1]"].contains(host) else {
      throw .usage(
        "--server \(quoted(text)): the offer token would travel in the clear; use https")
    }
    base = text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  var purchaseIntents: String { base + "/v1/purchase-intents" }

  /// What stands before the port; nil if what stands there is no port.
  private static func host(of authority: String) -> String? {
    // The colons of an IPv6 address stand within its brackets.
    let end = authority.lastIndex(of: "]") ?? authority.startIndex
    guard let colon = authority[end...].firstIndex(of: ":") else { return authority }
    let text = authority[authority.index(after: colon)...]
    guard let port = UInt16(text), port > 0, String(port) == text else { return nil }
    return String(authority[..<colon])
  }
}
