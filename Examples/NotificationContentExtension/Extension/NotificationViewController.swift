import Foundation
import PayCore
import UIKit
import UserNotifications
import UserNotificationsUI

/// The principal class of the content extension: the system makes it, gives it the notification,
/// and shows its view.
final class NotificationViewController: UIViewController {
  private lazy var controller = OfferController(showsPayInApp: true)

  override func loadView() {
    view = controller.view
    controller.onChange = { [weak self] in self?.adaptSize() }
    // The system closes the notification and opens the app, whose delegate gets the payload.
    controller.onOpenApp = { [weak self] in
      self?.extensionContext?.performNotificationDefaultAction()
    }
  }

  private func receive(_ notification: ReceivedNotification) {
    loadViewIfNeeded()
    controller.receive(notification)
  }

  private func perform(action: String) -> UNNotificationContentExtensionResponseOption {
    switch controller.perform(action: action) {
    case .doNotDismiss: .doNotDismiss
    case .dismiss: .dismiss
    case .dismissAndForwardAction: .dismissAndForwardAction
    }
  }

  /// Only the height counts; the system gives the width.
  private func adaptSize() {
    preferredContentSize = view.systemLayoutSizeFitting(
      CGSize(width: view.bounds.width, height: 0))
  }
}

// The system calls both on the main thread; Apple's page says so of the first only. Whether the
// protocol is isolated differs between versions of the SDK: `nonisolated` fits each of them.
extension NotificationViewController: UNNotificationContentExtension {
  nonisolated func didReceive(_ notification: UNNotification) {
    let received = ReceivedNotification(notification)
    onMainThread { self.receive(received) }
  }

  nonisolated func didReceive(
    _ response: UNNotificationResponse,
    completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void
  ) {
    let action = response.actionIdentifier
    completion(onMainThread { self.perform(action: action) })
  }
}

/// Runs `work` on the main actor, at once.
private func onMainThread<Value: Sendable>(_ work: @MainActor @Sendable () -> Value) -> Value {
  guard !Thread.isMainThread else { return MainActor.assumeIsolated { work() } }
  return DispatchQueue.main.sync { MainActor.assumeIsolated { work() } }
}
