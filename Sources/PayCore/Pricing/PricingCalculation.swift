/// Prices a plan: the goods once, then for each shipping method what depends on it.
struct PricingCalculation {
  private typealias Entry = (label: String, amount: Money)

  private let plan: PricingPlan
  private let currency: Currency
  /// Whether steps are noted: their texts cost more than the price.
  private let explains: Bool
  /// What steps call the lines, and the discounts in the order in which they are taken.
  private let lineNames: [String]
  private let discountNames: [String]
  private var steps: [PricingStep] = []
  private var products: [Entry] = []
  private var discounts: [Entry] = []
  /// What each line costs after its discount and its shares of the others; tax per line is on it.
  private var nets: [Money] = []
  private var subtotal: Money

  private init(_ plan: PricingPlan, in currency: Currency, explains: Bool) {
    self.plan = plan
    self.currency = currency
    self.explains = explains
    let lineLabels = plan.lines.map(\.label)
    let discountLabels = (plan.lines.compactMap(\.discount) + plan.discounts).map(\.label)
    lineNames = explains ? numbered(lineLabels) : lineLabels
    discountNames = explains ? numbered(discountLabels) : discountLabels
    subtotal = .zero(currency)
  }

  /// The price by each shipping method, in their order; a single one if there is no method.
  static func variants(
    of plan: PricingPlan, in currency: Currency
  ) throws(PricingError) -> [Pricing] {
    let source = PricingSource.plan(plan, currency)
    let goods = try goods(of: plan, in: currency, explains: false)
    guard !plan.shippingMethods.isEmpty else {
      return [try goods.priced(shippedBy: nil, from: source).pricing]
    }
    var variants: [Pricing] = []
    for (index, method) in plan.shippingMethods.enumerated() {
      variants.append(
        try goods.priced(
          shippedBy: method, from: source, at: "/shippingMethods/\(index)/amount"
        ).pricing)
    }
    return variants
  }

  /// How the price by one of the plan's shipping methods comes about; the total last.
  static func steps(
    of plan: PricingPlan, in currency: Currency, shippedBy method: ShippingMethod?
  ) throws(PricingError) -> [PricingStep] {
    let goods = try goods(of: plan, in: currency, explains: true)
    return try goods.priced(shippedBy: method, from: .plan(plan, currency)).steps
  }

  private static func goods(
    of plan: PricingPlan, in currency: Currency, explains: Bool
  ) throws(PricingError) -> PricingCalculation {
    var goods = PricingCalculation(plan, in: currency, explains: explains)
    try goods.priceLines()
    try goods.takeDiscounts()
    return goods
  }

  // MARK: Goods

  private mutating func priceLines() throws(PricingError) {
    var terms: [Money] = []
    for (index, line) in plan.lines.enumerated() {
      let name = lineNames[index]
      let gross = try price(line, name, at: "/lines/\(index)")
      products.append((line.label, gross))
      terms.append(gross)
      var net = gross
      if let discount = line.discount {
        let taken = try take(discount, off: gross, at: "/lines/\(index)/discount")
        terms.append(taken)
        net = try sum([gross, taken])
        noteNet(of: name, [gross, taken], net)
      }
      nets.append(net)
    }
    subtotal = try sum(nets, at: "/lines")
    if terms.count > 1 { note(.sum, "subtotal", Self.expression(of: terms), subtotal) }
  }

  private mutating func price(
    _ line: PricingPlan.Line, _ name: String, at place: String
  ) throws(PricingError) -> Money {
    let exact = try figure(at: place) { () throws(DecimalError) in
      try line.unitPrice.multiplied(by: Decimal128(line.quantity))
    }
    let amount =
      if let rounding = line.rounding {
        try rounded(exact, rounding, at: place)
      } else {
        try money(at: place) { [currency] () throws(MoneyError) in
          try Money(exact, currency: currency)
        }
      }
    note(
      .line, name, "\(line.quantity) x \(line.unitPrice)", exact: exact, line.rounding,
      amount)
    return amount
  }

  /// Discounts on all lines, each off what is left; where tax is per line each line bears its
  /// share, so that the lines still sum to the subtotal.
  private mutating func takeDiscounts() throws(PricingError) {
    guard !plan.discounts.isEmpty else { return }
    var terms = [subtotal]
    for (index, discount) in plan.discounts.enumerated() {
      let place = "/discounts/\(index)"
      let taken = try take(discount, off: subtotal, at: place)
      if plan.tax?.basis == .line {
        try share(taken, discountNames[discounts.count - 1], at: place)
      }
      terms.append(taken)
      let before = subtotal
      subtotal = try sum([before, taken], at: place)
      if index + 1 < plan.discounts.count {
        let name = discountNames[discounts.count - 1]
        note(.sum, "left after \(name)", Self.expression(of: [before, taken]), subtotal)
      }
    }
    note(.sum, "subtotal after discounts", Self.expression(of: terms), subtotal)
  }

