import Foundation
import UserNotifications

/// A notification without a server: the sample payload, five seconds after the start. Go to the
/// home screen, wait, and press on the banner.
enum SampleNotification {
  static func schedule() {
    guard let url = Bundle.main.url(forResource: "SamplePayload", withExtension: "json"),
      let data = try? Data(contentsOf: url),
      let payload = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return }
    let content = UNMutableNotificationContent()
    content.title = NSLocalizedString("An offer for you", comment: "Title of the sample")
    content.body = NSLocalizedString("Press to choose an amount.", comment: "Body of the sample")
    content.categoryIdentifier = BuyOfferCategory.identifier
    content.userInfo = payload
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 5, repeats: false)
    UNUserNotificationCenter.current().add(
      UNNotificationRequest(identifier: "sample", content: content, trigger: trigger))
  }
}
