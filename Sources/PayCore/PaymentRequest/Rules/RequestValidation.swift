/// Whose rules a payment request is held against.
package enum RequestRuleSet: String, Sendable, CaseIterable {
  /// What Apple writes.
  case apple
  /// What WebKit does, in its order, with its messages; it stops at the first fault, as WebKit does.
  case webkit
  /// What this engine asks beyond both.
  case engine
}

/// The verdict on a payment request.
package struct RequestValidation: Sendable, Hashable {
  /// In the order of the rule sets, within one in the order of its rules.
  package let findings: [RequestFinding]

  /// Holds the request against rule sets, for a version of Apple Pay on the web.
  package init(_ json: JSONValue, rules: [RequestRuleSet], apiVersion: Int) {
    let document = RequestDocument(json)
    var findings: [RequestFinding] = []
    for set in RequestRuleSet.allCases where rules.contains(set) {
      switch set {
      case .apple: findings += AppleRules.findings(document, apiVersion: apiVersion)
      case .webkit: findings += WebKitRules.findings(document, apiVersion: apiVersion)
      case .engine: findings += EngineRules.findings(document, apiVersion: apiVersion)
      }
    }
    self.findings = findings.map { $0.at(document.pointer($0.pointer)) }
  }

  /// Warnings alone do not make it invalid.
  package var isValid: Bool { !findings.contains { $0.severity == .error } }

  package var json: JSONValue {
    [
      "object": "validation", "valid": .bool(isValid), "findings": .array(findings.map(\.json)),
    ]
  }
}
