/// A type of WebIDL, as far as JSON can be refused as one.
indirect enum WebIDLType: Sendable {
  /// Takes any value: it is turned into text.
  case text
  case enumeration([String])
  case sequence(WebIDLType)
  case dictionary(WebIDLDictionary)

  /// How WebKit names it in a message.
  var name: String {
    switch self {
    case .text, .enumeration: "DOMString"
    case .sequence: "sequence"
    case .dictionary(let dictionary): dictionary.name
    }
  }
}

/// A dictionary of WebIDL: its members in the order in which they are converted.
///
/// An optional member that takes any value (text, a number, a boolean, a date) cannot be refused
/// and is left out.
struct WebIDLDictionary: Sendable {
  struct Member: Sendable {
    let name: String
    let type: WebIDLType
    let isRequired: Bool
  }

  let name: String
  let members: [Member]
  /// Length of each member's name, apart from the names so that a search runs over a few bytes.
  private let lengths: [Int]
  /// A bit per member.
  private let required: UInt64
  /// A bit per member whose value can be refused.
  private let refusable: UInt64

  /// At most 64 members.
  init(_ name: String, _ members: [Member]) {
    self.name = name
    self.members = members
    lengths = members.map { $0.name.utf8.count }
    func bits(where isWanted: (Member) -> Bool) -> UInt64 {
      members.indices.reduce(0) { $0 | (isWanted(members[$1]) ? 1 << UInt64($1) : 0) }
    }
    required = bits { $0.isRequired }
    refusable = bits { if case .text = $0.type { false } else { true } }
  }

  /// The members that must be looked at, a bit each: those that the object should have, and those
  /// that it has where their value can be refused.
  func relevant(to object: JSONValue) -> UInt64 {
    guard case .object(let found) = object else { return required }
    var present: UInt64 = 0
    for place in found.indices {
      let length = found[place].name.utf8.count
      for index in lengths.indices
      where lengths[index] == length && members[index].name == found[place].name {
        present |= 1 << UInt64(index)
      }
    }
    return present & refusable | required & ~present
  }

  /// The message about a missing member.
  func missing(_ member: Member) -> String {
    let subject = "Member \(name).\(member.name) is required"
    return name == "ApplePayShippingMethod"
      ? subject : "\(subject) and must be an instance of \(member.type.name)."
  }
}

/// The conversion of a script's object to a dictionary, told by its first failure.
enum WebIDL {
  static func convert(
    _ value: JSONValue, to dictionary: WebIDLDictionary
  ) throws(WebKitFault) {
    switch value {
    case .null, .array, .object: break
    default: throw WebKitFault(.notADictionary, "Type error")
    }
    var bits = dictionary.relevant(to: value)
    while bits != 0 {
      let member = dictionary.members[bits.trailingZeroBitCount]
      bits &= bits - 1
      guard let found = value.member(member.name) else {
        throw WebKitFault(
          .requiredMember, dictionary.missing(member), at: "/" + member.name)
      }
      do throws(WebKitFault) {
        try convert(found, to: member.type)
      } catch { throw error.below(member.name) }
    }
  }

  private static func convert(_ value: JSONValue, to type: WebIDLType) throws(WebKitFault) {
    switch type {
    case .text: break
    case .enumeration(let names):
      let text = value.scriptText
      guard names.contains(where: { $0.utf8.count == text.utf8.count && $0 == text }) else {
        throw WebKitFault(
          .enumValue, "Type error",
          remedy: "use one of \(names.joined(separator: ", ")), not \(quoted(text))")
      }
    case .sequence(let type):
      try elements(value, type)
    case .dictionary(let dictionary):
      try convert(value, to: dictionary)
    }
  }

  private static func elements(_ value: JSONValue, _ type: WebIDLType) throws(WebKitFault) {
    switch value {
    case .array(let elements):
      if case .text = type { return }
      for index in elements.indices {
        do throws(WebKitFault) {
          try convert(elements[index], to: type)
        } catch { throw error.below(index) }
      }
    case .object: throw WebKitFault(.notIterable, "Type error")
    default: throw WebKitFault(.notASequence, "Value is not a sequence.")
    }
  }
}
