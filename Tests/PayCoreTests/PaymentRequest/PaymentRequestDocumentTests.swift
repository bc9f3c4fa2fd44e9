import Foundation
import TestSupport
import Testing

@testable import PayCore

@Suite struct PaymentRequestDocumentTests {
  /// The text of `docs/payment-request.md` under a heading, down to the next one of any level; from
  /// the beginning to the names without one.
  private func text(under heading: String? = nil) throws -> String {
    let path = packageRoot + "/docs/payment-request.md"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    guard let heading else {
      return try #require(text.components(separatedBy: "\n## Names\n").first)
    }
    let parts = text.components(separatedBy: "\n### \(heading)\n")
    try #require(parts.count == 2)
    return try #require(parts[1].components(separatedBy: "\n#").first)
  }

  /// The rows of tables that begin with a name.
  private func rows(_ text: String) -> [Substring] {
    text.split(separator: "\n").filter { $0.hasPrefix("| `") && !$0.contains("{") }
  }

  @Test func `the document names every member, and no other`() throws {
    let text = try text()
    let rows = Set(
      rows(text).compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) })
    let members = FullRequest.web.memberNames.union(FullRequest.passKit.memberNames)
      .subtracting(["anything"])
    #expect(members.filter { !text.contains("`\($0)`") }.sorted() == [])
    #expect(rows.subtracting(members).sorted() == [])
  }

  @Test func `the document says of each member of a request which form has it, as the rules do`()
    throws
  {
    let text = try text().components(separatedBy: "\n## PaymentRequest\n")[1]
      .components(separatedBy: "\n## ")[0]
    var forms: [String: String] = [:]
    for row in rows(text) {
      let cells = row.dropFirst(2).dropLast(2).components(separatedBy: " | ")
      forms[cells[0].replacing("`", with: "")] = cells[5]
    }
    // The rules see line items and the total in both forms: they are made of the summary items.
    for name in ["lineItems", "total"] { #expect(forms.removeValue(forKey: name) == "web") }
    #expect(forms.removeValue(forKey: "paymentSummaryItems") == "PassKit")
    let members = RequestObject.request.members.filter { forms[$0.name] != nil }
    #expect(members.count == forms.count)
    for member in members {
      let expected = member.onlyForm.map { $0 == .web ? "web" : "PassKit" } ?? "both"
      #expect(forms[member.name] == expected, "\(member.name)")
    }
  }

  static let names: [(heading: String, table: [VersionedName])] = [
    ("Payment networks", PaymentNetwork.known),
    ("Merchant capabilities", MerchantCapability.known), ("Contact fields", ContactField.known),
  ]

  @Test(arguments: names)
  func `the document lists the names that are known, with their versions`(
    heading: String, table: [VersionedName]
  ) throws {
    let expected = table.map {
      "| `\($0.name)` | \($0.iOS ?? "?") | \($0.web.map { "\($0)" } ?? "?") |"
    }
    #expect(try rows(text(under: heading)).map(String.init) == expected)
  }
}
