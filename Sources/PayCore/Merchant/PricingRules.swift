/// The rules of a segment with lines.
struct PricingRules {
  private(set) var faults: [JSONFault] = []
  /// nil: it is at fault itself, and then amounts are not checked.
  private let currency: Currency?

  init(currency: Currency?) { self.currency = currency }

  /// The price of a segment at `pointer`; nil if there are faults, or no currency.
  mutating func pricing(_ draft: PricingDraft, at pointer: String) -> SegmentPricing? {
    let lines = list(draft.lines, at: pointer + "/lines", 1...Limits.pricingLines) {
      $0.line($1, at: $2)
    }
    let discounts = list(draft.discounts, at: pointer + "/discounts", 0...Limits.pricingDiscounts) {
      $0.discount($1, at: $2)
    }
    let tax = draft.tax.flatMap { self.tax($0, at: pointer + "/tax") }
    let methods = shippingMethods(draft.shippingMethods, at: pointer + "/shippingMethods")
    let items = list(draft.items, at: pointer + "/items", 0...Limits.items) {
      $0.item($1, at: $2)
    }
    guard faults.isEmpty, let currency, let lines, let discounts, let methods, let items,
      (tax == nil) == (draft.tax == nil)
    else { return nil }
    let plan = PricingPlan(
      lines: lines, discounts: discounts, tax: tax, shippingMethods: methods)
    do {
      return SegmentPricing(
        variants: try PricingCalculation.variants(of: plan, in: currency), items: items,
        isSimple: false)
    } catch {
      fault(pointer + error.pointer, error.code, error.description)
      return nil
    }
  }

  private mutating func fault(_ pointer: String, _ code: String, _ detail: String) {
    faults.append(JSONFault(pointer: pointer, code: code, detail: detail))
  }

  /// Checks each element; nil if one is at fault, or the list itself.
  private mutating func list<Draft, Value>(
    _ drafts: [Draft]?, at pointer: String, _ counts: ClosedRange<Int>,
    _ check: (inout PricingRules, Draft, String) -> Value?
  ) -> [Value]? {
    guard let drafts else { return nil }
    if drafts.count < counts.lowerBound {
      fault(pointer, "empty", "must hold at least one")
    } else if drafts.count > counts.upperBound {
      fault(pointer, "too_many", "must hold at most \(counts.upperBound), not \(drafts.count)")
    }
    var values: [Value] = []
    for (index, draft) in drafts.prefix(counts.upperBound).enumerated() {
      if let value = check(&self, draft, "\(pointer)/\(index)") { values.append(value) }
    }
    return values.count == drafts.count ? values : nil
  }

  // MARK: Lines and discounts

  private mutating func line(_ draft: PricingDraft.Line, at pointer: String) -> PricingPlan.Line? {
    let label = text(draft.label, at: pointer + "/label", limit: Limits.labelBytes)
    let rounding = draft.rounding.flatMap { mode($0, at: pointer + "/rounding") }
    let price = unitPrice(draft.unitPrice, rounding: draft.rounding, at: pointer + "/unitPrice")
    if let quantity = draft.quantity, !Limits.pricingQuantity.contains(quantity) {
      let bounds = Limits.pricingQuantity
      fault(
        pointer + "/quantity", "out_of_range",
        "must be \(bounds.lowerBound) to \(bounds.upperBound), not \(quantity)")
    }
    let discount = draft.discount.flatMap { self.discount($0, at: pointer + "/discount") }
    guard let label, let price, let quantity = draft.quantity,
      (draft.rounding == nil) == (rounding == nil), (discount == nil) == (draft.discount == nil)
    else { return nil }
    return PricingPlan.Line(
      label: label, unitPrice: price, quantity: quantity, rounding: rounding,
      discount: discount)
  }

