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

  @Test func `a broken claim names property, claim and input`() {
    let violation = Violation(property: .json, what: "it reads otherwise", input: [0x7B, 0x0A])
    #expect("\(violation)" == "json: it reads otherwise; the input in hex: 7b0a")
  }
}
