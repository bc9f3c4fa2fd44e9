import Foundation
import TestSupport
import Testing

@testable import PayCore

@Suite struct PaymentRequestDocumentTests {
  /// The names in the first column of the tables of `docs/payment-request.md`.
  private func documented() throws -> (rows: Set<String>, text: String) {
    let path = packageRoot + "/docs/payment-request.md"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let rows = text.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("| `") else { return nil }
      return line.dropFirst(3).split(separator: "`").first.map(String.init)
    }
    return (Set(rows), text)
  }

  @Test func `the document names every member, and no other`() throws {
    let (rows, text) = try documented()
    let members = FullRequest.web.memberNames.union(FullRequest.passKit.memberNames)
      .subtracting(["anything"])
    #expect(members.filter { !text.contains("`\($0)`") }.sorted() == [])
    #expect(rows.subtracting(members).sorted() == [])
  }
}
