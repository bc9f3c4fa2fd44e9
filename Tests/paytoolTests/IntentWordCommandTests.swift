import Foundation
import PaySystem
import TestSupport
import Testing

/// What the backend says of an intent, from the shell.
@Suite struct IntentWordCommandTests {
  private let shop: Shop
  private let id: String
  private static let start = "2030-01-01T00:00:00Z"
  private static let end = "2030-01-01T00:15:00Z"

  init() throws {
    shop = try Shop.withKeys()
    let made = try shop.json("intent", "create", "--segment", "2", "--at", Self.start)
    id = try #require(made["id"] as? String)
  }

  private func say(_ verb: String, _ options: String..., at moment: String = start) throws
    -> Finished
  {
    try shop.paytool(["intent", verb, id] + options + ["--at", moment])
  }

  private func authorize(_ reference: String = "P") throws -> Finished {
    try say("authorization", "--psp-reference", reference, "--result", "approved", "--attested")
  }

  @Test func `an intent is authorized, captured and refunded`() throws {
    let authorized = try authorize()
    #expect(authorized.status == 0, "\(authorized.errors)")
    #expect(authorized.output.contains("authorized") && authorized.output.contains("attested"))
    #expect(try say("capture", "--psp-reference", "C").output.contains("captured"))
    let part = try say("refund", "--psp-reference", "R1", "--amount", "5.00")
    #expect(part.output.contains("5.00 USD"))
    let rest = try document(try say("refund", "--psp-reference", "R2", "--json").output)
    #expect(rest["amountRefunded"] as? String == "20.00")
    #expect(rest["state"] as? String == "captured")
    let shown = try shop.ok("intent", "show", id)
    for fact in ["captured", "20.00 USD", "refunded", "attested", "paytool at \(Self.start)"] {
      #expect(shown.contains(fact), "\(fact)")
    }
    let authorization = try #require(
      try shop.json("intent", "show", id)["authorization"] as? [String: Any])
    #expect(authorization["pspReference"] as? String == "P")
  }

  @Test func `what a state does not allow is told, and nothing is done`() throws {
    for (verb, options) in [
      ("capture", ["--psp-reference", "C"]), ("refund", ["--psp-reference", "R"]),
      ("authorization", ["--psp-reference", "P", "--result", "approved"]),
    ] {
      let refused = try shop.paytool(["intent", verb, id] + options + ["--at", Self.start])
      #expect(refused.status == 1, "\(verb)")
      #expect(refused.output.isEmpty && refused.errorLines.count == 1)
    }
    #expect(try authorize().status == 0)
    #expect(try authorize().status == 1)
    #expect(try say("capture", "--psp-reference", "C").status == 0)
    #expect(try say("capture", "--psp-reference", "C").status == 1)
    #expect(try say("refund", "--psp-reference", "R", "--amount", "20.01").status == 2)
    #expect(try say("refund", "--psp-reference", "R", "--amount", "1,00").status == 2)
    #expect(try say("refund", "--psp-reference", "R", "--amount", "1.00").status == 0)
    #expect(try say("refund", "--psp-reference", "R", "--amount", "1.00").status == 1)
    #expect(try say("cancel").status == 1)
    #expect(try shop.json("ledger", "journal")["data"] as? [[String: Any]] != nil)
    #expect(
      try shop.ok("ledger", "journal", "--format", "ndjson").split(separator: "\n").count == 2)
  }

  @Test func `a dispute is opened, won and lost`() throws {
    let early = try say("dispute", "--psp-reference", "D", "--result", "opened")
    #expect(early.status == 1)
    #expect(early.errors.contains("only what was captured is disputed"))
    #expect(try authorize().status == 0)
    #expect(try say("capture", "--psp-reference", "C").status == 0)
    let opened = try say(
      "dispute", "--psp-reference", "D", "--result", "opened", "--amount", "5.00")
    #expect(opened.status == 0, "\(opened.errors)")
    #expect(opened.output.contains("disputed") && opened.output.contains("5.00 USD"))
    #expect(try say("dispute", "--psp-reference", "D", "--result", "opened").status == 1)
    #expect(try say("dispute", "--psp-reference", "X", "--result", "won").status == 1)
    let large = try say(
      "dispute", "--psp-reference", "E", "--result", "opened", "--amount", "15.01")
    #expect(large.status == 2 && large.errors.contains("15.00 USD is left"))
    let won = try say("dispute", "--psp-reference", "D", "--result", "won")
    #expect(won.status == 0 && !won.output.contains("disputed"))
    #expect(try say("dispute", "--psp-reference", "E", "--result", "opened").status == 0)
    let lost = try document(
      try say("dispute", "--psp-reference", "E", "--result", "lost", "--json").output)
    #expect(lost["amountDisputed"] as? String == "20.00")
    #expect(try say("dispute", "--psp-reference", "E", "--result", "lost").status == 1)
    #expect(
      try shop.ok("ledger", "balance") == """
        ACCOUNT                  BALANCE  CURRENCY
        assets:psp-clearing         0.00  USD
        assets:disputes             0.00  USD
        revenue:sales             -20.00  USD
        expenses:dispute-losses    20.00  USD
        total                       0.00  USD

        """)
  }

  @Test(
    arguments: [
      (["authorization"], ["--psp-reference is missing", "--result is missing"]),
      (["authorization", "--psp-reference", "P", "--result", "ok"], ["approved or declined"]),
      (["capture"], ["--psp-reference is missing"]),
      (["capture", "--psp-reference", "a b"], ["visible ASCII"]),
      (["capture", "--psp-reference", ""], ["visible ASCII"]),
      (["capture", "--psp-reference", "P", "--amount", "1"], ["--amount"]),
      (["cancel", "--psp-reference", "é"], ["visible ASCII"]),
      (["dispute"], ["--psp-reference is missing", "--result is missing"]),
      (["dispute", "--psp-reference", "D", "--result", "ok"], ["opened, won or lost"]),
      (
        ["dispute", "--psp-reference", "D", "--result", "won", "--amount", "1.00"],
        ["--amount stands only with opened"]
      ),
      (["refund", "--amount", "1.00"], ["--psp-reference is missing"]),
    ])
  func `a command line that says no word is refused`(arguments: [String], told: [String]) throws {
    let finished = try shop.paytool(["intent", arguments[0], id] + arguments.dropFirst())
    #expect(finished.status == 2)
    #expect(finished.output.isEmpty && finished.errorLines.count == 1)
    for text in told { #expect(finished.errors.contains(text), "\(finished.errors)") }
    #expect(
      try shop.json("intent", "show", id, "--at", Self.start)["state"] as? String == "created")
  }

  @Test func `an approval that comes too late is refused and kept for voiding`() throws {
    #expect(try shop.ok("intent", "voidings").split(separator: "\n").count == 1)
    #expect(try say("cancel", "--psp-reference", "V").status == 0)
    let late = try authorize("LATE")
    #expect(late.status == 1)
    #expect(late.errors.contains("voiding"))
    let table = try shop.ok("intent", "voidings").split(separator: "\n")
    #expect(table.count == 2)
    for text in [id, "LATE", "canceled", "paytool"] { #expect(table[1].contains(text)) }
    let data = try #require(try shop.json("intent", "voidings")["data"] as? [[String: Any]])
    #expect(data.map { $0["pspReference"] as? String } == ["LATE"])
    let expired = try say(
      "authorization", "--psp-reference", "P", "--result", "approved", "--attested", at: Self.end)
    #expect(expired.status == 1)
  }

  @Test func `whoever holds the store is named, and voidings can be read`() throws {
    let lock = try FileLock.take(shop.data + "/store/lock", as: "PayServer")
    for finished in [
      try authorize(), try say("capture", "--psp-reference", "C"), try say("cancel"),
      try say("refund", "--psp-reference", "R"),
    ] {
      #expect(finished.status == 5)
      #expect(finished.output.isEmpty && finished.errors.contains("PayServer"))
    }
    #expect(try shop.paytool("intent", "voidings").status == 0)
    withExtendedLifetime(lock) {}
  }

  @Test func `an unknown intent is told with where to look`() throws {
    let finished = try shop.paytool("intent", "cancel", "buy_x")
    #expect(finished.status == 2)
    #expect(finished.errorLines.count == 1)
  }
}
