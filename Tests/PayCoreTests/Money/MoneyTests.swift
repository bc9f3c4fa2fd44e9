import PayCore
import TestSupport
import Testing

@Suite struct MoneyTests {
  private func usd(_ minorUnits: Int64) -> Money {
    Money(minorUnits: minorUnits, currency: Fixture.usd)
  }

  typealias Pair = (Int64, Int64)

  @Test(arguments: [(.max, 1), (.max, .max), (.min, -1), (.min, .min), (.max - 1, 2)] as [Pair])
  func `a sum beyond 64 bits is refused`(one: Int64, other: Int64) {
    #expect(throws: MoneyError.overflow) { try usd(one).adding(usd(other)) }
    #expect(throws: MoneyError.overflow) { try Money.sum([usd(one), usd(other)], in: Fixture.usd) }
  }

  @Test(arguments: [(.min, 1), (.max, -1), (0, .min), (-2, .max)] as [Pair])
  func `a difference beyond 64 bits is refused`(one: Int64, other: Int64) {
    #expect(throws: MoneyError.overflow) { try usd(one).subtracting(usd(other)) }
  }

  @Test func `the largest results that fit are exact`() throws {
    #expect(try usd(.max - 1).adding(usd(1)) == usd(.max))
    #expect(try usd(.min + 1).subtracting(usd(1)) == usd(.min))
    #expect(try usd(-1).subtracting(usd(.max)) == usd(.min))
    #expect(try usd(.max).adding(usd(.min)) == usd(-1))
  }

  @Test func `two currencies do not mix`() {
    let usd = usd(1)
    let jpy = Money(minorUnits: 1, currency: Fixture.currency("JPY"))
    let mismatch = MoneyError.currencyMismatch(usd.currency, jpy.currency)
    #expect(throws: mismatch) { try usd.adding(jpy) }
    #expect(throws: mismatch) { try usd.subtracting(jpy) }
    #expect(throws: mismatch) { try Money.sum([usd, jpy], in: usd.currency) }
    #expect(throws: MoneyError.currencyMismatch(jpy.currency, usd.currency)) {
      try Money.sum([usd], in: jpy.currency)
    }
    #expect(mismatch.code == "currency_mismatch")
    #expect(mismatch.description == "USD and JPY do not mix")
  }

  @Test func `a sum of nothing is zero`() throws {
    #expect(try Money.sum([], in: Fixture.usd) == .zero(Fixture.usd))
    #expect(try Money.sum([usd(0), usd(0), usd(2550), usd(0)], in: Fixture.usd) == usd(2550))
  }

  @Test func `only the sum itself must fit, not what is met on the way`() throws {
    #expect(
      try Money.sum([usd(.max), usd(.max), usd(.min), usd(-1)], in: Fixture.usd) == usd(.max - 2))
    var total = MoneyTotal(Fixture.usd)
    for _ in 0..<3 { total = try total.adding(usd(.max)) }
    #expect(total.minorUnits == 3 * Int128(Int64.max))
    #expect(total.description == "276701161105643274.21 USD")
    #expect(throws: MoneyError.overflow) { try total.money() }
  }

  @Test func `an amount has its opposite unless 64 bits have none`() throws {
    #expect(try usd(5).negated() == usd(-5))
    #expect(try usd(0).negated() == usd(0))
    #expect(try usd(-.max).negated() == usd(.max))
    #expect(throws: MoneyError.overflow) { try usd(.min).negated() }
  }

  @Test func `a thousand seeded parts sum to what they were split from`() throws {
    var random = SplitMix64(seed: 7)
    let whole: Int64 = 9_007_199_254_740_991
    var rest = whole
    var parts: [Money] = []
    for _ in 0..<1000 {
      let part = Int64.random(in: -1_000_000...rest, using: &random)
      parts.append(usd(part))
      rest -= part
      if rest <= 0 { break }
    }
    #expect(try Money.sum(parts + [usd(rest)], in: Fixture.usd) == usd(whole))
  }

  @Test func `an amount is described with its currency`() {
    #expect(usd(2000).description == "20.00 USD")
    #expect(Money(minorUnits: 500, currency: Fixture.currency("JPY")).description == "500 JPY")
  }
}
