/// Makes notifications of a merchant's offers, each with an id and an offer token of its own.
package struct NotificationIssuer: Sendable {
  private let configuration: MerchantConfiguration
  private let nextID: @Sendable (Timestamp) -> String
  private let digest: any Digest
  private let tokenKeys: any TokenKeys

  /// `nextID` gives the ids of notifications.
  package init(
    _ configuration: MerchantConfiguration, nextID: @escaping @Sendable (Timestamp) -> String,
    digest: any Digest, tokenKeys: any TokenKeys
  ) {
    self.configuration = configuration
    self.nextID = nextID
    self.digest = digest
    self.tokenKeys = tokenKeys
  }

  /// The payload of an offer (nil: the first one) for one recipient.
  ///
  /// Its token is good for the template's time, or until the offer ends. Throws `notification`,
  /// `quote` for an offer that is unknown or not on sale, `crypto`.
  package func payload(
    offer id: String?, at moment: Timestamp
  ) throws(EngineError) -> NotificationPayload {
    guard let template = configuration.notification else { throw .notification(.notConfigured) }
    guard let offer = id.map(configuration.offer) ?? configuration.offers.first,
      let offerDigest = configuration.offerDigest(offer, digest: digest)
    else {
      throw .quote(.unknownOffer(id ?? "", known: configuration.offers.map(\.id)))
    }
    let latest = moment.adding(seconds: template.validSeconds)
    let expiresAt = min(latest, offer.validUntil ?? latest).wholeSecond
    guard offer.isValid(at: moment), moment < expiresAt else { throw .quote(.notOnOffer(offer.id)) }
    let token = OfferToken(
      merchantIdentifier: configuration.merchant.identifier, notification: nextID(moment),
      offer: offer.id, offerDigest: offerDigest, issuedAt: moment, expiresAt: expiresAt)
    let signed: String
    do { signed = try token.signed(with: tokenKeys) } catch { throw .crypto(error) }
    do {
      return try NotificationPayload(
        template,
        offer: NotificationOffer(
          offer, of: configuration.merchant, endpoint: template.endpoint, token: token,
          signed: signed),
        items: offer.items)
    } catch {
      throw .notification(error)
    }
  }
}

extension Offer {
  /// The pictures of all segments in their order, each once.
  var items: [MediaItem] {
    var seen: Set<MediaItem> = []
    return pricings.flatMap(\.items).filter { seen.insert($0).inserted }
  }
}

extension NotificationOffer {
  /// An offer of a merchant with the token that was issued and signed for it.
  init(
    _ offer: Offer, of merchant: Merchant, endpoint: String, token: OfferToken, signed: String
  ) {
    self.init(
      id: offer.id, label: offer.label, currency: merchant.currency, country: merchant.countryCode,
      networks: merchant.supportedNetworks, capabilities: merchant.capabilities,
      segments: offer.segments, defaultSegment: offer.defaultSegment, endpoint: endpoint,
      expiresAt: token.expiresAt, notification: token.notification, token: signed)
  }
}
