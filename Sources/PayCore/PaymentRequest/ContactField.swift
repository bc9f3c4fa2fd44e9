/// A part of a contact that the sheet can ask for, by its web name: `postalAddress`.
///
/// Source: Apple, PKContactField and ApplePayContactField.
public struct ContactField: RequestName {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  package static let known: [VersionedName] = [
    VersionedName("email", iOS: "11", web: 1),
    VersionedName("name", iOS: "11", web: 1),
    VersionedName("phone", iOS: "11", web: 1),
    VersionedName("postalAddress", iOS: "11", web: 1),
    VersionedName("phoneticName", iOS: "11", web: 3),
  ]
}
