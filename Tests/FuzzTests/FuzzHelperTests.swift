import PayCore
import Testing

@testable import FuzzProperties

/// Proof that what the properties compare with can tell right from wrong.
@Suite struct FuzzHelperTests {
  @Test(arguments: [
    ("0", 0, "0"), ("-0", 2, "0.00"), ("007", 0, "7"), ("1.5", 1, "1.5"), ("1.5", 3, "1.500"),
    ("-00.050", 3, "-0.050"), ("-0.00", 2, "0.00"), ("705.00", 0, "705"),
  ])
  func `a text of the grammar has one form`(text: String, decimals: Int, form: String) {
    #expect(CanonicalDecimal(Array(text.utf8))?.text(decimals: decimals) == form)
  }

  @Test(arguments: ["", "-", ".", "1.", ".5", "+1", "1e2", "--1", "1.2.3", " 1", "1 ", "١", "1,5"])
  func `any other text is none`(text: String) {
    #expect(CanonicalDecimal(Array(text.utf8)) == nil)
  }

  @Test(arguments: [
    ("", true), ("/a", true), ("/a/0", true), ("/a/1", false), ("/a/00", false), ("/~0~1", true),
    ("/~", false), ("/~2", false), ("a", false), ("/", true), ("/b", false), ("/\u{301}", true),
  ])
  func `a pointer leads to what it names`(pointer: String, isThere: Bool) {
    let document: JSONValue = ["a": [1], "~/": 2, "": 3, "\u{301}": 4]
    #expect((JSONPointer.target(pointer, in: document) != nil) == isThere)
  }

  @Test(arguments: [
    ("", true), ("/a", true), ("/b", true), ("/a/1", true), ("/b/x", false), ("/a/1/x", false),
    ("b", false),
  ])
  func `a member may be missing where it could be`(pointer: String, isPlace: Bool) {
    #expect(JSONPointer.leads(pointer, into: ["a": [1]]) == isPlace)
  }

  @Test func `the forms of a document are made from it alone`() {
    let document: JSONValue = [
      "currencyCode": "USD", "lineItems": [["label": "a", "amount": "5"]],
      "total": ["label": "b", "amount": "05.000"],
      "installmentConfiguration": ["items": [["amount": "5"]]],
    ]
    let forms = RequestForms(of: document)
    let items: [JSONValue] = [["label": "a", "amount": "5.00"], ["label": "b", "amount": "5.00"]]
    let others: JSONValue = [
      "currencyCode": "USD", "installmentConfiguration": ["items": [["amount": "5"]]],
    ]
    let web = others.with("lineItems", [items[0]]).with("total", items[1])
    let passKit = others.with("paymentSummaryItems", .array(items))
    #expect(forms.web == web && forms.passKit == passKit)
    #expect(RequestForms(of: passKit).web == web)
    #expect(RequestForms(of: passKit).passKit == passKit)
  }

  @Test func `requests are held against known versions alone, the newest among them`() {
    let known = RequestValidation.apiVersions
    #expect(PaymentRequestProperty.versions.allSatisfy(known.contains))
    #expect(PaymentRequestProperty.versions.contains(known.upperBound))
  }

  static let nines = String(repeating: "9", count: 38)

  /// nil: an overflow.
  @Test(
    arguments: [
      ("0.5", "0.5", 1, .halfEven, "0.2"), ("-0.5", "0.5", 1, .halfUp, "-0.3"),
      ("0.5", "0.5", 4, .floor, "0.2500"), ("-0.01", "0.01", 0, .floor, "-1"),
      ("0.01", "0.01", 0, .halfUp, "0"), (nines, "1", 0, .floor, nines),
      (nines, "1.1", 0, .towardZero, nil), (nines, nines, 0, .halfEven, nil),
      (nines, "1", 1, .halfEven, nil),
      (nines, "0.1", 1, .halfEven, String(nines.dropLast()) + ".9"),
      // Rounding makes a digit more.
      ("9.95", "1", 1, .halfDown, "9.9"), ("9.95", "1", 1, .halfUp, "10.0"),
    ] as [(String, String, Int, RoundingMode, String?)])
  func `a product on paper`(
    one: String, other: String, scale: Int, mode: RoundingMode, expected: String?
  ) throws {
    let long = LongResult(try Decimal128(parsing: one), times: try Decimal128(parsing: other))
    #expect((try? long.rounded(toScale: scale, mode).get())?.description == expected)
  }

  @Test(
    arguments: [
      ("1", "3", 2, .halfUp, "0.33"), ("2", "3", 2, .halfUp, "0.67"),
      ("1", "8", 2, .halfEven, "0.12"),
      ("3", "8", 2, .halfEven, "0.38"), ("1", "8", 2, .halfDown, "0.12"),
      ("-1", "8", 2, .halfUp, "-0.13"),
      ("0", "7", 3, .ceiling, "0.000"), ("0.001", "1000", 0, .ceiling, "1"),
      ("1", "0.00000000000000000000000000000000000001", 0, .floor, nil),
      ("10", "0.01", 1, .floor, "1000.0"), (nines, "0.1", 0, .floor, nil),
      (nines, nines, 37, .floor, "1." + String(repeating: "0", count: 37)),
      (nines, "2", 0, .halfUp, "5" + String(repeating: "0", count: 37)),
    ] as [(String, String, Int, RoundingMode, String?)])
  func `a quotient on paper`(
    one: String, other: String, scale: Int, mode: RoundingMode, expected: String?
  ) throws {
    let long = LongResult(
      try Decimal128(parsing: one), over: try Decimal128(parsing: other), scale: scale)
    #expect((try? long.rounded(toScale: scale, mode).get())?.description == expected)
  }

  @Test func `a broken claim names property, claim and input`() {
    let violation = Violation(property: .json, what: "it reads otherwise", input: [0x7B, 0x0A])
    #expect("\(violation)" == "json: it reads otherwise; the input in hex: 7b0a")
  }
}
