import PayCore

extension CommandSpec {
  static let quote = CommandSpec(
    ["quote"], "the exact price of a segment, and its payment request",
    options: [
      .offer, .segment,
      OptionSpec("--form", value: "FORM", help: "web (total apart) or passkit (total last)"), .at,
    ],
    examples: [
      "paytool quote --segment 2", "paytool quote --segment 2 --json",
      "paytool quote --offer some-product --form passkit --json",
    ],
    notes: "--form is for --json: which form the payment request has in it."
  ) { (invocation) throws(Failure) in
    let form = try invocation.choice("--form", of: QuoteForm.self) ?? .web
    let quote = try invocation.quote(at: invocation.now())
    guard invocation.isJSON else { return try invocation.output.write(quote.table) }
    switch form {
    case .web: try invocation.output.write(quote.json)
    case .passkit: try invocation.output.write(quote.passKitJSON)
    }
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
}
