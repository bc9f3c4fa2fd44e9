import PayCore

extension CommandSpec {
  static let quote = CommandSpec(
    ["quote"], "the exact price of a segment, and its payment request",
    options: [
      .offer, .segment, .shipping,
      OptionSpec("--explain", help: "each step of the price, to redo it by hand"),
      OptionSpec("--form", value: "FORM", help: "web (total apart) or passkit (total last)"), .at,
    ],
    examples: [
      "paytool quote --segment 2", "paytool quote --segment 2 --json",
      "paytool quote --offer tea-box --shipping express --explain",
      "paytool quote --offer some-product --form passkit --json",
    ],
    notes: "--form is for --json: which form the payment request has in it."
  ) { (invocation) throws(Failure) in
    let form = try invocation.choice("--form", of: QuoteForm.self) ?? .web
    let quote = try invocation.quote(at: invocation.now())
    let isExplained = invocation.arguments.has("--explain")
    guard invocation.isJSON else {
      let style = invocation.output.headStyle
      let steps = isExplained ? "\n" + quote.stepTable(headStyle: style) : ""
      return try invocation.output.write(quote.table + steps)
    }
    let json =
      switch form {
      case .web: quote.json
      case .passkit: quote.passKitJSON
      }
    try invocation.output.write(isExplained ? quote.explained(json) : json)
  }
}

private enum QuoteForm: String, CaseIterable {
  case web, passkit
}

extension Quote {
  /// The sheet as a person sees it: lines, then the total.
  fileprivate var table: String {
    var table = Table(alignedRight: [1])
    return table.lines(
      request.lineItems.map { [$0.label, $0.amount.amount, price.currency.code] }
        + [["total, \(request.total.label)", request.total.amount.amount, price.currency.code]])
  }
  /// Each step on a row: what it is, how it is computed, and what was rounded.
  fileprivate func stepTable(headStyle: Style) -> String {
    var table = Table(
      head: ["STEP", "COMPUTATION", "EXACT", "ROUNDING", "AMOUNT"], style: headStyle,
      alignedRight: [4])
    return table.lines(
      steps.map {
        [$0.label, $0.expression, $0.exact ?? "", $0.rounding ?? "", $0.amount.amount]
      })
  }
}
