/// Whose rules a payment request is held against.
package enum RequestRuleSet: String, Sendable, CaseIterable {
  /// What Apple writes.
  case apple
  /// What WebKit does, in its order, with its messages; it stops at the first fault, as that does.
  case webkit
  /// What this engine asks beyond both.
  case engine
}

/// The verdict on a payment request.
package struct RequestValidation: Sendable, Hashable {
  /// In the order of the rule sets, within one in the order of its rules.
  package let findings: [RequestFinding]

  /// The newest version of Apple Pay on the web whose release notes Apple's documentation has.
  package static let defaultAPIVersion = 14
  /// Versions that a request can be held against. The newest that a name of Apple's lists was seen
  /// with is 15; to the rules all later ones are as 15.
  package static let apiVersions = 1...20

  /// Holds the request against rule sets, for a version of Apple Pay on the web.
  ///
  /// What a rule of `engine` repeats of a finding of `apple` is told once, as Apple's.
  package init(
    _ json: JSONValue, rules: [RequestRuleSet], apiVersion: Int = Self.defaultAPIVersion
  ) {
    let document = RequestDocument(json)
    var findings: [RequestFinding] = []
    for set in RequestRuleSet.allCases where rules.contains(set) {
      switch set {
      case .apple: findings += AppleRules.findings(document, apiVersion: apiVersion)
      case .webkit: findings += WebKitRules.findings(document, apiVersion: apiVersion)
      case .engine:
        findings += EngineRules.findings(document, apiVersion: apiVersion)
          .filter { !EngineRules.repeats($0, findings) }
      }
    }
    if document.form == .passKit {
      for index in findings.indices {
        findings[index] = findings[index].at(document.pointer(findings[index].pointer))
      }
    }
    self.findings = findings
  }

  /// Warnings alone do not make it invalid.
  package var isValid: Bool { !findings.contains { $0.severity == .error } }

  package var json: JSONValue {
    [
      "object": "validation", "valid": .bool(isValid), "findings": .array(findings.map(\.json)),
    ]
  }
}
