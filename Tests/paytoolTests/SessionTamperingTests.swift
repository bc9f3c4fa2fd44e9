import Foundation
import TestSupport
import Testing

/// What an attacker can do to a session that was signed, through the real program.
@Suite struct SessionTamperingTests {
  private let shop: Shop
  private let session: [String: Any]

  init() throws {
    shop = try Shop.withKeys()
    session = try shop.json("session", "sign")
  }

  private func verdict(_ changed: [String: Any]) throws -> Int32 {
    let bytes = try JSONSerialization.data(withJSONObject: changed)
    let text = String(decoding: bytes, as: UTF8.self)
    return try shop.paytool("session", "verify", "-", input: text).status
  }

  @Test func `the untouched session verifies, whatever the order of its members`() throws {
    #expect(try verdict(session) == 0)
  }

  @Test func `a change of any signed field is refused`() throws {
    let fields = try #require(session["signedFields"] as? [String])
    #expect(fields.count == 15)
    for field in fields {
      var changed = session
      switch session[field] {
      case let number as Int: changed[field] = number ^ 1
      case let text as String: changed[field] = text.isEmpty ? "x" : text.dropLast() + "~"
      default: Issue.record("\(field) is neither a number nor a text")
      }
      #expect(try verdict(changed) == 1, "\(field) changed")
      changed[field] = nil
      #expect(try verdict(changed) == 1, "\(field) left out")
    }
  }

  @Test func `any two signed fields of one type swapped are refused`() throws {
    let fields = try #require(session["signedFields"] as? [String])
    for (index, one) in fields.enumerated() {
      for other in fields[(index + 1)...].prefix(3) {
        var changed = session
        (changed[one], changed[other]) = (session[other], session[one])
        guard !(changed as NSDictionary).isEqual(session as NSDictionary) else { continue }
        #expect(try verdict(changed) == 1, "\(one) and \(other) swapped")
      }
    }
  }

  @Test func `another list of signed fields, another member or more CMS is refused`() throws {
    let fields = try #require(session["signedFields"] as? [String])
    let signature = try #require(session["signature"] as? String)
    let changes: [(String, Any)] = [
      ("signedFields", Array(fields.dropLast())), ("signedFields", fields + ["nonce"]),
      ("signedFields", Array(fields.reversed())), ("signedFields", [String]()), ("extra", 1),
      ("signature", signature + "00"), ("signature", signature.uppercased()), ("signature", ""),
      ("signature", String(signature.dropLast(2))),
    ]
    for (name, value) in changes {
      var changed = session
      changed[name] = value
      #expect(try verdict(changed) == 1, "\(name) is \(value)")
    }
  }
}
