extension MerchantConfiguration {
  /// SHA-256 of everything a notification shows of an offer, so that a token of one price never
  /// buys at another; nil for a merchant that sends no notifications.
  package func offerDigest(_ offer: Offer, digest: any Digest) -> [UInt8]? {
    canonicalBytes(of: offer).map(digest.sha256)
  }

  /// `pay-offer-v1`, then every field; a list is its count and its elements.
  private func canonicalBytes(of offer: Offer) -> [UInt8]? {
    guard let notification else { return nil }
    var canonical = LengthPrefixed()
    canonical.append("pay-offer-v1")
    canonical.append(merchant.identifier)
    canonical.append(offer.id)
    canonical.append(offer.label)
    canonical.append(merchant.currency.code)
    canonical.append(merchant.countryCode)
    for names in [merchant.supportedNetworks, merchant.capabilities] {
      canonical.append(Int64(names.count))
      for name in names { canonical.append(name) }
    }
    canonical.append(Int64(offer.segments.count))
    for segment in offer.segments { canonical.append(segment.minorUnits) }
    canonical.append(Int64(offer.defaultSegment))
    canonical.append(notification.endpoint)
    return canonical.bytes
  }
}
