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
    guard !authority.isEmpty, rest.allSatisfy({ (0x21...0x7E).contains($0) }),
      !rest.contains(where: { "?#@\\\"{}".utf8.contains($0) })
    else {
      throw .usage(
        "--server \(quoted(text)) must be scheme, host, port and perhaps a path, \(example)")
    }
    guard scheme == "https://" || Self.isLoopback(authority) else {
      throw .usage(
        "--server \(quoted(text)): the offer token would travel in the clear; use https")
    }
    base = text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  var purchaseIntents: String { base + "/v1/purchase-intents" }

  private static func isLoopback(_ authority: String) -> Bool {
    ["127.0.0.1", "localhost", "[::1]"].contains { host in
      guard authority.hasPrefix(host) else { return false }
      let port = authority.dropFirst(host.count)
      return port.isEmpty
        || port.first == ":" && port.count <= 6
          && port.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
  }
}
