import Foundation
import TestSupport
import Testing

@Suite struct QuoteCommandTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  @Test(arguments: [("0", "5.00", 500), ("1", "10.00", 1000), ("2", "20.00", 2000)])
  func `a quote is the contract, member for member`(
    segment: String, amount: String, minor: Int
  ) throws {
    let line = #"{"label":"Some Product","amount":"\#(amount)","type":"final"}"#
    #expect(
      try shop.ok("quote", "--segment", segment, "--json") == """
        {"object":"quote","offer":"some-product","segment":\(segment),"amount":"\(amount)",\
        "amountMinor":\(minor),"currency":"USD","lines":[\(line)],\
        "paymentRequest":{"merchantIdentifier":"merchant.com.sample.ApplePayAction",\
        "merchantCapabilities":["supports3DS"],"supportedNetworks":["visa","masterCard","amex"],\
        "countryCode":"US","currencyCode":"USD","lineItems":[\(line)],\
        "total":{"label":"Sample Merchant","amount":"\(amount)","type":"final"}},"findings":[]}

        """)
  }

  @Test func `the PassKit form has the total as its last item`() throws {
    let quote = try shop.json("quote", "--segment", "1", "--form", "passkit")
    let request = try #require(quote["paymentRequest"] as? [String: Any])
    let items = try #require(request["paymentSummaryItems"] as? [[String: String]])
    #expect(items.map { $0["label"] } == ["Some Product", "Sample Merchant"])
    #expect(items.map { $0["amount"] } == ["10.00", "10.00"])
    #expect(request["total"] == nil)
  }

  @Test func `without options it is the default segment of the first offer`() throws {
    #expect(
      try shop.ok("quote")
        == "Some Product            5.00  USD\ntotal, Sample Merchant  5.00  USD\n")
  }

  private static let known = "0 (5.00 USD), 1 (10.00 USD), 2 (20.00 USD)"

  @Test(arguments: [
    "3", "-1", "x", "1e0", "99999999999999999999", "", " 1", "+1", "1.0", "٢", "0x1",
  ])
  func `a segment that is none is told with those there are`(segment: String) throws {
    for arguments in [["quote", "--segment", segment], ["quote", "--segment=\(segment)"]] {
      let finished = try shop.paytool(arguments)
      #expect(finished.status == 2)
      #expect(finished.output.isEmpty)
      #expect(
        finished.errors
          == "paytool: --segment '\(segment)': offer some-product has the segments \(Self.known)\n")
    }
  }

  @Test(arguments: [
    (["--offer", "nope"], "--offer 'nope': there is no such offer; offers: some-product, tea-box"),
    (
      ["--offer", "some-prodct", "--segment", "9"],
      "--offer 'some-prodct': there is no such offer; did you mean some-product?; "
        + "offers: some-product, tea-box"
    ),
    (["--offer", ""], "--offer '': there is no such offer; offers: some-product, tea-box"),
    (["--form", "passkitt"], "--form 'passkitt' is none of web, passkit; did you mean passkit?"),
    (
      ["--at", "noon"],
      "--at 'noon' is neither a date such as 2026-01-31 nor a time such as 2026-01-31T12:00:00Z"
    ),
    (["--form", "passkit"], "--form is for --json, which shows the payment request"),
    (["2"], "quote takes no operand: what is '2'?"),
    (["--segment"], "--segment needs a value: --segment N"),
  ])
  func `what is wrong is said on one line`(arguments: [String], message: String) throws {
    let finished = try shop.paytool(["quote"] + arguments)
    #expect(finished.status == 2)
    #expect(finished.output.isEmpty)
    #expect(finished.errors == "paytool: \(message)\n")
  }

  @Test func `with --json an error is a problem document on standard error`() throws {
    let finished = try shop.paytool("quote", "--offer", "nope", "--json")
    #expect(finished.status == 2)
    #expect(finished.output.isEmpty)
    let problem = try document(finished.errors)
    #expect(problem["code"] as? String == "offer_unknown")
    #expect(problem["type"] as? String == "urn:pay:problem:offer_unknown")
    #expect(problem["exitCode"] as? Int == 2)
    #expect((problem["detail"] as? String)?.contains("some-product") == true)
  }

  @Test func `an offer out of season has no price`() throws {
    var shop = shop
    shop.configuration = try sampleCopy(in: shop) { name, text in
      name == "offers.json"
        ? text.replacingOccurrences(
          of: #""defaultSegment": 0"#,
          with: #""defaultSegment": 0, "validUntil": "2026-01-01T00:00:00Z""#) : text
    }
    let late = try shop.paytool("quote", "--at", "2026-01-01T00:00:00Z")
    #expect(late.status == 1)
    #expect(late.errors == "paytool: offer some-product cannot be bought at this time\n")
    #expect(try shop.paytool("quote", "--at", "2025-12-31T23:59:59Z").status == 0)
  }

  @Test func `offers are listed`() throws {
    #expect(
      try shop.ok("offers") == """
        OFFER         LABEL         SEGMENT     AMOUNT
        some-product  Some Product        0   5.00 USD  default
                                          1  10.00 USD
                                          2  20.00 USD
        tea-box       Tea box             0  21.03 USD  default, shipping standard or express
                                          1  45.00 USD

        """)
    let data = try #require(try shop.json("offers")["data"] as? [[String: Any]])
    #expect(data.map { $0["id"] as? String } == ["some-product", "tea-box"])
  }

  // 2 x 7.35 = 14.70, a tenth of it 1.47; 14.70 - 1.47 + 4.90 - 1.00 = 17.13; with shipping 27.03,
  // of which 7/107 are 1.7683...
  @Test func `an explained price shows the sheet, then each step`() throws {
    let text = try shop.ok("quote", "--offer", "tea-box", "--shipping", "express", "--explain")
    #expect(
      text == """
        Sencha, two packs of 100 g  14.70  USD
        Tea tin                      4.90  USD
        Second pack                 -1.47  USD
        Welcome                     -1.00  USD
        Express                      9.90  USD
        total, Sample Merchant      27.03  USD

        STEP                        COMPUTATION              EXACT          ROUNDING  AMOUNT
        Sencha, two packs of 100 g  2 x 7.35                                           14.70
        Second pack                 10 % of 14.70                                      -1.47
        Tea tin                     1 x 4.90                                            4.90
          subtotal                  14.70 - 1.47 + 4.90                               (18.13)
        Welcome                     1.00                                               -1.00
          subtotal after discounts  18.13 - 1.00                                      (17.13)
          of which Tax included     7/107 of (17.13 + 9.90)  1.76831775...  halfUp     (1.77)
        Express                     9.90                                                9.90
        total                       17.13 + 9.90                                       27.03

        Amounts in brackets explain; the others make the total.

        """)
  }

  @Test func `explained JSON has the steps at its end, in both forms`() throws {
    for form in ["web", "passkit"] {
      let arguments = ["quote", "--offer", "tea-box", "--form", form, "--json"]
      let plain = try shop.paytool(arguments)
      let explained = try shop.paytool(arguments + ["--explain"])
      #expect(explained.output.hasPrefix(plain.output.dropLast(2) + #","steps":[{"kind":"line","#))
    }
  }

  @Test(arguments: [
    (
      ["--offer", "tea-box", "--shipping", "expres"],
      "--shipping 'expres': segment 0 of offer tea-box has no such shipping method; "
        + "did you mean express?; methods: standard, express"
    ),
    (
      ["--shipping", "express"],
      "--shipping 'express': segment 0 of offer some-product has no shipping methods to choose from"
    ),
  ])
  func `a shipping method that is none is told with those there are`(
    arguments: [String], message: String
  ) throws {
    let finished = try shop.paytool(["quote"] + arguments)
    #expect(finished.status == 2)
    #expect(finished.output.isEmpty)
    #expect(finished.errors == "paytool: \(message)\n")
  }
}

/// The sample configuration in the shop's folder, each file changed.
func sampleCopy(in shop: Shop, _ change: (String, String) -> String) throws -> String {
  let copy = shop.folder.file("configuration")
  try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
  for name in ["merchant.json", "offers.json", "notification.json"] {
    let text = try String(contentsOfFile: shop.configuration + "/" + name, encoding: .utf8)
    try change(name, text).write(toFile: copy + "/" + name, atomically: true, encoding: .utf8)
  }
  return copy
}
