import PayCore
import Testing

/// Where both Apple's rules and WebKit refuse the same place, neither is said to pass it.
@Suite struct RequestDifferencePairTests {
  typealias Fixture = RequestFixture

  /// Requests that both take, which together have every member that both know.
  static let bases: [(name: String, request: JSONValue, versions: [Int])] = [
    ("everything", Fixture.full, [15]), ("old", Fixture.web, [3, 4]),
    ("recurring", with("recurringPaymentRequest", notified(Fixture.recurring)), [14]),
    ("reload", with("automaticReloadPaymentRequest", notified(Fixture.reload)), [14]),
    ("deferred", with("deferredPaymentRequest", notified(Fixture.deferred)), [15]),
    ("tokens", with("multiTokenContexts", Fixture.contexts("12.00", "8.00")), [14]),
  ]

  private static func with(_ name: String, _ value: JSONValue) -> JSONValue {
    Fixture.web.with(name, value)
  }

  private static func notified(_ type: JSONValue) -> JSONValue {
    type.with("tokenNotificationURL", "https://shop.example.com/tokens")
  }

  /// What each place is set to; nil takes it out.
  static let values: [JSONValue?] = [
    nil, .null, true, 7, -1, .number("0.5"), "", "x", "0", "-1.00", [], [:], ["x"], [[:]],
  ]

  /// The pointers of a value and of everything in it.
  private static func places(in value: JSONValue) -> [String] {
    switch value {
    case .object(let members):
      [""] + members.flatMap { member in places(in: member.value).map { "/\(member.name)\($0)" } }
    case .array(let elements):
      [""]
        + elements.enumerated().flatMap { index, element in
          places(in: element).map { "/\(index)\($0)" }
        }
    default: [""]
    }
  }

  /// The member of the request that a pointer leads into; empty for the whole.
  private static func member(_ finding: RequestFinding) -> Substring {
    finding.pointer.dropFirst().prefix { $0 != "/" }
  }

  /// What Apple says beside its answer to a change, and WebKit takes the change all the same.
  private static let apart: Set<String> = [
    // The others go on to add up what is left.
    "apple.token-contexts-sum"
  ]

  @Test(arguments: bases)
  func `neither is said to take what both refuse`(
    name: String, request: JSONValue, versions: [Int]
  ) throws {
    var pairs = 0
    for version in versions {
      #expect(Fixture.found(request, .apple, .webkit, version: version) == [])
      for place in Self.places(in: request) {
        for value in Self.values {
          let changed = request.setting(place, value)
          let found = RequestValidation(changed, rules: [.apple, .webkit], apiVersion: version)
          guard let webKit = found.findings.first(where: { $0.rule.hasPrefix("webkit.") }) else {
            continue
          }
          let apple = found.findings.filter { finding in
            finding.severity == .error && finding.rule.hasPrefix("apple.")
              && !Self.apart.contains(finding.rule)
              && (finding.pointer.isEmpty || Self.member(finding) == Self.member(webKit))
          }
          guard !apple.isEmpty else { continue }
          pairs += 1
          for finding in apple + [webKit] where finding.difference != nil {
            Issue.record(
              """
              \(place) = \(value?.text ?? "absent"), version \(version): \(finding.rule) \
              \(finding.pointer) says "\(finding.difference ?? "")" beside \
              \((apple + [webKit]).map { "\($0.rule) \($0.pointer)" })
              """)
          }
        }
      }
    }
    #expect(pairs > 20)
  }

  @Test(arguments: [.null, true, 7, "x", [], [[:]], [Fixture.web]] as [JSONValue])
  func `a document that is no object is refused by both`(document: JSONValue) {
    for rules in [RequestRuleSet.allCases, [.apple], [.webkit], [.engine]] {
      let found = RequestValidation(document, rules: rules).findings
      #expect(!found.isEmpty && found.allSatisfy { $0.difference == nil }, "\(rules): \(found)")
    }
  }

  @Test(arguments: ["tomorrow", .null, true] as [JSONValue])
  func `a date that is none, with a zone, is refused by both`(date: JSONValue) {
    let deferred = Fixture.deferred.setting("/freeCancellationDate", date)
    let request = Fixture.web.with("deferredPaymentRequest", deferred)
    let found = RequestValidation(request, rules: [.apple, .webkit], apiVersion: 15).findings
    #expect(found.map(\.rule).last == "webkit.time-zone-unexpected")
    #expect(found.count == 2 && found.allSatisfy { $0.difference == nil }, "\(found)")
  }
}

/// A word on the other set that no request ever brings would be documented, and never told.
@Suite struct RequestDifferenceTextTests {
  typealias Fixture = RequestFixture

  private static let types = Fixture.web.with("recurringPaymentRequest", Fixture.recurring)
    .with("automaticReloadPaymentRequest", Fixture.reload)
  private static let zone = Fixture.web.with(
    "deferredPaymentRequest",
    Fixture.deferred.setting("/freeCancellationDateTimeZone", "Here and now"))
  private static let dinars = Fixture.web.setting("/currencyCode", "KWD")
    .setting("/lineItems", nil).setting("/total/amount", "1.234")

  @Test func `each text on the other set is told of some request`() {
    var told: [String: Set<String?>] = [:]
    let others =
      [(Self.types, 14), (Self.zone, 15), (Self.dinars, 14)]
      + [(Fixture.web.with("shippingMethods", []), 3)]
      + [(Fixture.web.setting("/lineItems", nil).setting("/total/amount", "100000000.01"), 14)]
    let cases = RequestDifferenceTests.own.map { ($0.request, $0.version) } + others
    for (request, version) in cases {
      for set in RequestRuleSet.allCases {
        for finding in RequestValidation(request, rules: [set], apiVersion: version).findings {
          told[finding.rule, default: []].insert(finding.difference)
        }
      }
    }
    for rule in RequestRule.all where rule.difference != nil {
      #expect(told[rule.id]?.contains(rule.difference) == true, "\(rule.id)")
    }
    for rule in WebKitRule.allCases where rule.difference != nil {
      #expect(told[rule.rawValue]?.contains(rule.difference) == true, "\(rule.rawValue)")
    }
  }
}
