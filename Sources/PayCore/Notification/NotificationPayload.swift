/// A notification payload as APNs is given it: Apple's `aps`, and beside it our `offer` and, where
/// there are pictures, `items`.
///
/// Source: Apple, Generating a remote notification.
package struct NotificationPayload: Sendable, Hashable {
  package static let idPrefix = "note_"

  package let json: JSONValue
  /// The JSON on one line, of at most the limit.
  package let bytes: [UInt8]
  package let budget: PayloadBudget
  package let offer: NotificationOffer
  /// Characters of the template's body that were left out to keep the limit.
  package let omittedCharacters: Int

  package var id: String { offer.notification }
  package var isShortened: Bool { omittedCharacters > 0 }

  /// The payload for one recipient, in at most `limit` bytes.
  ///
  /// If it would be longer, the body is cut between characters and ends with an ellipsis, and goes
  /// altogether if need be. Throws `tooLarge` if that is not enough.
  package init(
    _ template: NotificationTemplate, offer: NotificationOffer, items: [MediaItem] = [],
    limit: Int = Limits.notificationBytes
  ) throws(NotificationError) {
    self.offer = offer
    let whole = Self.document(template, body: template.body, offer: offer, items: items)
    let excess = whole.bytes.count - limit
    if excess > 0 {
      let cut = Shortened(template.body, to: Self.encodedCount(template.body) - excess)
      json = Self.document(template, body: cut.text, offer: offer, items: items)
      omittedCharacters = cut.omitted
    } else {
      json = whole
      omittedCharacters = 0
    }
    bytes = json.bytes
    budget = PayloadBudget(of: json, limit: limit)
    if budget.left < 0, let largest = budget.largest {
      throw .tooLarge(bytes: bytes.count, limit: limit, largest: largest)
    }
  }

  /// Where the bytes go of a payload that has no body: more than these cannot be left out.
  static func leastBudget(
    _ template: NotificationTemplate, offer: NotificationOffer, items: [MediaItem],
    limit: Int = Limits.notificationBytes
  ) -> PayloadBudget {
    PayloadBudget(of: document(template, body: "", offer: offer, items: items), limit: limit)
  }

  private static func document(
    _ template: NotificationTemplate, body: String, offer: NotificationOffer, items: [MediaItem]
  ) -> JSONValue {
    let alert: JSONValue = ["title": .string(template.title)]
    let aps: JSONValue = [
      "alert": alert.with("subtitle", template.subtitle.map { .string($0) })
        .with("body", .string(body)),
      "category": .string(template.category),
    ]
    let document: JSONValue = [
      "aps": aps.with("sound", template.sound.map { .string($0) })
        .with("thread-id", template.threadIdentifier.map { .string($0) })
        .with("interruption-level", template.interruptionLevel.map { .string($0.rawValue) })
        .with("relevance-score", template.relevanceScore.map { .number($0) }),
      "offer": offer.json,
    ]
    return document.with("items", items.isEmpty ? nil : .array(items.map(\.json)))
  }

  /// The bytes of a string in JSON, without its quotes.
  fileprivate static func encodedCount(_ text: some StringProtocol) -> Int {
    JSONValue.string(String(text)).bytes.count - 2
  }
}

/// A text cut between characters, as a person sees them, to a number of bytes in JSON.
private struct Shortened {
  let text: String
  let omitted: Int

  /// `whole` has more bytes than `limit`.
  init(_ whole: String, to limit: Int) {
    let ellipsis = "\u{2026}"
    var used = NotificationPayload.encodedCount(ellipsis)
    guard used <= limit else {
      text = ""
      omitted = whole.count
      return
    }
    var end = whole.startIndex
    for index in whole.indices {
      used += NotificationPayload.encodedCount(String(whole[index]))
      guard used <= limit else { break }
      // The ellipsis stands at the last word, not after a space.
      if !whole[index].isWhitespace { end = whole.index(after: index) }
    }
    text = whole[..<end] + ellipsis
    omitted = whole[end...].count
  }
}
