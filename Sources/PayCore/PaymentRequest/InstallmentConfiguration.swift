/// Paying by installments with Apple Card.
///
/// Its amounts and rates stay texts: their currency is a member of its own here, which may be
/// absent. Source: WebKit, ApplePayInstallmentConfiguration.
public struct InstallmentConfiguration: Sendable, Hashable {
  /// Nil is `appleCard`.
  public var featureType: SetupFeatureType?
  /// Base64, not read here.
  public var merchandisingImageData: String?
  public var openToBuyThresholdAmount: String?
  public var bindingTotalAmount: String?
  public var currencyCode: String?
  public var isInStorePurchase: Bool?
  public var merchantIdentifier: String?
  public var referrerIdentifier: String?
  public var items: [InstallmentItem]?
  /// The merchant's own object, passed on as it is: no names of it are Apple's.
  package var applicationMetadata: JSONValue?
  /// Nil is `unknown`.
  public var retailChannel: InstallmentRetailChannel?

  package init() {
  }
}

extension InstallmentConfiguration: RequestPart {
  var json: JSONValue {
    var members = RequestMembers(capacity: 11)
    members.add("featureType", featureType)
    members.add("merchandisingImageData", merchandisingImageData)
    members.add("openToBuyThresholdAmount", openToBuyThresholdAmount)
    members.add("bindingTotalAmount", bindingTotalAmount)
    members.add("currencyCode", currencyCode)
    members.add("isInStorePurchase", isInStorePurchase)
    members.add("merchantIdentifier", merchantIdentifier)
    members.add("referrerIdentifier", referrerIdentifier)
    members.add("items", items)
    members.add("applicationMetadata", applicationMetadata)
    members.add("retailChannel", retailChannel)
    return members.json
  }

  init?(_ reader: inout RequestReader) {
    let featureType: SetupFeatureType? = reader.optionalName("featureType")
    let merchandisingImageData = reader.optionalString("merchandisingImageData")
    let openToBuyThresholdAmount = reader.optionalString("openToBuyThresholdAmount")
    let bindingTotalAmount = reader.optionalString("bindingTotalAmount")
    let currencyCode = reader.optionalString("currencyCode")
    let isInStorePurchase = reader.optionalBool("isInStorePurchase")
    let merchantIdentifier = reader.optionalString("merchantIdentifier")
    let referrerIdentifier = reader.optionalString("referrerIdentifier")
    let items: [InstallmentItem]? = reader.optionalParts("items")
    let applicationMetadata = reader.optionalObject("applicationMetadata")
    let retailChannel: InstallmentRetailChannel? = reader.optionalName("retailChannel")
    self.init()
    self.featureType = featureType
    self.merchandisingImageData = merchandisingImageData
    self.openToBuyThresholdAmount = openToBuyThresholdAmount
    self.bindingTotalAmount = bindingTotalAmount
    self.currencyCode = currencyCode
    self.isInStorePurchase = isInStorePurchase
    self.merchantIdentifier = merchantIdentifier
    self.referrerIdentifier = referrerIdentifier
    self.items = items
    self.applicationMetadata = applicationMetadata
    self.retailChannel = retailChannel
  }
}

/// Source: WebKit, ApplePaySetupFeatureType.
public struct SetupFeatureType: RequestName {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  package static let known: [VersionedName] = ["applePay", "appleCard"].map {
    VersionedName($0, iOS: nil, web: nil)
  }
}

/// Source: WebKit, ApplePayInstallmentRetailChannel.
public struct InstallmentRetailChannel: RequestName {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  package static let known: [VersionedName] = ["unknown", "app", "web", "inStore"].map {
    VersionedName($0, iOS: nil, web: nil)
  }
}
