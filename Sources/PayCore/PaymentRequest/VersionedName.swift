/// A name that Apple knows, and what brought it; nil where no version is known.
package struct VersionedName: Sendable, Hashable {
  package let name: String
  /// First iOS: `12.1.1`.
  package let iOS: String?
  /// First version of Apple Pay on the web.
  package let web: Int?

  init(_ name: String, iOS: String?, web: Int?) {
    self.name = name
    self.iOS = iOS
    self.web = web
  }

  /// The entry of a table with exactly this name.
  package static func named(_ name: String, in table: [VersionedName]) -> VersionedName? {
    table.first { $0.name.hasSameBytes(as: name) }
  }
}
