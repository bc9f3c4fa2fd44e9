import Foundation
import PayCore
import PayCrypto
import Testing

@testable import PayReports

@Suite struct HTMLReportTests {
  @Test func `the policy names the style sheet that is there`() {
    let hash = Base64.encode(OpenSSLDigest().sha256(Array(PageStyle.sheet.utf8)))
    #expect(PageStyle.digest == hash)
    let page = text(Sample.small, .html)
    #expect(page.contains("default-src 'none'; style-src 'sha256-\(hash)'"))
    #expect(page.contains("<style>\(PageStyle.sheet)</style>"))
  }

  /// The tags of a page, each with its attributes; nil if there is a `<` that begins no tag.
  private func tags(_ page: String) -> [String]? {
    var tags: [String] = []
    for piece in page.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
      guard let end = piece.firstIndex(of: ">") else { return nil }
      // Quotes are escaped in text, so that a tag holds no `>` but its end.
      tags.append(String(piece[..<end]))
    }
    return tags
  }

  /// What the page is made of when nobody tries anything.
  private func names(_ page: String) throws -> Set<String> {
    let style = "<style>\(PageStyle.sheet)</style>"
    let found = try #require(tags(page.replacing(style, with: "")))
    return Set(found.map { String($0.prefix { $0 != " " }) })
  }

  @Test func `the page has no script and nothing from elsewhere`() throws {
    let page = text(Sample.small, .html)
    let names = try names(page)
    for name in ["script", "link", "img", "iframe", "form", "object", "style", "svg", "base"] {
      #expect(!names.contains(name))
    }
    for word in ["http:", "https:", "//", "src=", "style=\"", "onclick", "url(", "@import"] {
      #expect(!page.contains(word), "\(word)")
    }
  }

  static let attacks = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onload='x", "</style><b>",
    "</title><i>", "<!--", "]]>", "&lt;u&gt;", "\u{0}<u>", "\u{202E}<u>\u{2066}", "<bdi></bdi>",
  ]

  @Test(arguments: attacks)
  func `text from outside stays text`(attack: String) throws {
    let (reconciliation, heading) = Sample.hostile(attack)
    let page = text(reconciliation, .html, heading: heading)
    let (harmless, plain) = Sample.hostile("plain")
    let expected = text(harmless, .html, heading: plain)
    #expect(try names(page) == names(expected))
    #expect(tags(page)?.count == tags(expected)?.count)
    #expect(!page.contains(attack))
    let controls = page.unicodeScalars.filter {
      $0 != "\n" && [.control, .format].contains($0.properties.generalCategory)
    }
    #expect(controls.isEmpty)
  }

  @Test func `a long section says how many lines it leaves out`() {
    #expect(!text(Sample.many(2000), .html).contains("more line"))
    #expect(
      text(Sample.many(2001), .html).contains("<strong>1 more line</strong> of 2,001"))
    #expect(
      text(Sample.many(12_345), .html).contains("<strong>10,345 more lines</strong> of 12,345"))
  }

  @Test func `the verdict stands at the top`() {
    #expect(text(Sample.small, .html).contains("! Difference: \u{2212}25.50 USD; "))
    func empty(_ inputs: [ReconciliationInput]) -> String {
      text(
        Reconciliation(asOf: Sample.asOf, inputs: inputs, totals: [], findings: [], lines: []),
        .html)
    }
    #expect(empty(Sample.small.inputs).contains("\u{2713} Everything ties out"))
    #expect(empty([]).contains("nothing was compared"))
    let exceptions = text(Sample.many(1), .html)
    #expect(exceptions.contains("The difference is zero in every currency; "))
    #expect(exceptions.contains("1 exception</a> to look at"))
  }

  @Test(arguments: [
    (Int128(0), "0.00"), (123_456, "1,234.56"), (-99_999, "\u{2212}999.99"),
    (-100_000, "\u{2212}1,000.00"), (1_000_000_00, "1,000,000.00"),
    (Int128(Int64.max) * 4, "368,934,881,474,191,032.28"),
  ])
  func `people read amounts with their thousands apart`(minorUnits: Int128, expected: String) {
    #expect(Sample.money(0).currency.readable(minorUnits) == expected)
  }
}
