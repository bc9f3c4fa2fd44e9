/// "Did you mean": the closest of some names, for the messages that refuse one.
package enum Suggestion {
  /// The candidate that differs from `word` by the fewest edits, if few enough to be a slip.
  package static func closest(to word: String, among candidates: [String]) -> String? {
    // What is longer than any name of ours is no slip, and is not worth comparing.
    guard word.utf8.count <= 64 else { return nil }
    let limit = word.utf8.count <= 4 ? 1 : 2
    let wanted = lowercased(word)
    var best: (name: String, edits: Int)?
    for candidate in candidates {
      guard let edits = edits(from: wanted, to: lowercased(candidate), limit: limit) else {
        continue
      }
      if edits < best?.edits ?? .max { best = (candidate, edits) }
    }
    return best?.name
  }

  private static func lowercased(_ word: String) -> [UInt8] { Array(word.lowercased().utf8) }

  /// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other;
  /// nil if there are more than `limit`.
  ///
  /// Only what is near the diagonal is computed, for the rest takes too many edits: words from
  /// outside are compared with all of a merchant's names.
  private static func edits(from left: [UInt8], to right: [UInt8], limit: Int) -> Int? {
    guard abs(left.count - right.count) <= limit else { return nil }
    let width = right.count + 1
    var table = [Int](repeating: limit + 1, count: (left.count + 1) * width)
    for row in 0...left.count {
      let columns = max(0, row - limit)...min(right.count, row + limit)
      for column in columns {
        let cell = row * width + column
        guard row > 0, column > 0 else {
          table[cell] = row + column
          continue
        }
        let isSame = left[row - 1] == right[column - 1]
        var edits = min(table[cell - width], table[cell - 1]) + 1
        edits = min(edits, table[cell - width - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          edits = min(edits, table[cell - 2 * width - 2] + 1)
        }
        table[cell] = edits
      }
    }
    return table[table.count - 1] > limit ? nil : table[table.count - 1]
  }
}
