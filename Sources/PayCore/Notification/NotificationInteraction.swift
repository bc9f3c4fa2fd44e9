/// What a content extension tells the system after an action.
///
/// Source: Apple, UNNotificationContentExtensionResponseOption.
public enum ResponseOption: String, Sendable, Hashable {
  /// The notification stays open.
  case doNotDismiss
  /// It closes.
  case dismiss
  /// It closes, and the app's delegate is given the action.
  case dismissAndForwardAction
}

/// What happens to a notification on the device, from its arrival to the buy: a value that the
/// content extension keeps beside its views and a simulation plays without any.
///
/// Nothing ends it but `finish`: after a dismissal the next event plays as if the person had opened
/// the notification again, in the state in which it was.
public struct NotificationInteraction: Sendable, Hashable {
  /// What is shown; nil before `receive` and after `finish`.
  public private(set) var content: NotificationContent?
  /// Zero-based index of the item on view; nil if there are none.
  public private(set) var itemIndex: Int?
  /// What the last event tells the system; nil if that event tells it nothing.
  public private(set) var response: ResponseOption?
  /// Whether the last event asks the system to open the app.
  public private(set) var forward = false

  private var chosen: Int?
  private var attempts = BuyAttempts()

  public init() {}

  /// The segment that is chosen now, zero-based: the offer's default one if nobody chose; nil
  /// without an offer.
  public var segment: Int? { content?.offer?.resolvedSegment(chosen) }

  /// The price of the segment; nil without an offer.
  public var amount: Money? {
    guard let offer = content?.offer, let segment, offer.segments.indices.contains(segment) else {
      return nil
    }
    return offer.segments[segment]
  }

  /// The item on view; nil if there are none.
  public var item: MediaItem? {
    guard let items = content?.items, let itemIndex, items.indices.contains(itemIndex) else {
      return nil
    }
    return items[itemIndex]
  }

  /// A notification arrives. If one is on view already it is replaced, and nothing of it is kept.
  public mutating func receive(_ content: NotificationContent) {
    self = NotificationInteraction()
    self.content = content
    itemIndex = content.items.isEmpty ? nil : 0
  }

  /// The segmented control says `index`. None (`UISegmentedControl.noSegment` is -1) and an index
  /// outside mean the default segment.
  public mutating func select(_ index: Int?) {
    begin()
    chosen = index
  }

  /// One of the category's actions is tapped: `switch` shows the next item, the first one after the
  /// last; `open` opens the app; `cancel`, and `cancle` as older payloads spell it, closes. Any
  /// other is the app's business.
  public mutating func perform(action: String) -> ResponseOption {
    begin()
    let option: ResponseOption
    switch action {
    case "switch":
      if let itemIndex, let count = content?.items.count {
        self.itemIndex = (itemIndex + 1) % count
      }
      option = .doNotDismiss
    case "cancel", "cancle": option = .dismiss
    default: option = .dismissAndForwardAction
    }
    response = option
    return option
  }

  /// The buy button is tapped: the request to post; nil without an offer.
  ///
  /// It names the segment as the device shows it, never an amount. Its Idempotency-Key is
  /// `notification.segment.attempt`, the attempt counted by the rule of `BuyAttempts`: until
  /// `answered` is told, the same segment is the same attempt, so a retry after a lost answer gets
  /// that answer and nobody pays twice.
  public mutating func buy() -> BuyRequest? {
    begin()
    guard let offer = content?.offer, let segment else { return nil }
    return attempts.request(offer: offer, segment: segment)
  }

  /// The answer to the last buy came, with an HTTP status. If none came, this is not called.
  public mutating func answered(status: Int) { attempts.answered(status: status) }

  /// The answer to the last buy was one given again, of an intent that is over: the request to post
  /// instead, for the same segment whatever is chosen by now; nil by the rule of `BuyAttempts`.
  public mutating func buyAgain() -> BuyRequest? {
    guard let offer = content?.offer else { return nil }
    return attempts.again(offer: offer)
  }

  /// The *Pay in app* button is tapped: the system is asked to open the app.
  public mutating func payInApp() {
    begin()
    forward = content != nil
  }

  /// The notification goes without a buy: swiped away, or its time is over.
  public mutating func finish() { self = NotificationInteraction() }

  private mutating func begin() {
    response = nil
    forward = false
  }
}
