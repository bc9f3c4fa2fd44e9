/// Why no notification can be made.
package enum NotificationError: Error, Sendable, Hashable {
  /// The merchant's configuration has no `notification.json`.
  case notConfigured
  /// The payload exceeds its limit even without its body; `largest` is its biggest part.
  case tooLarge(bytes: Int, limit: Int, largest: PayloadBudget.Entry)

  /// Stable code, snake_case, never reused.
  package var code: String {
    switch self {
    case .notConfigured: "notification_not_configured"
    case .tooLarge: "notification_too_large"
    }
  }
}

extension NotificationError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notConfigured:
      "this merchant sends no notifications: its configuration has no notification.json"
    case .tooLarge(let bytes, let limit, let largest):
      "the payload has \(bytes) bytes without its body, of \(limit) that are allowed; "
        + "its largest part, \(largest.part.name), has \(largest.bytes): shorten that"
    }
  }
}
