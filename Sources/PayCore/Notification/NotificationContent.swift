/// What a content extension draws: everything it needs is in the payload, since it may not use the
/// network while it draws.
///
/// Source: Apple, UNNotificationContentExtension.
public struct NotificationContent: Sendable, Hashable {
  /// The member `offer`; nil if the payload has none.
  public let offer: NotificationOffer?
  /// The member `items`, as many of them as are shown: with attachments as many as there are
  /// pictures, without any all of them.
  public let items: [MediaItem]

  /// Reads a payload (the notification's `userInfo` as JSON) that came with a number of
  /// attachments.
  ///
  /// Only `offer` and `items` are read. Throws every fault of them at once, and what keeps the
  /// bytes from being JSON.
  public init(parsing payload: [UInt8], attachments: Int) throws(NotificationContentError) {
    let json: JSONValue
    do {
      json = try JSONValue(parsing: payload)
    } catch {
      throw NotificationContentError(faults: [
        JSONFault(pointer: "", code: error.code.rawValue, detail: "is not JSON: \(error)")
      ])
    }
    var reader = JSONReader(json)
    let items = reader.has("items") ? reader.array("items") ?? [] : []
    var faults = reader.faults
    var read: [MediaItem] = []
    for (index, item) in items.enumerated() {
      do throws(JSONFaults) {
        read.append(try MediaItem(json: item, at: "/items/\(index)"))
      } catch {
        faults += error.faults
      }
    }
    var offer: NotificationOffer?
    do throws(JSONFaults) {
      offer = try json["offer"].map { (json) throws(JSONFaults) in
        try NotificationOffer(json: json)
      }
    } catch {
      faults += error.faults
    }
    guard faults.isEmpty else { throw NotificationContentError(faults: faults) }
    self.offer = offer
    self.items = attachments > 0 ? Array(read.prefix(attachments)) : read
  }
}

/// Why a payload cannot be shown: every fault of its `offer` and its `items`.
public struct NotificationContentError: Error, Sendable, Hashable {
  /// Never empty.
  package let faults: [JSONFault]

  /// The code of the first fault: stable, snake_case.
  public var code: String { faults.first?.code ?? "wrong_value" }
}

extension NotificationContentError: CustomStringConvertible {
  /// Each fault with its place, on one line.
  public var description: String { faults.map(\.description).joined(separator: "; ") }
}
