import PayCore

/// What each provider is to be sent for an amount of a currency.
struct AmountAnswer {
  private struct Row {
    let profile: ExponentProfile
    let deviation: ExponentProfile.Deviation?
    let units: Int64
    /// How the units stand in a request.
    let text: String
    /// Digits of the provider's unit, and the units of which an amount is a multiple.
    let unit: (exponent: Int, multiple: Int64)
  }

  private let amount: Decimal128
  private let currency: Currency
  private let providers: Int
  private let invocation: Invocation
  private var rows: [Row] = []
  private var refusing = 0
  /// What the providers that do not take the amount say; the same once.
  private var refusals: [(code: String, message: String)] = []

  init(_ question: CurrencyQuestion, _ amount: Decimal128, _ invocation: Invocation) {
    self.amount = amount
    self.invocation = invocation
    currency = question.currencies[0]
    providers = question.profiles.count
    let (moment, purpose) = (question.moment, question.purpose)
    for profile in question.profiles {
      do throws(ExponentProfileError) {
        let units = try profile.units(of: amount, currency, on: moment, for: purpose)
        rows.append(
          Row(
            profile: profile,
            deviation: profile.deviation(of: currency, on: moment, for: purpose), units: units,
            text: try profile.text(units: units, currency, on: moment, for: purpose),
            unit: try profile.unit(of: currency, on: moment, for: purpose)))
      } catch {
        refusing += 1
        let message = error == .overflow ? "\(profile.title): \(error)" : error.description
        if !refusals.contains(where: { $0.message == message }) {
          refusals.append((error.code, message))
        }
      }
    }
  }

  /// Writes the figures; throws the refusals of the providers that do not take the amount.
  func write() throws(Failure) {
    if !rows.isEmpty {
      let output = invocation.output
      if invocation.isJSON {
        let data = rows.map { json($0) }
        try output.write(["object": "list", "data": .array(data)])
      } else {
        var table = Table(
          head: ["PROVIDER", "SEND", "WHICH IS"], style: output.headStyle, alignedRight: [1])
        try output.write(table.lines(rows.map { [$0.profile.name, $0.text, meaning($0)] }))
      }
    }
    for row in invocation.isJSON ? [] : rows {
      guard let deviation = row.deviation, let caveat = deviation.confidence.caveat else {
        continue
      }
      invocation.output.note(
        "the rule of \(row.profile.title) for \(currency) is \(caveat): try one payment first; "
          + deviation.source)
    }
    try throwRefusals()
  }

  private func throwRefusals() throws(Failure) {
    guard let first = refusals.first else { return }
    guard refusing > 1 else { throw Failure(.foundBad, first.code, first.message) }
    throw Failure(
      .foundBad, first.code,
      "\(refusing) of \(providers) providers do not take \(amount) \(currency.code)",
      details: refusals.map {
        Failure.Detail(
          file: nil, fault: JSONFault(pointer: "", code: $0.code, detail: $0.message))
      })
  }

  /// `a count of 0.001 KWD, always a multiple of 10`, or that it is the amount itself.
  private func meaning(_ row: Row) -> String {
    let (exponent, multiple) = row.unit
    switch row.profile.form {
    case .decimal:
      return "the amount in \(currency), with \(counted(exponent, "decimal"))"
    case .integer:
      let one = Decimal128(unit: exponent)
      let step = multiple == 1 ? "" : ", always a multiple of \(multiple)"
      return "a count of \(one) \(currency)\(step)"
    }
  }

  private func json(_ row: Row) -> JSONValue {
    let base: JSONValue = [
      "psp": .string(row.profile.name), "currency": .string(currency.code),
      "units": .integer(row.units), "requestAmount": .string(row.text),
    ]
    let confidence = row.deviation?.confidence ?? .documented
    return base.with("confidence", row.deviation == nil ? nil : .string(confidence.rawValue))
  }
}

extension Decimal128 {
  /// One unit with so many decimals: 0.01 of 2.
  fileprivate init(unit decimals: Int) {
    self = (try? Decimal128(coefficient: 1, scale: decimals)) ?? Decimal128(1)
  }
}
