import PaySystem
import Testing

@testable import paytool

@Suite struct RenderingTests {
  @Test(arguments: [
    ("plain text", "plain text"), ("Café ☕", "Café ☕"), ("a\u{1B}[2Jb", "a\\u{1b}[2Jb"),
    ("a\rb\nc\td", "a\\u{d}b\\u{a}c\\u{9}d"), ("\u{202E}evil", "\\u{202e}evil"),
    ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"), ("\u{9B}31m", "\\u{9b}31m"),
    ("\u{7F}", "\\u{7f}"),
    ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"), ("\u{FEFF}\u{200B}", "\\u{feff}\\u{200b}"),
    ("", ""),
  ])
  func `nothing in a text steers the terminal`(text: String, safe: String) {
    #expect(Terminal.safe(text) == safe)
  }

  @Test func `a quoted text is cut`() {
    #expect(quoted("a'b") == "'a'b'")
    #expect(quoted(String(repeating: "x", count: 60)).count == 62)
    #expect(
      quoted(String(repeating: "x", count: 61)) == "'\(String(repeating: "x", count: 57))...'")
  }

  @Test func `columns are aligned and lines end without spaces`() {
    var table = Table(head: ["NAME", "SUM", "NOTE"], alignedRight: [1])
    #expect(
      table.lines([["a", "5.00"], ["bcdef", "10.00", "x"], ["", "1.00", ""]]) == """
        NAME     SUM  NOTE
        a       5.00
        bcdef  10.00  x
                1.00

        """)
  }

  @Test func `a later page keeps the columns and has no head`() {
    var table = Table(head: ["A", "B"])
    #expect(table.lines([["aaaa", "b"]]) == "A     B\naaaa  b\n")
    #expect(table.lines([["a", "b"]]) == "a     b\n")
    #expect(table.lines([]) == "")
  }

  @Test func `a table without rows is its head`() {
    var table = Table(head: ["A", "B"], style: .bold)
    #expect(table.lines([]) == "\u{1B}[1mA  B\u{1B}[0m\n")
  }

  @Test func `a cell cannot break its line`() {
    #expect(Table.facts([["a", "b\nc\u{1B}[0m"]]) == "a  b\\u{a}c\\u{1b}[0m\n")
  }
}
