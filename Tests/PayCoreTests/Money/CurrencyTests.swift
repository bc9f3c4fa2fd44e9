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
    #expect(Currency(numeric: currency.numeric) == currency)
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

  @Test(arguments: [-1, 0, 1, 7, 840_000, 841, 1000, 1024 + 840, Int.max, Int.min])
  func `a number of no currency is refused`(number: Int) {
    #expect(Currency(numeric: number) == nil)
  }

  @Test func `no code of three letters is found but those of the table`() {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    var found: [String] = []
    for first in letters {
      for second in letters {
        for third in letters {
          let code = String([first, second, third])
          if Currency(code: code) != nil { found.append(code) }
        }
      }
    }
    #expect(found == Currency.all.map(\.code))
  }

  /// Hand lists of currencies miss some; each group of the standard is spelled out here once.
  @Test(arguments: [
    (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
    (3, "BHD IQD JOD KWD LYD OMR TND"), (4, "CLF UYW"),
    (nil, "XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX"),
  ])
  func `fault 40: the currencies without two decimals are these`(digits: Int?, codes: String) {
    #expect(
      Currency.all.filter { $0.minorDigits == digits }.map(\.code)
        == codes.split(separator: " ").map(String.init))
  }

  @Test(arguments: [("HUF", 2), ("IQD", 3), ("IDR", 2), ("COP", 2), ("RSD", 2), ("ISK", 0)])
  func `fault 39: digits are those of the standard, not those that displays round to`(
    code: String, digits: Int
  ) {
    #expect(Fixture.currency(code).minorDigits == digits)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: list)))
  func `the script makes the table from the list, byte for byte`() throws {
    let folder = try TemporaryDirectory()
    let made = folder.file("CurrencyTable.swift")
    let finished = try run(packageRoot + "/Scripts/currency-table", [Self.list, made])
    #expect(finished.status == 0, "\(finished.errors)")
    #expect(
      try String(contentsOfFile: made, encoding: .utf8)
        == String(contentsOfFile: Self.table, encoding: .utf8))
  }

  @Test(arguments: [
    ("code,numeric,minor_units,name\nUSD,840,2,A\nEUR,978,2,B\n", "EUR does not come after USD"),
    ("code,numeric,minor_units,name\nEUR,840,2,A\nUSD,840,2,B\n", "840 is the number of EUR"),
    ("code,numeric,minor_units,name\nusd,840,2,A\n", "line 2: \"usd\" is no alphabetic code"),
    ("code,numeric,minor_units,name\nUSD,84,2,A\n", "\"84\" is no numeric code"),
    ("code,numeric,minor_units,name\nUSD,840,7,A\n", "\"7\" is no count of minor digits"),
    ("code;numeric\nUSD;840\n", "the first line must be"),
  ])
  func `the script refuses a list that is none and leaves the table alone`(
    list: String, message: String
  ) throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("list-2026-01-01.csv")
    let table = folder.file("Table.swift")
    try Data(list.utf8).write(to: URL(fileURLWithPath: path))
    try Data("old".utf8).write(to: URL(fileURLWithPath: table))
    let finished = try run(packageRoot + "/Scripts/currency-table", [path, table])
    #expect(finished.status == 1)
    #expect(finished.errors.contains(message), "\(finished.errors)")
    #expect(try String(contentsOfFile: table, encoding: .utf8) == "old")
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

  static let table = packageRoot + "/Sources/PayCore/Money/CurrencyTable.swift"
  static let list = packageRoot + "/../shared/vectors/iso4217-list-one-2026-01-01.csv"
}
