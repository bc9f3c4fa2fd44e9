/// What the merchant can process, by its web name: `supports3DS`.
///
/// Source: Apple, PKMerchantCapability and ApplePayMerchantCapability.
public struct MerchantCapability: RequestName {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The web name of instant funds out is WebKit's, which gives no version.
  package static let known: [VersionedName] = [
    VersionedName("supports3DS", iOS: "8", web: 1),
    VersionedName("supportsEMV", iOS: "8", web: 1),
    VersionedName("supportsCredit", iOS: "9", web: 1),
    VersionedName("supportsDebit", iOS: "9", web: 1),
    VersionedName("supportsInstantFundsOut", iOS: "17", web: nil),
  ]
}
