/// A rule about payment requests, as data: its findings, the documentation and the tests share it.
package struct RequestRule: Sendable {
  /// Stable, never reused: `apple.country-code`.
  package let id: String
  package let severity: Finding.Severity
  /// What the rule asks, one sentence without the full stop.
  package let title: String
  /// Where it is written.
  package let source: String
  /// What to do about a finding.
  package let remedy: String
  /// How WebKit decides otherwise; nil if it does not.
  package let difference: String?
  /// The rule of Apple's that says the same, so that one finding is enough; nil if none does.
  package let repeats: String?

  init(
    _ id: String, _ title: String, _ severity: Finding.Severity = .error, source: String,
    remedy: String, difference: String? = nil, repeats: String? = nil
  ) {
    self.id = id
    self.severity = severity
    self.title = title
    self.source = source
    self.remedy = remedy
    self.difference = difference
    self.repeats = repeats
  }

  /// A rule of ours that says what a rule of Apple's says, for those who ask for ours alone.
  init(_ id: String, repeating rule: RequestRule) {
    self.init(
      id, rule.title, rule.severity, source: "engine", remedy: rule.remedy,
      difference: rule.difference, repeats: rule.id)
  }

  /// The rules of the sets `apple` and `engine`; those of `webkit` are WebKit's own messages.
  package static var all: [RequestRule] { AppleRule.all + EngineRule.all }
}

/// Findings as they are made. Their pointers begin at the value that is being looked at; whoever
/// steps back out of a member puts its name in front, so that a request without faults costs none.
struct RequestReport {
  private(set) var findings: [RequestFinding] = []

  var count: Int { findings.count }

  mutating func add(_ rule: RequestRule, at pointer: String = "", _ message: String) {
    findings.append(
      RequestFinding(
        rule: rule.id, severity: rule.severity, pointer: pointer, message: message,
        source: rule.source, remedy: rule.remedy, difference: rule.difference))
  }

  /// Puts a member's name in front of the pointers of the findings since there were `count`.
  mutating func leave(_ name: String, since count: Int) {
    for index in count..<findings.count {
      let finding = findings[index]
      findings[index] = finding.at("/" + JSONReader.escaped(name) + finding.pointer)
    }
  }
}
