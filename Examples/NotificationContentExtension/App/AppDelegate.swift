import UIKit
import UserNotifications

/// The app around the extension: it asks for permission, registers the category, and takes over
/// when a person pays in the app.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  private let offer = OfferViewController()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    // Before this method returns, or the notification that opened the app is never delivered.
    UNUserNotificationCenter.current().delegate = self
    BuyOfferCategory.register()
    let window = UIWindow()
    window.rootViewController = offer
    window.makeKeyAndVisible()
    self.window = window
    Task {
      guard await BuyOfferCategory.isAllowed() else { return }
      application.registerForRemoteNotifications()
      SampleNotification.schedule()
    }
    return true
  }

  func application(
    _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data
  ) {
    // Here the token goes to your own server, which sends what `paytool notification render` made.
  }
}

// The protocol promises no thread, so only plain values leave these methods.
extension AppDelegate: UNUserNotificationCenterDelegate {
  /// Also while the app is in front the offer comes as a banner.
  nonisolated func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    completionHandler([.banner, .list, .sound])
  }

  /// A tap on the notification, *Pay in app*, or a forwarded action: plan B, the same purchase in
  /// the app.
  nonisolated func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    if response.actionIdentifier != UNNotificationDismissActionIdentifier {
      let received = ReceivedNotification(response.notification)
      Task { @MainActor in offer.show(received) }
    }
    completionHandler()
  }
}
