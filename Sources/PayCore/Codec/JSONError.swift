/// Why bytes are not a JSON document of ours, and at which byte.
package struct JSONError: Error, Sendable, Hashable {
  package enum Code: String, Sendable {
    case tooLarge = "json_too_large"
    case byteOrderMark = "json_byte_order_mark"
    case invalidUTF8 = "json_invalid_utf8"
    case unexpectedByte = "json_unexpected_byte"
    case unexpectedEnd = "json_unexpected_end"
    case trailingBytes = "json_trailing_bytes"
    case invalidNumber = "json_invalid_number"
    case invalidEscape = "json_invalid_escape"
    case controlCharacter = "json_control_character"
    case loneSurrogate = "json_lone_surrogate"
    case duplicateMember = "json_duplicate_member"
    case tooDeep = "json_too_deep"
    case tooMany = "json_too_many_values"
    case stringTooLong = "json_string_too_long"
  }

  package let code: Code
  /// Zero-based offset of the byte at which the document stops being one.
  package let offset: Int
}

extension JSONError: CustomStringConvertible {
  package var description: String { "\(cause) at byte \(offset)" }

  private var cause: String {
    switch code {
    case .tooLarge: "the document is too large"
    case .byteOrderMark: "a byte order mark is not JSON"
    case .invalidUTF8: "the text is not UTF-8"
    case .unexpectedByte: "an unexpected character"
    case .unexpectedEnd: "the document ends too early"
    case .trailingBytes: "something follows the document"
    case .invalidNumber: "a number is malformed"
    case .invalidEscape: "an escape is malformed"
    case .controlCharacter: "a control character in a string"
    case .loneSurrogate: "half a surrogate pair"
    case .duplicateMember: "a member name is there twice"
    case .tooDeep: "nested deeper than \(Limits.jsonDepth)"
    case .tooMany: "too many members or elements"
    case .stringTooLong: "a string is too long"
    }
  }
}
