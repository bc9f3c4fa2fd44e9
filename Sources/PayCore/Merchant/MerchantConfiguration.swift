/// The merchant and its offers, checked completely and frozen.
package struct MerchantConfiguration: Sendable, Hashable {
  package let merchant: Merchant
  /// In the order of the file; never empty, ids unique.
  package let offers: [Offer]
  /// nil: the merchant sends no notifications.
  package let notification: NotificationTemplate?

  package func offer(_ id: String) -> Offer? { offers.first { $0.id.hasSameBytes(as: id) } }
}

/// Who sells, and how the sheet is set up.
package struct Merchant: Sendable, Hashable {
  /// The merchant ID registered with Apple.
  package let identifier: String
  /// The name on the sheet's total and in merchant sessions.
  package let displayName: String
  package let supportedNetworks: [String]
  package let capabilities: [String]
  package let countryCode: String
  package let currency: Currency
  /// The domain that merchant sessions are for.
  package let domainName: String
  /// What the sheet asks for; empty: nothing.
  package let requiredBillingContactFields: [ContactField]
  /// What the sheet asks for if something is shipped; empty: nothing.
  package let requiredShippingContactFields: [ContactField]
  package let initiative: String
  package let initiativeContext: String
  package let intentLifetimeSeconds: Int64
  package let sessionLifetimeSeconds: Int64
  package let idempotencyDays: Int64
  /// Whether the backend's word alone can authorize an intent.
  package let acceptsAttestedAuthorizations: Bool
}

/// One file of the configuration directory, as read.
package struct ConfigurationFile: Sendable {
  /// Its name in the directory: `merchant.json`.
  package let name: String
  package let bytes: [UInt8]

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// One thing wrong with the configuration.
package struct ConfigurationFault: Sendable, Hashable {
  package let file: String
  package let fault: JSONFault

  package init(file: String, fault: JSONFault) {
    self.file = file
    self.fault = fault
  }

  package var json: JSONValue {
    [
      "file": .string(file), "pointer": .string(fault.pointer), "code": .string(fault.code),
      "detail": .string(fault.detail),
    ]
  }
}

extension ConfigurationFault: CustomStringConvertible {
  /// One line: file, pointer and what is wrong.
  package var description: String {
    "\(file)\(fault.pointer.isEmpty ? "" : " \(fault.pointer)"): \(fault.detail)"
  }
}

/// A configuration that cannot be used: every fault of every file.
package struct ConfigurationError: Error, Sendable, Hashable {
  package let faults: [ConfigurationFault]

  package init(_ faults: [ConfigurationFault]) { self.faults = faults }
}
