import PayCore
import PaySystem

extension CommandSpec {
  static let check = CommandSpec(
    ["check"], "the whole configuration, all faults at once",
    examples: ["paytool check", "paytool check --config merchant-config --json"],
    notes:
      "Exits 1 if anything is wrong; each fault stands with its file and JSON pointer. What the\n"
      + "rules of Apple, WebKit and ours say about the payment request of a price is told, and\n"
      + "changes nothing."
  ) { (invocation) throws(Failure) in
    let directory = invocation.configurationDirectory
    let configuration: MerchantConfiguration
    let profiles: [SettlementProfile]
    do throws(ConfigurationLoadError) {
      (configuration, profiles) = try ConfigurationDirectory.check(directory)
    } catch {
      if invocation.isJSON, case .faults(let error) = error {
        try invocation.output.write([
          "object": "configuration", "valid": false, "faults": .array(error.faults.map(\.json)),
        ])
      }
      throw Failure(error, directory: directory)
    }
    try invocation.tell(configuration, profiles.map(\.name))
  }
}

extension Invocation {
  fileprivate func tell(
    _ configuration: MerchantConfiguration, _ settlementProfiles: [String]
  ) throws(Failure) {
    let merchant = configuration.merchant
    let offers = configuration.offers.map(\.id)
    if isJSON {
      return try output.write([
        "object": "configuration", "valid": true,
        "merchantIdentifier": .string(merchant.identifier),
        "displayName": .string(merchant.displayName),
        "currency": .string(merchant.currency.code), "offers": .strings(offers),
        "notifications": .bool(configuration.notification != nil),
        "settlementProfiles": .strings(settlementProfiles), "faults": [],
        "findings": .array(configuration.requestFindings.map(\.json)),
      ])
    }
    for finding in configuration.requestFindings { output.note(finding.line) }
    try output.write(
      Table.facts([
        ["configuration", "\(configurationDirectory): no faults"],
        ["merchant", "\(merchant.displayName) (\(merchant.identifier))"],
        ["pays in", "\(merchant.currency.code), \(merchant.countryCode)"],
        ["networks", merchant.supportedNetworks.joined(separator: ", ")],
        ["offers", offers.joined(separator: ", ")],
        [
          "settlements",
          settlementProfiles.isEmpty ? "none" : settlementProfiles.joined(separator: ", "),
        ],
        ["notifications", configuration.notification.map { "to \($0.category)" } ?? "none"],
      ]))
  }
}

/// A finding about the payment requests of prices, told once for all that have it.
private struct PriceFinding {
  let finding: RequestFinding
  /// The first price that has it.
  let offer: String
  let segment: Int
  let shippingMethod: String?
  var prices: Int

  var line: String {
    let shipped = shippingMethod.map { " shipped by \($0)" } ?? ""
    let others = prices > 1 ? " and of \(counted(prices - 1, "other price"))" : ""
    return finding.line(
      of: "the payment request of offer \(offer), segment \(segment)\(shipped)\(others)")
  }

  var json: JSONValue {
    let price: JSONValue = ["offer": .string(offer), "segment": .integer(Int64(segment))]
    return price.with("shippingMethod", shippingMethod.map { .string($0) })
      .with("prices", .integer(Int64(prices))).with("finding", finding.json)
  }
}

extension MerchantConfiguration {
  /// In the order of the offers.
  fileprivate var requestFindings: [PriceFinding] {
    var found: [PriceFinding] = []
    var places: [RequestFinding: Int] = [:]
    for place in pricePlaces {
      let quote = Quote(self, place)
      for finding in quote.findings {
        if let place = places[finding] {
          found[place].prices += 1
        } else {
          places[finding] = found.count
          found.append(
            PriceFinding(
              finding: finding, offer: quote.offer, segment: quote.segment,
              shippingMethod: quote.shippingMethod?.identifier, prices: 1))
        }
      }
    }
    return found
  }
}
