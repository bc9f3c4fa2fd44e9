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
    let form = try invocation.choice("--form", of: QuoteForm.self)
    guard form == nil || invocation.isJSON else {
      throw .usage("--form is for --json, which shows the payment request")
    }
    let quote = try invocation.quote(at: invocation.now())
    let isExplained = invocation.arguments.has("--explain")
    guard invocation.isJSON else {
      for line in quote.findingLines { invocation.output.note(line) }
      let style = invocation.output.headStyle
      let steps = isExplained ? "\n" + quote.stepTable(headStyle: style) : ""
      return try invocation.output.write(quote.table + steps)
    }
    let json =
      switch form {
      case .web, nil: quote.json
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
  /// Each step on a row: what it is, how it is computed, and what was rounded. Amounts that are no
  /// part of the total are in brackets, so that a person can add up the others.
  fileprivate func stepTable(headStyle: Style) -> String {
    var table = Table(
      head: ["STEP", "COMPUTATION", "EXACT", "ROUNDING", "AMOUNT "], style: headStyle,
      alignedRight: [4])
    let rows = table.lines(steps.map(\.row))
    let hasBrackets = steps.contains { $0.isAside }
    return rows + (hasBrackets ? "\nAmounts in brackets explain; the others make the total.\n" : "")
  }
}

extension PricingStep {
  /// Whether it stands beside the computation of the total.
  fileprivate var isAside: Bool { !isAdded && kind != .total }

  fileprivate var row: [String] {
    let name =
      switch kind {
      case .includedTax: "  of which \(label)"
      case .share, .net, .sum: "  \(label)"
      case .line, .discount, .tax, .shipping, .total: label
      }
    // The space stands below the closing bracket.
    let shown = isAside ? "(\(amount.amount))" : amount.amount + " "
    return [name, expression, exact ?? "", rounding ?? "", shown]
  }
}

extension Quote {
  /// One line for each rule that has something to say, however often it does.
  fileprivate var findingLines: [String] {
    var told: Set<String> = []
    return findings.filter { told.insert($0.rule).inserted }.map { finding in
      let others = findings.count { $0.rule == finding.rule } - 1
      return finding.line(
        of: "the payment request",
        others: others > 0 ? " and \(counted(others, "other place"))" : "")
    }
  }
}

extension RequestFinding {
  /// `warning: the payment request is refused at /total/amount: ... [webkit.total]; ...`
  func line(of subject: String, others: String = "") -> String {
    let verdict = severity == .error ? "is refused" : "is doubtful"
    let place = pointer.isEmpty ? "" : " at \(pointer)"
    return "warning: \(subject) \(verdict)\(place)\(others): \(message) [\(rule)]; \(remedy)"
  }
}
