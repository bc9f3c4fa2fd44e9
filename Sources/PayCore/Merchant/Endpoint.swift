/// Addresses that stand in a configuration: `https://HOST[:PORT]/PATH`, a small part of RFC 3986.
enum Endpoint {
  /// What is wrong with the address of the buy action; nil if nothing is.
  static func problem(_ url: String) -> String? {
    isValid(url)
      ? nil
      : "must be an https URL such as https://shop.example.com/v1/purchase-intents, of at most "
        + "\(Limits.endpointBytes) bytes, without user, query or fragment; "
        + "http for 127.0.0.1 and localhost only"
  }

  /// What is wrong with the address of a picture, of which the device decides whether it loads it;
  /// nil if nothing is.
  static func imageProblem(_ url: String) -> String? {
    let isRight = matches(url, limit: Limits.imageURLBytes) { authority, path, _ in
      isAuthority(authority, mustBeLocal: false, mayBeAddress: true)
        && path.allSatisfy { isPathByte($0) || $0 == UInt8(ascii: "?") }
    }
    return isRight
      ? nil
      : "must be an https or http URL with a path, such as https://shop.example.com/1.jpg: "
        + "the scheme and the host in lower case, the host an address or of two labels or more, "
        + "no user, no fragment, at most \(Limits.imageURLBytes) bytes"
  }

  /// Whether it is an https URL, with or without a path.
  static func isSecure(_ url: String) -> Bool {
    url.utf8.starts(with: "https:".utf8) && (isValid(url) || isValid(url + "/"))
  }

  private static func isValid(_ url: String) -> Bool {
    matches(url, limit: Limits.endpointBytes) { authority, path, isPlain in
      isAuthority(authority, mustBeLocal: isPlain) && path.allSatisfy(isPathByte)
    }
  }

  /// Whether a URL of https or http, which is plain, has an authority and a path that pass.
  private static func matches(
    _ url: String, limit: Int,
    _ check: (Substring.UTF8View, Substring.UTF8View, _ isPlain: Bool) -> Bool
  ) -> Bool {
    guard url.utf8.count <= limit else { return false }
    for (scheme, isPlain) in [("https://", false), ("http://", true)] {
      guard url.utf8.starts(with: scheme.utf8) else { continue }
      let rest = url.utf8.dropFirst(scheme.utf8.count)
      let authority = rest.prefix { $0 != UInt8(ascii: "/") }
      let path = rest[authority.endIndex...]
      return !path.isEmpty && check(authority, path, isPlain)
    }
    return false
  }

  private static func isAuthority(
    _ authority: Substring.UTF8View, mustBeLocal: Bool, mayBeAddress: Bool = false
  ) -> Bool {
    let parts = authority.split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    let host = String(Substring(parts[0]))
    if parts.count == 2 {
      let text = String(Substring(parts[1]))
      guard let port = UInt16(text), port > 0, String(port).hasSameBytes(as: text) else {
        return false
      }
    }
    if host == "127.0.0.1" || host == "localhost" { return true }
    return !mustBeLocal && (isDomainName(host) || mayBeAddress && isIPv4(host))
  }

  private static func isIPv4(_ host: String) -> Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in UInt8(part).map { String($0) == part } ?? false }
  }

  /// Visible ASCII that stands in a path as it is; `?` and `#` would end it.
  private static func isPathByte(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "/-._~!$&'()*+,;=:@%".utf8.contains(byte)
  }
}
