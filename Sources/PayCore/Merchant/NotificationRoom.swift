/// Whether the notification of an offer will fit, told before anybody asks for one.
struct NotificationRoom {
  let merchant: Merchant
  let template: NotificationTemplate

  /// What keeps the offer at an index of `/offers` from ever being rendered; nil if nothing does.
  func fault(of offer: Offer, at index: Int) -> JSONFault? {
    let budget = NotificationPayload.leastBudget(
      template, offer: placeholder(of: offer), items: offer.items)
    guard budget.left < 0, let largest = budget.largest else { return nil }
    let isItems = largest.part == .items
    let remedy =
      isItems
      ? "those of all segments ride in it: leave some out, or shorten their texts and addresses"
      : "shorten that"
    let error = NotificationError.tooLarge(
      bytes: budget.total, limit: budget.limit, largest: largest)
    return JSONFault(
      pointer: "/offers/\(index)" + (isItems ? "/segments/\(largestItems(of: offer))/items" : ""),
      code: error.code,
      detail: "the notification of offer \(offer.id) has \(budget.total) bytes without its body, "
        + "\(-budget.left) more than the \(budget.limit) that are allowed; its largest part, "
        + "\(largest.part.name), has \(largest.bytes): \(remedy)")
  }

  /// The offer as it will ride in a payload. Ids, times, digest and signature are none that will
  /// be issued, but each has as many bytes as one that will.
  private func placeholder(of offer: Offer) -> NotificationOffer {
    let moment = Timestamp(seconds: 1_767_225_600)
    let token = OfferToken(
      merchantIdentifier: merchant.identifier,
      notification: NotificationPayload.idPrefix + Base32.text(0), offer: offer.id,
      offerDigest: [UInt8](repeating: 0, count: 32), issuedAt: moment, expiresAt: moment)
    return NotificationOffer(
      offer, of: merchant, endpoint: template.endpoint, token: token,
      signed: CompactJWS.placeholder(token.claims, type: OfferToken.type))
  }

  /// The segment whose items have the most bytes, the first of several.
  private func largestItems(of offer: Offer) -> Int {
    let sizes = offer.pricings.map { JSONValue.array($0.items.map(\.json)).bytes.count }
    return sizes.max().flatMap(sizes.firstIndex) ?? 0
  }
}
