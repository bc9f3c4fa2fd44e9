import Foundation
import UIKit
import UserNotifications

/// What a notification brings, as plain values that may go from one actor to another.
struct ReceivedNotification: Sendable {
  /// The payload as JSON; empty if it is none.
  let payload: [UInt8]
  /// The files that the service extension attached.
  let attachments: [URL]

  init(_ notification: UNNotification) {
    let content = notification.request.content
    attachments = content.attachments.map(\.url)
    let userInfo = content.userInfo
    // A local notification may carry what JSON cannot say; asked for that, the encoder would trap.
    guard JSONSerialization.isValidJSONObject(userInfo),
      let data = try? JSONSerialization.data(withJSONObject: userInfo)
    else {
      payload = []
      return
    }
    payload = Array(data)
  }
}

extension UIImage {
  /// The picture in an attachment, which lies outside of the extension's own folder; nil if it
  /// cannot be read or is no picture.
  convenience init?(attachment url: URL) {
    guard url.startAccessingSecurityScopedResource() else { return nil }
    defer { url.stopAccessingSecurityScopedResource() }
    // Read now: a file that is opened lazily would be opened after the access has ended.
    guard let data = try? Data(contentsOf: url) else { return nil }
    self.init(data: data)
  }
}
