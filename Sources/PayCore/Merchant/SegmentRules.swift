/// The rules of an offer's amounts, in the configuration and in a payload.
struct SegmentRules {
  private(set) var faults: [JSONFault] = []
  /// Those that are amounts; all of them if there is no fault.
  private(set) var amounts: [Money] = []
  /// How each of `amounts` comes about; of a payload, which has only amounts, none.
  private(set) var pricings: [SegmentPricing] = []

  /// Checks the array of `texts` of a payload at `pointer`; without a currency only how many there
  /// are, and of too many only the first.
  init(_ texts: [String], in currency: Currency?, at pointer: String) {
    check(count: texts.count, at: pointer)
    guard let currency else { return }
    for (index, text) in texts.prefix(Limits.segments).enumerated() {
      _ = check(text, currency, at: "\(pointer)/\(index)")
    }
  }

  /// Checks the segments of an offer of the configuration, whose mere amounts buy its `label`;
  /// otherwise as those of a payload.
  init(_ drafts: [SegmentDraft], label: String, in currency: Currency?, at pointer: String) {
    check(count: drafts.count, at: pointer)
    for (index, draft) in drafts.prefix(Limits.segments).enumerated() {
      let place = "\(pointer)/\(index)"
      switch draft {
      case .amount(let text):
        guard let currency, let amount = check(text, currency, at: place) else { continue }
        pricings.append(
          SegmentPricing(
            variants: [Pricing(label: label, price: amount)], items: [], isSimple: true))
      case .priced(let draft):
        var rules = PricingRules(currency: currency)
        let pricing = rules.pricing(draft, at: place)
        faults += rules.faults
        if let pricing { check(pricing, at: place) }
      }
    }
  }

  private mutating func check(count: Int, at pointer: String) {
    if !(1...Limits.segments).contains(count) {
      fault(pointer, "segment_count", "must hold 1 to \(Limits.segments) amounts")
    }
  }

  private mutating func check(
    _ text: String, _ currency: Currency, at pointer: String
  ) -> Money? {
    do {
      let amount = try Money(parsing: text, currency: currency)
      if let problem = Self.problem(amount) {
        fault(pointer, "out_of_range", problem)
      } else if amounts.contains(amount) {
        fault(pointer, "duplicate", "is there twice")
      }
      amounts.append(amount)
      return amount
    } catch {
      fault(pointer, error.code, error.description)
      return nil
    }
  }

  private mutating func check(_ pricing: SegmentPricing, at pointer: String) {
    for (index, variant) in pricing.variants.enumerated() {
      if let problem = Self.problem(variant.total) {
        let place = variant.shippingMethod == nil ? "" : "/shippingMethods/\(index)"
        fault(pointer + place, "out_of_range", "makes a total of \(variant.total): it \(problem)")
      }
    }
    guard let total = pricing.variants.first?.total else { return }
    if amounts.contains(total) {
      fault(
        pointer, "duplicate",
        "has the total of another segment, \(total): nobody could tell them apart")
    }
    amounts.append(total)
    pricings.append(pricing)
  }

  /// What keeps an amount from being the total of a payment of an offer, which is one-off; nil if
  /// nothing does.
  private static func problem(_ amount: Money) -> String? {
    (1...Limits.purchaseMinorUnits).contains(amount.minorUnits)
      ? nil : "must be more than zero and at most \(Limits.purchaseMinorUnits) minor units"
  }

  private mutating func fault(_ pointer: String, _ code: String, _ detail: String) {
    faults.append(JSONFault(pointer: pointer, code: code, detail: detail))
  }
}