  /// A price of one piece: at the currency's digits, or with more if the line says how the whole
  /// is rounded.
  private mutating func unitPrice(
    _ text: String?, rounding: String?, at pointer: String
  ) -> Decimal128? {
    guard let text, let currency else { return nil }
    if rounding == nil {
      guard let amount = amount(text, at: pointer, hint: "; or name a rounding for the line") else {
        return nil
      }
      return amount.decimal
    }
    guard
      let price = decimal(text, at: pointer, "must be digits with one point at most, such as 7.35")
    else { return nil }
    guard !price.isNegative else {
      fault(pointer, "out_of_range", "must not be negative: what is taken off is a discount")
      return nil
    }
    // A price that is written with fewer decimals is shown at the currency's.
    let isShort = price.scale < currency.digits
    return isShort ? amount(text, at: pointer)?.decimal : price
  }

  private mutating func discount(
    _ draft: PricingDraft.Discount, at pointer: String
  ) -> PricingPlan.Discount? {
    let label = text(draft.label, at: pointer + "/label", limit: Limits.labelBytes)
    let figure: PricingPlan.Discount.Figure?
    switch (draft.members.contains("amount"), draft.members.contains("percent")) {
    case (true, false):
      if draft.members.contains("rounding") {
        fault(pointer + "/rounding", "discount_form", "goes with a percent: an amount is exact")
        return nil
      }
      figure = draft.amount.flatMap { amount($0, at: pointer + "/amount") }.map { .amount($0) }
    case (false, true):
      let rate = draft.percent.flatMap {
        self.rate($0, upTo: Limits.discountPercent, at: pointer + "/percent")
      }
      if !draft.members.contains("rounding") {
        fault(pointer + "/rounding", "missing_member", "is missing: \(Self.modes)")
      }
      let mode = draft.rounding.flatMap { self.mode($0, at: pointer + "/rounding") }
      figure = rate.flatMap { rate in mode.map { .percent(rate, $0) } }
    case (true, true), (false, false):
      fault(pointer, "discount_form", "must have an amount or a percent, one of them")
      figure = nil
    }
    guard let label, let figure else { return nil }
    return PricingPlan.Discount(label: label, figure: figure)
  }

  // MARK: Tax, shipping, items

  private mutating func tax(_ draft: PricingDraft.Tax, at pointer: String) -> PricingPlan.Tax? {
    let label = text(draft.label, at: pointer + "/label", limit: Limits.labelBytes)
    let rate = draft.rate.flatMap { self.rate($0, upTo: Limits.ratePercent, at: pointer + "/rate") }
    let mode = draft.rounding.flatMap { self.mode($0, at: pointer + "/rounding") }
    let basis = draft.basis.flatMap {
      choice($0, at: pointer + "/per", PricingPlan.Tax.Basis.self)
    }
    guard let label, let rate, let mode, let basis, let isInclusive = draft.isInclusive,
      let onShipping = draft.onShipping
    else { return nil }
    return PricingPlan.Tax(
      label: label, rate: rate, isInclusive: isInclusive, rounding: mode, basis: basis,
      onShipping: onShipping)
  }

  private mutating func shippingMethods(
    _ drafts: [PricingDraft.Method]?, at pointer: String
  ) -> [ShippingMethod]? {
    var known: [String] = []
    return list(drafts, at: pointer, 0...Limits.shippingMethods) { rules, draft, place in
      if let id = draft.identifier {
        if let problem = offerIDProblem(id) {
          rules.fault(place + "/identifier", "shipping_id", problem)
        } else if known.contains(where: { $0.hasSameBytes(as: id) }) {
          rules.fault(place + "/identifier", "duplicate", "is there twice")
        }
        known.append(id)
      }
      let label = rules.text(draft.label, at: place + "/label", limit: Limits.labelBytes)
      let detail = rules.text(draft.detail, at: place + "/detail", limit: Limits.labelBytes)
      let amount = draft.amount.flatMap { rules.amount($0, at: place + "/amount") }
      guard let id = draft.identifier, let label, let detail, let amount else { return nil }
      return ShippingMethod(label: label, detail: detail, amount: amount, identifier: id)
    }
  }

