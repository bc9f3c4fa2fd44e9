import Foundation
import PassKit
import PayCore

extension PKPaymentRequest {
  /// The request as the server gave it. Nothing is computed here: the bytes in `applicationData`
  /// name exactly this price, and Apple signs their digest into the token.
  convenience init(_ request: PaymentRequest) {
    self.init()
    merchantIdentifier = request.merchantIdentifier
    countryCode = request.countryCode
    currencyCode = request.currency.code
    merchantCapabilities = PKMerchantCapability(webNames: request.merchantCapabilities)
    supportedNetworks = request.supportedNetworks.compactMap(PKPaymentNetwork.init(webName:))
    paymentSummaryItems = request.paymentSummaryItems.map { item in
      PKPaymentSummaryItem(
        label: item.label, amount: NSDecimalNumber(item.amount),
        type: item.kind == .final ? .final : .pending)
    }
    applicationData = request.applicationData.map { Data($0) }
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

extension NSDecimalNumber {
  /// The amount, exactly: minor units shifted by the currency's digits, with neither a text nor a
  /// `Double` between.
  convenience init(_ money: Money) {
    self.init(
      mantissa: money.minorUnits.magnitude, exponent: Int16(-(money.currency.minorDigits ?? 0)),
      isNegative: money.minorUnits < 0)
  }
}
