/// A rule about payment requests, as data: its findings, the documentation and the tests share it.
package struct RequestRule: Sendable {
  /// Stable, never reused: `apple.country-code`.
  package let id: String
  package let severity: Finding.Severity
  /// What the rule asks, one sentence without the full stop.
  package let title: String
  /// Where it is written.
  let source: RuleSource
  /// What to do about a finding.
  package let remedy: String
  /// Where WebKit takes what the rule refuses, how; nil if nothing is to be said but that.
  package let difference: String?
  /// The rule of another set that says the same, so that one finding is enough; nil if none does.
  package let repeats: String?

  init(
    _ id: String, _ title: String, _ severity: Finding.Severity = .error, source: RuleSource,
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
      id, rule.title, rule.severity, source: .engine, remedy: rule.remedy,
      difference: rule.difference, repeats: rule.id)
  }

  /// The rules of the sets `apple` and `engine`; those of `webkit` are WebKit's own messages.
  package static var all: [RequestRule] { AppleRule.all + EngineRule.all }

  /// The sources of all rules, by their ids.
  static let sources = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.source) })
}

/// Findings as they are made. Their pointers begin at the value that is being looked at; whoever
/// steps back out of a member puts its name in front, so that a request without faults costs none.
///
/// The first `Limits.findings` are kept, the others are counted.
struct RequestReport {
  private(set) var findings: [RequestFinding] = []
  private(set) var leftOff = FindingsLeftOff()
  /// Words that were compared with the names of a table, told by its first, and what came of it.
  private var hints: [(word: String, table: String?, hint: String)] = []

  var count: Int { findings.count }

  /// `message` and `remedy` are made for a finding that is kept only.
  mutating func add(
    _ rule: RequestRule, at pointer: @autoclosure () -> String = "",
    _ message: @autoclosure () -> String, remedy: String? = nil
  ) {
    guard findings.count < Limits.findings else { return leftOff.add(rule.severity) }
    findings.append(
      RequestFinding(
        rule: rule.id, severity: rule.severity, pointer: pointer(), message: message(),
        source: rule.source.description, remedy: remedy ?? rule.remedy, difference: rule.difference)
    )
  }

  /// `; did you mean visa?`, or nothing: each word is compared once, and few of them are.
  mutating func hint(for word: String, among names: [String]) -> String {
    guard findings.count < Limits.findings else { return "" }
    let table = names.first
    let known = hints.first { $0.table == table && $0.word.hasSameBytes(as: word) }
    if let known { return known.hint }
    guard hints.count < Limits.suggestions else { return "" }
    let hint = Suggestion.closest(to: word, among: names).map { "; did you mean \($0)?" } ?? ""
    hints.append((word, table, hint))
    return hint
  }

  /// Puts a member's name in front of the pointers of the findings since there were `count`.
  mutating func leave(_ name: String, since count: Int) {
    for index in count..<findings.count {
      findings[index].pointer = "/" + JSONReader.escaped(name) + findings[index].pointer
    }
  }
}

/// Findings beyond `Limits.findings`.
struct FindingsLeftOff: Sendable {
  private(set) var count = 0
  /// The gravest of them.
  private(set) var severity = Finding.Severity.warning

  mutating func add(_ severity: Finding.Severity) {
    count += 1
    if severity == .error { self.severity = .error }
  }

  mutating func add(_ others: FindingsLeftOff) {
    count += others.count
    if others.severity == .error { severity = .error }
  }
}
