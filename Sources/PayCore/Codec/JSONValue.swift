/// A JSON document as a value: members keep their order, integers stay exact.
package enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// A number that is not an integer of 64 bits, as it was written.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([JSONMember])

  /// The value of a member of an object, its name compared byte for byte; nil for anything else.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    for index in members.indices where members[index].name.hasSameBytes(as: name) {
      return members[index].value
    }
    return nil
  }

  /// The JSON type as a person calls it, for messages.
  package var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer: "an integer"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// One member of a JSON object.
package struct JSONMember: Sendable, Hashable {
  package let name: String
  package let value: JSONValue

  package init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { JSONMember($0, $1) })
  }
}

extension JSONValue {
  package static func strings(_ values: [String]) -> JSONValue {
    .array(values.map { .string($0) })
  }

  /// This object with one more member at its end; any other value unchanged.
  package consuming func with(_ name: String, _ value: JSONValue?) -> JSONValue {
    guard let value else { return self }
    // The array is taken out of the value, so that it grows in place where nobody else holds it.
    switch consume self {
    case .object(var members):
      members.append(JSONMember(name, value))
      return .object(members)
    case let other: return other
    }
  }
}

extension String {
  /// Equality of bytes: `==` on strings takes the Kelvin sign for a K.
  package func hasSameBytes(as other: String) -> Bool {
    let count = utf8.count
    guard count == other.utf8.count, self == other else { return false }
    // All that `==` takes for an ASCII text is longer than it, and whether it is ASCII a string
    // knows of itself; only the rest is compared again.
    return utf16.count == count || utf8.elementsEqual(other.utf8)
  }
}
