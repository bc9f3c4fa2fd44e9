/// "Did you mean": the closest of some names, for the messages that refuse one.
package enum Suggestion {
  /// The candidate that differs from `word` by the fewest edits, if few enough to be a slip.
  package static func closest(to word: String, among candidates: [String]) -> String? {
    // What is longer than any name of ours is no slip, and is not worth comparing.
    guard word.utf8.count <= 64 else { return nil }
    let limit = word.utf8.count <= 4 ? 1 : 2
    let lowercased = word.lowercased()
    var best: (name: String, edits: Int)?
    for candidate in candidates {
      let edits = distance(lowercased, candidate.lowercased())
      if edits <= limit, edits < best?.edits ?? .max { best = (candidate, edits) }
    }
    return best?.name
  }

  /// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
  private static func distance(_ from: String, _ to: String) -> Int {
    let (left, right) = (Array(from.utf8.prefix(64)), Array(to.utf8.prefix(64)))
    var older = [Int](repeating: 0, count: right.count + 1)
    var previous = Array(0...right.count)
    for (row, byte) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var edits = min(previous[column] + (byte == other ? 0 : 1), previous[column + 1] + 1)
        edits = min(edits, current[column] + 1)
        if row > 0, column > 0, byte == right[column - 1], left[row - 1] == other {
          edits = min(edits, older[column - 1] + 1)
        }
        current.append(edits)
      }
      (older, previous) = (previous, current)
    }
    return previous[right.count]
  }
}
