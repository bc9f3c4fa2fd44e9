/// How a page names a way to pay: by a word (`basic-card`) or by a URL.
///
/// Source: W3C, Payment Method Identifiers.
package enum PaymentMethodIdentifier: Sendable, Hashable {
  case standardized(String)
  case url(WebURL)

  /// Nil if `text` is neither: a URL must be https and without a user or password, a word is of the
  /// grammar `[a-z]+[0-9a-z]*(-[a-z]+[0-9a-z]*)*`.
  package init?(_ text: String) {
    if let url = WebURL(text) {
      guard url.scheme == "https", !url.hasCredentials else { return nil }
      self = .url(url)
    } else {
      guard Self.isWord(text) else { return nil }
      self = .standardized(text)
    }
  }

  private static func isWord(_ text: String) -> Bool {
    // A digit may stand anywhere but at the start of a part.
    var isStart = true
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): isStart = false
      case UInt8(ascii: "0")...UInt8(ascii: "9") where !isStart: break
      case UInt8(ascii: "-") where !isStart: isStart = true
      default: return false
      }
    }
    return !isStart
  }
}
