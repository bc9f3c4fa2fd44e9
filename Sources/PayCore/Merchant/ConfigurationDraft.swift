/// The configuration as it was read: shapes are known, rules are not checked yet.
package struct ConfigurationDraft: Sendable {
  /// The files of a configuration directory; that of notifications may be absent.
  package static let fileNames = [merchantFile, offersFile, notificationFile]
  static let merchantFile = "merchant.json"
  static let offersFile = "offers.json"
  static let notificationFile = "notification.json"

  private(set) var merchant = MerchantDraft()
  /// nil: the list is absent or unreadable, which is a fault of its own.
  private(set) var offers: [OfferDraft]?
  /// nil: the file is absent, which is none, or unreadable, which is.
  private(set) var notification: NotificationDraft?
  /// Faults of syntax and shape.
  private(set) var faults: [ConfigurationFault] = []

  /// Reads the files; one that is missing is a fault like any other.
  package init(_ files: [ConfigurationFile]) {
    if let root = root(of: Self.merchantFile, in: files) {
      var reader = JSONReader(root)
      merchant = MerchantDraft(&reader)
      note(reader.finish(), in: Self.merchantFile)
    }
    if let root = root(of: Self.offersFile, in: files) {
      var reader = JSONReader(root)
      let elements = reader.array("offers")
      note(reader.finish(), in: Self.offersFile)
      offers = elements?.prefix(Limits.offers + 1).enumerated().map { index, element in
        var reader = JSONReader(element, at: "/offers/\(index)")
        let offer = OfferDraft(&reader)
        note(reader.finish(), in: Self.offersFile)
        return offer
      }
    }
    if files.contains(where: { $0.name == Self.notificationFile }),
      let root = root(of: Self.notificationFile, in: files)
    {
      var reader = JSONReader(root)
      notification = NotificationDraft(&reader)
      note(reader.finish(), in: Self.notificationFile)
    }
  }

  private mutating func root(of name: String, in files: [ConfigurationFile]) -> JSONValue? {
    guard let file = files.first(where: { $0.name == name }) else {
      note([JSONFault(pointer: "", code: "missing_file", detail: "the file is missing")], in: name)
      return nil
    }
    do {
      return try JSONValue(parsing: file.bytes, limit: Limits.configurationBytes)
    } catch {
      let place = TextPlace(of: error.offset, in: file.bytes)
      note(
        [
          JSONFault(
            pointer: "", code: error.code.rawValue,
            detail: "line \(place.line), column \(place.column): \(error)")
        ], in: name)
      return nil
    }
  }

  private mutating func note(_ found: [JSONFault], in file: String) {
    faults += found.map { ConfigurationFault(file: file, fault: $0) }
  }
}

/// `merchant.json` before its rules are checked; nil: absent or of the wrong type.
struct MerchantDraft: Sendable {
  var identifier: String?
  var displayName: String?
  var supportedNetworks: [String]?
  var capabilities: [String]?
  /// nil: nothing is asked for.
  var billingFields: [String]?
  var shippingFields: [String]?
  var countryCode: String?
  var currencyCode: String?
  var domainName: String?
  var initiative: String?
  var initiativeContext: String?
  var intentLifetimeSeconds: Int64?
  var sessionLifetimeSeconds: Int64?
  var idempotencyDays: Int64?
  var acceptsAttestedAuthorizations: Bool?

  init() {}

  init(_ reader: inout JSONReader) {
    identifier = reader.string("merchantIdentifier")
    displayName = reader.string("displayName")
    supportedNetworks = reader.strings("supportedNetworks")
    capabilities = reader.strings("merchantCapabilities")
    billingFields = reader.optionalStrings("requiredBillingContactFields")
    shippingFields = reader.optionalStrings("requiredShippingContactFields")
    countryCode = reader.string("countryCode")
    currencyCode = reader.string("currencyCode")
    domainName = reader.string("domainName")
    initiative = reader.optionalString("initiative")
    initiativeContext = reader.optionalString("initiativeContext")
    intentLifetimeSeconds = reader.optionalInteger("intentLifetimeSeconds")
    sessionLifetimeSeconds = reader.optionalInteger("sessionLifetimeSeconds")
    idempotencyDays = reader.optionalInteger("idempotencyDays")
    acceptsAttestedAuthorizations = reader.optionalBool("acceptsAttestedAuthorizations")
  }
}

/// One offer of `offers.json` before its rules are checked; nil: absent or of the wrong type.
struct OfferDraft: Sendable {
  var id: String?
  var label: String?
  /// nil too if an element is of the wrong type.
  var segments: [SegmentDraft]?
  var defaultSegment: Int64?
  var validFrom: String?
  var validUntil: String?

  init(_ reader: inout JSONReader) {
    id = reader.string("id")
    label = reader.string("label")
    segments = Self.segments(&reader)
    defaultSegment =
      reader.optionalInteger("defaultSegment") ?? (reader.has("defaultSegment") ? nil : 0)
    validFrom = reader.optionalString("validFrom")
    validUntil = reader.optionalString("validUntil")
  }

  private static func segments(_ reader: inout JSONReader) -> [SegmentDraft]? {
    guard let elements = reader.array("segments") else { return nil }
    var faults: [JSONFault] = []
    let drafts = elements.enumerated().compactMap { index, element in
      SegmentDraft(element, at: "\(reader.path("segments"))/\(index)", faults: &faults)
    }
    reader.note(faults)
    return drafts.count == elements.count ? drafts : nil
  }
}

/// `notification.json` before its rules are checked; nil: absent or of the wrong type.
struct NotificationDraft: Sendable {
  var category: String?
  var title: String?
  var subtitle: String?
  var body: String?
  var sound: String?
  var threadIdentifier: String?
  var interruptionLevel: String?
  /// The number as it was written.
  var relevanceScore: String?
  var endpoint: String?
  var validSeconds: Int64?

  init(_ reader: inout JSONReader) {
    category = reader.string("category")
    title = reader.string("title")
    subtitle = reader.optionalString("subtitle")
    body = reader.string("body")
    sound = reader.optionalString("sound")
    threadIdentifier = reader.optionalString("threadIdentifier")
    interruptionLevel = reader.optionalString("interruptionLevel")
    switch reader.value("relevanceScore") {
    case nil: break
    case .integer(let value)?: relevanceScore = String(value)
    case .number(let text)?: relevanceScore = text
    case let value?:
      reader.fault("relevanceScore", "wrong_type", "must be a number, not \(value.typeName)")
    }
    endpoint = reader.string("endpoint")
    validSeconds = reader.optionalInteger("validSeconds")
  }
}

/// Line and column, one-based, of a byte of a text; columns count bytes.
private struct TextPlace {
  let line: Int
  let column: Int

  init(of offset: Int, in bytes: [UInt8]) {
    let before = bytes.prefix(offset)
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    column = offset - (before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0) + 1
  }
}

extension JSONReader {
  fileprivate mutating func optionalStrings(_ name: String) -> [String]? {
    has(name) ? strings(name) : nil
  }
}
