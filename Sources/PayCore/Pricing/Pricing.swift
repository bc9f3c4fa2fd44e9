/// The price of a segment by one shipping method, with its lines and how it came about.
package struct Pricing: Sendable, Hashable {
  /// Products, then discounts (negative), tax that is not in the prices, shipping: they sum exactly
  /// to `total`.
  package let lines: [SummaryItem]
  package let total: Money
  /// nil: nothing is shipped.
  package let shippingMethod: ShippingMethod?
  /// In the order in which they are computed; the total last.
  package let steps: [PricingStep]

  init(
    lines: [SummaryItem], total: Money, shippingMethod: ShippingMethod?, steps: [PricingStep]
  ) {
    self.lines = lines
    self.total = total
    self.shippingMethod = shippingMethod
    self.steps = steps
  }

  /// A product at a fixed price.
  init(label: String, price: Money) {
    func step(_ kind: PricingStep.Kind, _ label: String) -> PricingStep {
      PricingStep(
        kind: kind, label: label, expression: price.amount, exact: nil, rounding: nil,
        amount: price)
    }
    self.init(
      lines: [SummaryItem(label: label, amount: price)], total: price, shippingMethod: nil,
      steps: [step(.line, label), step(.total, "total")])
  }
}

/// How a segment is priced, computed when the configuration is checked.
package struct SegmentPricing: Sendable, Hashable {
  /// One for each shipping method, the default first; a single one if nothing is shipped.
  package let variants: [Pricing]
  /// Pictures with words for the notification.
  package let items: [MediaItem]
  /// Whether the configuration gives nothing but an amount.
  package let isSimple: Bool

  package var shippingMethods: [ShippingMethod] { variants.compactMap(\.shippingMethod) }

  /// The price by a shipping method (nil: the default one); nil if there is none of this id.
  package func variant(shippedBy id: String?) -> Pricing? {
    guard let id else { return variants.first }
    return variants.first { $0.shippingMethod?.identifier.hasSameBytes(as: id) ?? false }
  }
}
