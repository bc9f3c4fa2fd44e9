/// The request that asks where a purchase intent stands.
///
/// A `GET` without a body. It is sent before the sheet if the server gave an answer again (header
/// `BuyAnswer.replayHeader`): that answer says how the intent was made, not what has become of it.
/// The answer is read by `IntentStanding`.
public struct StatusRequest: Sendable, Hashable {
  /// The absolute URL to get: the offer's `endpoint` and the intent's id.
  public let url: String
  /// `Authorization`: `Bearer` and the intent token.
  public let authorization: String

  public init(offer: NotificationOffer, intent: BuyAnswer) {
    url = offer.endpoint + "/" + intent.id
    authorization = "Bearer " + intent.intentToken
  }
}
