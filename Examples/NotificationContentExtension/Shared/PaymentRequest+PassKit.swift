import Foundation
import PassKit
import PayCore

extension PKPaymentRequest {
  /// The request as the server gave it. Nothing is computed here: the bytes in `applicationData`
  /// name exactly this price, and Apple signs their digest into the token.
  ///
  /// Nil if PassKit cannot say what the server means: a one-time payment in place of a subscription
  /// would be another sale, and one in place of a payout would go the wrong way. What came after
  /// iOS 18 is left out.
  convenience init?(_ request: PaymentRequest) {
    self.init()
    merchantIdentifier = request.merchantIdentifier
    countryCode = request.countryCode
    currencyCode = request.currency.code
    merchantCapabilities = PKMerchantCapability(
      webNames: request.merchantCapabilities.map(\.rawValue))
    supportedNetworks = request.supportedNetworks.compactMap {
      PKPaymentNetwork(webName: $0.rawValue)
    }
    applicationData = request.applicationData.map { Data($0) }
    let items = request.paymentSummaryItems.map(PKPaymentSummaryItem.of)
    paymentSummaryItems = items.compactMap(\.self)
    guard request.disbursementRequest == nil, request.installmentConfiguration == nil,
      paymentSummaryItems.count == items.count, setOptions(of: request),
      setKind(of: request)
    else { return nil }
  }

  private func setOptions(of request: PaymentRequest) -> Bool {
    shippingMethods = request.shippingMethods?.map(PKShippingMethod.init(_:))
    billingContact = request.billingContact.map(PKContact.init(_:))
    shippingContact = request.shippingContact.map(PKContact.init(_:))
    requiredBillingContactFields = Set(webNames: request.requiredBillingContactFields)
    requiredShippingContactFields = Set(webNames: request.requiredShippingContactFields)
    supportedCountries = request.supportedCountries.map { Set($0) }
    supportsCouponCode = request.supportsCouponCode ?? false
    couponCode = request.couponCode
    merchantCategoryCode = request.merchantCategoryCode.flatMap { Int16($0) }
      .map(MerchantCategoryCode.init(rawValue:))
    switch request.shippingType?.rawValue {
    case nil, "shipping": shippingType = .shipping
    case "delivery": shippingType = .delivery
    case "storePickup": shippingType = .storePickup
    case "servicePickup": shippingType = .servicePickup
    default: return false
    }
    switch request.shippingContactEditingMode?.rawValue {
    case nil, "available", "enabled": shippingContactEditingMode = .available
    case "storePickup":
      // The contact is the shop then, which the person cannot change: there must be one.
      guard shippingContact != nil else { return false }
      shippingContactEditingMode = .storePickup
    default: return false
    }
    return true
  }
}

extension Set<PKContactField> {
  /// The fields that Apple Pay on the web names so; others are left out.
  init(webNames: [ContactField]?) {
    self = []
    for field in webNames ?? [] {
      switch field.rawValue {
      case "email": insert(.emailAddress)
      case "name": insert(.name)
      case "phone": insert(.phoneNumber)
      case "phoneticName": insert(.phoneticName)
      case "postalAddress": insert(.postalAddress)
      default: break
      }
    }
  }
}

extension PKPaymentNetwork {
  /// The network that Apple Pay on the web calls `webName`; nil if this device does not know it.
  ///
  /// Web names and PassKit's differ in case only (`visa` and `Visa`), and WebKit compares them so.
  init?(webName: String) {
    let name = webName.lowercased()
    guard
      let network = PKPaymentRequest.availableNetworks().first(where: {
        $0.rawValue.lowercased() == name
      })
    else { return nil }
    self = network
  }
}

extension PKMerchantCapability {
  /// The capabilities that Apple Pay on the web names so; others are left out.
  init(webNames: [String]) {
    self = []
    for name in webNames {
      switch name {
      case "supports3DS": insert(.threeDSecure)
      case "supportsEMV": insert(.emv)
      case "supportsCredit": insert(.credit)
      case "supportsDebit": insert(.debit)
      case "supportsInstantFundsOut": insert(.instantFundsOut)
      default: break
      }
    }
  }
}
