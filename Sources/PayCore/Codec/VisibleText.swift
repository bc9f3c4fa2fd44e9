extension String {
  /// The text with everything that could steer a terminal or reorder a line written as an escape:
  /// `\u{1b}`, `\u{202e}`.
  package var escapingControls: String {
    if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
    var output = String.UnicodeScalarView()
    for scalar in unicodeScalars {
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
