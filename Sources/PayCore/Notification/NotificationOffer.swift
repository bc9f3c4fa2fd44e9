/// The offer as it rides in a notification payload, in its top-level member `offer`: everything
/// that the content extension shows, and the signed word that it is ours.
///
/// Amounts are texts at the currency's digits (`"20.00"`), times RFC 3339 in UTC.
public struct NotificationOffer: Sendable, Hashable {
  /// The offer's id: `some-product`.
  public let id: String
  /// The product's name, as the sheet shows it.
  public let label: String
  public let currency: Currency
  /// ISO 3166 alpha-2 code of the merchant's country.
  public let country: String
  /// Payment networks in PassKit's names: `visa`.
  public let networks: [String]
  /// Merchant capabilities in PassKit's names: `supports3DS`.
  public let capabilities: [String]
  /// The amounts in the order of the segmented control; never empty.
  public let segments: [Money]
  /// Zero-based index of the segment that is chosen when nobody chose.
  public let defaultSegment: Int
  /// Where the buy action posts: `https://shop.example.com/v1/purchase-intents`.
  public let endpoint: String
  /// Until when the token is good.
  public let expiresAt: Timestamp
  /// `note_` and 26 characters.
  public let notification: String
  /// The offer token: a compact JWS of type `offer+jwt`.
  public let token: String

  package init(
    id: String, label: String, currency: Currency, country: String, networks: [String],
    capabilities: [String], segments: [Money], defaultSegment: Int, endpoint: String,
    expiresAt: Timestamp, notification: String, token: String
  ) {
    self.id = id
    self.label = label
    self.currency = currency
    self.country = country
    self.networks = networks
    self.capabilities = capabilities
    self.segments = segments
    self.defaultSegment = defaultSegment
    self.endpoint = endpoint
    self.expiresAt = expiresAt
    self.notification = notification
    self.token = token
  }

  /// The segment that `index` means on the device: itself, or the default one for none and for an
  /// index outside.
  public func resolvedSegment(_ index: Int?) -> Int {
    index.flatMap { segments.indices.contains($0) ? $0 : nil } ?? defaultSegment
  }
}
