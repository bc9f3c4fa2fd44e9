import PayCore
import Testing

/// Where Apple's rules and WebKit's decide otherwise on a request, each finding says so.
@Suite struct RequestDifferenceTests {
  typealias Fixture = RequestFixture

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let request: JSONValue
    let version: Int

    var testDescription: String { "\(name), version \(version)" }
  }

  private static func cases(_ rows: [RuleRow], of request: JSONValue) -> [Case] {
    rows.map {
      Case(
        name: $0.testDescription, request: request.setting($0.pointer, $0.value),
        version: $0.version)
    }
  }

  static let own: [Case] = {
    var rows = AppleRulesTests.members
    rows += AppleRulesTests.names
    rows += AppleRulesTests.items
    rows += AppleRulesTests.requestTypes
    rows += EngineRulesTests.allRows
    for document: JSONValue in [.null, true, 7, "x", [], [Fixture.web]] {
      rows.append(.init("", document, "apple.request-object "))
    }
    var all = cases(rows, of: Fixture.web)
    all += cases(AppleRulesTests.full, of: Fixture.full)
    for other in WebKitRulesTests.allCases + WebKitVectorTests.differences {
      all.append(Case(name: other.name, request: other.request, version: other.version))
    }
    return all
  }()

  @Test(arguments: own)
  func `a finding has a difference where only its own set refuses`(expected: Case) {
    func found(_ rules: RequestRuleSet...) -> [RequestFinding] {
      RequestValidation(expected.request, rules: rules, apiVersion: expected.version).findings
    }
    let (apple, webKit) = (found(.apple), found(.webkit))
    let errors = apple.filter { $0.severity == .error }
    if webKit.isEmpty {
      #expect(apple.filter { $0.difference == nil } == [])
      #expect(found(.engine).filter { $0.difference == nil } == [])
    }
    if errors.isEmpty { #expect(webKit.filter { $0.difference == nil } == []) }
    let places = Set(errors.map(\.pointer)).intersection(webKit.map(\.pointer))
    let isWhole = errors.contains { $0.pointer.isEmpty }
    let shared = (errors + webKit).filter { isWhole || places.contains($0.pointer) }
    #expect(shared.filter { $0.difference != nil } == [])
  }

  @Test func `the verdict on the value counts, whatever WebKit refuses before it`() {
    let request = Fixture.web.setting("/countryCode", "us").setting("/currencyCode", "DEM")
      .setting("/lineItems/0/label", "").setting("/total/amount", "x")
    let found = RequestValidation(request, rules: [.apple]).findings
    #expect(
      found.map { "\($0.pointer) \($0.difference == nil ? "same" : "differs")" } == [
        "/countryCode same", "/lineItems/0/label differs", "/total/amount same",
        "/currencyCode differs",
      ])
  }

  @Test func `the PassKit form has no differences`() {
    let request = Fixture.passKit.setting("/paymentSummaryItems/0/label", "")
    let found = RequestValidation(request, rules: RequestRuleSet.allCases).findings
    #expect(!found.isEmpty && found.allSatisfy { $0.difference == nil })
  }
}

/// A request may hold anything; what is said of it stays short.
@Suite struct RequestFindingLimitTests {
  typealias Fixture = RequestFixture

  @Test(arguments: [["visaaaaaaa"], ["visa1", "visa2", "visa3"]])
  func `four thousand networks are judged as far as a list goes`(names: [String]) {
    let networks = (0..<4000).map { JSONValue.string(names[$0 % names.count]) }
    let request = Fixture.web.setting("/supportedNetworks", .array(networks))
    let found = RequestValidation(request, rules: RequestRuleSet.allCases)
    #expect(found.findings.count <= Limits.findings + 1)
    #expect(found.findings.contains { $0.rule == "apple.list-length" })
    #expect(found.findings.last?.rule == "engine.more-findings")
    #expect(!found.isValid)
    #expect(found.json.bytes.count < 64 * 1024)
  }

  @Test func `of many warnings the first are told, and the request stays valid`() {
    var request = Fixture.web
    for index in 0..<150 { request = request.with("more\(index)", 1) }
    let found = RequestValidation(request, rules: RequestRuleSet.allCases)
    #expect(found.findings.count == Limits.findings + 1)
    #expect(found.findings.last?.message == "has more findings than are told")
    #expect(found.isValid)
  }

  @Test func `an error among those that are left off is not forgotten`() {
    var request = Fixture.web
    for index in 0..<150 { request = request.with("more\(index)", 1) }
    let contexts = Fixture.contexts("-1.00")
    let found = RequestValidation(
      request.with("multiTokenContexts", contexts), rules: [.engine])
    #expect(!found.isValid)
    #expect(found.findings.last?.severity == .error)
  }

  @Test func `Apple's rules alone count what is left off as well`() {
    let lines = (0..<200).map { _ in Fixture.line("", "1") }
    let request = Fixture.web.setting("/lineItems", .array(lines))
    let found = RequestValidation(request, rules: [.apple]).findings
    #expect(found.last?.rule == "apple.more-findings")
    #expect(found.last?.message == "has more findings than are told")
  }
}
