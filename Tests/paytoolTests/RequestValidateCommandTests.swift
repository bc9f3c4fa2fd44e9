import Foundation
import PayCore
import TestSupport
import Testing

@testable import paytool

@Suite struct RequestValidateCommandTests {
  private let shop: Shop
  private let good = """
    {"merchantCapabilities":["supports3DS"],"supportedNetworks":["visa"],"countryCode":"US",
     "currencyCode":"USD","lineItems":[{"label":"Tea","amount":"20.00","type":"final"}],
     "total":{"label":"Shop","amount":"20.00","type":"final"}}
    """

  init() throws { shop = try Shop() }

  private func validate(_ text: String, _ arguments: String...) throws -> Finished {
    try shop.paytool(["request", "validate", "-"] + arguments, input: text)
  }

  @Test func `a good request is told on one line, and leaves with 0`() throws {
    let finished = try validate(good)
    #expect(finished.status == 0)
    #expect(
      finished.output
        == "valid by the rules of Apple, WebKit and this engine, API version "
        + "\(RequestValidation.defaultAPIVersion)\n")
    #expect(finished.errors.isEmpty)
    let path = try shop.file("request.json", good)
    let verdict = try shop.json("request", "validate", path)
    #expect(verdict["object"] as? String == "validation")
    #expect(verdict["valid"] as? Bool == true)
    #expect((verdict["findings"] as? [Any])?.isEmpty == true)
  }

  @Test(arguments: ["web", "passkit"])
  func `what quote writes is good in either form`(form: String) throws {
    let quote = try shop.ok("quote", "--segment", "2", "--form", form, "--json")
    let finished = try validate(quote)
    #expect(finished.status == 0, "\(finished.output)")
  }

  @Test(arguments: [
    ([], 0, "valid by what Apple writes and this engine's rules, in the PassKit form"),
    (
      ["--rules", "webkit", "--api-version", "3"], 1,
      "not judged: no rule that was asked for is about the PassKit form"
    ),
  ])
  func `of a PassKit request only what was applied is named, and no version`(
    arguments: [String], status: Int32, verdict: String
  ) throws {
    let quote = try shop.ok("quote", "--segment", "2", "--form", "passkit", "--json")
    let finished = try shop.paytool(["request", "validate", "-"] + arguments, input: quote)
    #expect(finished.status == status)
    #expect(finished.output.split(separator: "\n").last.map(String.init) == verdict)
    let data = try document(
      shop.paytool(["request", "validate", "-", "--json"] + arguments, input: quote).output)
    #expect(data["form"] as? String == "passKit" && data["apiVersion"] == nil)
    #expect(data["rules"] as? [String] == (arguments.isEmpty ? ["apple", "engine"] : []))
  }

  @Test(arguments: [
    ("1.00", 0, "valid by what WebKit does, in the form of the Payment Request API"),
    ("1,00", 1, "not valid by what WebKit does, in the form of the Payment Request API"),
  ])
  func `details of the Payment Request API are held against WebKit's rules`(
    value: String, status: Int32, verdict: String
  ) throws {
    let total = #"{"label":"Shop","amount":{"currency":"USD","value":"\#(value)"}}"#
    let finished = try validate(#"{"details":{"total":\#(total)}}"#)
    #expect(finished.status == status)
    #expect(finished.output.split(separator: "\n").last.map(String.init) == verdict)
    #expect((status == 1) == finished.output.contains("error at /details/total/amount/value\n"))
  }

  @Test func `a finding is data with all its members, and the reason a problem`() throws {
    let text = good.replacing(#""US""#, with: #""GB2""#)
    let finished = try validate(text, "--rules", "webkit", "--api-version", "2", "--json")
    #expect(finished.status == 1)
    let verdict = try document(finished.output)
    #expect(verdict["valid"] as? Bool == false)
    let finding = try #require((verdict["findings"] as? [[String: String]])?.first)
    #expect(finding["rule"] == "webkit.country-code")
    #expect(finding["severity"] == "error")
    #expect(finding["pointer"] == "/countryCode")
    for member in ["message", "source", "remedy"] { #expect(finding[member]?.isEmpty == false) }
    let problem = try document(finished.errors)
    #expect(problem["code"] as? String == "payment_request_invalid")
    let errors = try #require(problem["errors"] as? [[String: String]])
    #expect(errors.map { $0["code"] } == ["webkit.country-code"])
  }

  @Test func `a person reads a block for each finding and a sum at the end`() throws {
    let finished = try validate(good.replacing(#""label":"Tea""#, with: #""label":"""#))
    #expect(finished.status == 1)
    #expect(finished.errors == "paytool: standard input has 1 error\n")
    let lines = finished.output.split(separator: "\n")
    #expect(lines.contains { $0 == "error at /lineItems/0/label" })
    #expect(lines.contains { $0.hasPrefix("  what to do") })
    #expect(
      lines.last.map(String.init)
        == "not valid by the rules of Apple, WebKit and this engine, API version "
        + "\(RequestValidation.defaultAPIVersion)")
  }

  @Test func `what two sets say of one place is one fault to a person, two findings as data`()
    throws
  {
    let text = good.replacing(#""US""#, with: #""GB2""#)
    let finished = try validate(text, "--rules", "apple,webkit")
    #expect(finished.status == 1)
    #expect(finished.errors == "paytool: standard input has 1 error\n")
    #expect(finished.output.contains("[apple.country-code]\n"))
    #expect(finished.output.contains("[webkit.country-code]\n"))
    #expect(finished.output.split(separator: "\n").count { $0 == "error at /countryCode" } == 1)
    #expect(
      finished.output.hasSuffix(
        "\nnot valid by what Apple writes and what WebKit does, API version "
          + "\(RequestValidation.defaultAPIVersion)\n"))
    let data = try validate(text, "--rules", "apple,webkit", "--json")
    #expect((try document(data.output)["findings"] as? [Any])?.count == 2)
    let problem = try document(data.errors)
    #expect(problem["detail"] as? String == "standard input has 2 errors")
    #expect((problem["errors"] as? [Any])?.count == 2)
  }

  @Test func `a document may say itself by which rules it is to be checked`() throws {
    let bad = good.replacing(#""US""#, with: #""GB2""#)
    let finished = try validate(#"{"paymentRequest":\#(bad),"rules":"webkit","apiVersion":2}"#)
    #expect(finished.status == 1)
    #expect(finished.output.contains("error at /paymentRequest/countryCode\n"))
    #expect(finished.output.hasSuffix("\nnot valid by what WebKit does, API version 2\n"))
    let mixed = try validate(
      #"{"paymentRequest":\#(good),"rules":"webkit"}"#, "--api-version", "3")
    #expect(mixed.output == "valid by what WebKit does, API version 3\n")
    let quote = try validate(
      #"{"object":"quote","paymentRequest":\#(good),"rules":"webkit"}"#, "--rules", "apple")
    #expect(quote.output.hasPrefix("valid by what Apple writes, API version"))
  }

  @Test(arguments: [
    (#"{"paymentRequest":{},"rules":"apple"}"#, 2, "usage", "/rules", "give it once"),
    (#"{"paymentRequest":{},"rules":"webkit"}"#, 2, "usage", "/rules", "give it once"),
    (
      #"{"paymentRequest":{},"apiVersion":99}"#, 1, "validation_order_invalid", "/apiVersion",
      "must be a version"
    ),
    (
      #"{"paymentRequest":{},"more":1}"#, 1, "validation_order_invalid", "/more",
      "is not a member here"
    ),
  ])
  func `a document and options that contradict each other are refused`(
    text: String, status: Int32, code: String, pointer: String, detail: String
  ) throws {
    let finished = try validate(text, "--rules", "apple", "--json")
    #expect(finished.status == status)
    #expect(finished.output.isEmpty)
    let problem = try document(finished.errors)
    #expect(problem["code"] as? String == code)
    let errors = try #require(problem["errors"] as? [[String: String]])
    #expect(errors.map { $0["pointer"] } == [pointer])
    #expect(errors[0]["detail"]?.contains(detail) == true, "\(errors)")
  }

  @Test func `places in a quote lead into the quote`() throws {
    let finished = try validate(
      #"{"object":"quote","paymentRequest":{}}"#, "--rules", "apple", "--json")
    #expect(finished.status == 1)
    let findings = try #require(try document(finished.output)["findings"] as? [[String: String]])
    #expect(!findings.isEmpty)
    #expect(findings.allSatisfy { $0["pointer"]?.hasPrefix("/paymentRequest") == true })
  }

  @Test(arguments: [
    (["--rules", "safari"], "--rules 'safari' is none of apple, webkit, engine, all"),
    (["--rules", "webkti"], "did you mean webkit?"),
    (["--rules", "apple,webkti"], "did you mean webkit?"),
    (["--rules", "apple,"], "--rules '' is none of"),
    (["--api-version", "two"], "--api-version 'two' must be a version of Apple Pay on the web, 1"),
    (["--api-version", "0"], "--api-version '0' must be"),
    (["--api-version", "16"], "--api-version '16' must be"),
    (["--api-version", "02"], "--api-version '02' must be"),
    (["--api-version", "+2"], "--api-version '+2' must be"),
    (["--api-version", "-1"], "--api-version '-1' must be"),
    (["more.json"], "takes FILE only"),
  ])
  func `an option that is none is a matter of usage`(arguments: [String], message: String) throws {
    let finished = try shop.paytool(["request", "validate", "-"] + arguments, input: good)
    #expect(finished.status == 2)
    #expect(finished.output.isEmpty)
    #expect(finished.errors.contains(message), "\(finished.errors)")
  }

  @Test(arguments: [
    ("{", "json_unexpected_end", 1), (#"{"a":1,"a":2}"#, "json_duplicate_member", 7),
    ("\u{FEFF}{}", "json_byte_order_mark", 0), (#"{"total":NaN}"#, "json_unexpected_byte", 9),
    (String(repeating: "[", count: 60), "json_too_deep", 32), ("", "json_unexpected_end", 0),
  ])
  func `what is not JSON is refused with the byte`(
    text: String, code: String, offset: Int
  ) throws {
    let finished = try validate(text, "--json")
    #expect(finished.status == 1)
    #expect(finished.output.isEmpty)
    let problem = try document(finished.errors)
    #expect(problem["code"] as? String == code)
    #expect((problem["detail"] as? String)?.hasSuffix("at byte \(offset)") == true)
  }

  @Test func `a document over the limit is refused, and a file that is not there`() throws {
    let large = try validate(#"{"a":""# + String(repeating: "x", count: Limits.jsonBytes) + #""}"#)
    #expect(large.status == 1)
    #expect(large.errors.contains("larger than"), "\(large.errors)")
    #expect(try shop.paytool("request", "validate", "/nowhere.json").status == 5)
  }

  @Test func `names from outside steer no terminal`() throws {
    let finished = try validate(#"{"\u001b[2J\u202e":1,"total":{"label":"\u001b]0;x\u0007"}}"#)
    #expect(finished.status == 1)
    #expect(!finished.output.contains("\u{1B}") && !finished.errors.contains("\u{1B}"))
  }
}

@Suite struct RequestFindingListTests {
  private func finding(
    _ severity: Finding.Severity = .error, pointer: String = "/total", difference: String? = nil
  ) -> RequestFinding {
    RequestFinding(
      rule: "apple.total", severity: severity, pointer: pointer, message: "The total is missing.",
      source: "Apple, ApplePayPaymentRequest", remedy: "Add one.", difference: difference)
  }

  private func text(_ findings: [RequestFinding], isColored: Bool = false) -> String {
    RequestFindingList(findings: findings, isColored: isColored)
      .text(rules: [.apple], apiVersion: 3)
  }

  @Test func `a block is this`() {
    #expect(
      text([finding(difference: "WebKit lets it pass.")]) == """
        error at /total
          The total is missing.
          why         Apple, ApplePayPaymentRequest [apple.total]
          what to do  Add one.
          difference  WebKit lets it pass.

        not valid by what Apple writes, API version 3

        """)
  }

  @Test(
    arguments: [
      ([], "valid by"), ([.warning], "valid with 1 warning by"),
      ([.warning, .warning], "valid with 2 warnings by"), ([.error], "not valid by"),
      ([.error, .warning, .error], "not valid by"),
    ] as [([Finding.Severity], String)])
  func `the last line sums up`(severities: [Finding.Severity], start: String) throws {
    let last = try #require(text(severities.map { finding($0) }).split(separator: "\n").last)
    #expect(last.hasPrefix(start))
  }

  private func finding(_ rule: String, _ severity: Finding.Severity = .error) -> RequestFinding {
    RequestFinding(
      rule: rule, severity: severity, pointer: "/total", message: "Of \(rule).", source: "S",
      remedy: "R")
  }

  @Test(
    arguments: [
      ([("apple.a", .error), ("webkit.b", .error), ("engine.c", .error)], 1),
      ([("apple.a", .error), ("webkit.b", .warning)], 2),
      // Which of the two WebKit means, nobody knows.
      ([("apple.a", .error), ("apple.b", .error), ("webkit.c", .error)], 3),
    ] as [([(String, Finding.Severity)], Int)])
  func `one finding of each rule set at one place makes a block`(
    rules: [(String, Finding.Severity)], blocks: Int
  ) {
    let text = text(rules.map { finding($0.0, $0.1) })
    #expect(text.split(separator: "\n").count { $0.hasSuffix(" at /total") } == blocks)
    for (rule, _) in rules {
      #expect(text.contains("  Of \(rule).\n") && text.contains("S [\(rule)]"))
    }
  }

  @Test func `color marks the severity and nothing else, and escapes stay escaped`() {
    let colored = text([finding(), finding(.warning, pointer: "/\u{1B}[2J")], isColored: true)
    #expect(colored.contains("\u{1B}[31merror\u{1B}[0m at /total\n"))
    #expect(colored.contains("\u{1B}[1mwarning\u{1B}[0m at /\\u{1b}[2J\n"))
    #expect(text([finding(pointer: "")]).hasPrefix("error in the whole document\n"))
  }
}