  private mutating func item(_ draft: PricingDraft.Item, at pointer: String) -> MediaItem? {
    let title = text(draft.title, at: pointer + "/title", limit: Limits.notificationTitleBytes)
    let body = text(draft.text, at: pointer + "/text", limit: Limits.itemTextBytes)
    if let url = draft.imageUrl, let problem = Endpoint.imageProblem(url) {
      fault(pointer + "/imageUrl", "image_url", problem)
      return nil
    }
    guard let title, let body, let url = draft.imageUrl else { return nil }
    return MediaItem(title: title, text: body, imageUrl: url)
  }

  // MARK: Values

  private mutating func text(_ value: String?, at pointer: String, limit: Int) -> String? {
    guard let value else { return nil }
    guard let problem = displayProblem(value, limit: limit) else { return value }
    fault(pointer, "text", problem)
    return nil
  }

  /// An amount that is not negative.
  private mutating func amount(
    _ text: String, at pointer: String, hint: String = ""
  ) -> Money? {
    guard let currency else { return nil }
    do {
      let amount = try Money(parsing: text, currency: currency)
      if (0...Limits.purchaseMinorUnits).contains(amount.minorUnits) { return amount }
      fault(
        pointer, "out_of_range",
        "must not be negative, nor more than \(Limits.purchaseMinorUnits) minor units")
    } catch .tooManyDecimals(let currency) {
      let error = MoneyError.tooManyDecimals(currency: currency)
      fault(pointer, error.code, error.description + hint)
    } catch {
      fault(pointer, error.code, error.description)
    }
    return nil
  }

  /// - Parameter syntax: What is said of a text that is no decimal.
  private mutating func decimal(
    _ text: String, at pointer: String, _ syntax: String
  ) -> Decimal128? {
    do {
      let value = try Decimal128(parsing: text)
      if value.significantScale <= Limits.rateDecimals, text.utf8.count <= Limits.amountBytes {
        return value
      }
      fault(
        pointer, "out_of_range",
        "must have at most \(Limits.rateDecimals) decimals and \(Limits.amountBytes) characters")
    } catch {
      fault(pointer, error.code, error == .syntax ? syntax : error.description)
    }
    return nil
  }

  private mutating func rate(
    _ text: String, upTo limit: Int64, at pointer: String
  ) -> Decimal128? {
    let syntax = "must be percent without a sign, such as 8.875 for 8.875 %, not \(quoted(text))"
    guard let rate = decimal(text, at: pointer, syntax) else { return nil }
    guard !rate.isNegative, rate <= Decimal128(limit) else {
      fault(pointer, "out_of_range", "must be 0 to \(limit) percent, not \(text)")
      return nil
    }
    return rate
  }

  private static let modes = RoundingMode.allCases.map(\.rawValue).joined(separator: ", ")

  private mutating func mode(_ text: String, at pointer: String) -> RoundingMode? {
    choice(text, at: pointer, RoundingMode.self)
  }

  private mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ text: String, at pointer: String, _ type: Choice.Type
  ) -> Choice? {
    let known = Choice.allCases
    if let choice = known.first(where: { $0.rawValue.hasSameBytes(as: text) }) { return choice }
    let names = known.map(\.rawValue)
    let hint = Suggestion.closest(to: text, among: names).map { "; did you mean \($0)?" } ?? ""
    fault(pointer, "unknown_value", "must be one of \(names.joined(separator: ", "))\(hint)")
    return nil
  }
}

extension Decimal128 {
  /// Its decimals without the zeros at their end, which say nothing.
  fileprivate var significantScale: Int {
    var (rest, scale) = (coefficient, self.scale)
    while scale > 0, rest.isMultiple(of: 10) {
      rest /= 10
      scale -= 1
    }
    return scale
  }
}
