import Foundation
import PayCore
import TestSupport
import Testing

@Suite struct ExponentProfileTests {
  static let moment = Timestamp(seconds: 1_790_000_000)
  static let beforeISK = Timestamp(rfc3339: "2023-04-01T12:00:00Z") ?? moment
  static let afterISK = Timestamp(rfc3339: "2023-05-01T12:00:00Z") ?? moment

  private func profile(_ name: String) throws -> ExponentProfile {
    try #require(ExponentProfile.named(name))
  }

  private func money(_ text: String, _ code: String) throws -> Money {
    try Money(parsing: text, currency: Fixture.currency(code))
  }

  @Test func `profiles are asked for by name`() {
    let names = ["stripe", "adyen", "braintree", "paypal", "checkout"]
    #expect(ExponentProfile.all.map(\.name) == names)
    for name in names { #expect(ExponentProfile.named(name)?.name == name) }
    for name in ["", "Stripe", "strip", "stripe "] { #expect(ExponentProfile.named(name) == nil) }
  }

  struct Count: Sendable {
    let amount: String
    let currency: String
    let profile: String
    let units: Int64
    let sheet: String
    var purpose = ExponentProfile.Purpose.charge
  }

  @Test(arguments: [
    // The sheet and the provider count 100 ISK differently, and both are right.
    Count(amount: "100", currency: "ISK", profile: "adyen", units: 10_000, sheet: "100"),
    Count(amount: "100", currency: "ISK", profile: "stripe", units: 10_000, sheet: "100"),
    Count(amount: "100", currency: "ISK", profile: "checkout", units: 100, sheet: "100"),
    Count(amount: "500", currency: "JPY", profile: "stripe", units: 500, sheet: "500"),
    Count(amount: "9899", currency: "JPY", profile: "adyen", units: 9899, sheet: "9899"),
    Count(amount: "18.60", currency: "KWD", profile: "stripe", units: 18_600, sheet: "18.600"),
    Count(amount: "5.124", currency: "KWD", profile: "adyen", units: 5124, sheet: "5.124"),
    Count(amount: "20.00", currency: "USD", profile: "paypal", units: 2000, sheet: "20.00"),
    Count(amount: "100", currency: "UGX", profile: "stripe", units: 100, sheet: "100"),
    Count(amount: "2000.00", currency: "MGA", profile: "stripe", units: 2000, sheet: "2000.00"),
    Count(amount: "2000.00", currency: "MGA", profile: "adyen", units: 200_000, sheet: "2000.00"),
    Count(amount: "1500.00", currency: "IDR", profile: "adyen", units: 1500, sheet: "1500.00"),
    Count(amount: "1500.00", currency: "CVE", profile: "adyen", units: 1500, sheet: "1500.00"),
    Count(amount: "990", currency: "CLP", profile: "adyen", units: 99_000, sheet: "990"),
    Count(amount: "990", currency: "CLP", profile: "stripe", units: 990, sheet: "990"),
    Count(amount: "990", currency: "CLP", profile: "checkout", units: 99_000, sheet: "990"),
    Count(amount: "9000.00", currency: "LAK", profile: "braintree", units: 9000, sheet: "9000.00"),
    Count(amount: "10.00", currency: "HUF", profile: "paypal", units: 10, sheet: "10.00"),
    Count(amount: "10.45", currency: "HUF", profile: "stripe", units: 1045, sheet: "10.45"),
    Count(
      amount: "10.00", currency: "HUF", profile: "stripe", units: 1000, sheet: "10.00",
      purpose: .payout),
    Count(amount: "-5.12", currency: "KWD", profile: "stripe", units: -5120, sheet: "-5.120"),
    Count(amount: "0", currency: "KWD", profile: "stripe", units: 0, sheet: "0.000"),
  ])
  func `an amount is counted as the provider counts and shown as the standard does`(
    count: Count
  ) throws {
    let money = try money(count.amount, count.currency)
    let profile = try profile(count.profile)
    #expect(try profile.units(of: money, on: Self.moment, for: count.purpose) == count.units)
    #expect(money.amount == count.sheet)
    let back = try profile.money(
      units: count.units, currency: money.currency, on: Self.moment, for: count.purpose)
    #expect(back == money)
  }

  struct Refusal: Sendable {
    let amount: String
    let currency: String
    let profile: String
    let below: String
    let above: String
    let message: String
    var purpose = ExponentProfile.Purpose.charge
    var moment = ExponentProfileTests.moment
  }

  @Test(arguments: [
    Refusal(
      amount: "5.124", currency: "KWD", profile: "stripe", below: "5.120", above: "5.130",
      message: "Stripe takes KWD in steps of 0.010, and 5.124 is none: "
        + "5.120 KWD or 5.130 KWD would do"),
    Refusal(
      amount: "-5.124", currency: "KWD", profile: "checkout", below: "-5.130", above: "-5.120",
      message: "Checkout.com takes KWD in steps of 0.010, and -5.124 is none: "
        + "-5.130 KWD or -5.120 KWD would do"),
    Refusal(
      amount: "10.45", currency: "HUF", profile: "paypal", below: "10.00", above: "11.00",
      message: "PayPal takes HUF in steps of 1.00, and 10.45 is none: "
        + "10.00 HUF or 11.00 HUF would do"),
    Refusal(
      amount: "10.45", currency: "HUF", profile: "stripe", below: "10.00", above: "11.00",
      message: "Stripe takes HUF in steps of 1.00, and 10.45 is none: "
        + "10.00 HUF or 11.00 HUF would do", purpose: .payout),
    Refusal(
      amount: "0.50", currency: "MGA", profile: "stripe", below: "0.00", above: "1.00",
      message: "Stripe takes MGA in steps of 1.00, and 0.50 is none: 0.00 MGA or 1.00 MGA would do"),
    Refusal(
      amount: "1.2345", currency: "CLF", profile: "checkout", below: "1.0000", above: "2.0000",
      message: "Checkout.com takes CLF in steps of 1.0000, and 1.2345 is none: "
        + "1.0000 CLF or 2.0000 CLF would do"),
    // The step is the provider's, not the standard's, while it took fractions.
    Refusal(
      amount: "40.101", currency: "ISK", profile: "stripe", below: "40.10", above: "40.11",
      message: "Stripe takes ISK in steps of 0.01, and 40.101 is none: "
        + "40.10 ISK or 40.11 ISK would do", moment: beforeISK),
    Refusal(
      amount: "-0.001", currency: "ISK", profile: "stripe", below: "-0.01", above: "0.00",
      message: "Stripe takes ISK in steps of 0.01, and -0.001 is none: "
        + "-0.01 ISK or 0.00 ISK would do", purpose: .refund, moment: beforeISK),
    Refusal(
      amount: "40.101", currency: "ISK", profile: "stripe", below: "40", above: "41",
      message: "Stripe takes ISK in steps of 1, and 40.101 is none: 40 ISK or 41 ISK would do",
      moment: afterISK),
  ])
  func `an amount between two that the provider takes is refused with both`(
    refusal: Refusal
  ) throws {
    let amount = try Decimal128(parsing: refusal.amount)
    let currency = Fixture.currency(refusal.currency)
    let profile = try profile(refusal.profile)
    let error = #expect(throws: ExponentProfileError.self) {
      try profile.units(of: amount, currency, on: refusal.moment, for: refusal.purpose)
    }
    guard case .step(_, currency, amount, _, let below, let above) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.code == "psp_amount_step")
    #expect(error?.description == refusal.message)
    #expect([below.description, above.description] == [refusal.below, refusal.above])
  }

