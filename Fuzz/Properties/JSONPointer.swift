package import PayCore

/// Where a pointer of RFC 6901 leads.
package enum JSONPointer {
  /// The value at `pointer`; nil if there is none, or if the text is no pointer.
  package static func target(_ pointer: String, in document: JSONValue) -> JSONValue? {
    guard let tokens = tokens(of: pointer) else { return nil }
    var place = document
    for token in tokens {
      switch place {
      case .array(let elements):
        guard let index = Int(token), String(index) == token, elements.indices.contains(index)
        else { return nil }
        place = elements[index]
      default:
        guard let member = place[token] else { return nil }
        place = member
      }
    }
    return place
  }

  /// Whether a pointer leads to a value, or to a member that is missing where it could be.
  package static func leads(_ pointer: String, into document: JSONValue) -> Bool {
    guard tokens(of: pointer) != nil else { return false }
    if target(pointer, in: document) != nil { return true }
    let parent = pointer.unicodeScalars.lastIndex(of: "/").map { pointer[..<$0] } ?? ""
    return target(String(parent), in: document) != nil
  }

  /// The names and indices of a pointer; nil if it is none.
  static func tokens(of pointer: String) -> [String]? {
    guard !pointer.utf8.isEmpty else { return [] }
    // Not by Character: an accent behind a slash would swallow it.
    let parts = pointer.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.first?.isEmpty == true else { return nil }
    var tokens: [String] = []
    for part in parts.dropFirst() {
      guard let token = unescaped(part) else { return nil }
      tokens.append(token)
    }
    return tokens
  }

  private static func unescaped(_ part: Substring.UnicodeScalarView) -> String? {
    var token = String.UnicodeScalarView()
    var rest = part.makeIterator()
    while let scalar = rest.next() {
      guard scalar == "~" else {
        token.append(scalar)
        continue
      }
      switch rest.next() {
      case "0": token.append("~")
      case "1": token.append("/")
      default: return nil
      }
    }
    return String(token)
  }
}
