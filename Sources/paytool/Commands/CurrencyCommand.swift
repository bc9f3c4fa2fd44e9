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
      + "Exits 1 if AMOUNT has more decimals than CODE, or if a provider does not take it, and\n"
      + "tells the nearest two that it does. Stripe took 40.10 ISK until 2023-04-14: with --at\n"
      + "before that day it tells the units, since then the nearest two."
  ) { (invocation) throws(Failure) in
    let question = try CurrencyQuestion(invocation)
    guard !question.currencies.isEmpty else {
      if invocation.isJSON { return try invocation.output.write(CurrencyQuestion.list) }
      let style = invocation.output.headStyle
      return try invocation.output.write(CurrencyQuestion.table(style: style))
    }
    if let amount = question.amount {
      try AmountAnswer(question, amount, invocation).write()
    } else if invocation.isJSON {
      try invocation.output.write(["object": "list", "data": .array(question.rows.map(\.json))])
    } else {
      try invocation.output.write(question.text)
    }
  }
}

/// What the command line asks about currencies.
struct CurrencyQuestion {
  let currencies: [Currency]
  let profiles: [ExponentProfile]
  let purpose: ExponentProfile.Purpose
  let moment: Timestamp
  /// Of the one currency; finer than that only where a provider took such amounts.
  private(set) var amount: Decimal128?

  init(_ invocation: Invocation) throws(Failure) {
    let arguments = invocation.arguments
    currencies = try arguments.operands.map { (code) throws(Failure) -> Currency in
      if let currency = Currency(code: code.uppercased()) { return currency }
      let known = Currency.all.map(\.code)
      let hint = Suggestion.closest(to: code.uppercased(), among: known)
        .map { "did you mean \($0)?" }
      throw Failure(
        .usage, "unknown_currency",
        "\(escaped(code)) is no currency of ISO 4217; " + (hint ?? "paytool currency lists them"))
    }
    for option in ["--psp", "--for"] where arguments.value(option) != nil && currencies.isEmpty {
      throw .usage("\(option) is about a currency: paytool currency KWD \(option) ...")
    }
    purpose = try invocation.choice("--for", of: ExponentProfile.Purpose.self) ?? .charge
    moment = try invocation.now()
    if let name = arguments.value("--psp") {
      guard let profile = ExponentProfile.named(name) else {
        throw invocation.unknown("--psp", name, known: ExponentProfile.all.map(\.name))
      }
      profiles = [profile]
    } else {
      profiles = ExponentProfile.all
    }
    let text = arguments.value("--amount")
    guard text == nil || currencies.count == 1 else {
      throw .usage("--amount is of one currency: paytool currency KWD --amount 5.12")
    }
    amount = nil
    guard let text else { return }
    let currency = currencies[0]
    do throws(MoneyError) {
      amount = try Money(parsing: text, currency: currency).decimal
    } catch .tooManyDecimals where profiles.contains(where: { $0.hasTakenFractions(of: currency) })
    {
      // What has too many decimals for an amount is a decimal: an amount has no more characters.
      amount = try? Decimal128(parsing: text)
    } catch {
      let isRefused =
        error == .tooManyDecimals(currency: currency) || error == .noMinorUnit(currency)
      throw Failure(
        isRefused ? .foundBad : .usage, error.code, "--amount \(quoted(text)): \(error)")
    }
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

extension ExponentProfile.Confidence {
  /// What a person is warned of; nil where there is nothing.
  var caveat: String? {
    switch self {
    case .documented: nil
    case .secondHand: "second hand"
    case .disputed: "disputed"
    }
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
    return [
      "\(deviation.exponent) decimals\(multiple)",
      (validity
        + [deviation.confidence.caveat, "\(deviation.source), read \(deviation.read)"].compactMap {
          $0
        }).joined(
          separator: "; "),
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
      .with("source", .string(deviation.source)).with("read", .string(deviation.read))
  }
}

/// A code in quotes in which a letter that only looks like one of ASCII is told by its number.
private func escaped(_ code: String) -> String {
  quoted(code.unicodeScalars.map { $0.escaped(asASCII: true) }.joined())
}
