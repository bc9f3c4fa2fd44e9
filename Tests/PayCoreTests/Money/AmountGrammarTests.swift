import PayCore
import TestSupport
import Testing

@Suite struct AmountGrammarTests {
  struct Refusal: Sendable {
    let text: String
    let code: String
    var currency = "USD"
  }

  static let refusals: [Refusal] =
    [
      "", "-", "+1", "1.", ".5", ".", "-.", "-.5", "-1.", "1e2", "1E2", "1,5", "1,000.00", " 1",
      "1 ",
      "1 000", "0x10", "1_000", "१", "１０", "٣.٠٠", "1\u{66B}5", "NaN", "nan", "inf", "-inf",
      "Infinity", "--1", "-+1", "1-", "1.2.3", "1..2", "\0", "1\0", "\u{FEFF}1", "1\n", "\t1", "$1",
      "1$", "USD 1", "½", "1.\u{301}0", "１.00", "−1", "(1)", "1'000", "20.00USD",
    ].map { Refusal(text: $0, code: "amount_syntax") } + [
      Refusal(text: "20.001", code: "too_many_decimals"),
      Refusal(text: "20.0001", code: "too_many_decimals"),
      Refusal(text: "200.7647", code: "too_many_decimals"),
      Refusal(text: "19.989999999999998", code: "too_many_decimals"),
      Refusal(text: "705.50", code: "too_many_decimals", currency: "JPY"),
      Refusal(text: "705.5", code: "too_many_decimals", currency: "JPY"),
      Refusal(text: "705.0000001", code: "too_many_decimals", currency: "JPY"),
      Refusal(text: "5.1245", code: "too_many_decimals", currency: "KWD"),
      Refusal(text: "1.00001", code: "too_many_decimals", currency: "CLF"),
      Refusal(text: "99999999999999999999.999", code: "too_many_decimals"),
      Refusal(text: "99999999999999999999x", code: "amount_syntax"),
      Refusal(text: "1.001x", code: "amount_syntax"),
      Refusal(text: "-92233720368547758080", code: "amount_overflow"),
      Refusal(text: "18446744073709551616", code: "amount_overflow", currency: "JPY"),
      Refusal(text: "92233720368547758.08", code: "amount_overflow"),
      Refusal(text: "-92233720368547758.09", code: "amount_overflow"),
      Refusal(text: "9223372036854775808", code: "amount_overflow", currency: "JPY"),
      Refusal(text: "92233720368547759", code: "amount_overflow"),
      Refusal(text: "99999999999999999999.999", code: "amount_overflow", currency: "KWD"),
      Refusal(text: String(repeating: "0", count: 25), code: "amount_too_long"),
      Refusal(text: String(repeating: "9", count: 100_000), code: "amount_too_long"),
      Refusal(text: "1.00", code: "currency_has_no_minor_unit", currency: "XAU"),
      Refusal(text: "1", code: "currency_has_no_minor_unit", currency: "XXX"),
      Refusal(text: "nonsense", code: "currency_has_no_minor_unit", currency: "XTS"),
    ]

