import PayCore

extension CommandSpec {
  static let quote = CommandSpec(
    ["quote"], "the exact price of a segment, and its payment request",
    options: [
      .offer, .segment, .at,
      OptionSpec("--form", value: "FORM", help: "web (total apart) or passkit (total last)"),
    ],
    examples: [
      "paytool quote --segment 2", "paytool quote --segment 2 --json",
      "paytool quote --offer some-product --form passkit --json",
    ]
  ) { (invocation) throws(Failure) in
    let form = try QuoteForm(invocation.arguments.value("--form"))
    let quote = try invocation.quote()
    if invocation.isJSON {
      try invocation.output.write(form == .web ? quote.json : quote.passKitJSON)
    } else {
      try invocation.output.write(quote.table)
    }
    return .ok
  }
}

private enum QuoteForm: String, CaseIterable {
  case web, passkit

  init(_ text: String?) throws(Failure) {
    guard let text else {
      self = .web
      return
    }
    guard let form = QuoteForm(rawValue: text) else {
      throw .usage("--form \(quoted(text)): the forms are web and passkit")
    }
    self = form
  }
}

extension Quote {
  /// The sheet as a person sees it: lines, then the total.
  fileprivate var table: String {
    let rows = (request.lineItems + [request.total]).map { item in
      [item.label, item.amount.amount, price.currency.code]
    }
    return Text.table(rows, right: [1])
  }
}
