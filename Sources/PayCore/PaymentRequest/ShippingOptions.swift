/// How goods reach the person, which decides the words of the sheet.
///
/// Source: Apple, PKShippingType and ApplePayShippingType.
public struct ShippingType: RequestName {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  package static let known: [VersionedName] = [
    "shipping", "delivery", "storePickup", "servicePickup",
  ].map { VersionedName($0, iOS: "8.3", web: 1) }
}

/// Whether the person may change the shipping contact.
///
/// Source: Apple, PKShippingContactEditingMode and ApplePayShippingContactEditingMode.
public struct ShippingContactEditingMode: RequestName {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// `enabled` is the old name of `available`.
  package static let known: [VersionedName] = ["available", "storePickup", "enabled"].map {
    VersionedName($0, iOS: "15", web: 12)
  }
}
