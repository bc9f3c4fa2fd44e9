import Foundation
import TestSupport
import Testing

@testable import PayCore

/// docs/webkit-rules.md says what the rules say.
@Suite struct WebKitDocumentTests {
  typealias Fixture = WebKitFixture

  private struct Row {
    let id: String
    let messages: [String]
    let file: String
  }

  private func rows() throws -> [Row] {
    try String(contentsOfFile: packageRoot + "/docs/webkit-rules.md", encoding: .utf8)
      .split(separator: "\n").filter { $0.hasPrefix("| `webkit.") }
      .map { line in
        let cells = line.dropFirst(2).dropLast(2).split(separator: " | ")
        try #require(cells.count == 4, "\(line)")
        return Row(
          id: String(cells[0].filter { $0 != "`" }),
          messages: cells[2].matches(of: /`([^`]+)`/).map { String($0.1) },
          file: String(cells[3]))
      }
  }

  /// Requests that bring what the tables of the other tests do not.
  private static let others: [(JSONValue, Int)] = [
    (Fixture.request, 16),
    (RequestFixture.passKit, 14),
    (Fixture.request.replacing("supportedNetworks", []).with("installmentConfiguration", [:]), 8),
    (Fixture.request.replacing("total", ["amount": "1.00"]), 14),
    (Fixture.request.replacing("total", ["label": "x", "amount": "100000001"]), 14),
    (Fixture.request.replacing("supportedNetworks", ["visa"]).with("shippingMethods", []), 3),
    (with("shippingMethods", [Fixture.shipping.replacing("amount", "-1")]), 14),
    (with("recurringPaymentRequest", Fixture.recurring, "/regularBilling/label"), 14),
    (with("deferredPaymentRequest", dated.with("freeCancellationDateTimeZone", "x y")), 15),
    (with("deferredPaymentRequest", dated), 15),
    (with("deferredPaymentRequest", Fixture.deferred.replacing("paymentDescription", "")), 15),
    (
      with(
        "deferredPaymentRequest", Fixture.deferred.with("freeCancellationDateTimeZone", "Etc/UTC")),
      15
    ),
  ]

  private static let dated = Fixture.deferred.with("freeCancellationDate", "2027-01-01")

  private static func with(
    _ name: String, _ value: JSONValue, _ missing: String? = nil
  ) -> JSONValue {
    Fixture.request.with(name, missing.map { value.setting($0, nil) } ?? value)
  }

  /// What each rule said in some test.
  private func told() -> [String: [RequestFinding]] {
    let cases = RequestDifferenceTests.own.map { ($0.request, $0.version) } + Self.others
    let findings =
      cases.flatMap { request, version in
        RequestValidation(request, rules: [.webkit], apiVersion: version).findings
      } + W3CTests.details.flatMap { W3CTests.findings($0.0) }
      + W3CTests.documents.flatMap { RequestValidation($0.0, rules: [.webkit]).findings }
    return Dictionary(grouping: findings, by: \.rule)
  }

  /// The message without the names and values that differ from request to request.
  private func pattern(_ message: String) -> String {
    message.replacing(/"[^"]*"/, with: #""x""#).replacing(/an? '[^']*' line item/, with: "an item")
      .replacing(/'[A-Za-z]*Billing'/, with: "'x'").replacing(/Member [A-Za-z.]+/, with: "Member x")
      .replacing(/instance of [A-Za-z]+/, with: "instance of x")
  }

  @Test func `each rule has the file and the messages of the document, and no others`() throws {
    let (rows, told) = (try rows(), told())
    #expect(rows.map(\.id).sorted() == WebKitRule.allCases.map(\.rawValue).sorted())
    for row in rows {
      let rule = try #require(WebKitRule(rawValue: row.id))
      #expect("WebKit, " + row.file == rule.source, "\(row.id)")
      let messages = Set((told[row.id] ?? []).map(\.message).map(pattern))
      #expect(Set(row.messages.map(pattern)) == messages, "\(row.id)")
    }
  }
}
