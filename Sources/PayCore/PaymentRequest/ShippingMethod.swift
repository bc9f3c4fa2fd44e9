/// A way to ship, as the sheet offers it.
///
/// Source: Apple, PKShippingMethod and ApplePayShippingMethod.
public struct ShippingMethod: Sendable, Hashable {
  public let label: String
  /// A second line: when it arrives.
  public let detail: String
  /// Not negative.
  public let amount: Money
  /// How an answer names it.
  public let identifier: String

  package init(label: String, detail: String, amount: Money, identifier: String) {
    self.label = label
    self.detail = detail
    self.amount = amount
    self.identifier = identifier
  }
}
