import PayCore
import TestSupport
import Testing

/// What holds for any amount: it is counted exactly, or refused between the two nearest amounts
/// that the provider takes at that moment.
@Suite struct ExponentProfileLawTests {
  /// Before, at the last moment before, at and after each change of a rule, and now.
  static let moments =
    [Timestamp(seconds: 1_680_350_400), Timestamp(seconds: 1_790_000_000)]
    + Set(ExponentProfile.all.flatMap(\.deviations).flatMap { [$0.from, $0.until] })
    .compactMap { $0 }.sorted().flatMap { [$0.adding(seconds: -1), $0, $0.adding(seconds: 1)] }

  @Test func `the moments are on both sides of a change`() {
    #expect(Self.moments.count >= 5)
  }

  @Test(arguments: ExponentProfile.all.map(\.name), ExponentProfile.Purpose.allCases)
  func `any decimal is counted exactly, or refused between the nearest two that are taken`(
    name: String, purpose: ExponentProfile.Purpose
  ) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("exponent profile decimals, seed \(seed)")
    var random = SplitMix64(seed: seed)
    let profile = try #require(ExponentProfile.named(name))
    for moment in Self.moments {
      for currency in Currency.all where currency.minorDigits != nil {
        let law = Law(profile, currency, moment, purpose)
        for index in 0..<8 {
          let amount = try index < 4 ? anyDecimal(&random) : nearDecimal(&random)
          let fault = try law.fault(of: amount)
          try #require(fault == nil, "seed \(seed): \(amount) of \(law)")
        }
      }
    }
  }

  @Test(arguments: ExponentProfile.all.map(\.name), ExponentProfile.Purpose.allCases)
  func `the nearest two are right beside each amount that is taken and at the ends of 64 bits`(
    name: String, purpose: ExponentProfile.Purpose
  ) throws {
    let profile = try #require(ExponentProfile.named(name))
    let sliver = try Decimal128(parsing: "0.000001")
    for moment in Self.moments {
      for currency in Currency.all where currency.minorDigits != nil {
        let law = Law(profile, currency, moment, purpose)
        for units in [Int64.min, -1_000_000, -1, 0, 1, 99, 100, 4010, .max] {
          let amount = try profile.decimal(units: units, currency, on: moment, for: purpose)
          for near in [amount, try amount.adding(sliver), try amount.subtracting(sliver)] {
            let fault = try law.fault(of: near)
            try #require(fault == nil, "\(near) of \(law)")
          }
        }
      }
    }
  }

  /// Of any length and scale.
  private func anyDecimal(_ random: inout SplitMix64) throws -> Decimal128 {
    let high = Int128(Int64(truncatingIfNeeded: random.next()))
    let wide = high << 64 | Int128(random.next())
    let greatest = try Decimal128(parsing: String(repeating: "9", count: 38)).coefficient
    let coefficient = (wide % greatest) >> Int.random(in: 0..<127, using: &random)
    let scale = Int.random(in: 0..<2, using: &random) == 0 ? 38 : 4
    return try Decimal128(
      coefficient: coefficient, scale: Int.random(in: 0...scale, using: &random))
  }

  /// Such as prices are: up to a million, with up to four decimals.
  private func nearDecimal(_ random: inout SplitMix64) throws -> Decimal128 {
    let scale = Int.random(in: 0...4, using: &random)
    return try Decimal128(
      coefficient: Int128(Int.random(in: -1_000_000...1_000_000, using: &random)), scale: scale)
  }
}

/// What a profile must answer for an amount of a currency, at a moment and for a purpose.
private struct Law: CustomStringConvertible {
  let profile: ExponentProfile
  let currency: Currency
  let moment: Timestamp
  let purpose: ExponentProfile.Purpose

  init(
    _ profile: ExponentProfile, _ currency: Currency, _ moment: Timestamp,
    _ purpose: ExponentProfile.Purpose
  ) {
    (self.profile, self.currency, self.moment, self.purpose) = (profile, currency, moment, purpose)
  }

  private func units(_ amount: Decimal128) -> Result<Int64, ExponentProfileError> {
    Result { () throws(ExponentProfileError) in
      try profile.units(of: amount, currency, on: moment, for: purpose)
    }
  }

  var description: String { "\(currency) at \(profile.name), \(purpose), \(moment)" }

  /// What is wrong with the answer for an amount; nil if nothing is.
  func fault(of amount: Decimal128) throws -> String? {
    switch units(amount) {
    case .success(let units):
      let exact = try profile.decimal(units: units, currency, on: moment, for: purpose)
      return exact == amount ? nil : "counted as \(exact)"
    case .failure(.step(_, _, let told, let step, let below, let above)):
      guard told == amount, below < amount, amount < above, try below.adding(step) == above else {
        return "not between \(below) and \(above), a step of \(step) apart"
      }
      return try nearer(below, above)
    case .failure(.tooManyDecimals):
      let isAmount = (try? Money(amount, currency: currency)) != nil
      return isAmount || profile.hasTakenFractions(of: currency) ? "refused for decimals" : nil
    case .failure(let error):
      guard error == .overflow else { return error.code }
      return try isAtTheEnd(amount) ? nil : "no overflow"
    }
  }

  /// An amount between two that is taken, of all whole numbers of units, or that one of the two is
  /// not.
  private func nearer(_ below: Decimal128, _ above: Decimal128) throws -> String? {
    guard case .success(let first) = units(below), case .success(let last) = units(above) else {
      return "\(below) or \(above) is not taken"
    }
    for between in stride(from: first + 1, to: last, by: 1) {
      let amount = try profile.decimal(units: between, currency, on: moment, for: purpose)
      if case .success = units(amount) { return "\(amount) is nearer" }
    }
    return nil
  }

  /// Whether an amount is within a main unit of what 64 bits count, in the provider's or in minor
  /// units; no step is larger.
  private func isAtTheEnd(_ amount: Decimal128) throws -> Bool {
    let exponent = try profile.unit(of: currency, on: moment, for: purpose).exponent
    let end = try Decimal128(
      coefficient: Int128(Int64.max), scale: max(exponent, currency.minorDigits ?? 0))
    return amount.magnitude >= (try end.subtracting(Decimal128(1)))
  }
}
