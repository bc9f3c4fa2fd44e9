extension PaymentRequest {
  /// ApplePayPaymentRequest: line items, then the total apart.
  package var webForm: JSONValue {
    members { members in
      if !lineItems.isEmpty { members.add("lineItems", lineItems) }
      members.add("total", total)
    }
  }

  /// PKPaymentRequest: summary items, the total last.
  package var passKitForm: JSONValue {
    members { $0.add("paymentSummaryItems", lineItems + [total]) }
  }

  private func members(items: (inout RequestMembers) -> Void) -> JSONValue {
    var members = RequestMembers(capacity: 9)
    if !merchantIdentifier.isEmpty { members.add("merchantIdentifier", merchantIdentifier) }
    members.add("merchantCapabilities", merchantCapabilities)
    members.add("supportedNetworks", supportedNetworks)
    members.add("countryCode", countryCode)
    members.add("currencyCode", currency.code)
    items(&members)
    members.add("applicationData", applicationData.map(Base64.encode))
    writtenOptions?.add(to: &members)
    return members.json
  }
}

extension PaymentRequest {
  /// Reads the web form. Amounts are read as `Money`, so they are written again at the currency's
  /// digits; everything else comes back as it was.
  ///
  /// Throws every fault at its pointer: unknown members, null and an empty `lineItems` are faults,
  /// for absent and empty are not the same.
  package init(webForm json: JSONValue) throws(JSONFaults) {
    var reader = RequestReader(json, unknown: .refused)
    try self.init(&reader, items: PaymentRequest.webItems)
  }

  /// Reads the web form without what is not known here, so that a newer server may add members.
  init(knownMembersOf json: JSONValue) throws(JSONFaults) {
    var reader = RequestReader(json, unknown: .passedOver)
    try self.init(&reader, items: PaymentRequest.webItems)
  }

  /// Reads the PassKit form; all else as for the web form.
  package init(passKitForm json: JSONValue) throws(JSONFaults) {
    var reader = RequestReader(json, unknown: .refused)
    try self.init(&reader, items: PaymentRequest.summaryItems)
  }

  private typealias Items = (lines: [SummaryItem], total: SummaryItem)

  private static func webItems(_ reader: inout RequestReader) -> Items? {
    let lines: [SummaryItem]? = reader.optionalParts("lineItems")
    if lines?.isEmpty == true { reader.refuseEmpty("lineItems") }
    let total: SummaryItem? = reader.part("total")
    if total?.statesAmount == false { reader.refuseUnstated(at: "/total") }
    guard let total else { return nil }
    return (lines ?? [], total)
  }

  private static func summaryItems(_ reader: inout RequestReader) -> Items? {
    let name = "paymentSummaryItems"
    let items: [SummaryItem]? = reader.parts(name)
    if items?.isEmpty == true { reader.refuseEmpty(name, remedy: "the total is its last item") }
    guard let items, let total = items.last else { return nil }
    if !total.statesAmount { reader.refuseUnstated(at: "/\(name)/\(items.count - 1)") }
    return (Array(items.dropLast()), total)
  }

  private init(
    _ reader: inout RequestReader, items: (inout RequestReader) -> Items?
  ) throws(JSONFaults) {
    let merchant = reader.optionalString("merchantIdentifier")
    if merchant?.isEmpty == true { reader.refuseEmpty("merchantIdentifier") }
    let capabilities: [MerchantCapability]? = reader.names("merchantCapabilities")
    let networks: [PaymentNetwork]? = reader.names("supportedNetworks")
    let country = reader.string("countryCode")
    reader.readCurrency("currencyCode")
    let items = items(&reader)
    let applicationData = reader.optionalBytes("applicationData")
    let options = reader.hasMore ? RequestOptions(&reader) : nil
    let faults = reader.finish()
    guard faults.isEmpty, let capabilities, let networks, let country,
      let currency = reader.currency, let items
    else { throw JSONFaults(faults) }
    self.init(
      merchantIdentifier: merchant ?? "", merchantCapabilities: capabilities,
      supportedNetworks: networks, countryCode: country, currency: currency,
      lineItems: items.lines, total: items.total, applicationData: applicationData)
    if let options { self.options = options }
  }
}
