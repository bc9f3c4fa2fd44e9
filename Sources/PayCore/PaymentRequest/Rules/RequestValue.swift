// How the rules look into the JSON of a request.

extension JSONValue {
  /// Whether a member is exactly this text.
  func isText(_ name: String, _ expected: String) -> Bool {
    guard case .string(let text)? = self[name] else { return false }
    return text.hasSameBytes(as: expected)
  }

  /// The member `amount`, if it is one.
  var amount: RequestAmount? {
    guard case .string(let text)? = self["amount"] else { return nil }
    return RequestAmount(text)
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
  /// What the value would have to be, if it is of another type.
  func mismatch(_ value: JSONValue) -> String? {
    switch (self, value) {
    case (.any, _), (.flag, .bool), (.integer, .integer), (.object, .object), (.objects, .array):
      nil
    case (.text, .string), (.label, .string), (.amount, .string), (.date, .string),
      (.url, .string), (.country, .string), (.word, .string):
      nil
    case (.texts, .array), (.countries, .array), (.words, .array): nil
    default: typeName
    }
  }

  var isListOfTexts: Bool {
    switch self {
    case .texts, .countries, .words: true
    default: false
    }
  }

  private var typeName: String {
    switch self {
    case .flag: "true or false"
    case .integer: "an integer"
    case .object: "an object"
    case .objects, .texts, .countries, .words: "an array"
    default: "a string"
    }
  }
}
