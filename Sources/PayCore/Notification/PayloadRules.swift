/// The rules of a payload's members, one after the other, each finding kept.
struct PayloadRules {
  static let generating = "Apple: Generating a remote notification"
  static let liveActivity =
    "Apple: Starting and updating Live Activities with ActivityKit push notifications"
  static let engine = "engine"

  private(set) var findings: [Finding] = []

  mutating func error(
    _ code: String, _ pointer: String, _ message: String, source: String = Self.generating
  ) {
    findings.append(Finding(code: code, pointer: pointer, message: message, source: source))
  }

  mutating func warning(
    _ code: String, _ pointer: String, _ message: String, source: String = Self.generating
  ) {
    findings.append(
      Finding(code: code, severity: .warning, pointer: pointer, message: message, source: source))
  }

  /// Checks a whole payload.
  mutating func check(_ payload: JSONValue) {
    guard case .object(let members) = payload else {
      return error("wrong_type", "", "must be an object with a member aps, not \(payload.typeName)")
    }
    if payload["aps"] == nil {
      let others = members.map(\.name)
      let slip = others.first { Suggestion.closest(to: $0, among: ["aps"]) != nil }
      let hint = slip.map { "; did you write it as \(short($0))?" } ?? ": add one, if only {}"
      error("missing_member", "/aps", "is missing" + hint)
    }
    for member in members {
      switch member.name {
      case "aps": checkAPS(member.value)
      case "offer": checkOffer(member.value, category: payload["aps"]?["category"])
      case "items": checkItems(member.value)
      default: checkPlace(of: member)
      }
    }
  }

  // MARK: Beside aps

  /// A key of Apple's that stands beside `aps` is a custom key there and does nothing.
  private mutating func checkPlace(of member: JSONMember) {
    let pointer = "/" + JSONReader.escaped(member.name)
    let message = "belongs inside aps; beside it the system takes it for a key of your own"
    if member.name == "category" {
      error("payload_key_misplaced", pointer, message)
    } else if Self.misplaced.contains(member.name) {
      warning("payload_key_misplaced", pointer, message)
    }
  }

  /// Keys whose names nobody would give to something else; `event` or `timestamp` might be
  /// anyone's.
  private static let misplaced: Set = [
    "alert", "badge", "sound", "thread-id", "content-available", "mutable-content",
    "target-content-id", "interruption-level", "relevance-score",
  ]

  /// The member that our content extension reads; a fault here is one on the device.
  private mutating func checkOffer(_ value: JSONValue, category: JSONValue?) {
    do throws(JSONFaults) {
      _ = try NotificationOffer(json: value)
    } catch {
      for fault in error.faults {
        self.error(fault.code, fault.pointer, fault.detail, source: Self.engine)
      }
      return checkOfferMembers(value)
    }
    checkOfferMembers(value)
    if category == nil {
      error(
        "payload_category_missing", "/aps/category",
        "is missing: without it no content extension shows the offer", source: Self.engine)
    }
  }

  /// A member that no device of this version reads: of a newer one, or a slip.
  private mutating func checkOfferMembers(_ value: JSONValue) {
    guard case .object(let members) = value else { return }
    let known = NotificationOffer.memberNames
    for member in members where !known.contains(where: { $0.hasSameBytes(as: member.name) }) {
      warning(
        "payload_unknown_offer_member", "/offer/" + JSONReader.escaped(member.name),
        "is passed over by the device"
          + (Suggestion.closest(to: member.name, among: known)
            .map { "; did you mean \($0)?" } ?? ": it is no member of an offer"),
        source: Self.engine)
    }
  }

  private mutating func checkItems(_ value: JSONValue) {
    guard case .array(let items) = value else {
      return warning(
        "wrong_type", "/items", "must be an array for the content extension, not \(value.typeName)",
        source: Self.engine)
    }
    for (index, item) in items.enumerated() {
      do throws(JSONFaults) {
        _ = try MediaItem(json: item, at: "/items/\(index)")
      } catch {
        for fault in error.faults {
          warning(
            fault.code, fault.pointer, fault.detail + ": the content extension cannot show it",
            source: Self.engine)
        }
      }
    }
  }
}

