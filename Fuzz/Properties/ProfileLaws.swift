internal import PayCore

/// Any decimal is counted exactly by a provider's profile, or refused between the nearest two
/// amounts that the provider takes at that moment.
struct ProfileLaws {
  private let amount: Decimal128
  private let currency: Currency

  init(_ amount: Decimal128, _ currency: Currency) {
    self.amount = amount
    self.currency = currency
  }

  func check() throws(BrokenClaim) {
    for profile in ExponentProfile.all {
      for purpose in ExponentProfile.Purpose.allCases {
        for moment in Self.moments { try Law(profile, currency, moment, purpose).check(amount) }
      }
    }
  }

  /// Now, and on both sides of each change of a rule.
  private static let moments =
    [Timestamp(seconds: 1_790_000_000)]
    + Set(ExponentProfile.all.flatMap(\.deviations).flatMap { [$0.from, $0.until] })
    .compactMap { $0 }.flatMap { [$0.adding(seconds: -1), $0] }
}

/// What one profile answers at one moment for one purpose.
private struct Law {
  private let profile: ExponentProfile
  private let currency: Currency
  private let moment: Timestamp
  private let purpose: ExponentProfile.Purpose

  init(
    _ profile: ExponentProfile, _ currency: Currency, _ moment: Timestamp,
    _ purpose: ExponentProfile.Purpose
  ) {
    self.profile = profile
    self.currency = currency
    self.moment = moment
    self.purpose = purpose
  }

  func check(_ amount: Decimal128) throws(BrokenClaim) {
    let place = "\(amount) of \(currency.code) at \(profile.name), \(purpose), \(moment)"
    switch units(amount) {
    case .success(let units):
      try claim(decimal(units) == amount, "\(place) is \(units) units")
    case .failure(.step(_, _, _, _, let below, let above)):
      try claim(below < amount && amount < above, "\(place) is not between \(below) and \(above)")
      try checkNearest(below, above, place)
    case .failure(.tooManyDecimals):
      try claim((try? Money(amount, currency: currency)) == nil, "\(place) is an amount")
    case .failure(let error):
      try claim(
        error == .overflow || error == .noMinorUnit(currency), "\(place) throws \(error.code)")
    }
  }

  /// Both are taken, and no whole number of units between them is.
  private func checkNearest(
    _ below: Decimal128, _ above: Decimal128, _ place: String
  ) throws(BrokenClaim) {
    guard let first = try? units(below).get(), let last = try? units(above).get() else {
      throw BrokenClaim(what: "\(place) is refused for \(below) and \(above), which are too")
    }
    for between in stride(from: first + 1, to: last, by: 1) {
      guard let amount = decimal(between) else { continue }
      try claim((try? units(amount).get()) == nil, "\(place): \(amount) is nearer")
    }
  }

  private func units(_ amount: Decimal128) -> Result<Int64, ExponentProfileError> {
    result { () throws(ExponentProfileError) in
      try profile.units(of: amount, currency, on: moment, for: purpose)
    }
  }

  private func decimal(_ units: Int64) -> Decimal128? {
    try? profile.decimal(units: units, currency, on: moment, for: purpose)
  }
}