  @Test(arguments: refusals)
  func `what is not an amount is refused`(refusal: Refusal) {
    let currency = Fixture.currency(refusal.currency)
    let error = #expect(throws: MoneyError.self) {
      try Money(parsing: refusal.text, currency: currency)
    }
    #expect(error?.code == refusal.code)
  }

  struct Reading: Sendable {
    let text: String
    let currency: String
    let minorUnits: Int64
    let written: String

    init(_ text: String, _ currency: String, _ minorUnits: Int64, _ written: String) {
      self.text = text
      self.currency = currency
      self.minorUnits = minorUnits
      self.written = written
    }
  }

  @Test(arguments: [
    Reading("20.00", "USD", 2000, "20.00"),
    Reading("20", "USD", 2000, "20.00"),
    Reading("20.5", "USD", 2050, "20.50"),
    Reading("1.10", "USD", 110, "1.10"),
    Reading("0", "USD", 0, "0.00"),
    Reading("007", "USD", 700, "7.00"),
    Reading("-0", "USD", 0, "0.00"),
    Reading("-0.00", "USD", 0, "0.00"),
    Reading("-0.05", "USD", -5, "-0.05"),
    Reading("-0.50", "USD", -50, "-0.50"),
    Reading("0.05", "USD", 5, "0.05"),
    Reading("129.9", "USD", 12_990, "129.90"),
    Reading("10.45", "HUF", 1045, "10.45"),
    Reading("10.45", "RSD", 1045, "10.45"),
    Reading("500", "JPY", 500, "500"),
    Reading("-1", "JPY", -1, "-1"),
    Reading("9899", "JPY", 9899, "9899"),
    Reading("100", "ISK", 100, "100"),
    Reading("100", "UGX", 100, "100"),
    Reading("1.234", "KWD", 1234, "1.234"),
    Reading("18.60", "KWD", 18_600, "18.600"),
    Reading("-0.001", "KWD", -1, "-0.001"),
    Reading("1.234", "IQD", 1234, "1.234"),
    Reading("1.2345", "CLF", 12_345, "1.2345"),
    Reading("0.0001", "UYW", 1, "0.0001"),
    Reading("000000000000000000000.00", "USD", 0, "0.00"),
    Reading("705.00", "JPY", 705, "705"),
    Reading("-705.0", "JPY", -705, "-705"),
    Reading("20.000", "USD", 2000, "20.00"),
    Reading("5.000", "USD", 500, "5.00"),
    Reading("0.9500", "USD", 95, "0.95"),
    Reading("1.00000", "CLF", 10_000, "1.0000"),
    Reading("9223372036854775807.0000", "JPY", .max, "9223372036854775807"),
    Reading("92233720368547758.07", "USD", .max, "92233720368547758.07"),
    Reading("-92233720368547758.08", "USD", .min, "-92233720368547758.08"),
    Reading("9223372036854775807", "JPY", .max, "9223372036854775807"),
    Reading("-922337203685477.5808", "CLF", .min, "-922337203685477.5808"),
  ])
  func `an amount is read exactly and written at its currency's digits`(reading: Reading) throws {
    let money = try Money(parsing: reading.text, currency: Fixture.currency(reading.currency))
    #expect(money.minorUnits == reading.minorUnits)
    #expect(money.amount == reading.written)
  }

  @Test(
    arguments: [
      (Int128(Int64.max) + 1, "USD", "92233720368547758.08"),
      (Int128(Int64.min) - 1, "KWD", "-9223372036854775.809"),
      (Int128(Int64.max) * 10, "JPY", "92233720368547758070"),
      (.max, "USD", "1701411834604692317316873037158841057.27"),
      (.min, "JPY", "-170141183460469231731687303715884105728"),
      (0, "CLF", "0.0000"),
      (-1, "CLF", "-0.0001"), (-5, "USD", "-0.05"), (100, "XAU", "100"),
    ] as [(Int128, String, String)])
  func `a sum of 128 bits is written at its currency's digits`(
    minorUnits: Int128, currency: String, written: String
  ) {
    #expect(Fixture.currency(currency).amount(minorUnits) == written)
  }

  @Test(arguments: Currency.all.filter { $0.minorDigits != nil })
  func `random amounts of each currency survive the round trip`(currency: Currency) throws {
    try roundTrip(currency, seed: UInt64(currency.numeric), count: 200)
  }

  @Test(arguments: ["USD", "JPY", "KWD", "CLF"])
  func `ten thousand amounts at each number of digits survive the round trip`(
    code: String
  ) throws {
    try roundTrip(Fixture.currency(code), seed: 1, count: 10_000)
  }

  private func roundTrip(_ currency: Currency, seed: UInt64, count: Int) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<count {
      // A random width, so that small amounts and their zero padding come as often as large ones.
      let units = Int64(truncatingIfNeeded: random.next()) >> Int64(random.next() % 64)
      let money = Money(minorUnits: units, currency: currency)
      let text = money.amount
      guard try Money(parsing: text, currency: currency) == money,
        decimals(of: text) == currency.minorDigits
      else {
        Issue.record("seed \(seed): \(units) is written \(text)")
        return
      }
    }
  }

  private func decimals(of text: String) -> Int {
    text.utf8.lastIndex(of: UInt8(ascii: ".")).map { text.utf8[$0...].count - 1 } ?? 0
  }
}
