/// Text for a person's terminal.
enum Text {
  /// `text` with everything that could steer a terminal or reorder a line written as an escape.
  static func safe(_ text: String) -> String {
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

  /// Rows in aligned columns, two spaces between; the columns of `right` are aligned right.
  static func table(_ rows: [[String]], right: Set<Int> = []) -> String {
    let cells = rows.map { $0.map(safe) }
    let count = cells.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      cells.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0
    }
    let lines = cells.map { row in
      let padded = row.enumerated().map { column, text in
        let space = String(repeating: " ", count: widths[column] - text.count)
        if right.contains(column) { return space + text }
        return column == row.count - 1 ? text : text + space
      }
      return padded.joined(separator: "  ")
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

/// A text as it stands in a message: in quotes, cut if it is long.
func quoted(_ text: String) -> String {
  let safe = Text.safe(text)
  return "'" + (safe.count > 60 ? safe.prefix(57) + "..." : safe) + "'"
}
