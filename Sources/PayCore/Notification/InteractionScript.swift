// A script for the interaction: one event a line, blank lines and lines that begin with # ignored.
//
//     receive PAYLOAD.json [attachments=N]
//     select N | select none
//     action NAME
//     buy
//     pay-in-app
//     finish

/// One thing that a person, or the system, does with a notification.
package enum InteractionEvent: Sendable, Hashable {
  /// A notification arrives: the payload's file, and how many attachments came with it.
  case receive(path: String, attachments: Int)
  /// A segment is chosen; nil for none.
  case select(Int?)
  /// An action of the category is tapped.
  case action(String)
  case buy
  case payInApp
  /// The notification goes without a buy.
  case finish
}

/// The events of a script, in order.
package struct InteractionScript: Sendable, Hashable {
  /// A line that holds an event.
  package struct Step: Sendable, Hashable {
    /// One-based number of the line.
    package let line: Int
    /// The line without the spaces around it.
    package let text: String
    package let event: InteractionEvent
  }

  package let steps: [Step]

  /// Reads a whole script, or throws every line that is wrong.
  package init(parsing bytes: [UInt8]) throws(InteractionScriptError) {
    guard let script = String(validating: bytes, as: UTF8.self) else {
      throw InteractionScriptError(faults: [
        InteractionScriptError.Fault(line: nil, detail: "the script is not UTF-8")
      ])
    }
    var steps: [Step] = []
    var faults: [InteractionScriptError.Fault] = []
    var isOnView = false
    let lines = script.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.count <= Limits.scriptLines else {
      throw InteractionScriptError(faults: [
        InteractionScriptError.Fault(
          line: Limits.scriptLines + 1, detail: "a script has at most \(Limits.scriptLines) lines")
      ])
    }
    for (index, line) in lines.enumerated() {
      let text = trimmed(String(Substring(line)))
      if text.isEmpty || text.hasPrefix("#") { continue }
      do throws(LineFault) {
        let event = try InteractionEvent(line: text)
        if case .receive = event {
          isOnView = true
        } else if !isOnView {
          throw LineFault("nothing is on view yet: a line 'receive PAYLOAD.json' comes first")
        }
        if event == .finish { isOnView = false }
        steps.append(Step(line: index + 1, text: text, event: event))
      } catch {
        faults.append(InteractionScriptError.Fault(line: index + 1, detail: error.detail))
      }
    }
    if steps.isEmpty, faults.isEmpty {
      faults.append(
        InteractionScriptError.Fault(
          line: nil, detail: "the script has no event: begin with 'receive PAYLOAD.json'"))
    }
    guard faults.isEmpty else { throw InteractionScriptError(faults: faults) }
    self.steps = steps
  }
}

/// A script that cannot be played: every line that is wrong.
package struct InteractionScriptError: Error, Sendable, Hashable {
  package struct Fault: Sendable, Hashable {
    /// One-based; nil for the whole.
    package let line: Int?
    /// What is wrong and what would be right.
    package let detail: String
  }

  /// Never empty.
  package let faults: [Fault]
  package let code = "script_malformed"
}

private struct LineFault: Error {
  let detail: String

  init(_ detail: String) { self.detail = detail }
}

extension InteractionEvent {
  private static let words = ["receive", "select", "action", "buy", "pay-in-app", "finish"]

  fileprivate init(line: String) throws(LineFault) {
    let parts = line.split(maxSplits: 1) { $0 == " " || $0 == "\t" }
    let word = String(parts[0])
    let operand = parts.count == 2 ? trimmed(String(parts[1])) : ""
    switch word {
    case "receive": self = try .received(operand)
    case "select": self = .select(try Self.segment(operand))
    case "action":
      guard !operand.isEmpty else { throw LineFault("action needs a name: action switch") }
      self = .action(operand)
    case "buy", "pay-in-app", "finish":
      guard operand.isEmpty else { throw LineFault("\(word) stands alone on its line") }
      self = word == "buy" ? .buy : word == "finish" ? .finish : .payInApp
    default:
      let hint = Suggestion.closest(to: word, among: Self.words)
      throw LineFault(
        "'\(word.prefix(40))' is no event; "
          + (hint.map { "did you mean \($0)?" }
            ?? "there are \(Self.words.joined(separator: ", "))")
      )
    }
  }

  private static func received(_ operand: String) throws(LineFault) -> InteractionEvent {
    let mark = "attachments="
    var words = operand.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "\t" }
    var attachments = 0
    if let last = words.last, last.hasPrefix(mark) {
      let text = last.dropFirst(mark.count)
      guard let number = Int(text), String(number) == text,
        (0...Limits.attachments).contains(number)
      else { throw LineFault("\(mark) takes a number from 0 to \(Limits.attachments)") }
      attachments = number
      words.removeLast()
    }
    let path = trimmed(words.joined(separator: " "))
    guard !path.isEmpty else { throw LineFault("receive needs a file: receive PAYLOAD.json") }
    guard !path.utf8.contains(0) else { throw LineFault("the name of a file cannot hold a NUL") }
    return .receive(path: path, attachments: attachments)
  }

  private static func segment(_ operand: String) throws(LineFault) -> Int? {
    if operand == "none" { return nil }
    guard let index = Int(operand), String(index) == operand else {
      throw LineFault("select needs a zero-based index or none: select 2")
    }
    return index
  }
}

/// A line without the spaces, tabs and carriage returns around it.
private func trimmed(_ text: String) -> String {
  func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
  let bytes = text.utf8.drop(while: isSpace)
  let end = bytes.lastIndex { !isSpace($0) }.map(bytes.index(after:)) ?? bytes.startIndex
  return String(Substring(bytes[..<end]))
}
