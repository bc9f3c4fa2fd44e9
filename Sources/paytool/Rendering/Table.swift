import PaySystem

/// Rows in aligned columns, two spaces between.
///
/// Rows may come in pages: a column is as wide as the widest cell so far, so that any number of
/// rows can be written with bounded memory.
struct Table {
  private let head: [String]
  private let headStyle: Style
  private let alignedRight: Set<Int>
  private var widths: [Int] = []

  /// `head` stands above the first rows; the columns of `alignedRight` are numbers.
  init(head: [String] = [], style: Style = .plain, alignedRight: Set<Int> = []) {
    self.head = head
    headStyle = style
    self.alignedRight = alignedRight
  }

  /// What things are called, and what they are.
  static func facts(_ rows: [[String]]) -> String {
    var table = Table()
    return table.lines(rows)
  }

  /// The lines of some rows, each with its line feed.
  mutating func lines(_ rows: [[String]]) -> String {
    let cells = rows.map { $0.map(Terminal.safe) }
    let isFirst = widths.isEmpty
    for row in (isFirst ? [head] : []) + cells { widen(for: row) }
    let body = cells.map { line($0) + "\n" }.joined()
    return isFirst && !head.isEmpty ? headStyle.apply(to: line(head)) + "\n" + body : body
  }

  private mutating func widen(for row: [String]) {
    for (column, text) in row.enumerated() {
      if column == widths.count { widths.append(0) }
      widths[column] = max(widths[column], text.count)
    }
  }

  private func line(_ cells: [String]) -> String {
    let padded = cells.enumerated().map { column, text in
      let space = String(repeating: " ", count: widths[column] - text.count)
      return alignedRight.contains(column) ? space + text : text + space
    }
    let line = padded.joined(separator: "  ")
    return String(
      line.prefix(upTo: line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex))
  }
}
