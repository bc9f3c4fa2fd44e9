import Foundation
import PayCore
import TestSupport
import Testing

private let folder = packageRoot + "/../shared/vectors/w3c-payment-request"

/// The tables of the web platform tests and the example of the W3C's specification.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: folder)))
struct W3CVectorTests {
  private static func read(_ name: String) throws -> JSONValue {
    let data = try #require(FileManager.default.contents(atPath: "\(folder)/\(name).json"))
    return try JSONValue(parsing: Array(data))
  }

  private static func elements(_ value: JSONValue?) throws -> [JSONValue] {
    guard case .array(let elements)? = value else { throw NotATable() }
    return elements
  }

  private static func strings(_ value: JSONValue?) throws -> [String] {
    try elements(value).map { element in
      guard case .string(let text) = element else { throw NotATable() }
      return text
    }
  }

  private struct NotATable: Error {}

  /// `details` with one amount, as a total or as a line, and what WebKit says to it.
  private func finding(total: JSONValue, currency: JSONValue = "USD") -> String? {
    let amount: JSONValue = ["currency": currency, "value": total]
    return W3CTests.findings(["total": ["label": "x", "amount": amount]])
      .first?.rule
  }

  private func finding(line: JSONValue, in list: String) -> String? {
    let zero: JSONValue = ["label": "x", "amount": ["currency": "USD", "value": "0"]]
    let amount: JSONValue = ["currency": "USD", "value": line]
    return W3CTests.findings(["total": zero, list: [["label": "x", "amount": amount]]])
      .first?.rule
  }

  @Test func `amounts that are not of the grammar`() throws {
    let amounts = try Self.elements(Self.read("amount-validity")["invalidAmounts"])
    #expect(amounts.count == 19)
    for amount in amounts {
      #expect(finding(total: amount) == "webkit.details-amount", "\(amount)")
      for list in ["displayItems", "shippingOptions"] {
        #expect(finding(line: amount, in: list) == "webkit.details-amount", "\(amount)")
      }
    }
  }

  @Test func `a total may not be negative, a line may`() throws {
    let table = try Self.read("amount-validity")
    let amounts = try Self.strings(table["additionalInvalidForTotals"])
    #expect(amounts.count == 5)
    for amount in amounts {
      #expect(finding(total: .string(amount)) == "webkit.details-total-negative", "\(amount)")
      #expect(finding(line: .string(amount), in: "displayItems") == nil, "\(amount)")
    }
  }

  @Test func `amounts of any length are of the grammar`() throws {
    let rows = try Self.elements(Self.read("amount-validity")["validAmounts"])
    #expect(rows.count == 6)
    for row in rows {
      let value = try #require(row["value"])
      if row["where"] == "total" {
        #expect(finding(total: value) == nil)
      } else {
        #expect(finding(line: value, in: "displayItems") == nil)
      }
    }
    #expect(finding(total: .number("1.0")) == nil)
  }

  @Test func `currency codes`() throws {
    let table = try Self.read("currency-codes")
    let good = try Self.strings(table["wellFormed"])
    let bad = try Self.strings(table["invalid"])
    #expect(good.count == 5)
    #expect(bad.count == 10)
    for code in good {
      #expect(MonetaryValue.isWellFormedCurrencyCode(code), "\(code)")
      #expect(finding(total: "1.0", currency: .string(code)) == nil)
    }
    for code in bad {
      #expect(!MonetaryValue.isWellFormedCurrencyCode(code), "\(code)")
      #expect(
        finding(total: "1.0", currency: .string(code)) == "webkit.details-currency", "\(code)")
    }
  }

  @Test func `payment method identifiers`() throws {
    let table = try Self.read("payment-method-identifiers")
    let tables = [
      "validURL": 13, "validStandardized": 11, "invalidStandardized": 32, "invalidURL": 9,
    ]
    for (name, count) in tables {
      let rows = try Self.strings(table[name])
      #expect(rows.count == count, "\(name)")
      for row in rows {
        let found = RequestValidation(["supportedMethods": .string(row)], rules: [.webkit])
        #expect(found.isValid == name.hasPrefix("valid"), "\(row)")
        switch PaymentMethodIdentifier(row) {
        case .url?: #expect(name == "validURL", "\(row)")
        case .standardized(let word)?:
          #expect(name == "validStandardized" && word == row, "\(row)")
        case nil: #expect(name.hasPrefix("invalid"), "\(row)")
        }
      }
    }
  }

  @Test func `the grammar`() throws {
    guard case .string(let pattern)? = try Self.read("w3c-grammar")["regex"] else {
      throw NotATable()
    }
    let regex = try Regex(pattern).matchingSemantics(.unicodeScalar)
    // Every text of up to four of these.
    let parts = ["-", "0", "9", ".", "+", "e", " ", "\u{661}"]
    var texts = [""]
    var amounts = 0
    for _ in 0..<4 {
      texts = texts.flatMap { text in parts.map { text + $0 } }
      for text in texts {
        let isAmount = try regex.wholeMatch(in: text) != nil
        amounts += isAmount ? 1 : 0
        #expect((MonetaryValue(text) != nil) == isAmount, "\(text)")
        #expect(
          finding(line: .string(text), in: "displayItems")
            == (isAmount ? nil : "webkit.details-amount"), "\(text)")
      }
    }
    #expect(amounts == 68)
  }

  @Test func `the example adds up`() throws {
    let details = try #require(Self.read("w3c-spec-example")["details"])
    func item(_ item: JSONValue?) throws -> JSONValue {
      let (label, amount) = try (#require(item?["label"]), #require(item?["amount"]?["value"]))
      return ["label": label, "amount": amount]
    }
    let lines = try Self.elements(details["displayItems"]).map(item)
    let request = RequestFixture.web.replacing("countryCode", "GB").replacing("currencyCode", "GBP")
      .replacing("lineItems", .array(lines)).replacing("total", try item(details["total"]))
    #expect(RequestValidation(request, rules: RequestRuleSet.allCases).findings == [])
    #expect(try PaymentRequest(webForm: request).total.amount.minorUnits == 6500)
    let short = request.replacing("lineItems", .array(Array(lines.dropLast())))
    #expect(RequestValidation(short, rules: [.engine]).findings.map(\.rule) == ["engine.lines-sum"])
  }

  @Test func `another currency in the example matters to Apple Pay alone`() throws {
    let example = try Self.read("w3c-spec-example")
    var modifiers = try Self.elements(example["modifiers"])
    let details = try #require(example["details"])
    #expect(
      W3CTests.findings(details.with("modifiers", .array(modifiers))).isEmpty)
    modifiers[0] = modifiers[0].replacing("supportedMethods", "https://apple.com/apple-pay")
    let found = W3CTests.findings(details.with("modifiers", .array(modifiers)))
    #expect(found.map(\.pointer) == ["/details/modifiers/0/total/amount/currency"])
    #expect(
      found.map(\.message) == [
        "\"AUD\" does not match the expected currency of \"GBP\". Apple Pay requires all "
          + "PaymentCurrencyAmounts to use the same currency code."
      ])
  }
}
