// The part of Apple's UserNotifications that the example uses, with the signatures of the iOS 18
// SDK and nothing behind them.

import Foundation

public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

open class UNNotificationAttachment: NSObject {
  open var url: URL { stub() }
}

open class UNNotificationContent: NSObject {
  open var userInfo: [AnyHashable: Any] { stub() }
  open var attachments: [UNNotificationAttachment] { stub() }
}

open class UNMutableNotificationContent: UNNotificationContent {
  open var title: String = ""
  open var body: String = ""
  open var categoryIdentifier: String = ""
  open override var userInfo: [AnyHashable: Any] {
    get { stub() }
    set { stub() }
  }
}

open class UNNotificationTrigger: NSObject {}

open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
  public convenience init(timeInterval: TimeInterval, repeats: Bool) { stub() }
}

open class UNNotificationRequest: NSObject {
  open var content: UNNotificationContent { stub() }
  public convenience init(
    identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?
  ) { stub() }
}

open class UNNotification: NSObject {
  open var request: UNNotificationRequest { stub() }
}

open class UNNotificationResponse: NSObject {
  open var notification: UNNotification { stub() }
  open var actionIdentifier: String { stub() }
}

public struct UNNotificationActionOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let destructive = Self(rawValue: 2)
  public static let foreground = Self(rawValue: 4)
}

open class UNNotificationAction: NSObject {
  public convenience init(
    identifier: String, title: String, options: UNNotificationActionOptions = []
  ) { stub() }
}

public struct UNNotificationCategoryOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
}

open class UNNotificationCategory: NSObject {
  public convenience init(
    identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
    options: UNNotificationCategoryOptions = []
  ) { stub() }
}

public struct UNAuthorizationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let sound = Self(rawValue: 2)
  public static let alert = Self(rawValue: 4)
}

public struct UNNotificationPresentationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let sound = Self(rawValue: 2)
  public static let list = Self(rawValue: 8)
  public static let banner = Self(rawValue: 16)
}

/// All members are optional there: what is not implemented gets a body here.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void)
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void)
}

open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
  open class func current() -> UNUserNotificationCenter { stub() }
  open weak var delegate: (any UNUserNotificationCenterDelegate)?
  open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {}
  open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
    stub()
  }
  open func add(
    _ request: UNNotificationRequest,
    withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {}
}

private func stub() -> Never { fatalError("a stub is type-checked, never run") }
