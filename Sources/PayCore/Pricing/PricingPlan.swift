/// What makes up the price of a segment: every figure is in range, nothing is computed yet.
package struct PricingPlan: Sendable, Hashable {
  /// Some pieces of one product.
  package struct Line: Sendable, Hashable {
    package let label: String
    /// Of one piece, in whole units of the currency; not negative. It has more decimals than the
    /// currency only if there is a `rounding`, and is kept as it was written.
    package let unitPrice: Decimal128
    package let quantity: Int64
    /// How unit price times quantity becomes an amount; nil: it is one.
    package let rounding: RoundingMode?
    package let discount: Discount?
  }

  /// What is taken off a line, or off all lines; a positive figure.
  package struct Discount: Sendable, Hashable {
    package enum Figure: Sendable, Hashable {
      case amount(Money)
      /// Percent of what it is taken off: 10 is a tenth. The positive figure is rounded.
      case percent(Decimal128, RoundingMode)
    }

    package let label: String
    package let figure: Figure
  }

  package struct Tax: Sendable, Hashable {
    /// What is rounded: the tax of each line, or that of all lines at once. The two may differ by
    /// a few minor units; law and bookkeeping say which.
    package enum Basis: String, Sendable, Hashable, CaseIterable {
      case line, total
    }

    package let label: String
    /// Percent: 19 is 19/100 of the net price, and so 19/119 of a price that contains it.
    package let rate: Decimal128
    /// Whether prices contain the tax; then it is no line, only shown.
    package let isInclusive: Bool
    package let rounding: RoundingMode
    package let basis: Basis
    /// Whether shipping is taxed too.
    package let onShipping: Bool
  }

  /// Never empty.
  package let lines: [Line]
  /// In the order in which they are taken, each off what the ones before have left.
  package let discounts: [Discount]
  package let tax: Tax?
  /// The first is the default; empty: nothing is shipped.
  package let shippingMethods: [ShippingMethod]
}
