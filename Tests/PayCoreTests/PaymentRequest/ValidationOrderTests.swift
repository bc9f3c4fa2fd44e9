import PayCore
import Testing

@Suite struct ValidationOrderTests {
  private static let request: JSONValue = ["countryCode": "US"]

  private func order(
    _ text: String, rules: [RuleChoice]? = nil, apiVersion: Int? = nil
  ) throws -> ValidationOrder {
    try ValidationOrder(
      body: JSONValue(parsing: Array(text.utf8)), rules: rules, apiVersion: apiVersion)
  }

  @Test(arguments: [
    (#"{"countryCode":"US"}"#, ""),
    (#"{"paymentRequest":{"countryCode":"US"}}"#, "/paymentRequest"),
    (
      #"{"object":"quote","amount":"1.00","paymentRequest":{"countryCode":"US"}}"#,
      "/paymentRequest"
    ),
  ])
  func `the request is found in its document`(text: String, place: String) throws {
    let order = try order(text)
    #expect(order.request == Self.request)
    #expect(order.place == place)
    #expect(
      order.rules == RequestRuleSet.allCases
        && order.apiVersion == RequestValidation.defaultAPIVersion)
    #expect(try ValidationOrder(document: JSONValue(parsing: Array(text.utf8))) == order)
  }

  @Test(arguments: ["[]", "null", "1", #""paymentRequest""#, #"{"paymentRequest":null}"#])
  func `what is no request is left to the rules`(text: String) throws {
    let verdict = RequestValidation(try order(text))
    #expect(!verdict.isValid)
    let place = text.hasPrefix("{") ? "/paymentRequest" : ""
    #expect(verdict.findings.allSatisfy { $0.pointer.hasPrefix(place) })
  }

  @Test func `options stand in the body or in the query`() throws {
    let wrapped = #"{"paymentRequest":{},"rules":"webkit","apiVersion":2}"#
    let inBody = try order(wrapped)
    #expect(inBody.rules == [.webkit] && inBody.apiVersion == 2)
    let inQuery = try order(#"{"paymentRequest":{}}"#, rules: [.engine, .apple], apiVersion: 3)
    #expect(inQuery.rules == [.apple, .engine] && inQuery.apiVersion == 3)
    // A bare request has no options of ours: such members are for the rules to judge.
    let bare = try order(#"{"rules":"webkit","apiVersion":2}"#)
    #expect(
      bare.rules == RequestRuleSet.allCases
        && bare.apiVersion == RequestValidation.defaultAPIVersion)
  }

  @Test func `a quote's members are not options`() throws {
    let order = try order(#"{"object":"quote","paymentRequest":{},"rules":"webkit"}"#)
    #expect(order.rules == RequestRuleSet.allCases)
  }

  @Test(
    arguments: [
      ("apple,engine", [.apple, .engine]), ("engine,apple", [.apple, .engine]),
      ("webkit,webkit", [.webkit]), ("all", RequestRuleSet.allCases),
      ("apple,all", RequestRuleSet.allCases),
    ] as [(String, [RequestRuleSet])])
  func `several rule sets stand in a list, each is asked once`(
    text: String, rules: [RequestRuleSet]
  ) throws {
    #expect(try order(#"{"paymentRequest":{},"rules":"\#(text)"}"#).rules == rules)
  }

  @Test(arguments: [
    (#"{"paymentRequest":{},"rules":""}"#, "/rules", "unknown_value"),
    (#"{"paymentRequest":{},"rules":"apple,"}"#, "/rules", "unknown_value"),
    (#"{"paymentRequest":{},"rules":"apple, webkit"}"#, "/rules", "unknown_value"),
    (#"{"paymentRequest":{},"rules":"webkti"}"#, "/rules", "unknown_value"),
    (#"{"paymentRequest":{},"rules":["webkit"]}"#, "/rules", "wrong_type"),
    (#"{"paymentRequest":{},"apiVersion":0}"#, "/apiVersion", "out_of_range"),
    (#"{"paymentRequest":{},"apiVersion":16}"#, "/apiVersion", "out_of_range"),
    (#"{"paymentRequest":{},"apiVersion":9223372036854775807}"#, "/apiVersion", "out_of_range"),
    (#"{"paymentRequest":{},"apiVersion":"2"}"#, "/apiVersion", "wrong_type"),
    (#"{"paymentRequest":{},"apiVersion":2.0}"#, "/apiVersion", "wrong_type"),
    (#"{"paymentRequest":{},"version":2}"#, "/version", "unknown_member"),
  ])
  func `an option that is none is refused with its place`(
    text: String, pointer: String, code: String
  ) throws {
    let faults = #expect(throws: JSONFaults.self) { try order(text) }
    #expect(faults?.faults.map(\.pointer) == [pointer])
    #expect(faults?.faults.map(\.code) == [code])
  }

  @Test func `an option in both places is refused, the same value as well`() {
    let text = #"{"paymentRequest":{},"rules":"webkit","apiVersion":2}"#
    let faults = #expect(throws: JSONFaults.self) {
      try order(text, rules: [.webkit], apiVersion: 2)
    }
    #expect(faults?.faults.map(\.pointer) == ["/rules", "/apiVersion"])
    #expect(faults?.faults.allSatisfy { $0.code == "duplicate_parameter" } == true)
  }

  @Test func `a finding inside a document leads into the document`() throws {
    let bare = RequestValidation(try order("{}"))
    let wrapped = RequestValidation(try order(#"{"object":"quote","paymentRequest":{}}"#))
    #expect(!bare.findings.isEmpty)
    #expect(wrapped.findings.map(\.pointer) == bare.findings.map { "/paymentRequest" + $0.pointer })
    #expect(wrapped.findings.map(\.message) == bare.findings.map(\.message))
  }

  @Test func `a slip of the pen in a rule set is named`() {
    let slip = #expect(throws: RuleChoice.UnknownWord.self) { try RuleChoice.list("apple,webkti") }
    #expect(slip?.detail.hasSuffix("; did you mean webkit?") == true)
    let other = #expect(throws: RuleChoice.UnknownWord.self) { try RuleChoice.list("safari") }
    #expect(other?.detail == #""safari" is none of apple, webkit, engine, all"#)
  }
}
