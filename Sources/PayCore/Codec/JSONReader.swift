/// One thing wrong with a JSON document that is well-formed.
package struct JSONFault: Sendable, Hashable {
  /// RFC 6901 pointer to the place.
  package let pointer: String
  /// Stable code, snake_case.
  package let code: String
  /// One line for a person: what is wrong and what would be right.
  package let detail: String

  package init(pointer: String, code: String, detail: String) {
    self.pointer = pointer
    self.code = code
    self.detail = detail
  }
}

extension JSONFault: CustomStringConvertible {
  /// The place, if it is not the whole, and what is wrong there.
  package var description: String { pointer.isEmpty ? detail : "\(pointer) \(detail)" }
}

/// Reads the members of one object, collects every fault, and refuses members nobody asked for.
///
/// Each look-up gives nil where the member is absent or of another type; the fault is noted, so the
/// caller reads everything first and asks `finish` for the verdict.
package struct JSONReader {
  package let pointer: String
  package private(set) var faults: [JSONFault] = []
  private let members: [JSONMember]
  /// The names that were asked for, as often as they were.
  private var asked: [String] = []
  /// Which of `members` were asked for.
  private var isAsked: [Bool]
  /// How many of `members` were not asked for.
  private var unasked: Int
  /// The lengths of the members' names, a bit each, so that most absent ones are told by theirs.
  private var lengths: UInt64 = 0
  /// The member that was found last.
  private var last = 0

  /// A reader of `value`, which stands at `pointer`; anything but an object is a fault.
  package init(_ value: JSONValue, at pointer: String = "") {
    self.pointer = pointer
    if case .object(let members) = value {
      self.members = members
    } else {
      members = []
      faults = [
        JSONFault(
          pointer: pointer, code: "wrong_type",
          detail: "must be an object, not \(value.typeName)")
      ]
      isObject = false
    }
    isAsked = [Bool](repeating: false, count: members.count)
    unasked = members.count
    for index in members.indices { lengths |= Self.bit(ofLength: members[index].name) }
    // Most objects have no more members than this, those that may be absent included.
    asked.reserveCapacity(16)
  }

  private var isObject = true

  /// The pointer of a member.
  package func path(_ name: String) -> String { pointer + "/" + JSONReader.escaped(name) }

  /// Notes a fault of the caller's own at a member, or at the object itself if `name` is nil.
  package mutating func fault(_ name: String?, _ code: String, _ detail: String) {
    faults.append(
      JSONFault(pointer: name.map { path($0) } ?? pointer, code: code, detail: detail))
  }

  /// Notes faults that were found at pointers of their own.
  package mutating func note(_ found: [JSONFault]) { faults += found }

  package mutating func string(_ name: String) -> String? {
    required(name, "a string") { if case .string(let text) = $0 { text } else { nil } }
  }

  package mutating func integer(_ name: String) -> Int64? {
    required(name, "an integer") { if case .integer(let value) = $0 { value } else { nil } }
  }

  package mutating func array(_ name: String) -> [JSONValue]? {
    required(name, "an array") { if case .array(let elements) = $0 { elements } else { nil } }
  }

  /// The value of a member that is an object.
  package mutating func object(_ name: String) -> JSONValue? {
    required(name, "an object") { if case .object = $0 { $0 } else { nil } }
  }

  /// An array of strings; an element of another type is a fault at its own pointer.
  package mutating func strings(_ name: String) -> [String]? {
    guard let elements = array(name) else { return nil }
    var strings: [String] = []
    for (index, element) in elements.enumerated() {
      if case .string(let text) = element {
        strings.append(text)
      } else {
        faults.append(
          JSONFault(
            pointer: "\(path(name))/\(index)", code: "wrong_type",
            detail: "must be a string, not \(element.typeName)"))
      }
    }
    return strings.count == elements.count ? strings : nil
  }

  /// Whether there are members that nobody has asked for. Where there are none, all names that are
  /// still to be asked for are absent, and none of them is needed for a message.
  package var hasMore: Bool { unasked > 0 }

  /// Whether the object has the member, so that an optional one may be read.
  package mutating func has(_ name: String) -> Bool { value(name) != nil }

  package mutating func optionalString(_ name: String) -> String? {
    has(name) ? string(name) : nil
  }

  package mutating func optionalInteger(_ name: String) -> Int64? {
    has(name) ? integer(name) : nil
  }

  package mutating func optionalBool(_ name: String) -> Bool? {
    guard has(name) else { return nil }
    return required(name, "true or false") { if case .bool(let value) = $0 { value } else { nil } }
  }

  /// The raw value of a member, noted as asked for; nil if absent.
  package mutating func value(_ name: String) -> JSONValue? {
    asked.append(name)
    guard let index = index(of: name) else { return nil }
    last = index
    if !isAsked[index] {
      isAsked[index] = true
      unasked -= 1
    }
    return members[index].value
  }

  /// Members mostly stand in the order in which they are asked for, so the search goes on from the
  /// one that was found last, and round.
  private func index(of name: String) -> Int? {
    guard lengths & Self.bit(ofLength: name) != 0 else { return nil }
    for index in last..<members.count where members[index].name.hasSameBytes(as: name) {
      return index
    }
    for index in 0..<min(last, members.count) where members[index].name.hasSameBytes(as: name) {
      return index
    }
    return nil
  }

  private static func bit(ofLength name: String) -> UInt64 { 1 << UInt64(name.utf8.count & 63) }

  /// All faults, those of unknown members last.
  package mutating func finish() -> [JSONFault] {
    for index in members.indices where !isAsked[index] {
      isAsked[index] = true
      unasked -= 1
      fault(
        members[index].name, "unknown_member", "is not a member here; known: \(knownNames)")
    }
    return faults
  }

  private var knownNames: String {
    var names: [String] = []
    for name in asked where !names.contains(where: { $0.hasSameBytes(as: name) }) {
      names.append(name)
    }
    return names.isEmpty ? "none" : names.joined(separator: ", ")
  }

  private mutating func required<Value>(
    _ name: String, _ type: String, _ convert: (JSONValue) -> Value?
  ) -> Value? {
    guard let value = value(name) else {
      if isObject { fault(name, "missing_member", "is missing: \(type)") }
      return nil
    }
    guard let converted = convert(value) else {
      fault(name, "wrong_type", "must be \(type), not \(value.typeName)")
      return nil
    }
    return converted
  }

  /// A member name as a reference token of RFC 6901.
  package static func escaped(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return name
    }
    var token = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "~": token += "~0"
      case "/": token += "~1"
      default: token.unicodeScalars.append(scalar)
      }
    }
    return token
  }
}

/// A well-formed document that does not say what it should: every fault found.
package struct JSONFaults: Error, Sendable, Hashable {
  package let faults: [JSONFault]

  package init(_ faults: [JSONFault]) { self.faults = faults }

  package init(pointer: String, code: String, detail: String) {
    faults = [JSONFault(pointer: pointer, code: code, detail: detail)]
  }
}
