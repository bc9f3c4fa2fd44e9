/// Prices a plan: the goods once, then for each shipping method what depends on it.
struct PricingCalculation {
  private typealias Entry = (label: String, amount: Money)

  private let plan: PricingPlan
  private let currency: Currency
  private var steps: [PricingStep] = []
  private var products: [Entry] = []
  private var discounts: [Entry] = []
  /// What each line costs after its discount and its shares of the others; tax per line is on it.
  private var nets: [Money] = []
  private var subtotal: Money

  private init(_ plan: PricingPlan, in currency: Currency) {
    self.plan = plan
    self.currency = currency
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
      let gross = try price(line, at: "/lines/\(index)")
      products.append((line.label, gross))
      terms.append(gross)
      var net = gross
      if let discount = line.discount {
        let taken = try take(discount, off: gross, at: "/lines/\(index)/discount")
        terms.append(taken)
        net = try sum([gross, taken])
      }
      nets.append(net)
    }
    subtotal = try sum(nets, at: "/lines")
    if terms.count > 1 { note(.sum, "subtotal", Self.expression(of: terms), subtotal) }
  }

  private mutating func price(
    _ line: PricingPlan.Line, at place: String
  ) throws(PricingError) -> Money {
    let expression = "\(line.quantity) x \(line.unitPrice)"
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
    note(.line, line.label, expression, exact: exact, line.rounding, amount)
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
      if plan.tax?.basis == .line { try share(taken, at: place) }
      terms.append(taken)
      subtotal = try sum([subtotal, taken], at: place)
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
      expression = amount.amount
      rounding = nil
    case .percent(let rate, let mode):
      exact = try percent(rate, of: price, at: place)
      figure = try rounded(exact, mode, at: place)
      expression = "\(rate) % of \(price.amount)"
      rounding = mode
    }
    guard figure.minorUnits <= price.minorUnits else {
      throw .discountTooLarge(figure, of: price, at: place)
    }
    let taken = try money(at: place) { () throws(MoneyError) in try figure.negated() }
    note(.discount, discount.label, expression, exact: exact, rounding, figure, taken)
    discounts.append((discount.label, taken))
    return taken
  }

  private mutating func share(_ taken: Money, at place: String) throws(PricingError) {
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
      let exact = try quotient(taken.decimal, times: net.decimal, by: subtotal.decimal, at: place)
      steps.append(
        PricingStep(
          kind: .share, label: plan.lines[index].label,
          expression: "\(net.amount)/\(subtotal.amount) of \(taken.amount)",
          exact: exact.differs(from: part) ? exact.text : nil,
          rounding: exact.differs(from: part) ? "largestRemainder" : nil, amount: part))
      nets[index] = try sum([net, part], at: place)
    }
  }

  // MARK: Tax, shipping, total

  private func priced(
    shippedBy method: ShippingMethod?, at place: String = ""
  ) throws(PricingError) -> Pricing {
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
    return Pricing(
      lines: entries.map { SummaryItem(label: $0.label, amount: $0.amount) }, total: total,
      shippingMethod: method, steps: rest.steps)
  }

  /// The tax on the goods, and on shipping if that is taxed; its steps are noted.
  private mutating func note(
    _ tax: PricingPlan.Tax, shipping method: ShippingMethod?
  ) throws(PricingError) -> Money {
    let shipping = tax.onShipping ? method : nil
    switch tax.basis {
    case .total:
      let base = try sum([subtotal] + (shipping.map { [$0.amount] } ?? []), at: "/tax")
      let text = shipping.map { "(\(subtotal.amount) + \($0.amount.amount))" } ?? base.amount
      return try note(tax, on: base, text, label: tax.label)
    case .line:
      var bases = zip(plan.lines, nets).map { ($0.label, $1) }
      if let shipping { bases.append((shipping.label, shipping.amount)) }
      var parts: [Money] = []
      for (label, base) in bases {
        parts.append(try note(tax, on: base, base.amount, label: "\(tax.label), \(label)"))
      }
      let sum = try sum(parts, at: "/tax")
      if parts.count > 1 { note(.sum, tax.label, Self.expression(of: parts), sum) }
      return sum
    }
  }

  private mutating func note(
    _ tax: PricingPlan.Tax, on base: Money, _ text: String, label: String
  ) throws(PricingError) -> Money {
    guard tax.isInclusive else {
      let exact = try percent(tax.rate, of: base, at: "/tax")
      let amount = try rounded(exact, tax.rounding, at: "/tax")
      note(.tax, label, "\(tax.rate) % of \(text)", exact: exact, tax.rounding, amount)
      return amount
    }
    let whole = try figure(at: "/tax") { () throws(DecimalError) in
      try tax.rate.adding(Decimal128(100))
    }
    let exact = try quotient(base.decimal, times: tax.rate, by: whole, at: "/tax")
    let amount = try exact.rounded(tax.rounding, in: currency, at: "/tax")
    let isRounded = exact.differs(from: amount)
    steps.append(
      PricingStep(
        kind: .includedTax, label: label, expression: "\(tax.rate)/\(whole) of \(text)",
        exact: isRounded ? exact.text : nil, rounding: isRounded ? tax.rounding.rawValue : nil,
        amount: amount))
    return amount
  }
}

