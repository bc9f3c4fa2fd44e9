/// The address of the buy action: `https://HOST[:PORT]/PATH`, a small part of RFC 3986.
enum Endpoint {
  /// What is wrong with an address; nil if nothing is.
  static func problem(_ url: String) -> String? {
    isValid(url)
      ? nil
      : "must be an https URL such as https://shop.example.com/v1/purchase-intents, of at most "
        + "\(Limits.endpointBytes) bytes, without user, query or fragment; "
        + "http for 127.0.0.1 and localhost only"
  }

  private static func isValid(_ url: String) -> Bool {
    guard url.utf8.count <= Limits.endpointBytes else { return false }
    for (scheme, isPlain) in [("https://", false), ("http://", true)] {
      guard url.utf8.starts(with: scheme.utf8) else { continue }
      let rest = url.utf8.dropFirst(scheme.utf8.count)
      let authority = rest.prefix { $0 != UInt8(ascii: "/") }
      let path = rest[authority.endIndex...]
      return isAuthority(authority, mustBeLocal: isPlain) && !path.isEmpty
        && path.allSatisfy(isPathByte)
    }
    return false
  }

  private static func isAuthority(_ authority: Substring.UTF8View, mustBeLocal: Bool) -> Bool {
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
    return !mustBeLocal && isDomainName(host)
  }

  /// Visible ASCII that stands in a path as it is; `?` and `#` would end it.
  private static func isPathByte(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "/-._~!$&'()*+,;=:@%".utf8.contains(byte)
  }
}
