import PayCore
import TestSupport
import Testing

@Suite struct MoneyDecimalTests {
  private func money(_ text: String, _ code: String = "USD") throws -> Money {
    try Money(parsing: text, currency: Fixture.currency(code))
  }

  @Test(arguments: [
    ("20.00", "USD", "20.00"), ("500", "JPY", "500"), ("-0.005", "KWD", "-0.005"),
    ("1.10", "USD", "1.10"), ("0", "USD", "0.00"),
  ])
  func `the decimal of an amount has the currency's digits`(
    text: String, code: String, decimal: String
  ) throws {
    #expect(try money(text, code).decimal.description == decimal)
  }

  @Test(arguments: [
    ("20", "USD", "20.00"), ("20.0000", "USD", "20.00"), ("705.00", "JPY", "705"),
    ("-0.10", "USD", "-0.10"), ("0.000000000000000000000000000000000000", "USD", "0.00"),
  ])
  func `a decimal that the currency can hold is an amount`(
    decimal: String, code: String, amount: String
  ) throws {
    let currency = Fixture.currency(code)
    #expect(try Money(Decimal128(parsing: decimal), currency: currency).amount == amount)
  }

  @Test(arguments: [
    ("200.7647", "USD", "too_many_decimals"), ("705.50", "JPY", "too_many_decimals"),
    ("92233720368547758.08", "USD", "amount_overflow"),
    ("99999999999999999999999999999999999999", "USD", "amount_overflow"),
    ("1", "XAU", "currency_has_no_minor_unit"),
  ])
  func `a decimal that it cannot hold is refused`(
    decimal: String, code: String, expected: String
  ) throws {
    let decimal = try Decimal128(parsing: decimal)
    let error = #expect(throws: MoneyError.self) {
      try Money(decimal, currency: Fixture.currency(code))
    }
    #expect(error?.code == expected)
  }

  /// Four decimals of a cost, as a rate list has them, at each rounding that a contract may name.
  @Test(
    arguments: [
      ("5.9653", "5.96", "5.97", "5.97"), ("6.3162", "6.31", "6.32", "6.32"),
      ("200.7647", "200.76", "200.76", "200.77"), ("0.125", "0.12", "0.12", "0.13"),
      ("-0.125", "-0.12", "-0.12", "-0.13"), ("0.135", "0.13", "0.14", "0.14"),
    ])
  func `a decimal becomes an amount by a named rounding only`(
    decimal: String, towardZero: String, halfEven: String, awayFromZero: String
  ) throws {
    let decimal = try Decimal128(parsing: decimal)
    for (mode, amount) in [
      (RoundingMode.towardZero, towardZero), (.halfEven, halfEven), (.awayFromZero, awayFromZero),
    ] {
      #expect(try Money(decimal, currency: Fixture.usd, rounding: mode).amount == amount)
    }
    #expect(throws: MoneyError.tooManyDecimals(currency: Fixture.usd)) {
      try Money(decimal, currency: Fixture.usd)
    }
  }

  @Test(
    arguments: [
      ("20.00", "0.0725", RoundingMode.halfEven, "1.45"), ("0.10", "0.25", .halfEven, "0.02"),
      ("0.10", "0.25", .halfUp, "0.03"), ("0.10", "0.25", .halfDown, "0.02"),
      ("-0.10", "0.25", .halfUp, "-0.03"), ("-0.10", "0.25", .floor, "-0.03"),
      ("-0.10", "0.25", .ceiling, "-0.02"), ("0.10", "-0.25", .floor, "-0.03"),
      ("0.30", "0.25", .halfEven, "0.08"), ("0.01", "0.001", .awayFromZero, "0.01"),
      ("-0.01", "0.001", .awayFromZero, "-0.01"), ("0.01", "0.001", .towardZero, "0.00"),
      ("0.00", "0.19", .awayFromZero, "0.00"), ("20.00", "1", .halfEven, "20.00"),
      ("1.00", "1.000000000000000000000000000001", .awayFromZero, "1.01"),
      ("1.00", "1.000000000000000000000000000001", .halfUp, "1.00"),
      ("92233720368547758.07", "0.5", .halfEven, "46116860184273879.04"),
      ("92233720368547758.07", "1.0", .halfEven, "92233720368547758.07"),
      ("-92233720368547758.08", "1.000000000", .halfEven, "-92233720368547758.08"),
      ("-92233720368547758.08", "-0.5", .halfEven, "46116860184273879.04"),
    ])
  func `an amount times a rate is rounded once, as named`(
    amount: String, rate: String, mode: RoundingMode, product: String
  ) throws {
    let rate = try Decimal128(parsing: rate)
    #expect(try money(amount).multiplied(by: rate, rounding: mode).amount == product)
  }

  @Test(arguments: [
    ("92233720368547758.07", "1.01"), ("-92233720368547758.08", "-1"),
    ("0.02", "99999999999999999999"), ("0.01", "99999999999999999999999999999999999999"),
  ])
  func `a product beyond 64 bits is refused`(amount: String, rate: String) throws {
    let rate = try Decimal128(parsing: rate)
    #expect(throws: MoneyError.overflow) {
      try money(amount).multiplied(by: rate, rounding: .halfEven)
    }
  }

  @Test func `the short way of a product agrees with the long one`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("money rate seed \(seed)")
    var random = SplitMix64(seed: seed)
    for round in 0..<50_000 {
      let units = Int64(truncatingIfNeeded: random.next()) >> Int64(random.next() % 64)
      var factor = Int64(truncatingIfNeeded: random.next()) >> Int64(random.next() % 64)
      // Every fourth product ends in 5, so that ties come often.
      if round % 4 == 0 { factor = factor / 10 * 10 + 5 }
      let rate = try Decimal128(coefficient: Int128(factor), scale: Int(random.next() % 20))
      let mode = RoundingMode.allCases[Int(random.next() % 7)]
      let exact = try? Decimal128(units).multiplied(by: rate, scale: 0, rounding: mode)
      let expected = exact.flatMap { Int64(exactly: $0.coefficient) }
      let product = try? Money(minorUnits: units, currency: Fixture.usd)
        .multiplied(by: rate, rounding: mode).minorUnits
      guard product == expected else {
        Issue.record("seed \(seed), round \(round): \(units) x \(rate) \(mode)")
        return
      }
    }
  }

  @Test func `fault 43: a token's amount of 110 in currency 702 is 1.10 SGD`() throws {
    let currency = try #require(Currency(numeric: 702))
    #expect(Money(minorUnits: 110, currency: currency) == (try money("1.10", "SGD")))
    #expect(Currency(numeric: 840) == Fixture.usd)
  }

  @Test func `fault 34: a refund of 500 JPY is 500, not 50000, however it is written`() throws {
    for text in ["500", "500.0", "500.00"] { #expect(try money(text, "JPY").minorUnits == 500) }
    #expect(throws: MoneyError.syntax) { try money("500 JPY", "JPY") }
  }
}
