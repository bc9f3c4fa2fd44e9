/// A moment as a request writes it: RFC 3339, which is what a JavaScript `Date` becomes in JSON.
///
/// The text is kept: `...:00.000Z` and `...:00Z` are one moment and two values.
public struct RequestDate: Sendable, Hashable {
  public let moment: Timestamp
  /// As it was written.
  public let text: String

  /// The moment as this engine writes it.
  package init(_ moment: Timestamp) {
    self.moment = moment
    text = moment.description
  }

  /// Reads what `Timestamp(rfc3339:)` reads; nil for anything else.
  package init?(_ text: String) {
    guard let moment = Timestamp(rfc3339: text) else { return nil }
    self.moment = moment
    self.text = text
  }
}
