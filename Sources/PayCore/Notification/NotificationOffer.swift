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

extension NotificationOffer {
  /// The member `offer` of a payload.
  package var json: JSONValue {
    [
      "id": .string(id), "label": .string(label), "currency": .string(currency.code),
      "country": .string(country), "networks": .array(networks.map { .string($0) }),
      "capabilities": .array(capabilities.map { .string($0) }),
      "segments": .array(segments.map { .string($0.amount) }),
      "default": .integer(Int64(defaultSegment)), "endpoint": .string(endpoint),
      "expiresAt": .string(expiresAt.description), "notification": .string(notification),
      "token": .string(token),
    ]
  }

  /// Reads the member `offer` of a payload, which stands at `pointer`; every fault at once.
  package init(json: JSONValue, at pointer: String = "/offer") throws(JSONFaults) {
    var reader = JSONReader(json, at: pointer)
    let id = reader.string("id")
    let label = reader.string("label")
    let code = reader.string("currency")
    let country = reader.string("country")
    let networks = reader.strings("networks")
    let capabilities = reader.strings("capabilities")
    let amounts = reader.strings("segments")
    let index = reader.integer("default")
    let endpoint = reader.string("endpoint")
    let expiry = reader.string("expiresAt")
    let notification = reader.string("notification")
    let token = reader.string("token")
    let currency = code.flatMap(Currency.init(code:))
    if let code, currency == nil {
      reader.fault("currency", "unknown_currency", "\(code) is not an ISO 4217 code such as USD")
    }
    let expiresAt = expiry.flatMap(Timestamp.init(rfc3339:))
    if expiry != nil, expiresAt == nil {
      reader.fault("expiresAt", "timestamp", "must be RFC 3339 such as 2026-01-01T00:00:00Z")
    }
    var segments: [Money] = []
    if let amounts, let currency {
      for (place, text) in amounts.enumerated() {
        do {
          segments.append(try Money(parsing: text, currency: currency))
        } catch {
          reader.fault("segments", error.code, "element \(place): \(error)")
        }
      }
    }
    if let amounts, let index, index < 0 || index >= Int64(amounts.count) {
      reader.fault("default", "out_of_range", "must be the zero-based index of a segment")
    }
    let faults = reader.finish()
    guard faults.isEmpty, let id, let label, let currency, let country, let networks,
      let capabilities, let index, let endpoint, let expiresAt, let notification, let token
    else { throw JSONFaults(faults) }
    self.init(
      id: id, label: label, currency: currency, country: country, networks: networks,
      capabilities: capabilities, segments: segments, defaultSegment: Int(index),
      endpoint: endpoint, expiresAt: expiresAt, notification: notification, token: token)
  }
}
