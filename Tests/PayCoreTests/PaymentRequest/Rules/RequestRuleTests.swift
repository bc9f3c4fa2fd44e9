import Foundation
import FuzzProperties
import TestSupport
import Testing

@testable import PayCore

@Suite struct RequestRuleTests {
  typealias Fixture = RequestFixture

  static let valid: [(name: String, request: JSONValue, from: Int)] = [
    ("web", Fixture.web, 3), ("PassKit", Fixture.passKit, 1), ("everything", Fixture.full, 15),
    ("recurring", Fixture.web.with("recurringPaymentRequest", Fixture.recurring), 14),
    ("reload", Fixture.web.with("automaticReloadPaymentRequest", Fixture.reload), 14),
    ("tokens", Fixture.web.with("multiTokenContexts", Fixture.contexts("20.00")), 14),
    ("deferred", Fixture.web.with("deferredPaymentRequest", Fixture.deferred), 15),
  ]

  @Test(arguments: valid)
  func `a request without a fault has no findings under any version that has its members`(
    name: String, request: JSONValue, from: Int
  ) {
    for version in from...15 {
      let found = RequestValidation(request, rules: RequestRuleSet.allCases, apiVersion: version)
      #expect(found.findings == [], "\(name), version \(version)")
      #expect(found.isValid)
    }
  }

  @Test func `what a quote asks for has no findings, in either form`() throws {
    var request = try PayCoreTests.Fixture.intent().request
    request.applicationData = [0, 1, 2]
    for form in [request.webForm, request.passKitForm] {
      #expect(RequestValidation(form, rules: RequestRuleSet.allCases).findings == [])
    }
  }

