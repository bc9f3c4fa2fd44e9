extension PaymentRequest {
  /// ApplePayPaymentRequest: line items, then the total apart.
  package var webForm: JSONValue {
    common(
      ["lineItems": .array(lineItems.map(\.json)), "total": total.json])
  }

  /// PKPaymentRequest: summary items, the total last.
  package var passKitForm: JSONValue {
    common(["paymentSummaryItems": .array((lineItems + [total]).map(\.json))])
  }

  private func common(_ items: JSONValue) -> JSONValue {
    guard case .object(let members) = items else { return items }
    let head: [JSONMember] = [
      JSONMember("merchantIdentifier", .string(merchantIdentifier)),
      JSONMember("merchantCapabilities", .strings(merchantCapabilities)),
      JSONMember("supportedNetworks", .strings(supportedNetworks)),
      JSONMember("countryCode", .string(countryCode)),
      JSONMember("currencyCode", .string(currency.code)),
    ]
    return .object(head + members)
      .with("applicationData", applicationData.map { .string(Base64.encode($0)) })
  }

  /// Reads the web form that `webForm` writes, without `applicationData`.
  package init(webForm: JSONValue) throws(JSONFaults) {
    var reader = JSONReader(webForm)
    let merchant = reader.string("merchantIdentifier")
    let capabilities = reader.strings("merchantCapabilities")
    let networks = reader.strings("supportedNetworks")
    let country = reader.string("countryCode")
    let code = reader.string("currencyCode")
    let lines = reader.array("lineItems")
    let last = reader.object("total")
    let faults = reader.finish()
    guard faults.isEmpty, let merchant, let capabilities, let networks, let country, let code,
      let lines, let last
    else { throw JSONFaults(faults) }
    guard let currency = Currency(code: code) else {
      throw JSONFaults(
        pointer: "/currencyCode", code: "unknown_currency", detail: "is not a currency of ISO 4217")
    }
    var items: [SummaryItem] = []
    for (index, line) in lines.enumerated() {
      items.append(try SummaryItem(json: line, at: "/lineItems/\(index)", currency: currency))
    }
    self.init(
      merchantIdentifier: merchant, merchantCapabilities: capabilities, supportedNetworks: networks,
      countryCode: country, currency: currency, lineItems: items,
      total: try SummaryItem(json: last, at: "/total", currency: currency), applicationData: nil)
  }
}

extension SummaryItem {
  package var json: JSONValue {
    [
      "label": .string(label), "amount": .string(amount.amount), "type": .string(kind.rawValue),
    ]
  }

  init(json: JSONValue, at pointer: String, currency: Currency) throws(JSONFaults) {
    var reader = JSONReader(json, at: pointer)
    let label = reader.string("label")
    let text = reader.string("amount")
    let type = reader.string("type")
    let kind = type.flatMap(Kind.init(rawValue:))
    if type != nil, kind == nil {
      reader.fault("type", "unknown_value", "must be final or pending")
    }
    let faults = reader.finish()
    guard faults.isEmpty, let label, let text, let kind else { throw JSONFaults(faults) }
    do {
      self.init(
        label: label, amount: try Money(parsing: text, currency: currency), kind: kind)
    } catch {
      throw JSONFaults(pointer: pointer + "/amount", code: error.code, detail: error.description)
    }
  }
}