  /// The amount of a discount, negative.
  private mutating func take(
    _ discount: PricingPlan.Discount, off price: Money, at place: String
  ) throws(PricingError) -> Money {
    let figure: Money
    let exact: Decimal128
    let expression: String
    let rounding: RoundingMode?
    switch discount.figure {
    case .amount(let amount):
      figure = amount
      exact = amount.decimal
      expression = explains ? amount.amount : ""
      rounding = nil
    case .percent(let rate, let mode):
      exact = try percent(rate, of: price, at: place)
      figure = try rounded(exact, mode, at: place)
      expression = explains ? "\(rate) % of \(price.amount)" : ""
      rounding = mode
    }
    guard figure.minorUnits <= price.minorUnits else {
      throw .discountTooLarge(figure, of: price, at: place)
    }
    let taken = try money(at: place) { () throws(MoneyError) in try figure.negated() }
    let name = discountNames[discounts.count]
    note(.discount, name, expression, exact: exact, rounding, figure, taken)
    discounts.append((discount.label, taken))
    return taken
  }

  private mutating func share(
    _ taken: Money, _ name: String, at place: String
  ) throws(PricingError) {
    guard taken.minorUnits != 0, nets.count > 1 else {
      if let only = nets.first, nets.count == 1 { nets[0] = try sum([only, taken], at: place) }
      return
    }
    let weights = nets.map(\.minorUnits)
    let parts = try money(at: place) { () throws(MoneyError) in
      try taken.allocated(over: weights)
    }
    for (index, part) in parts.enumerated() {
      let net = nets[index]
      let (whole, line) = (subtotal, lineNames[index])
      let exact = try quotient(taken.decimal, times: net.decimal, by: whole.decimal, at: place)
      add(
        PricingStep(
          kind: .share, label: "share of \(name): \(line)",
          expression: "\(net.amount)/\(whole.amount) of \(taken.amount)",
          exact: exact.differs(from: part) ? exact.text : nil,
          rounding: exact.differs(from: part) ? "largestRemainder" : nil, amount: part))
    }
    for (index, part) in parts.enumerated() where part.minorUnits != 0 {
      let (before, line) = (nets[index], lineNames[index])
      nets[index] = try sum([before, part], at: place)
      noteNet(of: line, [before, part], nets[index])
    }
  }

  /// What a line costs by now, where shares and tax are computed from it.
  private mutating func noteNet(of name: String, _ terms: [Money], _ net: Money) {
    guard plan.tax?.basis == .line, plan.lines.count > 1 else { return }
    note(.net, "net of \(name)", Self.expression(of: terms), net)
  }

  // MARK: Tax, shipping, total

  private func priced(
    shippedBy method: ShippingMethod?, from source: PricingSource, at place: String = ""
  ) throws(PricingError) -> (pricing: Pricing, steps: [PricingStep]) {
    var rest = self
    var entries = products + discounts
    var terms = [subtotal]
    if let tax = plan.tax {
      let amount = try rest.note(tax, shipping: method)
      if !tax.isInclusive {
        entries.append((tax.label, amount))
        terms.append(amount)
      }
    }
    if let method {
      entries.append((method.label, method.amount))
      terms.append(method.amount)
      rest.note(.shipping, method.label, method.amount.amount, method.amount)
    }
    let total = try sum(terms, at: place)
    rest.note(.total, "total", Self.expression(of: terms), total)
    let lines = try sum(entries.map(\.amount), at: place)
    guard lines == total else { throw .sumMismatch(lines: lines, total: total) }
    let pricing = Pricing(
      lines: entries.map { SummaryItem(label: $0.label, amount: $0.amount) }, total: total,
      shippingMethod: method, source: source)
    return (pricing, rest.steps)
  }

  /// The tax on the goods, and on shipping if that is taxed; its steps are noted.
  private mutating func note(
    _ tax: PricingPlan.Tax, shipping method: ShippingMethod?
  ) throws(PricingError) -> Money {
    let shipping = tax.onShipping ? method : nil
    switch tax.basis {
    case .total:
      let base = try sum([subtotal] + (shipping.map { [$0.amount] } ?? []), at: "/tax")
      let before = subtotal
      return try note(
        tax, on: base,
        shipping.map { "(\(before.amount) + \($0.amount.amount))" } ?? base.amount,
        label: tax.label)
    case .line:
      var bases = Array(zip(lineNames, nets))
      if let shipping { bases.append((shipping.label, shipping.amount)) }
      var parts: [Money] = []
      for (label, base) in bases {
        parts.append(
          try note(tax, on: base, base.amount, label: "\(tax.label), \(label)"))
      }
      let sum = try sum(parts, at: "/tax")
      if parts.count > 1 { note(.sum, "sum of \(tax.label)", Self.expression(of: parts), sum) }
      return sum
    }
  }

