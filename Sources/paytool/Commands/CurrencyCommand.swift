import PayCore

extension CommandSpec {
  static let currency = CommandSpec(
    ["currency"], "currencies, and what each payment provider counts them in",
    operands: ["[CODE]..."],
    options: [
      OptionSpec("--amount", value: "AMOUNT", help: "what the providers are to be sent for AMOUNT"),
      OptionSpec("--psp", value: "NAME", help: "one provider (all of them if left out)"),
      OptionSpec("--for", value: "PURPOSE", help: "charge (if left out), refund or payout"), .at,
    ],
    examples: [
      "paytool currency KWD", "paytool currency KWD --amount 5.12 --psp stripe",
      "paytool currency ISK --psp stripe --for refund --at 2023-04-01T00:00:00Z",
      "paytool currency --json",
    ],
    notes:
      "Without CODE: all of ISO 4217 list one of \(Currency.listDate). The payment sheet and\n"
      + "Apple's token count as ISO does; a provider's own units are for requests to it alone.\n"
      + "Exits 1 if a provider does not take AMOUNT, and tells the nearest two that it does."
  ) { (invocation) throws(Failure) in
    let question = try CurrencyQuestion(invocation)
    guard !question.currencies.isEmpty else {
      if invocation.isJSON { return try invocation.output.write(CurrencyQuestion.list) }
      let style = invocation.output.headStyle
      return try invocation.output.write(CurrencyQuestion.table(style: style))
    }
    if let amount = question.amount {
      try question.answer(amount, invocation)
    } else if invocation.isJSON {
      try invocation.output.write(["object": "list", "data": .array(question.rows.map(\.json))])
    } else {
      try invocation.output.write(question.text)
    }
  }
}

/// What the command line asks about currencies.
private struct CurrencyQuestion {
  let currencies: [Currency]
  let profiles: [ExponentProfile]
  let purpose: ExponentProfile.Purpose
  let moment: Timestamp
  let amount: Decimal128?

  init(_ invocation: Invocation) throws(Failure) {
    let arguments = invocation.arguments
    currencies = try arguments.operands.map { (code) throws(Failure) -> Currency in
      if let currency = Currency(code: code.uppercased()) { return currency }
      let known = Currency.all.map(\.code)
      let hint = Suggestion.closest(to: code.uppercased(), among: known)
        .map { "did you mean \($0)?" }
      throw Failure(
        .usage, "unknown_currency",
        "\(quoted(code)) is no currency of ISO 4217; " + (hint ?? "paytool currency lists them"))
    }
    purpose = try invocation.choice("--for", of: ExponentProfile.Purpose.self) ?? .charge
    moment = try invocation.now()
    if let name = arguments.value("--psp") {
      guard let profile = ExponentProfile.named(name) else { throw Self.unknownProfile(name) }
      profiles = [profile]
    } else {
      profiles = ExponentProfile.all
    }
    amount = try arguments.value("--amount").map { (text) throws(Failure) -> Decimal128 in
      do throws(DecimalError) {
        return try Decimal128(parsing: text)
      } catch {
        throw Failure(.usage, error.code, "--amount \(quoted(text)): \(error)")
      }
    }
    guard amount == nil || currencies.count == 1 else {
      throw .usage("--amount is of one currency: paytool currency KWD --amount 5.12")
    }
  }

  private static func unknownProfile(_ name: String) -> Failure {
    let known = ExponentProfile.all.map(\.name)
    let hint = Suggestion.closest(to: name, among: known).map { "; did you mean \($0)?" } ?? ""
    return .usage("--psp \(quoted(name)) is none of \(known.joined(separator: ", "))\(hint)")
  }

  // MARK: All currencies

  static var list: JSONValue {
    [
      "object": "list", "listDate": .string(Currency.listDate),
      "data": .array(Currency.all.map { $0.json }),
    ]
  }

  static func table(style: Style) -> String {
    var table = Table(head: ["CODE", "NUMBER", "DECIMALS"], style: style, alignedRight: [1, 2])
    return table.lines(Currency.all.map { [$0.code, $0.paddedNumber, $0.shownDigits] })
  }

  // MARK: One currency at its providers

  /// A currency and how each provider counts it.
  struct Row {
    let currency: Currency
    let counts: [Count]

    struct Count {
      let profile: ExponentProfile
      let deviation: ExponentProfile.Deviation?
    }
  }

  var rows: [Row] {
    currencies.map { currency in
      Row(
        currency: currency,
        counts: profiles.map { profile in
          Row.Count(
            profile: profile,
            deviation: profile.deviation(of: currency, on: moment, for: purpose))
        })
    }
  }

  var text: String { rows.map(\.text).joined(separator: "\n") }

  // MARK: An amount

