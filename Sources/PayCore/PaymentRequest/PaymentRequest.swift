/// What PassKit or Apple Pay JS is given to show the sheet.
///
/// Source: Apple, PKPaymentRequest and ApplePayPaymentRequest.
public struct PaymentRequest: Sendable, Hashable {
  /// The merchant ID registered with Apple: `merchant.com.example`.
  public let merchantIdentifier: String
  /// Web names of the capabilities: `supports3DS`.
  public let merchantCapabilities: [String]
  /// Web names of the networks, in order of preference: `visa`.
  public let supportedNetworks: [String]
  /// ISO 3166 alpha-2 code of the country that processes the payment.
  public let countryCode: String
  public let currency: Currency
  public let lineItems: [SummaryItem]
  /// The grand total; its label is the merchant's name.
  public let total: SummaryItem
  /// Bytes whose SHA-256 Apple signs into the payment token.
  public var applicationData: [UInt8]?
}

/// One line of the sheet.
public struct SummaryItem: Sendable, Hashable {
  /// Whether the amount is settled.
  public enum Kind: String, Sendable { case final, pending }

  public let label: String
  public let amount: Money
  public let kind: Kind

  package init(label: String, amount: Money, kind: Kind = .final) {
    self.label = label
    self.amount = amount
    self.kind = kind
  }
}
