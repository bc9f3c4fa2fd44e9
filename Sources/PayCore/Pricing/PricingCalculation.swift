/// Prices a plan: the goods once, then for each shipping method what depends on it.
struct PricingCalculation {
  private typealias Entry = (label: String, amount: Money)

  private let plan: PricingPlan
  private let currency: Currency
  /// What steps call the lines, and the discounts in the order in which they are taken.
  private let lineNames: [String]
  private let discountNames: [String]
  private var steps: [PricingStep] = []
  private var products: [Entry] = []
  private var discounts: [Entry] = []
  /// What each line costs after its discount and its shares of the others; tax per line is on it.
  private var nets: [Money] = []
  private var subtotal: Money

  private init(_ plan: PricingPlan, in currency: Currency) {
    self.plan = plan
    self.currency = currency
    let lineLabels = plan.lines.map(\.label)
    let discountLabels = (plan.lines.compactMap(\.discount) + plan.discounts).map(\.label)
    lineNames = numbered(lineLabels)
    discountNames = numbered(discountLabels)
    subtotal = .zero(currency)
  }

  /// The price by each shipping method, in their order; a single one if there is no method.
  static func variants(
    of plan: PricingPlan, in currency: Currency
  ) throws(PricingError) -> [Pricing] {
    var goods = PricingCalculation(plan, in: currency)
    try goods.priceLines()
    try goods.takeDiscounts()
    guard !plan.shippingMethods.isEmpty else { return [try goods.priced(shippedBy: nil)] }
    var variants: [Pricing] = []
    for (index, method) in plan.shippingMethods.enumerated() {
      variants.append(
        try goods.priced(shippedBy: method, at: "/shippingMethods/\(index)/amount"))
    }
    return variants
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
    if terms.count > 1 { note(.sum, .named("subtotal"), .sum(terms), subtotal) }
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
      .line, .named(name), .product(line.quantity, line.unitPrice), exact: exact, line.rounding,
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
        note(.sum, .left(after: name), .sum([before, taken]), subtotal)
      }
    }
    note(.sum, .named("subtotal after discounts"), .sum(terms), subtotal)
  }

  /// The amount of a discount, negative.
  private mutating func take(
    _ discount: PricingPlan.Discount, off price: Money, at place: String
  ) throws(PricingError) -> Money {
    let figure: Money
    let exact: Decimal128
    let computation: PricingStep.Computation
    let rounding: RoundingMode?
    switch discount.figure {
    case .amount(let amount):
      figure = amount
      exact = amount.decimal
      computation = .amount(amount)
      rounding = nil
    case .percent(let rate, let mode):
      exact = try percent(rate, of: price, at: place)
      figure = try rounded(exact, mode, at: place)
      computation = .percent(rate, of: [price])
      rounding = mode
    }
    guard figure.minorUnits <= price.minorUnits else {
      throw .discountTooLarge(figure, of: price, at: place)
    }
    let taken = try money(at: place) { () throws(MoneyError) in try figure.negated() }
    let name = discountNames[discounts.count]
    note(.discount, .named(name), computation, exact: exact, rounding, figure, taken)
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
      note(
        .share, .share(of: name, line: line), .ratio(net.decimal, whole.decimal, of: [taken]),
        exact: exact, "largestRemainder", part)
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
    note(.net, .net(of: name), .sum(terms), net)
  }

  // MARK: Tax, shipping, total

  private func priced(
    shippedBy method: ShippingMethod?, at place: String = ""
  ) throws(PricingError) -> Pricing {
    var rest = self
    rest.steps = []
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
      rest.note(.shipping, .named(method.label), .amount(method.amount), method.amount)
    }
    let total = try sum(terms, at: place)
    rest.note(.total, .named("total"), .sum(terms), total)
    let lines = try sum(entries.map(\.amount), at: place)
    guard lines == total else { throw .sumMismatch(lines: lines, total: total) }
    return Pricing(
      lines: entries.map { SummaryItem(label: $0.label, amount: $0.amount) }, total: total,
      shippingMethod: method, source: .plan(plan, goods: steps, rest: rest.steps))
  }

  /// The tax on the goods, and on shipping if that is taxed; its steps are noted.
  private mutating func note(
    _ tax: PricingPlan.Tax, shipping method: ShippingMethod?
  ) throws(PricingError) -> Money {
    let shipping = tax.onShipping ? method : nil
    switch tax.basis {
    case .total:
      return try note(
        tax, on: [subtotal] + (shipping.map { [$0.amount] } ?? []), .named(tax.label))
    case .line:
      var bases = Array(zip(lineNames, nets))
      if let shipping { bases.append((shipping.label, shipping.amount)) }
      var parts: [Money] = []
      for (label, base) in bases {
        parts.append(
          try note(tax, on: [base], .tax(tax.label, on: label)))
      }
      let sum = try sum(parts, at: "/tax")
      if parts.count > 1 { note(.sum, .sum(of: tax.label), .sum(parts), sum) }
      return sum
    }
  }

  /// The tax on a sum.
  private mutating func note(
    _ tax: PricingPlan.Tax, on terms: [Money], _ subject: PricingStep.Subject
  ) throws(PricingError) -> Money {
    let base = try sum(terms, at: "/tax")
    guard tax.isInclusive else {
      let exact = try percent(tax.rate, of: base, at: "/tax")
      let amount = try rounded(exact, tax.rounding, at: "/tax")
      note(.tax, subject, .percent(tax.rate, of: terms), exact: exact, tax.rounding, amount)
      return amount
    }
    let whole = try figure(at: "/tax") { () throws(DecimalError) in
      try tax.rate.adding(Decimal128(100))
    }
    let exact = try quotient(base.decimal, times: tax.rate, by: whole, at: "/tax")
    let amount = try exact.rounded(tax.rounding, in: currency, at: "/tax")
    note(
      .includedTax, subject, .ratio(tax.rate, whole, of: terms), exact: exact,
      tax.rounding.rawValue, amount)
    return amount
  }
}

// MARK: - Figures and steps

extension PricingCalculation {
  private mutating func note(
    _ kind: PricingStep.Kind, _ subject: PricingStep.Subject,
    _ computation: PricingStep.Computation, _ amount: Money
  ) {
    steps.append(PricingStep(kind, subject, computation, amount))
  }

  /// A figure that was rounded to `figure`, and counts as `amount` (nil: as itself).
  private mutating func note(
    _ kind: PricingStep.Kind, _ subject: PricingStep.Subject,
    _ computation: PricingStep.Computation, exact: Decimal128, _ rounding: RoundingMode?,
    _ figure: Money, _ amount: Money? = nil
  ) {
    let isRounded = exact != figure.decimal
    steps.append(
      PricingStep(
        kind, subject, computation, exact: isRounded ? .decimal(exact) : nil,
        rounding: isRounded ? rounding?.rawValue : nil, amount ?? figure))
  }

  /// A quotient that was rounded to `amount`.
  private mutating func note(
    _ kind: PricingStep.Kind, _ subject: PricingStep.Subject,
    _ computation: PricingStep.Computation, exact: PricingQuotient, _ rounding: String,
    _ amount: Money
  ) {
    let isRounded = exact.differs(from: amount)
    steps.append(
      PricingStep(
        kind, subject, computation, exact: isRounded ? .quotient(exact) : nil,
        rounding: isRounded ? rounding : nil, amount))
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
