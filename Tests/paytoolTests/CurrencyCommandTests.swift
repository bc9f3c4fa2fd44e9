import TestSupport
import Testing

@Suite struct CurrencyCommandTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  @Test func `all currencies are listed with number and decimals`() throws {
    let lines = try shop.ok("currency").split(separator: "\n")
    #expect(lines.count == 179)
    #expect(lines[0] == "CODE  NUMBER  DECIMALS")
    #expect(lines.contains("USD      840         2"))
    #expect(lines.contains("ALL      008         2"))
    #expect(lines.contains("XAU      959      none"))
    let list = try shop.json("currency")
    let data = try #require(list["data"] as? [[String: Any]])
    #expect(data.count == 178)
    #expect(list["listDate"] as? String == "2026-01-01")
  }

  @Test func `a currency is shown as the standard and each provider count it`() throws {
    let text = try shop.ok("currency", "isk", "--at", "2026-01-01T00:00:00Z")
    let lines = text.split(separator: "\n")
    #expect(lines[0] == "ISK 352  0 decimals  ISO 4217 list one of 2026-01-01")
    #expect(lines.count == 6)
    #expect(lines[1].hasPrefix("  stripe     2 decimals, in multiples of 100  since 2023-04-14"))
    #expect(lines[2].hasPrefix("  adyen      2 decimals "))
    #expect(lines[3] == "  braintree  as ISO 4217")
  }

  @Test func `as JSON each provider has exponent, multiple and source`() throws {
    let list = try shop.json("currency", "KWD", "--psp", "stripe")
    let row = try #require((list["data"] as? [[String: Any]])?.first)
    #expect(row["numeric"] as? String == "414")
    #expect(row["minorDigits"] as? Int == 3)
    let psp = try #require((row["psps"] as? [[String: Any]])?.first)
    #expect(psp["exponent"] as? Int == 3)
    #expect(psp["multiple"] as? Int == 10)
    #expect(psp["deviates"] as? Bool == true)
    #expect((psp["source"] as? String)?.contains("docs.stripe.com") == true)
  }

  @Test(arguments: [
    (
      ["KWD", "--amount", "5.12", "--psp", "stripe"],
      "stripe  5120 a count of 0.001 KWD, always a multiple of 10"
    ),
    (["ISK", "--amount", "100", "--psp", "adyen"], "adyen  10000 a count of 0.01 ISK"),
    (["JPY", "--amount", "705.00", "--psp", "stripe"], "stripe  705 a count of 1 JPY"),
    (
      ["USD", "--amount", "20", "--psp", "paypal"],
      "paypal  20.00 the amount in USD, with 2 decimals"
    ),
    (
      ["HUF", "--amount", "10", "--psp", "paypal"], "paypal  10 the amount in HUF, with 0 decimals"
    ),
    (
      [
        "ISK", "--amount", "40.10", "--psp", "stripe", "--for", "refund", "--at",
        "2023-04-01T00:00:00Z",
      ], "stripe  4010 a count of 0.01 ISK"
    ),
    (
      ["USD", "--amount", "20"],
      """
      stripe     2000  a count of 0.01 USD
      adyen      2000  a count of 0.01 USD
      braintree 20.00  the amount in USD, with 2 decimals
      paypal    20.00  the amount in USD, with 2 decimals
      checkout   2000  a count of 0.01 USD
      """
    ),
  ])
  func `an amount is told as the provider wants it`(arguments: [String], output: String) throws {
    let finished = try shop.paytool(["currency"] + arguments)
    #expect(finished.status == 0, "\(finished.errors)")
    let words = { (text: String) in text.split(whereSeparator: \.isWhitespace) }
    #expect(words(finished.output) == ["PROVIDER", "SEND", "WHICH", "IS"] + words(output))
  }

  @Test(arguments: [
    ["ISK", "--amount", "40.1", "--psp", "adyen"],
    ["ISK", "--amount", "40.1", "--psp", "adyen", "--at", "2023-04-01"],
    ["JPY", "--amount", "705.50"], ["JPY", "--amount", "705.50", "--psp", "stripe"],
    ["KWD", "--amount", "5.1234"], ["MGA", "--amount", "0.001"],
  ])
  func `decimals beyond the currency's are refused once, before any provider is asked`(
    arguments: [String]
  ) throws {
    let finished = try shop.paytool(["currency"] + arguments)
    #expect(finished.status == 1)
    #expect(finished.output.isEmpty)
    #expect(finished.errorLines.count == 1)
    #expect(finished.errors.hasPrefix("paytool: --amount '\(arguments[2])': \(arguments[0]) has "))
    let asJSON = try shop.paytool(["currency"] + arguments + ["--json"])
    #expect(try document(asJSON.errors)["code"] as? String == "too_many_decimals")
  }

  @Test func `of old ISK charges only the provider that took them is told`() throws {
    let finished = try shop.paytool("currency", "ISK", "--amount", "40.10", "--at", "2023-04-01")
    #expect(finished.status == 1)
    #expect(finished.output.split(separator: "\n").count == 2)
    #expect(finished.output.contains("stripe"))
    #expect(
      finished.errorLines == [
        "paytool: 4 of 5 providers do not take 40.10 ISK",
        "  ISK has 0 decimals, the amount has more",
      ])
  }

  @Test(arguments: [
    (["--for", "refund", "--amount", "40.10", "--at", "2023-05-01"], "1", "40.10", "40", "41"),
    (["--amount", "40.10"], "1", "40.10", "40", "41"),
    (["--amount", "40.101", "--at", "2023-05-01"], "1", "40.101", "40", "41"),
    (["--amount", "40.101", "--at", "2023-04-01"], "0.01", "40.101", "40.10", "40.11"),
  ])
  func `a fraction that Stripe does not take is refused with the nearest two that it does`(
    arguments: [String], step: String, amount: String, below: String, above: String
  ) throws {
    let finished = try shop.paytool(["currency", "ISK", "--psp", "stripe"] + arguments)
    #expect(finished.status == 1)
    #expect(finished.output.isEmpty)
    #expect(
      finished.errorLines == [
        "paytool: Stripe takes ISK in steps of \(step), and \(amount) is none: "
          + "\(below) ISK or \(above) ISK would do"
      ])
  }

  @Test func `after the cut-over each provider says why it does not take a fraction`() throws {
    let finished = try shop.paytool("currency", "ISK", "--amount", "40.10", "--at", "2023-05-01")
    #expect(finished.status == 1)
    #expect(finished.output.isEmpty)
    #expect(
      finished.errorLines == [
        "paytool: 5 of 5 providers do not take 40.10 ISK",
        "  Stripe takes ISK in steps of 1, and 40.10 is none: 40 ISK or 41 ISK would do",
        "  ISK has 0 decimals, the amount has more",
      ])
  }

  @Test func `a rule that is not sure is told beside the figure`() throws {
    let finished = try shop.paytool("currency", "UGX", "--amount", "500.00", "--psp", "stripe")
    #expect(finished.status == 0)
    #expect(finished.output.contains("500"))
    #expect(finished.errors.contains("disputed"))
    let list = try shop.json("currency", "UGX", "--amount", "500", "--psp", "stripe")
    let row = try #require((list["data"] as? [[String: Any]])?.first)
    #expect(row["confidence"] as? String == "disputed")
    let sure = try shop.json("currency", "USD", "--amount", "5", "--psp", "stripe")
    #expect((sure["data"] as? [[String: Any]])?.first?["confidence"] == nil)
  }

  @Test func `an amount that a provider does not take is refused with the two that would do`()
    throws
  {
    let finished = try shop.paytool("currency", "KWD", "--amount", "5.124", "--psp", "stripe")
    #expect(finished.status == 1)
    #expect(finished.output.isEmpty)
    #expect(
      finished.errors == "paytool: Stripe takes KWD in steps of 0.010, and 5.124 is none: "
        + "5.120 KWD or 5.130 KWD would do\n")
    let all = try shop.paytool("currency", "KWD", "--amount", "5.124")
    #expect(all.status == 1)
    #expect(all.output.split(separator: "\n").count == 4)
    #expect(all.errorLines.count == 3)
    #expect(all.errorLines[0] == "paytool: 2 of 5 providers do not take 5.124 KWD")
    let asJSON = try shop.paytool(
      "currency", "KWD", "--amount", "5.124", "--psp", "stripe", "--json")
    #expect(try document(asJSON.errors)["code"] as? String == "psp_amount_step")
  }

  @Test(arguments: [
    (["USDD"], "'USDD' is no currency of ISO 4217; did you mean USD?"),
    (
      ["USD", "--psp", "strpe"],
      "--psp 'strpe' is none of stripe, adyen, braintree, paypal, checkout; did you mean stripe?"
    ),
    (["\u{212A}WD"], #"'\u{212A}WD' is no currency of ISO 4217; did you mean KWD?"#),
    (["--psp", "stripe"], "--psp is about a currency: paytool currency KWD --psp ..."),
    (["--for", "payout"], "--for is about a currency: paytool currency KWD --for ..."),
    (["USD", "--for", "fun"], "--for 'fun' is none of charge, refund, payout"),
    (
      ["USD", "--amount", "1,5"],
      "--amount '1,5': an amount is digits with at most one point, such as 20.00"
    ),
    (
      ["--amount", "1"], "--amount is of one currency: paytool currency KWD --amount 5.12"
    ),
  ])
  func `what is wrong is said on one line`(arguments: [String], message: String) throws {
    let finished = try shop.paytool(["currency"] + arguments)
    #expect(finished.status == 2)
    #expect(finished.output.isEmpty)
    #expect(finished.errors == "paytool: \(message)\n")
  }
}
