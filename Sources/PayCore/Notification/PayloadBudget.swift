/// Where the bytes of a notification payload go.
///
/// Every byte of the encoded JSON belongs to exactly one part, escapes at what they cost.
package struct PayloadBudget: Sendable, Hashable {
  /// What a byte is spent on.
  package enum Part: String, Sendable, Hashable, CaseIterable {
    case title, subtitle, body, category
    /// Sound, thread, interruption level and relevance score.
    case presentation
    /// The offer's id, label, currency, country, default segment, expiry and notification id.
    case offer
    case segments
    /// Networks and capabilities.
    case networks
    case endpoint, token
    /// Pictures and their words.
    case items
    /// Braces, commas, and the names `aps`, `alert` and `offer`.
    case structure

    /// What a person calls it.
    package var name: String {
      switch self {
      case .title: "alert title"
      case .subtitle: "alert subtitle"
      case .body: "alert body"
      case .category: "category"
      case .presentation: "sound, thread and urgency"
      case .offer: "offer text"
      case .segments: "segments"
      case .networks: "networks and capabilities"
      case .endpoint: "endpoint"
      case .token: "offer token"
      case .items: "items"
      case .structure: "braces and commas"
      }
    }
  }

  /// A part and its bytes: member names, colons and quotes included.
  package struct Entry: Sendable, Hashable {
    package let part: Part
    package let bytes: Int
  }

  /// In the order of `Part`, those without bytes left out.
  package let entries: [Entry]
  /// The bytes that are allowed.
  package let limit: Int

  package var total: Int { entries.reduce(0) { $0 + $1.bytes } }
  /// Less than zero if there are more bytes than are allowed.
  package var left: Int { limit - total }
  /// The part with the most bytes, the last of several.
  var largest: Entry? { entries.max { $0.bytes < $1.bytes } }

  /// The budget of a payload of ours.
  init(of payload: JSONValue, limit: Int) {
    var tally = Tally()
    tally.add(payload, in: .root)
    entries = Part.allCases.compactMap { part in
      tally.bytes[part].map { Entry(part: part, bytes: $0) }
    }
    self.limit = limit
  }
}

/// An object of the payload whose members are counted one by one.
private enum Container: String {
  case root, aps, alert, offer

  /// The container that a member of this one is; nil if the member is counted as a whole.
  func container(_ name: String) -> Container? {
    switch (self, name) {
    case (.root, "aps"), (.root, "offer"), (.aps, "alert"): Container(rawValue: name)
    default: nil
    }
  }

  /// What a member that is counted as a whole belongs to.
  func part(_ name: String) -> PayloadBudget.Part {
    switch (self, name) {
    case (.alert, "title"): .title
    case (.alert, "subtitle"): .subtitle
    case (.alert, "body"): .body
    case (.aps, "category"): .category
    case (.offer, "segments"): .segments
    case (.offer, "networks"), (.offer, "capabilities"): .networks
    case (.offer, "endpoint"): .endpoint
    case (.offer, "token"): .token
    case (.offer, _): .offer
    case (.root, "items"): .items
    case (.root, _), (.aps, _), (.alert, _): .presentation
    }
  }
}

private struct Tally {
  private(set) var bytes: [PayloadBudget.Part: Int] = [:]

  mutating func add(_ object: JSONValue, in container: Container) {
    guard case .object(let members) = object else { return }
    bytes[.structure, default: 0] += 2 + max(members.count - 1, 0)
    for member in members {
      let size = member.encodedCount
      guard let inner = container.container(member.name) else {
        bytes[container.part(member.name), default: 0] += size
        continue
      }
      bytes[.structure, default: 0] += size - member.value.bytes.count
      add(member.value, in: inner)
    }
  }
}

extension JSONMember {
  /// The bytes of the name, the colon and the value.
  fileprivate var encodedCount: Int { JSONValue.object([self]).bytes.count - 2 }
}
