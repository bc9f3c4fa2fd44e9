import PayCore

extension CommandSpec {
  static let check = CommandSpec(
    ["check"], "the whole configuration, all faults at once",
    examples: ["paytool check", "paytool check --config merchant-config --json"],
    notes: "Exits 1 if anything is wrong; each fault has its file and JSON pointer."
  ) { (invocation) throws(Failure) in
    let configuration = try invocation.configuration()
    let merchant = configuration.merchant
    if invocation.isJSON {
      try invocation.output.write([
        "object": "configuration", "valid": true,
        "merchantIdentifier": .string(merchant.identifier),
        "displayName": .string(merchant.displayName),
        "currency": .string(merchant.currency.code),
        "offers": .strings(configuration.offers.map(\.id)), "faults": [],
      ])
      return .ok
    }
    try invocation.output.write(
      Text.table([
        ["configuration", "\(invocation.configurationDirectory): good"],
        ["merchant", "\(merchant.displayName) (\(merchant.identifier))"],
        ["pays in", "\(merchant.currency.code), \(merchant.countryCode)"],
        ["networks", merchant.supportedNetworks.joined(separator: ", ")],
        ["offers", configuration.offers.map(\.id).joined(separator: ", ")],
      ]))
    return .ok
  }
}