// MARK: - Figures and steps

extension PricingCalculation {
  private mutating func note(
    _ kind: PricingStep.Kind, _ label: String, _ expression: String, _ amount: Money
  ) {
    steps.append(
      PricingStep(
        kind: kind, label: label, expression: expression, exact: nil, rounding: nil,
        amount: amount))
  }

  /// A figure that was rounded to `figure`, and counts as `amount` (nil: as itself).
  private mutating func note(
    _ kind: PricingStep.Kind, _ label: String, _ expression: String, exact: Decimal128,
    _ rounding: RoundingMode?, _ figure: Money, _ amount: Money? = nil
  ) {
    let isRounded = exact != figure.decimal
    steps.append(
      PricingStep(
        kind: kind, label: label, expression: expression, exact: isRounded ? exact.trimmed : nil,
        rounding: isRounded ? rounding?.rawValue : nil, amount: amount ?? figure))
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
  ) throws(PricingError) -> Quotient {
    try figure(at: place) { () throws(DecimalError) in
      Quotient(dividend: try value.multiplied(by: factor), divisor: divisor)
    }
  }
}

/// A division that is not done yet, since its result may never end.
private struct Quotient {
  let dividend: Decimal128
  let divisor: Decimal128

  func rounded(
    _ mode: RoundingMode, in currency: Currency, at place: String
  ) throws(PricingError) -> Money {
    let value = try figure(at: place) { () throws(DecimalError) in
      try dividend.divided(by: divisor, scale: currency.digits, rounding: mode)
    }
    return try money(at: place) { () throws(MoneyError) in try Money(value, currency: currency) }
  }

  /// Whether the exact result is another than `amount`.
  func differs(from amount: Money) -> Bool {
    do throws(DecimalError) {
      return try amount.decimal.multiplied(by: divisor) != dividend
    } catch {
      return true
    }
  }

  /// The result as far as a person compares it; three points say that it goes on.
  var text: String {
    do throws(DecimalError) {
      let shown = try dividend.divided(
        by: divisor, scale: Limits.shownDecimals, rounding: .towardZero)
      let isWhole = try shown.multiplied(by: divisor) == dividend
      return isWhole ? shown.trimmed : "\(shown)..."
    } catch {
      return "\(dividend)/\(divisor)"
    }
  }
}

private func figure<Value>(
  at place: String, _ operation: () throws(DecimalError) -> Value
) throws(PricingError) -> Value {
  do throws(DecimalError) { return try operation() } catch { throw .decimal(error, at: place) }
}

private func money<Value>(
  at place: String, _ operation: () throws(MoneyError) -> Value
) throws(PricingError) -> Value {
  do throws(MoneyError) { return try operation() } catch { throw .amount(error, at: place) }
}

extension Decimal128 {
  /// The text without zeros at its end.
  fileprivate var trimmed: String {
    let text = description
    guard scale > 0 else { return text }
    let digits = text.reversed().drop { $0 == "0" }
    return String((digits.first == "." ? digits.dropFirst() : digits).reversed())
  }
}
