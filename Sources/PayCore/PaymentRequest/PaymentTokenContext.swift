/// One merchant among several who are paid by one authorization.
///
/// Source: Apple, PKPaymentTokenContext and ApplePayPaymentTokenContext.
public struct PaymentTokenContext: Sendable, Hashable {
  public let merchantIdentifier: String
  /// The order's own identifier of this merchant.
  public let externalIdentifier: String
  public let merchantName: String
  public var merchantDomain: String?
  /// All contexts together are at most the total, by Apple's rule.
  public let amount: Money

  package init(
    merchantIdentifier: String, externalIdentifier: String, merchantName: String, amount: Money
  ) {
    self.merchantIdentifier = merchantIdentifier
    self.externalIdentifier = externalIdentifier
    self.merchantName = merchantName
    self.amount = amount
  }
}

extension PaymentTokenContext: RequestPart {
  var json: JSONValue {
    var members = RequestMembers(capacity: 5)
    members.add("merchantIdentifier", merchantIdentifier)
    members.add("externalIdentifier", externalIdentifier)
    members.add("merchantName", merchantName)
    members.add("merchantDomain", merchantDomain)
    members.add("amount", amount)
    return members.json
  }

  init?(_ reader: inout RequestReader) {
    let merchantIdentifier = reader.string("merchantIdentifier")
    let externalIdentifier = reader.string("externalIdentifier")
    let merchantName = reader.string("merchantName")
    let merchantDomain = reader.optionalString("merchantDomain")
    let amount = reader.amount("amount")
    guard let merchantIdentifier, let externalIdentifier, let merchantName, let amount else {
      return nil
    }
    self.init(
      merchantIdentifier: merchantIdentifier, externalIdentifier: externalIdentifier,
      merchantName: merchantName, amount: amount)
    self.merchantDomain = merchantDomain
  }
}