  private mutating func note(
    _ tax: PricingPlan.Tax, on base: Money, _ text: @autoclosure () -> String,
    label: @autoclosure () -> String
  ) throws(PricingError) -> Money {
    guard tax.isInclusive else {
      let exact = try percent(tax.rate, of: base, at: "/tax")
      let amount = try rounded(exact, tax.rounding, at: "/tax")
      note(.tax, label(), "\(tax.rate) % of \(text())", exact: exact, tax.rounding, amount)
      return amount
    }
    let whole = try figure(at: "/tax") { () throws(DecimalError) in
      try tax.rate.adding(Decimal128(100))
    }
    let exact = try quotient(base.decimal, times: tax.rate, by: whole, at: "/tax")
    let amount = try exact.rounded(tax.rounding, in: currency, at: "/tax")
    add(
      PricingStep(
        kind: .includedTax, label: label(), expression: "\(tax.rate)/\(whole) of \(text())",
        exact: exact.differs(from: amount) ? exact.text : nil,
        rounding: exact.differs(from: amount) ? tax.rounding.rawValue : nil, amount: amount))
    return amount
  }
}

// MARK: - Figures and steps

extension PricingCalculation {
  private mutating func add(_ step: @autoclosure () -> PricingStep) {
    if explains { steps.append(step()) }
  }

  private mutating func note(
    _ kind: PricingStep.Kind, _ label: @autoclosure () -> String,
    _ expression: @autoclosure () -> String, _ amount: Money
  ) {
    add(
      PricingStep(
        kind: kind, label: label(), expression: expression(), exact: nil, rounding: nil,
        amount: amount))
  }

  /// A figure that was rounded to `figure`, and counts as `amount` (nil: as itself).
  private mutating func note(
    _ kind: PricingStep.Kind, _ label: @autoclosure () -> String,
    _ expression: @autoclosure () -> String, exact: Decimal128, _ rounding: RoundingMode?,
    _ figure: Money, _ amount: Money? = nil
  ) {
    guard explains else { return }
    let isRounded = exact != figure.decimal
    steps.append(
      PricingStep(
        kind: kind, label: label(), expression: expression(),
        exact: isRounded ? exact.trimmed : nil, rounding: isRounded ? rounding?.rawValue : nil,
        amount: amount ?? figure))
  }

  /// `14.70 - 1.47 + 5.00`; so many that nobody would read them are only counted.
  private static func expression(of terms: [Money]) -> String {
    guard let first = terms.first, terms.count <= Limits.termsInExpression else {
      return "sum of \(terms.count) amounts"
    }
    return terms.dropFirst().reduce(first.amount) { text, term in
      term.minorUnits < 0
        ? "\(text) - \(term.amount.dropFirst())" : "\(text) + \(term.amount)"
    }
  }

  private func sum(_ parts: [Money], at place: String = "") throws(PricingError) -> Money {
    try money(at: place) { [currency] () throws(MoneyError) in
      try Money.sum(parts, in: currency)
    }
  }

  private func percent(
    _ rate: Decimal128, of base: Money, at place: String
  ) throws(PricingError) -> Decimal128 {
    try figure(at: place) { () throws(DecimalError) in
      try base.decimal.multiplied(
        by: Decimal128(coefficient: rate.coefficient, scale: rate.scale + 2))
    }
  }

  private func rounded(
    _ exact: Decimal128, _ mode: RoundingMode, at place: String
  ) throws(PricingError) -> Money {
    try money(at: place) { [currency] () throws(MoneyError) in
      try Money(exact, currency: currency, rounding: mode)
    }
  }

  private func quotient(
    _ value: Decimal128, times factor: Decimal128, by divisor: Decimal128, at place: String
  ) throws(PricingError) -> PricingQuotient {
    try figure(at: place) { () throws(DecimalError) in
      PricingQuotient(dividend: try value.multiplied(by: factor), divisor: divisor)
    }
  }
}

/// The labels, those that are there more than once with their number: `Tea #2`.
private func numbered(_ labels: [String]) -> [String] {
  var counts: [String: Int] = [:]
  for label in labels { counts[label, default: 0] += 1 }
  var seen: [String: Int] = [:]
  return labels.map { label in
    guard counts[label, default: 0] > 1 else { return label }
    var name: String
    repeat {
      seen[label, default: 0] += 1
      name = "\(label) #\(seen[label, default: 0])"
    } while counts[name] != nil
    return name
  }
}
