extension PaymentEngine {
  /// The payload of an offer (nil: the first one) for one recipient, with an id and a token of its
  /// own. Throws `notification`, `quote`, `crypto`.
  package func notification(
    offer: String?, at moment: Timestamp
  ) throws(EngineError) -> NotificationPayload {
    try NotificationIssuer(
      configuration, nextID: environment.nextNotificationID, digest: digest, tokenKeys: tokenKeys
    ).payload(offer: offer, at: moment)
  }
}
