// What two rule sets check alike, each under rules of its own.

extension RequestReport {
  /// Networks that are not in the table, or newer than the version.
  mutating func checkNetworks(
    _ value: JSONValue?, apiVersion: Int, unknown: RequestRule, version: RequestRule
  ) {
    guard case .array(let networks)? = value else { return }
    for (index, network) in networks.enumerated() {
      guard case .string(let name) = network else { continue }
      guard let known = VersionedName.named(name, in: PaymentNetwork.known) else {
        add(
          unknown, at: "/supportedNetworks/\(index)",
          "\(quoted(name)) is no payment network that is known"
            + didYouMean(name, PaymentNetwork.known))
        continue
      }
      if let web = known.web, web > apiVersion {
        add(
          version, at: "/supportedNetworks/\(index)",
          "\(name) came with version \(web), the request is for version \(apiVersion)")
      }
    }
  }

  /// More than one optional request type.
  mutating func checkRequestTypes(_ web: JSONValue, _ rule: RequestRule) {
    var first: String?
    for kind in PaymentKind.allCases {
      guard let member = kind.member, web[member] != nil else { continue }
      guard let other = first else {
        first = member
        continue
      }
      add(rule, at: "/" + member, "stands beside \(other)")
    }
  }
}

/// A word from outside, in quotes and cut to the length of a message.
func quoted(_ word: String) -> String { word.isEmpty ? "\"\"" : "\"\(shortened(word))\"" }

/// `; did you mean visa?`, or nothing.
func didYouMean(_ word: String, _ names: [VersionedName]) -> String {
  Suggestion.closest(to: word, among: names.map(\.name)).map { "; did you mean \($0)?" } ?? ""
}
