/// The request that the buy action sends: which offer and which segment, never an amount.
///
/// A `POST` with `Content-Type: application/json`. The answer is a `BuyAnswer` (201), or a
/// `ProblemAnswer` (any other status).
public struct BuyRequest: Sendable, Hashable {
  /// The absolute URL to post to: the offer's `endpoint`.
  public let url: String
  /// `Idempotency-Key`: `notification.segment.attempt`. The server makes one intent per key,
  /// however often the request arrives.
  public let idempotencyKey: String
  /// `Authorization`: `Bearer` and the offer token.
  public let authorization: String
  /// `{"offer":"some-product","segment":2}` in UTF-8.
  public let body: [UInt8]

  /// The request for `segment`, a zero-based index; an index outside means the default segment.
  ///
  /// `attempt` counts from 1; a retry of a request whose answer was lost keeps it. `BuyAttempts`
  /// counts by that rule.
  public init(offer: NotificationOffer, segment: Int, attempt: Int) {
    let segment = offer.resolvedSegment(segment)
    url = offer.endpoint
    idempotencyKey = "\(offer.notification).\(segment).\(attempt)"
    authorization = "Bearer " + offer.token
    let purchase: JSONValue = [
      "offer": .string(offer.id), "segment": .integer(Int64(segment)),
    ]
    body = purchase.bytes
  }
}