  /// Writes what each provider is to be sent; throws the refusals of those that do not take it.
  func answer(_ amount: Decimal128, _ invocation: Invocation) throws(Failure) {
    let currency = currencies[0]
    guard currency.minorDigits != nil else {
      let error = MoneyError.noMinorUnit(currency)
      throw Failure(.foundBad, error.code, error.description)
    }
    var units: [(profile: ExponentProfile, units: Int64)] = []
    var refusals: [ExponentProfileError] = []
    for profile in profiles {
      do throws(ExponentProfileError) {
        units.append((profile, try profile.units(of: amount, currency, on: moment, for: purpose)))
      } catch {
        refusals.append(error)
      }
    }
    if invocation.isJSON, !units.isEmpty {
      let data = try units.map { (profile, units) throws(Failure) -> JSONValue in
        [
          "psp": .string(profile.name), "currency": .string(currency.code),
          "units": .integer(units), "requestAmount": .string(try text(units, currency, profile)),
        ]
      }
      try invocation.output.write(["object": "list", "data": .array(data)])
    } else if !units.isEmpty {
      var table = Table(alignedRight: [1])
      try invocation.output.write(
        table.lines(
          try units.map { (profile, units) throws(Failure) -> [String] in
            [profile.name, try text(units, currency, profile)]
          }))
    }
    guard let first = refusals.first else { return }
    guard refusals.count > 1 else { throw Failure(.foundBad, first.code, first.description) }
    throw Failure(
      .foundBad, first.code,
      "\(refusals.count) of \(profiles.count) providers do not take \(amount) \(currency.code)",
      details: refusals.map {
        Failure.Detail(
          file: nil, fault: JSONFault(pointer: "", code: $0.code, detail: $0.description))
      })
  }

  private func text(
    _ units: Int64, _ currency: Currency, _ profile: ExponentProfile
  ) throws(Failure) -> String {
    do throws(ExponentProfileError) {
      return try profile.text(units: units, currency, on: moment, for: purpose)
    } catch {
      throw Failure(.foundBad, error.code, error.description)
    }
  }
}

extension Currency {
  /// Three digits, as ISO 4217 prints them: `048`.
  fileprivate var paddedNumber: String {
    let digits = String(numeric)
    return String(repeating: "0", count: 3 - digits.utf8.count) + digits
  }

  fileprivate var shownDigits: String { minorDigits.map(String.init) ?? "none" }

  fileprivate var json: JSONValue {
    [
      "code": .string(code), "numeric": .string(paddedNumber),
      "minorDigits": minorDigits.map { .integer(Int64($0)) } ?? .null,
    ]
  }
}

extension CurrencyQuestion.Row {
  /// The row of the standard, then a line for each provider.
  fileprivate var text: String {
    let digits = currency.minorDigits.map { "\($0) decimals" } ?? "no minor unit: no amounts"
    let head =
      "\(currency.code) \(currency.paddedNumber)  \(digits)  "
      + "ISO 4217 list one of \(Currency.listDate)\n"
    guard currency.minorDigits != nil else { return head }
    var table = Table()
    return head + table.lines(counts.map { ["  " + $0.profile.name] + $0.cells })
  }

  fileprivate var json: JSONValue {
    currency.json.with(
      "psps", .array(currency.minorDigits == nil ? [] : counts.map { $0.json(currency) }))
  }
}

extension CurrencyQuestion.Row.Count {
  fileprivate var cells: [String] {
    guard let deviation else { return ["as ISO 4217"] }
    let multiple = deviation.multiple == 1 ? "" : ", in multiples of \(deviation.multiple)"
    let validity = [
      deviation.from.map { "since \($0)" }, deviation.until.map { "until \($0)" },
    ].compactMap { $0 }
    let trust: String? =
      switch deviation.confidence {
      case .documented: nil
      case .secondHand: "second hand"
      case .disputed: "disputed"
      }
    return [
      "\(deviation.exponent) decimals\(multiple)",
      (validity + [trust, deviation.source].compactMap { $0 }).joined(separator: "; "),
    ]
  }

  fileprivate func json(_ currency: Currency) -> JSONValue {
    let base: JSONValue = [
      "psp": .string(profile.name),
      "exponent": .integer(Int64(deviation?.exponent ?? currency.minorDigits ?? 0)),
      "multiple": .integer(deviation?.multiple ?? 1),
      "amountForm": .string(profile.form.rawValue),
    ]
    guard let deviation else { return base.with("deviates", false) }
    return base.with("deviates", true)
      .with("from", deviation.from.map { .string($0.description) })
      .with("until", deviation.until.map { .string($0.description) })
      .with("confidence", .string(deviation.confidence.rawValue))
      .with("source", .string(deviation.source))
  }
}
