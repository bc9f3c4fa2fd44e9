// The part of Apple's PassKit that the example uses, with the signatures of the iOS 18 SDK and
// nothing behind them.

import Contacts
import Foundation
import UIKit

public struct PKPaymentNetwork: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

public struct PKMerchantCapability: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let threeDSecure = Self(rawValue: 1)
  public static let emv = Self(rawValue: 2)
  public static let credit = Self(rawValue: 4)
  public static let debit = Self(rawValue: 8)
  public static let instantFundsOut = Self(rawValue: 128)
}

public enum PKPaymentSummaryItemType: UInt, Sendable {
  case final
  case pending
}

open class PKPaymentSummaryItem: NSObject {
  public convenience init(label: String, amount: NSDecimalNumber) { stub() }
  public convenience init(
    label: String, amount: NSDecimalNumber, type: PKPaymentSummaryItemType
  ) { stub() }
}

open class PKRecurringPaymentSummaryItem: PKPaymentSummaryItem {
  open var startDate: Date?
  open var intervalUnit: NSCalendar.Unit = .month
  open var intervalCount: Int = 1
  open var endDate: Date?
}

open class PKDeferredPaymentSummaryItem: PKPaymentSummaryItem {
  open var deferredDate: Date = .distantFuture
}

open class PKAutomaticReloadPaymentSummaryItem: PKPaymentSummaryItem {
  open var thresholdAmount: NSDecimalNumber = 0
}

open class PKDateComponentsRange: NSObject {
  public init?(start: DateComponents, end: DateComponents) { stub() }
}

open class PKShippingMethod: PKPaymentSummaryItem {
  open var identifier: String?
  open var detail: String?
  open var dateComponentsRange: PKDateComponentsRange?
}

public enum PKShippingType: UInt, Sendable {
  case shipping
  case delivery
  case storePickup
  case servicePickup
}

public enum PKShippingContactEditingMode: UInt, Sendable {
  case available = 1
  case storePickup
}

public struct PKContactField: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let emailAddress = Self(rawValue: "")
  public static let name = Self(rawValue: "")
  public static let phoneNumber = Self(rawValue: "")
  public static let phoneticName = Self(rawValue: "")
  public static let postalAddress = Self(rawValue: "")
}

open class PKContact: NSObject {
  open var name: PersonNameComponents?
  open var postalAddress: CNPostalAddress?
  open var emailAddress: String?
  open var phoneNumber: CNPhoneNumber?
}

open class PKPaymentTokenContext: NSObject {
  public init(
    merchantIdentifier: String, externalIdentifier: String, merchantName: String,
    merchantDomain: String?, amount: NSDecimalNumber
  ) { stub() }
}

open class PKRecurringPaymentRequest: NSObject {
  public init(
    paymentDescription: String, regularBilling: PKRecurringPaymentSummaryItem, managementURL: URL
  ) { stub() }
  open var trialBilling: PKRecurringPaymentSummaryItem?
  open var billingAgreement: String?
  open var tokenNotificationURL: URL?
}

open class PKAutomaticReloadPaymentRequest: NSObject {
  public init(
    paymentDescription: String, automaticReloadBilling: PKAutomaticReloadPaymentSummaryItem,
    managementURL: URL
  ) { stub() }
  open var billingAgreement: String?
  open var tokenNotificationURL: URL?
}

open class PKDeferredPaymentRequest: NSObject {
  public init(
    paymentDescription: String, deferredBilling: PKDeferredPaymentSummaryItem, managementURL: URL
  ) { stub() }
  open var billingAgreement: String?
  open var tokenNotificationURL: URL?
  open var freeCancellationDate: Date?
  open var freeCancellationDateTimeZone: TimeZone?
}

open class PKPaymentRequest: NSObject {
  public struct MerchantCategoryCode: RawRepresentable, Hashable, Sendable {
    public var rawValue: Int16
    public init(rawValue: Int16) { self.rawValue = rawValue }
  }

  open class func availableNetworks() -> [PKPaymentNetwork] { stub() }
  open var merchantIdentifier: String = ""
  open var countryCode: String = ""
  open var currencyCode: String = ""
  open var merchantCapabilities: PKMerchantCapability = []
  open var supportedNetworks: [PKPaymentNetwork] = []
  open var paymentSummaryItems: [PKPaymentSummaryItem] = []
  open var applicationData: Data?
  open var shippingMethods: [PKShippingMethod]?
  open var shippingType: PKShippingType = .shipping
  open var shippingContactEditingMode: PKShippingContactEditingMode = .available
  open var billingContact: PKContact?
  open var shippingContact: PKContact?
  open var requiredBillingContactFields: Set<PKContactField> = []
  open var requiredShippingContactFields: Set<PKContactField> = []
  open var supportedCountries: Set<String>?
  open var supportsCouponCode: Bool = false
  open var couponCode: String?
  open var merchantCategoryCode: MerchantCategoryCode?
  open var recurringPaymentRequest: PKRecurringPaymentRequest?
  open var automaticReloadPaymentRequest: PKAutomaticReloadPaymentRequest?
  open var deferredPaymentRequest: PKDeferredPaymentRequest?
  open var multiTokenContexts: [PKPaymentTokenContext] = []
}

open class PKPaymentToken: NSObject {
  open var paymentData: Data { stub() }
}

open class PKPayment: NSObject {
  open var token: PKPaymentToken { stub() }
}

public enum PKPaymentAuthorizationStatus: Int, Sendable {
  case success
  case failure
}

open class PKPaymentAuthorizationResult: NSObject {
  public init(status: PKPaymentAuthorizationStatus, errors: [any Error]?) { stub() }
}

/// There the first is one optional requirement in two spellings, with a handler and `async`; both
/// are of the main actor.
public protocol PKPaymentAuthorizationControllerDelegate: NSObjectProtocol {
  @MainActor func paymentAuthorizationController(
    _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment
  ) async -> PKPaymentAuthorizationResult
  @MainActor func paymentAuthorizationControllerDidFinish(
    _ controller: PKPaymentAuthorizationController)
}

open class PKPaymentAuthorizationController: NSObject {
  open class func canMakePayments() -> Bool { stub() }
  open weak var delegate: (any PKPaymentAuthorizationControllerDelegate)?
  public init(paymentRequest request: PKPaymentRequest) { stub() }
  open func present(completion: ((Bool) -> Void)? = nil) {}
  open func dismiss(completion: (() -> Void)? = nil) {}
}

public enum PKPaymentButtonType: Int, Sendable {
  case plain
  case buy
}

public enum PKPaymentButtonStyle: Int, Sendable {
  case white
  case whiteOutline
  case black
  case automatic
}

@MainActor
open class PKPaymentButton: UIButton {
  public init(
    paymentButtonType type: PKPaymentButtonType, paymentButtonStyle style: PKPaymentButtonStyle
  ) {
    super.init(frame: .zero)
  }
  public required init?(coder: NSCoder) { nil }
}

private func stub() -> Never { fatalError("a stub is type-checked, never run") }
