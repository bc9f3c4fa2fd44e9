/// The price of a segment by one shipping method, with its lines and how it came about.
package struct Pricing: Sendable, Hashable {
  /// Products, then discounts (negative), tax that is not in the prices, shipping: they sum exactly
  /// to `total`.
  package let lines: [SummaryItem]
  package let total: Money
  /// nil: nothing is shipped.
  package let shippingMethod: ShippingMethod?
  /// What it was computed from.
  let source: PricingSource

  init(
    lines: [SummaryItem], total: Money, shippingMethod: ShippingMethod?, source: PricingSource
  ) {
    self.lines = lines
    self.total = total
    self.shippingMethod = shippingMethod
    self.source = source
  }

  /// A product at a fixed price.
  init(label: String, price: Money) {
    self.init(
      lines: [SummaryItem(label: label, amount: price)], total: price, shippingMethod: nil,
      source: .price(label, price))
  }

  /// In the order in which they are computed; the total last.
  package var steps: [PricingStep] { source.steps }
}

/// What a price is computed from. The steps are kept as figures: their texts are made when somebody
/// asks, since those of all prices of a large configuration would fill memory for nobody.
enum PricingSource: Sendable, Hashable {
  /// A product at a fixed price.
  case price(String, Money)
  /// The plan, the steps of its goods, which all variants share, and those after them.
  case plan(PricingPlan, goods: [PricingStep], rest: [PricingStep])

  /// How the price comes about.
  var steps: [PricingStep] {
    switch self {
    case .price(let label, let price):
      return [(PricingStep.Kind.line, label), (.total, "total")].map { kind, label in
        PricingStep(kind, .named(label), .amount(price), price)
      }
    case .plan(_, let goods, let rest): return goods + rest
    }
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

  /// Which variant is by a shipping method (nil: the default one); nil if there is none of this id.
  package func index(shippedBy id: String?) -> Int? {
    guard let id else { return variants.indices.first }
    return variants.firstIndex { $0.shippingMethod?.identifier.hasSameBytes(as: id) ?? false }
  }
}