/// A name from outside, as long as a message can hold.
private func short(_ name: String) -> String {
  "'" + (name.count > 40 ? name.prefix(37) + "..." : name) + "'"
}

// MARK: - Inside aps

extension PayloadRules {
  private mutating func checkAPS(_ value: JSONValue) {
    guard case .object(let members) = value else {
      return error(
        "payload_aps_reserved", "/aps",
        "must be an object, not \(value.typeName): the name aps is Apple's, "
          + "call a key of your own something else")
    }
    for member in members {
      let pointer = "/aps/" + JSONReader.escaped(member.name)
      if Self.legacy.contains(member.name) {
        warning("payload_legacy_key", pointer, "is a key that current systems do not read")
      } else {
        checkAPSMember(member, at: pointer, isLiveActivity: value["event"] != nil)
      }
    }
  }

  private mutating func checkAPSMember(
    _ member: JSONMember, at pointer: String, isLiveActivity: Bool
  ) {
    let value = member.value
    switch member.name {
    case "alert": checkAlert(value, at: pointer)
    case "badge": checkCount(value, at: pointer)
    case "sound": checkSound(value, at: pointer)
    case "category": checkCategory(value, at: pointer)
    case "content-available", "mutable-content", "input-push-token": checkFlag(value, at: pointer)
    case "interruption-level":
      checkChoice(value, at: pointer, ["passive", "active", "time-sensitive", "critical"])
    case "relevance-score":
      // A live activity's score only ranks it among others: any number.
      isLiveActivity ? checkNumber(value, at: pointer) : checkUnit(value, at: pointer)
    case "event": checkChoice(value, at: pointer, ["start", "update", "end"], Self.liveActivity)
    case "timestamp", "stale-date", "dismissal-date": checkNumber(value, at: pointer)
    case "content-state", "attributes": checkObject(value, at: pointer)
    case let name where Self.texts.contains(name): checkString(value, at: pointer)
    default:
      error(
        "payload_custom_key_in_aps", pointer,
        "is no key of Apple's and is ignored inside aps"
          + (Suggestion.closest(to: member.name, among: Self.known)
            .map { "; did you mean \($0)?" } ?? ": put a key of your own beside aps"))
    }
  }

  private static let texts = [
    "thread-id", "target-content-id", "filter-criteria", "attributes-type", "input-push-channel",
  ]
  private static let known =
    texts + [
      "alert", "badge", "sound", "category", "content-available", "mutable-content",
      "interruption-level", "relevance-score", "event", "timestamp", "stale-date",
      "dismissal-date", "content-state", "attributes", "input-push-token",
    ]
  /// Of Safari's push notifications and of Newsstand.
  private static let legacy: Set = ["url-args", "content-changed"]

  // MARK: Alert and sound

  private mutating func checkAlert(_ value: JSONValue, at pointer: String) {
    if case .string = value { return }
    guard case .object(let members) = value else {
      return wrongType(pointer, "a string or an object", value)
    }
    for member in members {
      let pointer = pointer + "/" + JSONReader.escaped(member.name)
      switch member.name {
      case let name where Self.alertTexts.contains(name): checkString(member.value, at: pointer)
      case let name where Self.alertLists.contains(name): checkStrings(member.value, at: pointer)
      case "action", "action-loc-key", "summary-arg", "summary-arg-count":
        warning("payload_legacy_key", pointer, "is a key that current systems do not read")
      default:
        unknownMember(member.name, of: "an alert", pointer, Self.alertTexts + Self.alertLists)
      }
    }
  }

  private static let alertTexts = [
    "title", "subtitle", "body", "launch-image", "title-loc-key", "subtitle-loc-key", "loc-key",
  ]
  private static let alertLists = ["title-loc-args", "subtitle-loc-args", "loc-args"]

