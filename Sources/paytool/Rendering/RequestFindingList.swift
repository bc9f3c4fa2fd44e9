import PayCore
import PaySystem

/// Findings of request rules as a person reads them: a block for each fault, with its reasons and
/// remedies.
struct RequestFindingList {
  /// What is said of each fault: one finding, or one of each rule set.
  private let faults: [[RequestFinding]]
  private let isColored: Bool

  /// Findings of one severity at one place are the same fault, if no rule set has two of them.
  init(findings: [RequestFinding], isColored: Bool) {
    struct Place: Hashable {
      let pointer: [UInt8]
      let severity: Finding.Severity

      init(of finding: RequestFinding) {
        pointer = Array(finding.pointer.utf8)
        severity = finding.severity
      }
    }
    let places = Dictionary(grouping: findings, by: Place.init(of:))
    faults = findings.compactMap { finding in
      guard let all = places[Place(of: finding)], Set(all.map(\.ruleSet)).count == all.count
      else { return [finding] }
      return all.first == finding ? all : nil
    }
    self.isColored = isColored
  }

  /// How many faults are errors.
  var errors: Int { faults.count { $0[0].severity == .error } }

  /// All blocks, an empty line after each, and the verdict on which they are. How many errors there
  /// are is told with the command's failure.
  func text(of validation: RequestValidation) -> String {
    text(rules: validation.rules, form: validation.form, apiVersion: validation.apiVersion)
  }

  /// - Parameter rules: The sets that were applied.
  func text(
    rules: [RequestRuleSet], form: RequestDocument.Form = .web, apiVersion: Int?
  ) -> String {
    let blocks = faults.map { block($0) + "\n" }.joined()
    guard !rules.isEmpty else {
      return blocks + "not judged: no rule that was asked for is about \(form.name)\n"
    }
    let scope = apiVersion.map { "API version \($0)" } ?? "in \(form.name)"
    return blocks + "\(verdict) by \(phrase(rules)), \(scope)\n"
  }

  private func block(_ fault: [RequestFinding]) -> String {
    let (severity, pointer) = (fault[0].severity, fault[0].pointer)
    let style = isColored ? severity.style : .plain
    let place = pointer.isEmpty ? "in the whole document" : "at \(pointer)"
    let facts =
      fault.map { ["  why", "\($0.source) [\($0.rule)]"] }
      + unique(fault.map(\.remedy)).map { ["  what to do", $0] }
      + fault.compactMap(\.difference).map { ["  difference", $0] }
    return style.apply(to: severity.rawValue) + " \(Terminal.safe(place))\n"
      + unique(fault.map(\.message)).map { "  \(Terminal.safe($0))\n" }.joined()
      + Table.facts(facts)
  }

  private func unique(_ texts: [String]) -> [String] {
    texts.enumerated().filter { !texts[..<$0.offset].contains($0.element) }.map(\.element)
  }

  private var verdict: String {
    guard errors == 0 else { return "not valid" }
    return faults.isEmpty ? "valid" : "valid with \(counted(faults.count, "warning"))"
  }

  private func phrase(_ rules: [RequestRuleSet]) -> String {
    let phrases = rules.map(\.phrase)
    return rules.count == RequestRuleSet.allCases.count
      ? "the rules of Apple, WebKit and this engine" : phrases.joined(separator: " and ")
  }
}

extension RequestFinding {
  /// The name of its rule's set.
  fileprivate var ruleSet: Substring { rule.prefix { $0 != "." } }
}

extension Finding.Severity {
  /// How its name stands out.
  fileprivate var style: Style {
    switch self {
    case .error: .red
    case .warning: .bold
    }
  }
}

extension RequestRuleSet {
  /// Whose rules these are, in words.
  fileprivate var phrase: String {
    switch self {
    case .apple: "what Apple writes"
    case .webkit: "what WebKit does"
    case .engine: "this engine's rules"
    }
  }
}
