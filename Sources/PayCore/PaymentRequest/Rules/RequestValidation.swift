/// Whose rules a payment request is held against.
package enum RequestRuleSet: String, Sendable, CaseIterable {
  /// What Apple writes.
  case apple
  /// What WebKit does, in its order, with its messages; it stops at the first fault, as that does.
  case webkit
  /// What this engine asks beyond both.
  case engine
}

extension RequestRuleSet {
  fileprivate func applies(to form: RequestDocument.Form) -> Bool {
    switch form {
    case .web: true
    case .passKit: self != .webkit
    case .paymentRequestAPI: self == .webkit
    }
  }
}

/// The verdict on a payment request.
package struct RequestValidation: Sendable, Hashable {
  /// Those of Apple's rules, then WebKit's, then ours; within a set in the order of its rules. Of
  /// more than `Limits.findings` the first, and one that says so.
  package internal(set) var findings: [RequestFinding]
  package let form: RequestDocument.Form
  /// The sets that were applied, of those that were asked for: WebKit never sees the PassKit form,
  /// and has the only rules about what the Payment Request API is given.
  package let rules: [RequestRuleSet]
  /// The version of Apple Pay on the web; nil for the other forms, which are of none.
  package let apiVersion: Int?

  /// The newest version of Apple Pay on the web whose release notes Apple's documentation has.
  package static let defaultAPIVersion = 14
  /// Versions that a request can be held against. The newest that a name of Apple's lists was seen
  /// with is 15.
  package static let apiVersions = 1...15

  /// Holds the request against rule sets, for a version of Apple Pay on the web, which a request in
  /// the PassKit form is not asked for.
  ///
  /// What a rule of `engine` repeats of a finding of the other sets is told once, as theirs. Where
  /// `apple` and `webkit` decide otherwise on a value, the finding says so, whichever is asked for.
  package init(
    _ json: JSONValue, rules: [RequestRuleSet], apiVersion: Int = Self.defaultAPIVersion
  ) {
    let document = RequestDocument(json)
    form = document.form
    self.rules =
      document.form == .web ? rules : rules.filter { $0.applies(to: document.form) }
    self.apiVersion = document.form == .web ? apiVersion : nil
    guard document.form != .paymentRequestAPI else {
      findings = Self.findings(ofAPI: json, rules)
      return
    }
    // All web versions are older than what PassKit has.
    let version = document.form == .passKit ? .max : apiVersion
    var findings: [RequestFinding] = []
    var leftOff = FindingsLeftOff()
    if rules.contains(.apple) {
      let report = AppleRules.report(document, apiVersion: version)
      findings = report.findings
      leftOff = report.leftOff
    }
    if rules.contains(.webkit) { findings += Self.webKit(document, rules, apiVersion) }
    if rules.contains(.engine) {
      let report = EngineRules.report(document, apiVersion: version)
      findings += EngineRules.withoutRepeats(report.findings, of: findings)
      leftOff.add(report.leftOff)
      let isSound = leftOff.severity != .error && !findings.contains { $0.severity == .error }
      if isSound, let fault = document.fault { findings.append(fault) }
    }
    if !findings.isEmpty {
      Self.bound(&findings, leftOff, rules)
      Self.compare(&findings, document, apiVersion)
    }
    self.findings = findings
  }

  private static func findings(ofAPI json: JSONValue, _ rules: [RequestRuleSet]) -> [RequestFinding]
  {
    if rules.contains(.webkit) { return WebKitRules.findings(paymentRequestAPI: json) }
    let rule = rules.contains(.apple) ? AppleRule.form : EngineRule.form
    return [
      RequestFinding(
        rule: rule.id, severity: rule.severity, pointer: "",
        message:
          "is \(RequestDocument.Form.paymentRequestAPI.name): none of these rules was applied",
        source: rule.source.description, remedy: rule.remedy)
    ]
  }

  private static func webKit(
    _ document: RequestDocument, _ rules: [RequestRuleSet], _ apiVersion: Int
  ) -> [RequestFinding] {
    guard document.form == .passKit else {
      return WebKitRules.finding(document.web, apiVersion: apiVersion).map { [$0] } ?? []
    }
    return rules == [.webkit]
      ? [WebKitRules.passKitFinding(at: "/" + RequestDocument.summaryItemsName)] : []
  }

  /// Cuts the findings off at their limit, and says so.
  private static func bound(
    _ findings: inout [RequestFinding], _ leftOff: FindingsLeftOff, _ rules: [RequestRuleSet]
  ) {
    var leftOff = leftOff
    for finding in findings.dropFirst(Limits.findings) { leftOff.add(finding.severity) }
    guard leftOff.count > 0 else { return }
    findings = Array(findings.prefix(Limits.findings))
    let rule = rules.contains(.engine) ? EngineRule.moreFindings : AppleRule.moreFindings
    findings.append(
      RequestFinding(
        rule: rule.id, severity: leftOff.severity, pointer: "",
        message: "has more findings than are told",
        source: rule.source.description, remedy: rule.remedy))
  }

  /// Gives each finding its source, its difference and, in the PassKit form, its place there.
  private static func compare(
    _ findings: inout [RequestFinding], _ document: RequestDocument, _ apiVersion: Int
  ) {
    let difference = RequestDifference(document, apiVersion: apiVersion)
    for index in findings.indices {
      let finding = findings[index]
      if let source = RequestRule.sources[finding.rule] {
        findings[index].source = source.text(at: finding.pointer, in: document.form)
      }
      if document.form == .passKit {
        findings[index].pointer = document.pointer(finding.pointer)
        findings[index].difference = nil
      } else if finding.rule.hasPrefix("webkit.") {
        let apple = AppleRules.report(document, apiVersion: apiVersion)
        findings[index].difference = difference.ofApple(apple, beside: finding)
      } else if !finding.rule.hasSuffix(".more-findings") {
        findings[index].difference = difference.ofWebKit(beside: finding)
      }
    }
  }

  /// Warnings alone do not make it invalid; that no rule was applied does, for nothing is known
  /// then.
  package var isValid: Bool { !rules.isEmpty && !findings.contains { $0.severity == .error } }

  package var json: JSONValue {
    var members = RequestMembers(capacity: 6)
    members.add("object", "validation")
    members.add("valid", isValid)
    members.add("form", form.rawValue)
    members.add("rules", rules.map(\.rawValue))
    members.add("apiVersion", apiVersion.map(Int64.init))
    members.add("findings", .array(findings.map(\.json)))
    return members.json
  }
}