  private mutating func checkSound(_ value: JSONValue, at pointer: String) {
    if case .string = value { return }
    guard case .object(let members) = value else {
      return wrongType(pointer, "a string or an object", value)
    }
    for member in members {
      let pointer = pointer + "/" + JSONReader.escaped(member.name)
      switch member.name {
      case "critical": checkFlag(member.value, at: pointer)
      case "name": checkString(member.value, at: pointer)
      case "volume": checkUnit(member.value, at: pointer)
      default: unknownMember(member.name, of: "a sound", pointer, ["critical", "name", "volume"])
      }
    }
  }

  // MARK: Kinds of values

  private mutating func wrongType(
    _ pointer: String, _ wanted: String, _ value: JSONValue
  ) {
    error("wrong_type", pointer, "must be \(wanted), not \(value.typeName)")
  }

  private mutating func unknownMember(
    _ name: String, of what: String, _ pointer: String, _ known: [String]
  ) {
    let hint = Suggestion.closest(to: name, among: known).map { "did you mean \($0)?" }
    error(
      "unknown_member", pointer,
      "is no key of \(what) and is ignored; " + (hint ?? "known: \(known.joined(separator: ", "))"))
  }

  private mutating func checkString(_ value: JSONValue, at pointer: String) {
    guard case .string = value else { return wrongType(pointer, "a string", value) }
  }

  private mutating func checkObject(_ value: JSONValue, at pointer: String) {
    guard case .object = value else { return wrongType(pointer, "an object", value) }
  }

  private mutating func checkStrings(_ value: JSONValue, at pointer: String) {
    guard case .array(let elements) = value else {
      return wrongType(pointer, "an array of strings", value)
    }
    for (index, element) in elements.enumerated() {
      checkString(element, at: "\(pointer)/\(index)")
    }
  }

  private mutating func checkCategory(_ value: JSONValue, at pointer: String) {
    guard case .string(let text) = value else { return wrongType(pointer, "a string", value) }
    if text.isEmpty { error("empty", pointer, "must name a category that the app registers") }
  }

  private mutating func checkCount(_ value: JSONValue, at pointer: String) {
    guard case .integer(let number) = value else { return wrongType(pointer, "an integer", value) }
    if number < 0 { error("out_of_range", pointer, "must be 0 (no badge) or more, not \(number)") }
  }

  /// The number 1, or nothing: 0 is taken and does nothing.
  private mutating func checkFlag(_ value: JSONValue, at pointer: String) {
    switch value {
    case .integer(1): return
    case .integer(0): warning("wrong_value", pointer, "does nothing as 0: leave it out or write 1")
    case .integer(let number): error("wrong_value", pointer, "must be 1, not \(number)")
    default: wrongType(pointer, "the integer 1", value)
    }
  }

  private mutating func checkChoice(
    _ value: JSONValue, at pointer: String, _ choices: [String], _ source: String = Self.generating
  ) {
    let list = choices.joined(separator: ", ")
    guard case .string(let text) = value else {
      return error(
        "wrong_type", pointer, "must be one of \(list), not \(value.typeName)", source: source)
    }
    guard !choices.contains(where: { $0.hasSameBytes(as: text) }) else { return }
    let hint = Suggestion.closest(to: text, among: choices).map { "; did you mean \($0)?" } ?? ""
    error(
      "unknown_value", pointer, "\(short(text)) is none of \(list)\(hint)", source: source)
  }

  private func number(_ value: JSONValue) -> DecimalLiteral? {
    switch value {
    case .integer(let integer): DecimalLiteral(String(integer))
    case .number(let text): DecimalLiteral(text)
    default: nil
    }
  }

  private mutating func checkNumber(_ value: JSONValue, at pointer: String) {
    if number(value) == nil { wrongType(pointer, "a number", value) }
  }

  private mutating func checkUnit(_ value: JSONValue, at pointer: String) {
    guard let number = number(value) else { return wrongType(pointer, "a number", value) }
    if !number.isUnitInterval { error("out_of_range", pointer, "must be from 0 to 1") }
  }
}
