import Foundation
import PayCore
import TestSupport
import Testing

/// Holds docs/messages.md against what the engine writes.
@Suite struct MessageListTests {
  /// The names in the first column of the tables below a heading, in their order.
  private static func names(below heading: String) throws -> [String] {
    let text = try String(contentsOfFile: packageRoot + "/docs/messages.md", encoding: .utf8)
    let sections = text.components(separatedBy: "\n## ")
    let section = try #require(sections.first { $0.hasPrefix(heading) })
    return section.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { row in
      let column = row.dropFirst(2).prefix { $0 != "|" }
      return column.split(separator: ",").map { $0.filter { !"` ".contains($0) } }
    }
  }

  private static func names(of json: JSONValue) -> [String] {
    guard case .object(let members) = json else { return [] }
    return members.map(\.name)
  }

  @Test func `the offer of a notification has the members that are listed`() throws {
    #expect(
      try Self.names(below: "The notification") == Self.names(of: Fixture.notificationOffer().json))
  }

  @Test func `an explained quote of a shipped offer has the members that are listed`() throws {
    let configuration = try Priced.configuration(PricedOfferTests.members)
    let quote = try Quote(configuration, offer: nil, segment: 0, at: Fixture.now)
    #expect(
      try Self.names(below: "A quote") == Self.names(of: quote.explained(quote.json)))
  }

  @Test func `an intent has the members and states that are listed`() throws {
    let names = try Self.names(below: "The buy action").dropFirst(3)
    let states = IntentState.allCases.map(\.rawValue)
    #expect(names.suffix(states.count) == states[...])
    let members = names.dropLast(states.count)
    let optional = [
      "amountDisputed", "shippingMethod", "notification", "paymentToken", "authorization",
      "cancellation",
    ]
    #expect(
      members.filter { !optional.contains($0) }
        == Self.names(of: try Fixture.intent().json(token: "token")))
    #expect(Set(optional).isSubset(of: members))
  }

  @Test func `a finding has the members that are listed`() throws {
    let request: JSONValue = [
      "countryCode": "US", "currencyCode": "USD", "supportedNetworks": ["visa"],
      "merchantCapabilities": ["supports3DS"], "total": ["label": "", "amount": "1.00"],
    ]
    let finding = try #require(
      RequestValidation(request, rules: [.apple]).findings.first { $0.difference != nil })
    #expect(try Self.names(below: "A finding") == Self.names(of: finding.json))
  }
}
