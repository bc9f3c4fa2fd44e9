import Foundation
import UserNotifications

/// The category of our notifications: it brings the content extension up, and gives its actions.
enum BuyOfferCategory {
  /// The same word as in `notification.json`, in `aps.category` and in the extension's Info.plist,
  /// to the letter.
  static let identifier = "BUY_OFFER"

  static func register() {
    let next = UNNotificationAction(
      identifier: "switch", title: NSLocalizedString("Next", comment: "Shows the next item"))
    let open = UNNotificationAction(
      identifier: "open", title: NSLocalizedString("Open", comment: "Opens the app"),
      options: [.foreground])
    let cancel = UNNotificationAction(
      identifier: "cancel", title: NSLocalizedString("Cancel", comment: "Closes the notification"),
      options: [.destructive])
    let category = UNNotificationCategory(
      identifier: identifier, actions: [next, open, cancel], intentIdentifiers: [])
    UNUserNotificationCenter.current().setNotificationCategories([category])
  }

  /// Asks the person, once; later the answer stands.
  static func isAllowed() async -> Bool {
    let center = UNUserNotificationCenter.current()
    return (try? await center.requestAuthorization(options: [.alert, .sound])) ?? false
  }
}
