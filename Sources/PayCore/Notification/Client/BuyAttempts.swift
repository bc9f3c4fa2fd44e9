/// Counts the attempts to buy from one notification, so that a retry is known as one.
///
/// A request keeps its attempt, and so its Idempotency-Key, until an answer settles it: whoever
/// never heard the answer asks for the same intent, not for a second one. Another segment, another
/// way to ship, or the next try after an answer, is a new attempt.
public struct BuyAttempts: Sendable, Hashable {
  /// The attempt of the latest request, from 1; 0 before the first.
  public private(set) var attempt = 0
  private var segment: Int?
  private var shippingMethod: String?
  private var isSettled = true
  private var repeats = 0

  /// How often `again` asks before the person has to tap once more: a notification that was opened
  /// anew meets the answers of its earlier attempts, one by one.
  public static let mostRepeats = 4

  public init() {}

  /// The request to send now for `segment`, shipped by `shippingMethod`; both as in `BuyRequest`.
  public mutating func request(
    offer: NotificationOffer, segment: Int, shippingMethod: String? = nil
  ) -> BuyRequest {
    repeats = 0
    return next(offer: offer, segment: segment, shippingMethod: shippingMethod)
  }

  /// The request to send when the latest answer was one given again, of an intent that is over: the
  /// same segment and way to ship, as a new attempt. nil before any request, and after
  /// `mostRepeats` in a row.
  public mutating func again(offer: NotificationOffer) -> BuyRequest? {
    guard let segment, repeats < Self.mostRepeats else { return nil }
    repeats += 1
    isSettled = true
    return next(offer: offer, segment: segment, shippingMethod: shippingMethod)
  }

  private mutating func next(
    offer: NotificationOffer, segment: Int, shippingMethod: String?
  ) -> BuyRequest {
    let segment = offer.resolvedSegment(segment)
    if isSettled || segment != self.segment || shippingMethod != self.shippingMethod {
      attempt += 1
      self.segment = segment
      self.shippingMethod = shippingMethod
      isSettled = false
    }
    return BuyRequest(
      offer: offer, segment: segment, shippingMethod: shippingMethod, attempt: attempt)
  }

  /// Notes the HTTP status of the answer to the latest request; call nothing if none came.
  ///
  /// After 408, 409, 425, 429 and 5xx the server may be at it still, or asks for the same request
  /// again: those settle nothing.
  public mutating func answered(status: Int) {
    switch status {
    case 408, 409, 425, 429, 500...: break
    default: isSettled = true
    }
  }
}
