/// What a merchant's notifications say around the offer, and where their buy action posts.
package struct NotificationTemplate: Sendable, Hashable {
  /// What chooses the content extension on the device, byte for byte.
  package let category: String
  package let title: String
  package let subtitle: String?
  /// Shortened if the payload would be too long; title, category and offer never are.
  package let body: String
  /// `default`, or the name of a sound file of the app.
  package let sound: String?
  /// Groups notifications.
  package let threadIdentifier: String?
  package let interruptionLevel: InterruptionLevel?
  /// 0 to 1 in decimal, as it was written.
  package let relevanceScore: String?
  /// Where the buy action posts: `https://shop.example.com/v1/purchase-intents`.
  package let endpoint: String
  /// Seconds for which an offer token is good, unless the offer ends before.
  package let validSeconds: Int64
}

/// How urgently a notification is shown. Source: Apple, Generating a remote notification.
package enum InterruptionLevel: String, Sendable, Hashable, CaseIterable {
  case passive
  case active
  case timeSensitive = "time-sensitive"
  case critical
}
