/// What PassKit or Apple Pay JS is given to show the sheet.
///
/// The members of `RequestOptions` are members of the request: `request.shippingMethods`. Source:
/// Apple, PKPaymentRequest and ApplePayPaymentRequest.
@dynamicMemberLookup
public struct PaymentRequest: Sendable, Hashable {
  /// The merchant ID registered with Apple: `merchant.com.example`. Empty for a request of a web
  /// page that leaves it to the merchant session.
  public let merchantIdentifier: String
  public let merchantCapabilities: [MerchantCapability]
  /// In order of preference.
  public let supportedNetworks: [PaymentNetwork]
  /// ISO 3166 alpha-2 code of the country that processes the payment.
  public let countryCode: String
  /// Of all amounts.
  public let currency: Currency
  /// Empty if the sheet shows the total alone.
  public let lineItems: [SummaryItem]
  /// The grand total; its label is the merchant's name. It states its amount.
  public let total: SummaryItem
  /// Bytes whose SHA-256 Apple signs into the payment token.
  public var applicationData: [UInt8]?
  @Rare private(set) var writtenOptions: RequestOptions? = nil

  /// All that is optional.
  public var options: RequestOptions {
    get { writtenOptions ?? RequestOptions() }
    set { writtenOptions = newValue == RequestOptions() ? nil : newValue }
  }

  public subscript<Member>(
    dynamicMember member: WritableKeyPath<RequestOptions, Member>
  ) -> Member {
    get { options[keyPath: member] }
    set { options[keyPath: member] = newValue }
  }

  package init(
    merchantIdentifier: String, merchantCapabilities: [MerchantCapability],
    supportedNetworks: [PaymentNetwork], countryCode: String, currency: Currency,
    lineItems: [SummaryItem], total: SummaryItem, applicationData: [UInt8]?
  ) {
    self.merchantIdentifier = merchantIdentifier
    self.merchantCapabilities = merchantCapabilities
    self.supportedNetworks = supportedNetworks
    self.countryCode = countryCode
    self.currency = currency
    self.lineItems = lineItems
    self.total = total
    self.applicationData = applicationData
  }

  /// The same with the names as a configuration has them.
  package init(
    merchantIdentifier: String, merchantCapabilities: [String], supportedNetworks: [String],
    countryCode: String, currency: Currency, lineItems: [SummaryItem], total: SummaryItem,
    applicationData: [UInt8]?
  ) {
    self.init(
      merchantIdentifier: merchantIdentifier,
      merchantCapabilities: merchantCapabilities.map(MerchantCapability.init(rawValue:)),
      supportedNetworks: supportedNetworks.map(PaymentNetwork.init(rawValue:)),
      countryCode: countryCode, currency: currency, lineItems: lineItems, total: total,
      applicationData: applicationData)
  }
}
