internal import PayCore

/// Any decimal is counted exactly by a provider's profile, or refused between its two neighbours.
struct ProfileLaws {
  private let amount: Decimal128
  private let currency: Currency

  init(_ amount: Decimal128, _ currency: Currency) {
    self.amount = amount
    self.currency = currency
  }

  func check() throws(BrokenClaim) {
    for profile in ExponentProfile.all {
      for purpose in ExponentProfile.Purpose.allCases { try check(profile, purpose) }
    }
  }

  private func check(
    _ profile: ExponentProfile, _ purpose: ExponentProfile.Purpose
  ) throws(BrokenClaim) {
    let place = "\(amount) of \(currency.code) at \(profile.name)"
    switch result({ () throws(ExponentProfileError) in
      try profile.units(of: amount, currency, on: Self.moment, for: purpose)
    }) {
    case .success(let units):
      let exact = try? profile.decimal(units: units, currency, on: Self.moment, for: purpose)
      try claim(exact == amount, "\(place) is \(units) units")
    case .failure(.step(_, _, _, let below, let above)):
      try claim(
        below.decimal < amount && amount < above.decimal,
        "\(place) is not between \(below) and \(above)")
    case .failure(.tooManyDecimals):
      try claim((try? Money(amount, currency: currency)) == nil, "\(place) is an amount")
    case .failure(let error):
      try claim(
        error == .overflow || error == .noMinorUnit(currency), "\(place) throws \(error.code)")
    }
  }

  private static let moment = Timestamp(seconds: 1_790_000_000)
}
