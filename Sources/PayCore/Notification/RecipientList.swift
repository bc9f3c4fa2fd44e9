/// Whom notifications are for: one per line, a text that means something to the merchant alone.
package struct RecipientList: Sendable, Hashable {
  /// In the order of the file, each once.
  package let recipients: [String]

  /// Reads lines of UTF-8 that end in a line feed, which the last may lack; stops at the first
  /// fault.
  package init(parsing bytes: [UInt8]) throws(RecipientFault) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard !lines.isEmpty else { throw .none }
    guard lines.count <= Limits.recipients else { throw .tooMany }
    var recipients: [String] = []
    recipients.reserveCapacity(lines.count)
    var places: [ArraySlice<UInt8>: Int] = [:]
    places.reserveCapacity(lines.count)
    for (index, line) in lines.enumerated() {
      let number = index + 1
      recipients.append(try Self.recipient(line, number))
      if let first = places.updateValue(number, forKey: line) {
        throw .duplicate(line: number, first: first)
      }
    }
    self.recipients = recipients
  }

  private static func recipient(
    _ line: ArraySlice<UInt8>, _ number: Int
  ) throws(RecipientFault) -> String {
    guard line.count <= Limits.recipientBytes else { throw .tooLong(line: number) }
    guard let text = String(validating: line, as: UTF8.self) else { throw .notUTF8(line: number) }
    if let scalar = text.unicodeScalars.first(where: \.isHidden) {
      throw .hiddenCharacter(line: number, scalar.value)
    }
    guard !text.allSatisfy(\.isWhitespace) else { throw .blank(line: number) }
    return text
  }
}

/// What is wrong with a list of recipients; lines count from one.
package enum RecipientFault: Error, Sendable, Hashable {
  case none
  case tooMany
  case blank(line: Int)
  case tooLong(line: Int)
  case notUTF8(line: Int)
  /// A control or invisible character, by its code point.
  case hiddenCharacter(line: Int, UInt32)
  /// `first` is the line that has the same recipient.
  case duplicate(line: Int, first: Int)

  /// Stable code, snake_case, never reused.
  package var code: String {
    switch self {
    case .none: "recipients_missing"
    case .tooMany: "recipients_too_many"
    case .blank: "recipient_blank"
    case .tooLong: "recipient_too_long"
    case .notUTF8: "recipient_not_utf8"
    case .hiddenCharacter: "recipient_hidden_character"
    case .duplicate: "recipient_duplicate"
    }
  }
}

extension RecipientFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .none: "there is no recipient: write one per line"
    case .tooMany:
      "there are more than \(Limits.recipients) recipients: split the list"
    case .blank(let line): "line \(line) is blank: remove it"
    case .tooLong(let line):
      "line \(line) has more than \(Limits.recipientBytes) bytes: no recipient is that long"
    case .notUTF8(let line): "line \(line) is not UTF-8"
    case .hiddenCharacter(let line, 0x0D):
      "line \(line) holds a carriage return: lines end in a line feed alone"
    case .hiddenCharacter(let line, let scalar):
      "line \(line) holds the control or invisible character U+"
        + Self.codePoint(scalar) + ": remove it"
    case .duplicate(let line, let first):
      "line \(line) names the recipient of line \(first) again: keep one"
    }
  }

  private static func codePoint(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
