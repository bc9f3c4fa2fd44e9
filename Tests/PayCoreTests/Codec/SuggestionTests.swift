import PayCore
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
}
