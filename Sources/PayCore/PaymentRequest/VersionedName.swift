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

extension VersionedName {
  /// Why a version of Apple Pay on the web may not have a name.
  enum Lateness {
    /// A later version brought it.
    case web(Int)
    /// This iOS brought it, later than the one of the version, which is the other.
    case system(String, String)
    /// Apple lists it without a version.
    case undocumented
  }

  /// nil: the version has the name, or nothing says that it has not; so also in PassKit, which has
  /// no such version.
  func lateness(at version: Int) -> Lateness? {
    if let web { return web > version ? .web(web) : nil }
    guard RequestValidation.apiVersions.contains(version) else { return nil }
    guard let iOS else { return .undocumented }
    guard Self.firstIOS.indices.contains(version - 1) else { return nil }
    let first = Self.firstIOS[version - 1]
    return Self.numbers(first).lexicographicallyPrecedes(Self.numbers(iOS))
      ? .system(iOS, first) : nil
  }

  /// The iOS that brought each version, from 1 on. Source: Apple, Apple Pay on the Web version
  /// history.
  private static let firstIOS = [
    "10", "10.1", "11", "12.1", "12.1.1", "12.2", "12.4", "13.2", "13.6", "14", "14.5", "15",
    "15.4", "16",
  ]

  private static func numbers(_ version: String) -> [Int] {
    version.split(separator: ".").compactMap { Int($0) }
  }
}
