/// Where a sheet is shown, and what Apple is told of that place.
package enum SessionInitiative: String, Sendable, CaseIterable {
  /// A page; its context is the page's domain name.
  case web
  /// Messages for Business; its context is the https address of the payment gateway.
  case messaging
  /// Apple Pay in an app on macOS; its context is the developer's team ID.
  case inApp = "in_app"

  /// What is wrong with a context for this initiative; nil if nothing is.
  func problem(ofContext context: String) -> String? {
    switch self {
    case .web:
      isDomainName(context) ? nil : "must be a lower-case domain name such as shop.example.com"
    case .messaging:
      Endpoint.isSecure(context)
        ? nil
        : "must be the https address of the payment gateway, such as https://shop.example.com/pay, "
          + "since initiative is messaging"
    case .inApp:
      context.utf8.count == Limits.teamIdentifierBytes
        && context.utf8.allSatisfy { isAlphanumeric($0) && !(0x61...0x7A).contains($0) }
        ? nil
        : "must be the developer's team ID, \(Limits.teamIdentifierBytes) capital letters and "
          + "digits, since initiative is in_app"
    }
  }
}

/// What Apple is asked for a merchant session with.
///
/// Source: Apple, Requesting an Apple Pay payment session. The merchant's configuration keeps its
/// rules: a display name of at most 64 characters, and the context that the initiative needs.
package struct SessionRequest: Sendable, Hashable {
  package let merchantIdentifier: String
  package let displayName: String
  package let initiative: String
  package let initiativeContext: String

  package init(_ merchant: Merchant) {
    merchantIdentifier = merchant.identifier
    displayName = merchant.displayName
    initiative = merchant.initiative
    initiativeContext = merchant.initiativeContext
  }

  /// The body of the request.
  package var body: [UInt8] {
    let json: JSONValue = [
      "merchantIdentifier": .string(merchantIdentifier), "displayName": .string(displayName),
      "initiative": .string(initiative), "initiativeContext": .string(initiativeContext),
    ]
    return json.bytes
  }
}
