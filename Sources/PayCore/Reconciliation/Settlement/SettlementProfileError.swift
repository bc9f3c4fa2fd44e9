/// Why a file is no mapping profile: every fault found.
package struct SettlementProfileError: Error, Sendable, Hashable {
  /// Stable code for the whole.
  package let code = "settlement_profile"
  /// The name under which the profile was looked for.
  package let name: String
  package let faults: [JSONFault]

  package init(name: String, faults: [JSONFault]) {
    self.name = name
    self.faults = faults
  }
}

extension SettlementProfileError: CustomStringConvertible {
  package var description: String {
    "settlement profile \(name): " + faults.map(\.description).joined(separator: "; ")
  }
}
