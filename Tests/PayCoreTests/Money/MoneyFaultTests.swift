import PayCore
import Testing

/// Amounts that others sent to a payment provider in the wrong unit, each as it was reported.
@Suite struct MoneyFaultTests {
  private static let moment = ExponentProfileTests.moment

  private func units(
    _ text: String, _ code: String, at profile: String,
    for purpose: ExponentProfile.Purpose = .charge
  ) throws -> Int64 {
    let money = try Money(parsing: text, currency: Fixture.currency(code))
    let profile = try #require(ExponentProfile.named(profile))
    return try profile.units(of: money, on: Self.moment, for: purpose)
  }

  @Test(arguments: ExponentProfile.all.map(\.name))
  func `fault 32: 500 JPY are 500 units everywhere, and 9899 JPY are refunded as 9899`(
    profile: String
  ) throws {
    #expect(try Money(parsing: "500", currency: Fixture.currency("JPY")).minorUnits == 500)
    #expect(try units("500", "JPY", at: profile) == 500)
    #expect(try units("9899", "JPY", at: profile, for: .refund) == 9899)
  }

  @Test func `fault 36: 18.60 KWD are 18600, and 5.124 is refused with what would do`() throws {
    let kwd = Fixture.currency("KWD")
    let price = try Money(parsing: "18.60", currency: kwd)
    #expect(price.minorUnits == 18_600)
    #expect(price.amount == "18.600")
    for profile in ExponentProfile.all.map(\.name) {
      #expect(try units("18.60", "KWD", at: profile) == 18_600)
    }
    let error = #expect(throws: ExponentProfileError.self) {
      try units("5.124", "KWD", at: "stripe")
    }
    #expect(error?.description.hasSuffix("5.120 KWD or 5.130 KWD would do") == true)
    #expect(try units("5.124", "KWD", at: "adyen") == 5124)
  }

  @Test(arguments: [
    ("UGX", 1000, ["stripe": 1000, "adyen": 1000]),
    ("CLP", 1000, ["stripe": 1000, "adyen": 100_000, "checkout": 100_000]),
    ("ISK", 1000, ["stripe": 100_000, "adyen": 100_000, "checkout": 1000]),
    ("BIF", 1000, ["stripe": 1000, "adyen": 1000]),
  ])
  func `fault 40: a currency that a hand list left out is counted by the standard and its profile`(
    code: String, minorUnits: Int64, expected: [String: Int64]
  ) throws {
    #expect(
      try Money(parsing: "1000", currency: Fixture.currency(code)).minorUnits == minorUnits)
    for (profile, count) in expected {
      #expect(try units("1000", code, at: profile) == count, "\(profile)")
    }
  }
}
