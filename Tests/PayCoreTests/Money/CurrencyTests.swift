import Foundation
import PayCore
import TestSupport
import Testing

@Suite struct CurrencyTests {
  @Test func `the table has the counts of the standard`() {
    let counts = Dictionary(grouping: Currency.all, by: \.minorDigits).mapValues(\.count)
    #expect(counts == [0: 17, 2: 139, 3: 7, 4: 2, nil: 13])
  }

  @Test func `the table is sorted, and no code or number is there twice`() {
    let codes = Currency.all.map(\.code)
    #expect(codes == codes.sorted())
    #expect(Set(codes).count == codes.count)
    #expect(Set(Currency.all.map(\.numeric)).count == codes.count)
  }

  @Test(arguments: Currency.all)
  func `every code of the table is found`(currency: Currency) {
    #expect(Currency(code: currency.code) == currency)
    #expect(currency.description == currency.code)
    #expect((1...999).contains(currency.numeric))
  }

  @Test(arguments: [
    "", "usd", "Usd", "US", "USDX", "USD ", " USD", "US\0", "USD\0", "AAA", "ZZZ", "ＵＳＤ", "840",
    "\u{212A}WD", "KWD\u{301}", "🇺🇸", "A", "[", "~~~", "DEM", "HRK", "BGN",
  ])
  func `a near miss is no currency`(code: String) {
    #expect(Currency(code: code) == nil)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: list)))
  func `the table is list one of the standard, row for row`() throws {
    let rows = try String(contentsOfFile: Self.list, encoding: .utf8)
      .split(whereSeparator: \.isNewline).dropFirst()
      .map { $0.split(separator: ",", maxSplits: 3).prefix(3).map(String.init) }
    let ours = Currency.all.map {
      [$0.code, String(format: "%03d", $0.numeric), $0.minorDigits.map(String.init) ?? "N.A."]
    }
    #expect(rows == ours)
  }

  static let list = packageRoot + "/../shared/vectors/iso4217-list-one-2026-01-01.csv"
}
