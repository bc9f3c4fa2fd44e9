/// A merchant session in Apple's shape, bound to a purchase intent and its price.
///
/// Only Apple can sign a session that an Apple device accepts on the web; one of ours proves to the
/// merchant's own services that session, intent and price belong together.
package struct MerchantSession: Sendable, Hashable {
  /// Upper-case hex SHA-256 of the merchant ID.
  package let merchantIdentifier: String
  package let merchantSessionIdentifier: String
  package let domainName: String
  package let initiative: String
  package let initiativeContext: String
  package let displayName: String
  /// Eight hex characters.
  package let nonce: String
  package let epochTimestamp: Timestamp
  package let expiresAt: Timestamp
  package let operationalAnalyticsIdentifier: String
  package let retries: Int64
  package let pspId: String
  /// Id, minor units and currency of the intent; empty, 0 and empty if the session stands alone.
  package let purchaseIntent: String
  package let amountMinor: Int64
  package let currency: String

  /// A new session for an intent, or standing alone.
  package init(
    _ merchant: Merchant, intent: PurchaseIntent?, at moment: Timestamp,
    randomBytes: (Int) -> [UInt8], digest: some Digest
  ) {
    let hash = Self.hashedIdentifier(of: merchant, digest)
    let random = randomBytes(48)
    merchantIdentifier = hash
    merchantSessionIdentifier =
      "PSH" + Hex.upper(random.prefix(16)) + "_" + Hex.upper(random.suffix(32))
    domainName = merchant.domainName
    initiative = merchant.initiative
    initiativeContext = merchant.initiativeContext
    displayName = merchant.displayName
    nonce = Hex.lower(randomBytes(4))
    epochTimestamp = moment
    expiresAt = moment.adding(seconds: merchant.sessionLifetimeSeconds)
    operationalAnalyticsIdentifier = merchant.displayName + ":" + hash
    retries = 0
    pspId = hash
    purchaseIntent = intent?.id ?? ""
    amountMinor = intent?.price.minorUnits ?? 0
    currency = intent?.price.currency.code ?? ""
  }

  /// What `merchantIdentifier` is for a merchant.
  static func hashedIdentifier(of merchant: Merchant, _ digest: some Digest) -> String {
    Hex.upper(digest.sha256(Array(merchant.identifier.utf8)))
  }

  /// The exact bytes that the signature covers.
  package var signedBytes: [UInt8] {
    var output = LengthPrefixed()
    output.append("pay-session-v1")
    for field in fields {
      switch field.value {
      case .integer(let number): output.append(number)
      case .string(let text): output.append(text)
      default: preconditionFailure("a session has strings and integers only")
      }
    }
    return output.bytes
  }

  /// Names of the signed fields, in the order in which they are signed.
  package static let signedFields = [
    "merchantIdentifier", "merchantSessionIdentifier", "domainName", "initiative",
    "initiativeContext", "displayName", "nonce", "epochTimestamp", "expiresAt",
    "operationalAnalyticsIdentifier", "retries", "pspId", "purchaseIntent", "amountMinor",
    "currency",
  ]

  /// The signed fields with their values, in that order.
  var fields: [JSONMember] {
    let values: [JSONValue] = [
      .string(merchantIdentifier), .string(merchantSessionIdentifier), .string(domainName),
      .string(initiative), .string(initiativeContext), .string(displayName), .string(nonce),
      .integer(epochTimestamp.milliseconds), .integer(expiresAt.milliseconds),
      .string(operationalAnalyticsIdentifier), .integer(retries), .string(pspId),
      .string(purchaseIntent), .integer(amountMinor), .string(currency),
    ]
    return zip(Self.signedFields, values).map { JSONMember($0, $1) }
  }
}
