import PayCore
import PaySystem

extension CommandSpec {
  static let check = CommandSpec(
    ["check"], "the whole configuration, all faults at once",
    examples: ["paytool check", "paytool check --config merchant-config --json"],
    notes: "Exits 1 if anything is wrong; each fault stands with its file and JSON pointer."
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
      ])
    }
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
