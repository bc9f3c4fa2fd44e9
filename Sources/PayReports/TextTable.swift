/// Cells in columns that are as wide as their widest cell so far, two spaces between, so that rows
/// can come in pages and any number of them needs little memory.
struct TextTable {
  private let alignedRight: Set<Int>
  private var widths: [Int] = []

  /// The columns of `alignedRight` are numbers.
  init(alignedRight: Set<Int> = []) { self.alignedRight = alignedRight }

  /// Makes room for a row.
  mutating func widen(for row: [String]) {
    for (column, text) in row.enumerated() {
      if column == widths.count { widths.append(0) }
      widths[column] = max(widths[column], text.terminalColumns)
    }
  }

  /// A row that room has been made for, without spaces at its end.
  func line(_ row: [String]) -> String {
    var line = ""
    var pending = 0
    for (column, text) in row.enumerated() {
      if column > 0 { pending += 2 }
      let space = widths[column] - text.terminalColumns
      if alignedRight.contains(column) { pending += space }
      if !text.isEmpty {
        line += String(repeating: " ", count: pending) + text
        pending = 0
      }
      if !alignedRight.contains(column) { pending += space }
    }
    return line
  }
}

extension String {
  /// Columns that a terminal gives the text: East Asian wide characters and emoji take two, marks
  /// that combine none. The text has no control characters.
  ///
  /// Source: Unicode Standard Annex 11.
  var terminalColumns: Int {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return unicodeScalars.reduce(0) { $0 + $1.terminalColumns }
  }
}

extension Unicode.Scalar {
  fileprivate var terminalColumns: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if properties.isEmojiPresentation { return 2 }
    let wide: [ClosedRange<UInt32>] = [
      0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]
    return wide.contains { $0.contains(value) } ? 2 : 1
  }
}