  @Test func `a validation says each finding with its source and remedy`() {
    let request = Fixture.passKit.setting("/paymentSummaryItems/1/label", "")
    let validation = RequestValidation(request, rules: [.apple])
    #expect(!validation.isValid)
    #expect(
      validation.json == [
        "object": "validation", "valid": false, "form": "passKit", "rules": ["apple"],
        "findings": [
          [
            "rule": "apple.label-empty", "severity": "error",
            "pointer": "/paymentSummaryItems/1/label", "message": "must not be empty",
            "source": "Apple: PKPaymentSummaryItem", "remedy": "say what the line is for",
          ]
        ],
      ])
  }

  @Test func `a validation says which rules were applied, and for which version`() {
    let sets = RequestRuleSet.allCases
    func said(_ request: JSONValue, _ rules: [RequestRuleSet]) -> JSONValue {
      RequestValidation(request, rules: rules, apiVersion: 12).json
    }
    let web = said(Fixture.web, sets)
    #expect(web["form"] == "web" && web["apiVersion"] == 12)
    #expect(web["rules"] == ["apple", "webkit", "engine"])
    let passKit = said(Fixture.passKit, sets)
    #expect(passKit["form"] == "passKit" && passKit["apiVersion"] == nil)
    #expect(passKit["rules"] == ["apple", "engine"])
    let none = said(Fixture.passKit, [.webkit])
    #expect(none["rules"] == [] && none["valid"] == false)
  }

  @Test func `warnings alone leave a request valid`() {
    let validation = RequestValidation(Fixture.web.with("more", 1), rules: [.engine])
    #expect(validation.findings.count == 1)
    #expect(validation.isValid)
  }

  @Test(arguments: [
    ("/total", "/paymentSummaryItems/2"), ("/total/amount", "/paymentSummaryItems/2/amount"),
    ("/lineItems", "/paymentSummaryItems"), ("/lineItems/1", "/paymentSummaryItems/1"),
    ("/totally", "/totally"), ("/countryCode", "/countryCode"), ("", ""),
  ])
  func `a pointer into the web form is told in the PassKit form`(web: String, passKit: String) {
    #expect(RequestDocument(Fixture.passKit).pointer(web) == passKit)
    #expect(RequestDocument(Fixture.web).pointer(web) == web)
  }

  @Test func `the form goes by its items`() {
    #expect(RequestDocument(Fixture.web).form == .web)
    #expect(RequestDocument(Fixture.passKit).form == .passKit)
    #expect(RequestDocument(["paymentSummaryItems": 1]).form == .passKit)
    #expect(RequestDocument(Fixture.web.with("paymentSummaryItems", [])).form == .web)
    #expect(RequestDocument([]).form == .web)
  }

  // MARK: The list of rules

  @Test func `every rule of the list has a row in a test that finds it`() {
    let rows = AppleRulesTests.allRows + EngineRulesTests.allRows
    // These take another change than one of a member, and have a test each.
    let found = Set(rows.flatMap(\.rules)).union([
      "apple.request-object", "apple.amount-decimals", "apple.request-types",
      "engine.request-types", "apple.more-findings", "engine.more-findings", "apple.form",
      "engine.form",
    ])
    #expect(Set(RequestRule.all.map(\.id)).subtracting(found) == [])
    #expect(Set(RequestRule.all.map(\.id)).count == RequestRule.all.count)
  }

  private func documented(_ path: String) throws -> [String: String] {
    let rows = try String(contentsOfFile: packageRoot + "/" + path, encoding: .utf8)
      .split(separator: "\n").filter { $0.hasPrefix("| `") }
      .map { (String($0.dropFirst(3).prefix { $0 != "`" }), String($0)) }
    return Dictionary(rows) { first, _ in first }
  }

  @Test func `each rule of Apple's and ours is documented as it is`() throws {
    let rows = try documented("docs/request-rules.md").filter { $0.key.contains(".") }
    #expect(Set(rows.keys) == Set(RequestRule.all.map(\.id)))
    for rule in RequestRule.all {
      let cells = [
        rule.id, rule.severity.rawValue, rule.title, rule.source.description, rule.remedy,
      ]
      for cell in cells + [rule.difference].compactMap({ $0 }) {
        #expect(rows[rule.id]?.contains(cell) == true, "\(rule.id): \(cell)")
      }
    }
  }

  @Test func `every id of a rule in the sources is documented, and the other way round`() throws {
    let id = /"((?:apple|engine|webkit)\.[a-z0-9-]+)"/
    let folder = "Sources/PayCore/PaymentRequest/Rules/"
    let ids = try SourceFile.all(under: "Sources").filter { $0.path.contains(folder) }
      .flatMap { try $0.text().matches(of: id).map { String($0.1) } }
    var listed = Set(try documented("docs/request-rules.md").keys.filter { $0.contains(".") })
    listed.formUnion(try documented("docs/webkit-rules.md").keys.filter { $0.contains(".") })
    #expect(Set(ids) == listed)
  }

  // MARK: Hostile documents

  private static let hostileValues: [JSONValue] = [
    .null, true, 0, -1, .number("1e400"), "", "0", "-0.50", "x", [], [:], ["x"], [[:]], [.null],
    .string(String(repeating: "9", count: 9000)), .string("0." + String(repeating: "1", count: 50)),
    .string("-" + String(repeating: "0", count: 40) + "1"), "\u{0}", "🍵", "pending",
    .array(.init(repeating: "visa", count: 4096)), .array(.init(repeating: [:], count: 500)),
  ]

  /// A value with one of its parts, wherever it stands, replaced, removed or doubled.
  private static func mutated(_ value: JSONValue, _ random: inout SplitMix64) -> JSONValue {
    guard random.next() % 4 != 0 else {
      return hostileValues.randomElement(using: &random) ?? .null
    }
    switch value {
    case .object(var members) where !members.isEmpty:
      let place = Int.random(in: members.indices, using: &random)
      let member = members[place]
      switch random.next() % 8 {
      case 0: members.remove(at: place)
      case 1: members.append(JSONMember(member.name + "~/x", member.value))
      default: members[place] = JSONMember(member.name, mutated(member.value, &random))
      }
      return .object(members)
    case .array(var elements) where !elements.isEmpty:
      let place = Int.random(in: elements.indices, using: &random)
      if random.next() % 8 == 0 {
        elements.append(elements[place])
      } else {
        elements[place] = mutated(elements[place], &random)
      }
      return .array(elements)
    default: return hostileValues.randomElement(using: &random) ?? .null
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `whatever a request holds, it gets a verdict with places that exist`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for round in 0..<500 {
      var request = Self.valid.randomElement(using: &random)?.request ?? [:]
      for _ in 0...random.next() % 3 { request = Self.mutated(request, &random) }
      let version = Int(random.next() % 17)
      let validation = RequestValidation(
        request, rules: RequestRuleSet.allCases, apiVersion: version)
      if validation.isValid,
        (try? PaymentRequest(knownMembersOf: RequestDocument(request).web)) == nil
      {
        Issue.record(
          "seed \(seed), round \(round): valid, and not read: \(request.text.prefix(2000))")
        return
      }
      let isRight =
        validation.findings.count <= Limits.findings + 1
        && validation.findings.allSatisfy {
          // WebKit's messages repeat whatever they refuse.
          !$0.message.isEmpty && ($0.message.utf8.count < 1000 || $0.rule.hasPrefix("webkit."))
            && JSONPointer.leads($0.pointer, into: request)
        }
      guard isRight else {
        Issue.record(
          "seed \(seed), round \(round), version \(version): \(request.text.prefix(2000))")
        return
      }
    }
  }
}
