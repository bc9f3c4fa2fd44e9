import Foundation
import PayCore
import TestSupport
import Testing

private let path = packageRoot + "/../shared/vectors/webkit-applepay-cases.json"

/// WebKit's own layout tests: one member of a good request is set, and the constructor throws or not.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: path)))
struct WebKitVectorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let member: String
    /// Nil: the member is absent.
    let value: JSONValue?
    let accepts: Bool
    let message: String?

    var testDescription: String { "\(member): \(value?.text ?? "absent")" }
  }

  private static let vectors: JSONValue? = FileManager.default.contents(atPath: path)
    .flatMap { try? JSONValue(parsing: Array($0)) }

  static let cases: [Case] =
    (vectors?["cases"]).map(elements)?.compactMap { entry in
      guard case .object(let set)? = entry["set"], let change = set.first,
        case .bool(let accepts)? = entry["accept"]
      else { return nil }
      let isAbsent = change.value == "__omit__" || change.value == "__undefined__"
      var message: String?
      if case .string(let text)? = entry["webkitMessage"] { message = text }
      return Case(
        member: change.name, value: isAbsent ? nil : change.value, accepts: accepts,
        message: message)
    } ?? []

  /// The cases as requests; none without the file.
  static let differences: [(name: String, request: JSONValue, version: Int)] = cases.map {
    let request = (vectors?["validRequest"] ?? [:]).replacing($0.member, $0.value)
    return ($0.testDescription, request, 2)
  }

  private static func elements(_ value: JSONValue) -> [JSONValue] {
    if case .array(let elements) = value { elements } else { [] }
  }

  @Test func `all cases are read`() {
    #expect(Self.cases.count == 83)
    #expect(Self.cases.count { $0.message != nil } == 61)
  }

  @Test(arguments: cases)
  func `WebKit's cases`(expected: Case) throws {
    let request = try #require(Self.vectors?["validRequest"])
      .replacing(expected.member, expected.value)
    let validation = RequestValidation(request, rules: [.webkit], apiVersion: 2)
    #expect(validation.isValid == expected.accepts)
    #expect(validation.findings.map(\.message) == (expected.message.map { [$0] } ?? []))
    for finding in validation.findings {
      #expect(finding.pointer.hasPrefix("/" + expected.member))
    }
  }
}
