/// A property list as a value; entries keep their order, numbers and dates their text.
package enum PropertyList: Sendable, Hashable {
  case string(String)
  case boolean(Bool)
  /// Decimal digits, perhaps with a sign, as they were written.
  case integer(String)
  /// A decimal number, perhaps with an exponent, as it was written.
  case real(String)
  /// ISO 8601 in UTC, as it was written.
  case date(String)
  case data([UInt8])
  case array([PropertyList])
  case dictionary([Entry])

  /// A key of a dictionary, and what it holds.
  package struct Entry: Sendable, Hashable {
    package let key: String
    package let value: PropertyList

    package init(_ key: String, _ value: PropertyList) {
      self.key = key
      self.value = value
    }
  }

  /// The value of a key of a dictionary, compared byte for byte; nil for anything else.
  package subscript(key: String) -> PropertyList? {
    guard case .dictionary(let entries) = self else { return nil }
    return entries.first { $0.key.hasSameBytes(as: key) }?.value
  }

  /// The type as a person calls it, for messages.
  package var typeName: String {
    switch self {
    case .string: "a string"
    case .boolean: "a boolean"
    case .integer: "an integer"
    case .real: "a real number"
    case .date: "a date"
    case .data: "data"
    case .array: "an array"
    case .dictionary: "a dictionary"
    }
  }
}

/// Why bytes are not a property list in XML that we read, and at which byte.
package struct PropertyListError: Error, Sendable, Hashable {
  package enum Code: String, Sendable {
    case tooLarge = "plist_too_large"
    case binary = "plist_binary"
    case encoding = "plist_encoding"
    case unexpectedByte = "plist_unexpected_byte"
    case unexpectedEnd = "plist_unexpected_end"
    case trailingBytes = "plist_trailing_bytes"
    case declaration = "plist_declaration"
    case unknownEntity = "plist_unknown_entity"
    case badReference = "plist_bad_reference"
    case unknownElement = "plist_unknown_element"
    case attribute = "plist_attribute"
    case controlCharacter = "plist_control_character"
    case badNumber = "plist_bad_number"
    case badDate = "plist_bad_date"
    case badData = "plist_bad_data"
    case duplicateKey = "plist_duplicate_key"
    case tooDeep = "plist_too_deep"
    case tooMany = "plist_too_many_values"
  }

  package let code: Code
  /// Zero-based offset of the byte at which the document stops being one.
  package let offset: Int
  /// One-based line of that byte.
  package let line: Int
}

extension PropertyListError: CustomStringConvertible {
  package var description: String {
    switch code {
    case .tooLarge: "the file is larger than \(Limits.propertyListBytes) bytes"
    case .binary: "it is binary: convert it with plutil -convert xml1 FILE"
    case .encoding: "the text is not UTF-8 (byte \(offset)): save it as such"
    default: "\(cause) at line \(line), byte \(offset)"
    }
  }

  private var cause: String {
    switch code {
    case .tooLarge, .binary, .encoding: ""
    case .unexpectedByte: "an unexpected character"
    case .unexpectedEnd: "the document ends too early"
    case .trailingBytes: "something follows the document"
    case .declaration: "a declaration other than Apple's own document type: it is never followed"
    case .unknownEntity: "an entity other than &lt; &gt; &amp; &quot; &apos;"
    case .badReference: "a malformed character reference"
    case .unknownElement: "an element that property lists do not have there"
    case .attribute: "an attribute that property lists do not have"
    case .controlCharacter: "a control character"
    case .badNumber: "a malformed number"
    case .badDate: "a date that is not like 2026-01-01T00:00:00Z"
    case .badData: "data that is not Base64"
    case .duplicateKey: "a key that is in its dictionary already"
    case .tooDeep: "nested deeper than \(Limits.propertyListDepth)"
    case .tooMany: "more than \(Limits.propertyListValues) values and keys"
    }
  }
}
