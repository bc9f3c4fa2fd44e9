import PayCore
import PaySystem

/// Findings of request rules as a person reads them: a block for each, with its reason and remedy.
struct RequestFindingList {
  let findings: [RequestFinding]
  let isColored: Bool

  /// All blocks, an empty line after each, and a line that sums up.
  func text(rules: RuleChoice, apiVersion: Int) -> String {
    findings.map { block($0) + "\n" }.joined()
      + "\(sum) by \(rules.phrase), API version \(apiVersion)\n"
  }

  private func block(_ finding: RequestFinding) -> String {
    let style = isColored ? finding.severity.style : .plain
    let place = finding.pointer.isEmpty ? "in the whole document" : "at \(finding.pointer)"
    let reasons = [
      ["  why", "\(finding.source) [\(finding.rule)]"], ["  what to do", finding.remedy],
    ]
    return style.apply(to: finding.severity.rawValue) + " \(Terminal.safe(place))\n"
      + "  \(Terminal.safe(finding.message))\n"
      + Table.facts(reasons + (finding.difference.map { [["  difference", $0]] } ?? []))
  }

  private var sum: String {
    let errors = findings.count { $0.severity == .error }
    let warnings = findings.count - errors
    let counts =
      (errors > 0 ? [counted(errors, "error")] : [])
      + (warnings > 0 ? [counted(warnings, "warning")] : [])
    let text = counts.joined(separator: " and ")
    return errors > 0 ? text : warnings > 0 ? "valid with \(text)" : "valid"
  }
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

extension RuleChoice {
  /// Whose rules these are, in words.
  fileprivate var phrase: String {
    switch self {
    case .apple: "what Apple writes"
    case .webkit: "what WebKit does"
    case .engine: "this engine's rules"
    case .all: "the rules of Apple, WebKit and this engine"
    }
  }
}
