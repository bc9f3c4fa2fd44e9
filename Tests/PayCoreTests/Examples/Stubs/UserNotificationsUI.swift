// The part of Apple's UserNotificationsUI that the example uses, with the signatures of the iOS 18
// SDK and nothing behind them.

import Foundation
import UIKit
import UserNotifications

public enum UNNotificationContentExtensionResponseOption: UInt, Sendable {
  case doNotDismiss
  case dismiss
  case dismissAndForwardAction
}

// Whether the protocol is isolated is not in Apple's text, so the example is checked against both.
#if ISOLATED_EXTENSION
  @MainActor
  public protocol UNNotificationContentExtension: NSObjectProtocol {
    func didReceive(_ notification: UNNotification)
    func didReceive(
      _ response: UNNotificationResponse,
      completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void
    )
  }
#else
  public protocol UNNotificationContentExtension: NSObjectProtocol {
    func didReceive(_ notification: UNNotification)
    func didReceive(
      _ response: UNNotificationResponse,
      completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void
    )
  }
#endif

extension NSExtensionContext {
  public func performNotificationDefaultAction() {}
}
