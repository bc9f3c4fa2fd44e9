/// A way to ship, as the sheet offers it.
///
/// Source: Apple, PKShippingMethod and ApplePayShippingMethod.
public struct ShippingMethod: Sendable, Hashable {
  public let label: String
  /// A second line: when it arrives.
  public let detail: String
  /// Not negative, by Apple's rule.
  public let amount: Money
  /// How an answer names it.
  public let identifier: String
  /// Between when it arrives.
  public var dateComponentsRange: DateComponentsRange?

  package init(label: String, detail: String, amount: Money, identifier: String) {
    self.label = label
    self.detail = detail
    self.amount = amount
    self.identifier = identifier
  }
}

extension ShippingMethod: RequestPart {
  var json: JSONValue {
    var members = RequestMembers(capacity: 5)
    members.add("label", label)
    members.add("detail", detail)
    members.add("amount", amount)
    members.add("identifier", identifier)
    members.add("dateComponentsRange", dateComponentsRange)
    return members.json
  }

  init?(_ reader: inout RequestReader) {
    let label = reader.string("label")
    let detail = reader.string("detail")
    let amount = reader.amount("amount")
    let identifier = reader.string("identifier")
    let range: DateComponentsRange? = reader.optionalPart("dateComponentsRange")
    guard let label, let detail, let amount, let identifier else { return nil }
    self.init(label: label, detail: detail, amount: amount, identifier: identifier)
    dateComponentsRange = range
  }
}
