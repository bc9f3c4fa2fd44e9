// What two rule sets check alike, each under rules of its own.

extension RequestReport {
  /// Networks that are not in the table, newer than the version, or perhaps so.
  mutating func checkNetworks(
    _ value: JSONValue?, apiVersion: Int, unknown: RequestRule, version: RequestRule,
    undocumented: RequestRule
  ) {
    guard case .array(let networks)? = value else { return }
    for (index, network) in networks.prefix(Limits.networks).enumerated() {
      guard case .string(let name) = network else { continue }
      guard let known = VersionedName.named(name, in: PaymentNetwork.known) else {
        let hint = hint(for: name, among: PaymentNetwork.known.map(\.name))
        add(
          unknown, at: "/supportedNetworks/\(index)",
          "\(quoted(name)) is no payment network that is known" + hint)
        continue
      }
      checkVersion(
        of: known, apiVersion, at: "/supportedNetworks/\(index)", version: version,
        undocumented: undocumented)
    }
  }

  /// A name that came with a later version, or perhaps so.
  mutating func checkVersion(
    of name: VersionedName, _ apiVersion: Int, at pointer: @autoclosure () -> String,
    version: RequestRule, undocumented: RequestRule
  ) {
    switch name.lateness(at: apiVersion) {
    case nil: break
    case .web(let web):
      add(
        version, at: pointer(),
        "\(name.name) came with version \(web), the request is for version \(apiVersion)")
    case .system(let iOS, let first):
      add(
        undocumented, at: pointer(),
        "\(name.name) came with iOS \(iOS), and version \(apiVersion) with iOS \(first); "
          + "which version has it is not documented")
    case .undocumented:
      add(undocumented, at: pointer(), "Apple lists \(name.name) without a version")
    }
  }

  /// Words that are not in their table.
  ///
  /// - Parameter index: The place in a list; nil for a word that is the value itself.
  mutating func checkWord(
    _ word: String, _ known: [VersionedName], at index: Int?, unknown: RequestRule
  ) -> VersionedName? {
    if let name = VersionedName.named(word, in: known) { return name }
    let names = known.map(\.name)
    let hint = hint(for: word, among: names)
    add(
      unknown, at: elementPointer(index),
      "\(quoted(word)) is none of \(names.joined(separator: ", "))" + hint)
    return nil
  }

  /// An address that is none of the web, or that Apple does not call.
  mutating func checkURL(
    _ text: String, of member: RequestMember, _ rule: RequestRule, _ notification: RequestRule
  ) {
    guard let url = WebURL(ofWeb: text) else {
      return add(rule, "\(quoted(text)) is no complete URL of the web")
    }
    if case .notificationURL = member.value, url.scheme != "https" {
      add(notification, "\(quoted(text)) does not begin with https://")
    }
  }

  /// More than one optional request type.
  mutating func checkRequestTypes(_ web: JSONValue, _ rule: RequestRule) {
    var first: String?
    for kind in PaymentKind.allCases {
      guard let member = kind.member, kind.isAsked(of: web) else { continue }
      guard let other = first else {
        first = member
        continue
      }
      add(rule, at: "/" + member, "stands beside \(other)")
    }
  }
}

/// A word from outside, in quotes and cut to the length of a message.
func quoted(_ word: String) -> String { word.isEmpty ? "\"\"" : "\"\(shortened(word))\"" }

/// The pointer of an element, or of the value itself.
func elementPointer(_ index: Int?) -> String { index.map { "/\($0)" } ?? "" }

extension PaymentKind {
  /// The kind that a request in the web form asks for; one with several request types, which no
  /// sheet takes, is the first of them.
  init(of web: JSONValue) { self = Self.allCases.first { $0.isAsked(of: web) } ?? .oneOff }

  /// Whether a request in the web form has the member of this kind, and something in it.
  func isAsked(of web: JSONValue) -> Bool {
    guard let member else { return false }
    return switch web[member] {
    case .object(let members)?: !members.isEmpty
    case .array(let elements)?: !elements.isEmpty
    default: false
    }
  }
}
