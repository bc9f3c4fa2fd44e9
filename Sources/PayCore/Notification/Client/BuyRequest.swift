/// The request that the buy action sends: which offer and which segment, never an amount.
///
/// A `POST` with `Content-Type: application/json`. The answer is a `BuyAnswer` (201), or a
/// `ProblemAnswer` (any other status).
public struct BuyRequest: Sendable, Hashable {
  /// The absolute URL to post to: the offer's `endpoint`.
  public let url: String
  /// `Idempotency-Key`: `notification.segment.attempt`, and `.method` if one is named. The server
  /// makes one intent per key, however often the request arrives.
  public let idempotencyKey: String
  /// `Authorization`: `Bearer` and the offer token.
  public let authorization: String
  /// `{"offer":"some-product","segment":2}` in UTF-8; with a method also `"shippingMethod"`.
  public let body: [UInt8]

  /// The request for `segment`, a zero-based index; an index outside means the default segment.
  ///
  /// `attempt` counts from 1; a retry of a request whose answer was lost keeps it. `BuyAttempts`
  /// counts by that rule.
  ///
  /// - Parameter shippingMethod: The identifier of one of the quote's `shippingMethods`: the price
  /// is   the total by it. nil: the segment's first one, if anything is shipped.
  public init(
    offer: NotificationOffer, segment: Int, shippingMethod: String? = nil, attempt: Int
  ) {
    let segment = offer.resolvedSegment(segment)
    url = offer.endpoint
    let method = shippingMethod.map { "." + $0 } ?? ""
    idempotencyKey = "\(offer.notification).\(segment).\(attempt)\(method)"
    authorization = "Bearer " + offer.token
    let purchase: JSONValue = [
      "offer": .string(offer.id), "segment": .integer(Int64(segment)),
    ]
    body = purchase.with("shippingMethod", shippingMethod.map { .string($0) }).bytes
  }
}
