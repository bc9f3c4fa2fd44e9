import PayCore
import TestSupport
import Testing

@Suite struct SuggestionTests {
  static let names = ["visa", "masterCard", "amex", "discover", "jcb", "some-product"]

  static let slips: [(String, String?)] = [
    ("visa", "visa"), ("VISA", "visa"), ("vsia", "visa"), ("viso", "visa"), ("visas", "visa"),
    ("vis", "visa"), ("mastercard", "masterCard"), ("mastrcrad", "masterCard"),
    ("some-prodcut", "some-product"), ("some_product", "some-product"), ("jbc", "jcb"),
    ("vxyz", nil), ("amx!", nil), ("", nil), ("paypal", nil), ("mstrcrd", nil),
    (String(repeating: "x", count: 100_000), nil),
  ]

  @Test(arguments: slips)
  func `a slip finds its name, a different word none`(word: String, expected: String?) {
    #expect(Suggestion.closest(to: word, among: Self.names) == expected)
  }

  @Test func `the nearest name wins, the first of equals`() {
    #expect(Suggestion.closest(to: "abcdef", among: ["abcdxy", "abcdex"]) == "abcdex")
    #expect(Suggestion.closest(to: "abcde", among: ["abcdx", "abcdy"]) == "abcdx")
    #expect(Suggestion.closest(to: "a", among: []) == nil)
  }

  /// Held against the whole table of edits, which is what takes too long for words from outside.
  @Test func `the same name is found as by comparing all`() {
    let seed: UInt64 = 20_261_130
    var random = SplitMix64(seed: seed)
    for round in 0..<2_000 {
      // The Kelvin sign is three bytes, and one in small letters.
      let words = (0..<6).map { _ in
        String(
          (0..<Int.random(in: 1...9, using: &random)).map { _ in
            "abC\u{212A}".randomElement(using: &random) ?? "a"
          })
      }
      let limit = words[0].utf8.count <= 4 ? 1 : 2
      let edits = words.dropFirst().map { Self.edits(words[0].lowercased(), $0.lowercased()) }
      let nearest = edits.min().flatMap { $0 <= limit ? edits.firstIndex(of: $0) : nil }
      #expect(
        Suggestion.closest(to: words[0], among: Array(words.dropFirst()))
          == nearest.map { words[$0 + 1] }, "seed \(seed), round \(round): \(words)")
    }
  }

  /// Insertions, deletions, replacements and swaps of neighbours, all of the table.
  private static func edits(_ from: String, _ to: String) -> Int {
    let (left, right) = (Array(from.utf8), Array(to.utf8))
    var table = (0...left.count).map { row in (0...right.count).map { max(row, $0) } }
    for row in 1..<table.count {
      for column in 1..<table[row].count {
        let isSame = left[row - 1] == right[column - 1]
        var best = min(table[row - 1][column], table[row][column - 1]) + 1
        best = min(best, table[row - 1][column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          best = min(best, table[row - 2][column - 2] + 1)
        }
        table[row][column] = best
      }
    }
    return table[left.count][right.count]
  }
}
