/// Text for a person's terminal.
package enum Terminal {
  /// `text` with everything that could steer a terminal or reorder a line written as an escape.
  package static func safe(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
    var output = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
        .unassigned:
        output += "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars
      default: output.append(scalar)
      }
    }
    return String(output)
  }
}
