/// Why there is no price.
package enum QuoteError: Error, Sendable, Hashable {
  /// No offer has this id; the ids that exist.
  case unknownOffer(String, known: [String])
  /// The offer has no segment of this index; how many it has.
  case unknownSegment(Int64, offer: String, count: Int)
  /// The segment is not shipped by a method of this id; the ids that there are.
  case unknownShipping(String, offer: String, segment: Int, known: [String])
  /// The offer cannot be bought at this time.
  case notOnOffer(String)
  /// The offer that was signed for a notification is gone, over or another by now.
  case withdrawn(String)

  /// Stable code, snake_case, never reused.
  package var code: String {
    switch self {
    case .unknownOffer: "offer_unknown"
    case .unknownSegment: "segment_unknown"
    case .unknownShipping: "shipping_unknown"
    case .notOnOffer: "offer_not_valid_now"
    case .withdrawn: "offer_withdrawn"
    }
  }

  /// The member of a request that is at fault.
  package var member: String {
    switch self {
    case .unknownOffer, .notOnOffer, .withdrawn: "offer"
    case .unknownSegment: "segment"
    case .unknownShipping: "shippingMethod"
    }
  }
}

extension QuoteError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownOffer(let id, let known):
      let hint = Suggestion.closest(to: id, among: known).map { "; did you mean \($0)?" } ?? ""
      let shown = known.prefix(Limits.namesInMessage).joined(separator: ", ")
      let count = known.count - Limits.namesInMessage
      let rest = count > 0 ? ", and \(count) more" : ""
      return "there is no such offer\(hint); offers: \(shown)\(rest)"
    case .unknownSegment(let index, let offer, let count):
      return "offer \(offer) has segments 0 to \(count - 1), not \(index)"
    case .unknownShipping(let id, let offer, let segment, let known):
      let place = "segment \(segment) of offer \(offer)"
      guard !known.isEmpty else { return "\(place) has no shipping methods to choose from" }
      let hint = Suggestion.closest(to: id, among: known).map { "; did you mean \($0)?" } ?? ""
      return "\(place) has no such shipping method\(hint); methods: "
        + known.joined(separator: ", ")
    case .notOnOffer(let id): return "offer \(id) cannot be bought at this time"
    case .withdrawn(let id):
      return "offer \(id) is not what it was when the notification was sent, or has ended"
    }
  }
}
