/// One computation of a price, so that a person can redo it by hand.
///
/// The amounts of `line`, `discount`, `tax` and `shipping` sum exactly to that of `total`; the
/// other kinds only explain.
package struct PricingStep: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case line, discount
    /// What one line bears of a discount on all: tax per line is on what is left of it.
    case share
    /// What is left of one line: shares and tax per line are computed from it.
    case net
    case tax
    /// Tax that the prices contain.
    case includedTax
    /// A sum in between.
    case sum
    case shipping, total
  }

  /// Whether its amount is a part of the total; the others only explain, the total itself too.
  package var isAdded: Bool {
    switch kind {
    case .line, .discount, .tax, .shipping: true
    case .share, .net, .includedTax, .sum, .total: false
    }
  }

  package let kind: Kind
  package let label: String
  /// What is computed: `2 x 7.35`, `10 % of 14.70`, `19/119 of 13.23`.
  package let expression: String
  /// The figure before it was rounded, three points after one that never ends; nil: it is exact.
  package let exact: String?
  /// The mode's name, or `largestRemainder`; nil: nothing was rounded.
  package let rounding: String?
  /// A discount and its shares are negative.
  package let amount: Money

  package var json: JSONValue {
    let head: JSONValue = [
      "kind": .string(kind.rawValue), "label": .string(label), "expression": .string(expression),
    ]
    return
      head
      .with("exact", exact.map { .string($0) })
      .with("rounding", rounding.map { .string($0) })
      .with("amount", .string(amount.amount))
  }
}
