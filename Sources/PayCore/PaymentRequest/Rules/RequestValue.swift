// How the rules look into the JSON of a request.

extension JSONValue {
  /// Whether a member is exactly this text.
  func isText(_ name: String, _ expected: String) -> Bool {
    guard case .string(let text)? = self[name] else { return false }
    return text.hasSameBytes(as: expected)
  }

  /// The member `amount`, if it is one.
  var amount: MonetaryValue? {
    guard case .string(let text)? = self["amount"] else { return nil }
    return MonetaryValue(text)
  }
}

extension JSONValue? {
  /// Whether this is an array that has a text among its elements.
  func has(_ expected: String) -> Bool {
    guard case .array(let elements)? = self else { return false }
    return elements.contains { element in
      guard case .string(let text) = element else { return false }
      return text.hasSameBytes(as: expected)
    }
  }
}

extension RequestMember.Value {
  var type: JSONType {
    switch self {
    case .any: .any
    case .flag: .flag
    case .integer: .integer
    case .object: .object
    case .objects, .texts, .countries, .words: .array
    case .text, .label, .amount, .date, .url, .notificationURL, .country, .word:
      .string
    }
  }
}

/// A type of JSON that a member asks for.
enum JSONType: Sendable {
  case string, flag, integer, object, array, any

  func takes(_ value: JSONValue) -> Bool {
    switch value {
    case _ where self == .any: true
    case .string: self == .string
    case .bool: self == .flag
    case .integer: self == .integer
    case .object: self == .object
    case .array: self == .array
    case .null, .number: false
    }
  }

  /// As a person calls it, for messages.
  var name: String {
    switch self {
    case .string: "a string"
    case .flag: "true or false"
    case .integer: "an integer"
    case .object: "an object"
    case .array: "an array"
    case .any: "any value"
    }
  }
}
