/// Whether the other of the sets `apple` and `webkit` decides otherwise on a value.
///
/// WebKit stops at its first fault, so each member is looked at in a request that has no other: in
/// a list the one element, behind those that the list needs. That is done for what is refused only.
struct RequestDifference {
  private let document: RequestDocument
  private let apiVersion: Int

  init(_ document: RequestDocument, apiVersion: Int) {
    self.document = document
    self.apiVersion = apiVersion
  }

  /// How WebKit differs on what a rule of Apple's or ours finds; nil if it refuses that as well.
  func ofWebKit(beside finding: RequestFinding) -> String? {
    // What is no object has no members to be looked at: WebKit refuses it as a whole, too.
    if finding.pointer.isEmpty { return nil }
    let names = finding.pointer.split(separator: "/")
    guard let name = names.first.map(String.init), document.web[name] != nil || isRequired(name)
    else {
      let refused = WebKitRules.finding(document.web, apiVersion: apiVersion)
      return refused?.pointer.isEmpty == true ? nil : own(finding)
    }
    var value = document.web[name]
    var pointer = finding.pointer
    if case .array(let elements)? = value, names.count > 1, let index = Int(names[1]),
      elements.indices.contains(index)
    {
      var others: [JSONValue] = []
      if case .array(let needed)? = Self.good[name] { others = needed }
      value = .array(others + [elements[index]])
      pointer = names.dropFirst(2).reduce("/\(name)/\(others.count)") { "\($0)/\($1)" }
    }
    let request = Self.good.replacing(member: name, value)
    guard let fault = WebKitRules.finding(request, apiVersion: apiVersion),
      fault.pointer.isPart(of: "/" + name)
    else { return own(finding) }
    if fault.pointer.isRelated(to: pointer) { return nil }
    // Something else of this member is refused; only what WebKit never asks for is sure.
    return finding.difference.flatMap { AppleRule.always.contains($0) ? $0 : nil }
  }

  /// How Apple's rules differ on what WebKit refuses; nil if they have an error there.
  func ofApple(_ errors: RequestReport, beside finding: RequestFinding) -> String? {
    if errors.leftOff.severity == .error { return nil }
    let places = places(of: finding)
    let isRefused = errors.findings.contains { error in
      guard error.severity == .error else { return false }
      // At the whole stands only what refuses it, and all that is in it.
      return error.pointer.isEmpty || places.contains { error.pointer.isRelated(to: $0) }
    }
    return isRefused ? nil : finding.difference ?? WebKitRule.unwritten
  }

  /// The members that WebKit's finding is about. A time zone stands beside a date: WebKit tells at
  /// the zone that it takes none, Apple's rules at the date that it is missing or is none.
  private func places(of finding: RequestFinding) -> [String] {
    guard finding.rule == WebKitRule.timeZoneUnexpected.rawValue else { return [finding.pointer] }
    return [finding.pointer, String(finding.pointer.dropLast("TimeZone".count))]
  }

  /// What the finding's rule says of WebKit.
  private func own(_ finding: RequestFinding) -> String {
    finding.difference ?? AppleRule.unchecked
  }

  private func isRequired(_ name: String) -> Bool { Self.good[name] != nil }

  /// The least that WebKit takes, in every version.
  private static let good: JSONValue = [
    "countryCode": "US", "currencyCode": "USD", "supportedNetworks": ["visa"],
    "merchantCapabilities": ["supports3DS"], "total": ["label": "Total", "amount": "1.00"],
  ]
}

extension JSONValue {
  /// This object with a member of another value; nil takes it out.
  fileprivate func replacing(member name: String, _ value: JSONValue?) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return JSONValue.object(members.filter { !$0.name.hasSameBytes(as: name) }).with(name, value)
  }
}

extension String {
  /// Whether this pointer leads to the place of another one, or into it.
  fileprivate func isPart(of other: String) -> Bool {
    guard utf8.starts(with: other.utf8) else { return false }
    let rest = utf8.dropFirst(other.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: "/")
  }

  /// Whether one of two pointers leads into the place of the other; the whole is no such place.
  fileprivate func isRelated(to other: String) -> Bool {
    if isEmpty || other.isEmpty { return isEmpty && other.isEmpty }
    return isPart(of: other) || other.isPart(of: self)
  }
}