  @Test func `fault 42: 40.10 ISK charged before the cut-over is read, its refund refused`()
    throws
  {
    let stripe = try profile("stripe")
    let isk = Fixture.currency("ISK")
    let charged = try stripe.decimal(units: 4010, isk, on: Self.beforeISK)
    #expect(charged.description == "40.10")
    #expect(try stripe.units(of: charged, isk, on: Self.beforeISK) == 4010)
    #expect(try stripe.units(of: charged, isk, on: Self.beforeISK, for: .refund) == 4010)
    let refusal = ExponentProfileError.step(
      profile: "Stripe", currency: isk, amount: charged, step: Decimal128(1),
      below: Decimal128(40), above: Decimal128(41))
    #expect(throws: refusal) {
      try stripe.units(of: charged, isk, on: Self.afterISK, for: .refund)
    }
    #expect(
      refusal.description
        == "Stripe takes ISK in steps of 1, and 40.10 is none: 40 ISK or 41 ISK would do")
  }

  @Test func `the rule of ISK changes at one moment`() throws {
    let stripe = try profile("stripe")
    let isk = Fixture.currency("ISK")
    let change = try #require(Timestamp(rfc3339: "2023-04-14T00:00:00Z"))
    #expect(try stripe.unit(of: isk, on: change.adding(seconds: -1)).multiple == 1)
    #expect(try stripe.unit(of: isk, on: change).multiple == 100)
  }

  @Test func `units finer than the standard counts name the exact decimal`() throws {
    let isk = Fixture.currency("ISK")
    let stripe = try profile("stripe")
    let error = #expect(throws: ExponentProfileError.self) {
      try stripe.money(units: 4010, currency: isk, on: Self.beforeISK)
    }
    #expect(error?.code == "psp_amount_fraction")
    #expect(
      error?.description == "4010 units of ISK at Stripe are 40.10 ISK, and ISO 4217 counts ISK "
        + "with 0 decimals: keep the decimal")
    #expect(throws: ExponentProfileError.self) {
      try profile("adyen").money(units: 150, currency: Fixture.currency("CLP"), on: Self.moment)
    }
  }

  @Test func `an amount of more decimals than its currency is refused by every profile`() throws {
    for profile in ExponentProfile.all {
      #expect(throws: ExponentProfileError.tooManyDecimals(Fixture.usd)) {
        try profile.units(
          of: try Decimal128(parsing: "200.7647"), Fixture.usd, on: Self.moment)
      }
    }
  }

  @Test func `what 64 bits cannot count is refused`() throws {
    let adyen = try profile("adyen")
    let isk = Fixture.currency("ISK")
    let most = Money(minorUnits: .max, currency: isk)
    #expect(throws: ExponentProfileError.overflow) { try adyen.units(of: most, on: Self.moment) }
    let mga = Fixture.currency("MGA")
    let stripe = try profile("stripe")
    #expect(throws: ExponentProfileError.overflow) {
      try stripe.money(units: .max, currency: mga, on: Self.moment)
    }
    // An amount beside it that would do is none: 64 bits of minor units do not hold it.
    #expect(throws: ExponentProfileError.overflow) {
      try stripe.units(of: Money(minorUnits: .max, currency: mga), on: Self.moment)
    }
    #expect(throws: ExponentProfileError.overflow) {
      try stripe.units(of: Decimal128(.max), mga, on: Self.moment)
    }
    for text in [
      "99999999999999999999999999999999999999", "0.00000000000000000000000000000000000001",
    ] {
      for profile in ExponentProfile.all {
        #expect(throws: ExponentProfileError.self) {
          try profile.units(of: try Decimal128(parsing: text), mga, on: Self.moment)
        }
      }
    }
  }

  /// The amount lies between two steps, and the steps themselves are beyond 128 bits of units.
  @Test(arguments: [("HUF", "paypal"), ("TWD", "paypal"), ("IDR", "adyen"), ("CLF", "checkout")])
  func `an amount whose neighbours no integer counts is refused`(
    code: String, name: String
  ) throws {
    for sign in ["", "-"] {
      let amount = try Decimal128(parsing: sign + String(repeating: "9", count: 37) + ".5")
      #expect(throws: ExponentProfileError.overflow) {
        try profile(name).units(of: amount, Fixture.currency(code), on: Self.moment)
      }
    }
  }

  @Test(arguments: Currency.all.filter { $0.minorDigits == nil })
  func `a currency without a minor unit has no units anywhere`(currency: Currency) {
    for profile in ExponentProfile.all {
      #expect(throws: ExponentProfileError.noMinorUnit(currency)) {
        try profile.units(of: Money(minorUnits: 1, currency: currency), on: Self.moment)
      }
      #expect(throws: ExponentProfileError.noMinorUnit(currency)) {
        try profile.money(units: 1, currency: currency, on: Self.moment)
      }
    }
  }

  @Test(arguments: ExponentProfile.all.map(\.name), ExponentProfile.Purpose.allCases)
  func `units of every currency survive the way to money and back`(
    name: String, purpose: ExponentProfile.Purpose
  ) throws {
    let profile = try profile(name)
    let seed = UInt64.random(in: 0 ... .max)
    print("exponent profile seed \(seed)")
    var random = SplitMix64(seed: seed)
    for moment in [Self.beforeISK, Self.moment] {
      for currency in Currency.all where currency.minorDigits != nil {
        for _ in 0..<20 {
          let amount = Money(
            minorUnits: Int64(truncatingIfNeeded: random.next()) >> 20, currency: currency)
          let units: Int64
          do throws(ExponentProfileError) {
            units = try profile.units(of: amount, on: moment, for: purpose)
          } catch .step(_, _, _, _, let below, _) {
            units = try profile.units(of: below, currency, on: moment, for: purpose)
          }
          let money = try profile.money(
            units: units, currency: currency, on: moment, for: purpose)
          let again = try profile.units(of: money, on: moment, for: purpose)
          try #require(again == units, "seed \(seed): \(money) at \(name)")
        }
      }
    }
  }

  @Test func `the documentation has each rule, and no other`() throws {
    let text = try String(
      contentsOfFile: packageRoot + "/docs/exponent-profiles.md", encoding: .utf8)
    let names = ExponentProfile.all.map { "| \($0.name) |" }
    let written = text.split(separator: "\n").map(String.init)
      .filter { line in names.contains { line.hasPrefix($0) } }
    let rules = ExponentProfile.all.flatMap { profile in
      profile.deviations.map { row in
        let purposes = ExponentProfile.Purpose.allCases.filter(row.purposes.contains)
        let confidence = row.confidence == .secondHand ? "second hand" : row.confidence.rawValue
        let cells = [
          profile.name, row.currency.code, "\(row.exponent)", "\(row.multiple)",
          purposes.count == 3 ? "all" : purposes.map(\.rawValue).joined(separator: ", "),
          row.from?.description ?? "", row.until?.description ?? "", confidence, row.source,
          row.read,
        ]
        return "| " + cells.joined(separator: " | ") + " |"
      }
    }
    #expect(written == rules)
  }

  @Test func `what is told of a provider's page says by which copy it was read`() {
    for profile in ExponentProfile.all {
      for rule in profile.deviations where rule.source.contains(".com/") {
        #expect(rule.source.contains(" copy"), "\(profile.name) \(rule.currency.code)")
      }
    }
  }

  @Test func `rules of one profile never contradict each other`() {
    let moments = [Self.beforeISK, Self.afterISK, Self.moment, Timestamp(seconds: 1_681_430_400)]
    for profile in ExponentProfile.all {
      for purpose in ExponentProfile.Purpose.allCases {
        for moment in moments {
          let codes = profile.deviations.filter { $0.holds(on: moment, for: purpose) }
            .map(\.currency.code)
          #expect(Set(codes).count == codes.count, "\(profile.name)")
        }
      }
      #expect(profile.deviations.allSatisfy { !$0.source.isEmpty && $0.multiple > 0 })
    }
  }
}
