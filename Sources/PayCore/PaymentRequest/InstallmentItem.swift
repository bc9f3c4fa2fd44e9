/// One thing that is paid by installments; the texts are those of WebKit.
///
/// Source: WebKit, ApplePayInstallmentItem.
public struct InstallmentItem: Sendable, Hashable {
  /// Nil is `generic`.
  public var type: InstallmentItemType?
  public var amount: String?
  public var currencyCode: String?
  public var programIdentifier: String?
  /// Annual percentage rate.
  public var apr: String?
  public var programTerms: String?

  package init() {
  }
}

extension InstallmentItem: RequestPart {
  var json: JSONValue {
    var members = RequestMembers(capacity: 6)
    members.add("type", type)
    members.add("amount", amount)
    members.add("currencyCode", currencyCode)
    members.add("programIdentifier", programIdentifier)
    members.add("apr", apr)
    members.add("programTerms", programTerms)
    return members.json
  }

  init?(_ reader: inout RequestReader) {
    let type: InstallmentItemType? = reader.optionalName("type")
    let amount = reader.optionalString("amount")
    let currencyCode = reader.optionalString("currencyCode")
    let programIdentifier = reader.optionalString("programIdentifier")
    let apr = reader.optionalString("apr")
    let programTerms = reader.optionalString("programTerms")
    self.init()
    self.type = type
    self.amount = amount
    self.currencyCode = currencyCode
    self.programIdentifier = programIdentifier
    self.apr = apr
    self.programTerms = programTerms
  }
}

/// Source: WebKit, ApplePayInstallmentItemType.
public struct InstallmentItemType: RequestName {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  package static let known: [VersionedName] = ["generic", "phone", "pad", "watch", "mac"].map {
    VersionedName($0, iOS: nil, web: nil)
  }
}
