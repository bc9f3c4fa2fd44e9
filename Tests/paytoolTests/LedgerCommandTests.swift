import Foundation
import PaySystem
import TestSupport
import Testing

@Suite struct LedgerCommandTests {
  private let shop: Shop
  private static let at = ["--at", "2030-01-01T00:00:00Z"]

  init() throws { shop = try Shop.withKeys() }

  /// A purchase of a segment that was paid: 0 is 5.00, 1 is 10.00, 2 is 20.00 USD.
  @discardableResult
  private func sell(_ segment: Int, refund: String? = nil) throws -> String {
    let made = try document(
      try shop.paytool(["intent", "create", "--segment", "\(segment)", "--json"] + Self.at).output)
    let id = try #require(made["id"] as? String)
    var words = [
      ["authorization", id, "--psp-reference", "P", "--result", "approved", "--attested"],
      ["capture", id, "--psp-reference", "C-\(id)"],
    ]
    if let refund { words.append(["refund", id, "--psp-reference", "R", "--amount", refund]) }
    for word in words {
      let finished = try shop.paytool(["intent"] + word + Self.at)
      try #require(finished.status == 0, "\(finished.errors)")
    }
    return id
  }

  @Test func `balances sum to zero, in the table and as JSON`() throws {
    try sell(2, refund: "0.01")
    try sell(0)
    #expect(
      try shop.ok("ledger", "balance") == """
        ACCOUNT              BALANCE  CURRENCY
        assets:psp-clearing    24.99  USD
        revenue:sales         -25.00  USD
        revenue:refunds         0.01  USD
        total                   0.00  USD

        """)
    let balance = try shop.json("ledger", "balance")
    #expect(balance["object"] as? String == "ledgerBalance")
    #expect(balance["journals"] as? Int == 3)
    let accounts = try #require(balance["accounts"] as? [[String: Any]])
    #expect(accounts.map { $0["balance"] as? String } == ["24.99", "-25.00", "0.01"])
    #expect(accounts.map { $0["balanceMinor"] as? Int } == [2499, -2500, 1])
    let totals = try #require(balance["totals"] as? [[String: Any]])
    #expect(totals.map { $0["balance"] as? String } == ["0.00"])
  }

  @Test func `the journal has every entry, oldest first, in three forms`() throws {
    let ids = [try sell(2), try sell(1, refund: "4.00")]
    let table = try shop.ok("ledger", "journal").split(separator: "\n")
    #expect(table.count == 4)
    #expect(table[0].hasPrefix("NUMBER"))
    #expect(table[1].contains("20.00 USD") && table[1].contains(ids[0]))
    #expect(table[3].contains("refund") && table[3].contains("4.00 USD"))
    let list = try #require(try shop.json("ledger", "journal")["data"] as? [[String: Any]])
    #expect(list.map { $0["number"] as? Int } == [1, 2, 3])
    #expect(list.map { $0["kind"] as? String } == ["capture", "capture", "refund"])
    let postings = try #require(list[2]["postings"] as? [[String: Any]])
    #expect(postings.map { $0["amount"] as? String } == ["4.00", "-4.00"])
    let lines = try shop.ok("ledger", "journal", "--format", "ndjson").split(separator: "\n")
    #expect(try lines.map { try document($0 + "\n")["number"] as? Int } == [1, 2, 3])
    for limit in 1...4 {
      let page = try shop.json("ledger", "journal", "--limit", "\(limit)")
      #expect((page["data"] as? [Any])?.count == min(limit, 3))
    }
  }

  @Test func `an empty ledger is an empty answer, and a store that is not there an error`() throws {
    for command in ["balance", "journal", "export"] {
      let missing = try shop.paytool("ledger", command)
      #expect(missing.status == 5, "\(command)")
      #expect(missing.output.isEmpty && missing.errors.contains(shop.data))
    }
    _ = try shop.ok("intent", "create")
    #expect(try shop.ok("ledger", "balance") == "ACCOUNT  BALANCE  CURRENCY\n")
    #expect((try shop.json("ledger", "balance")["accounts"] as? [Any])?.isEmpty == true)
    #expect(try shop.ok("ledger", "journal").split(separator: "\n").count == 1)
    #expect((try shop.json("ledger", "journal")["data"] as? [Any])?.isEmpty == true)
    #expect(try shop.ok("ledger", "export").contains("account revenue:sales"))
  }

  @Test func `the ledger is read beside whoever holds the store`() throws {
    try sell(2)
    let lock = try FileLock.take(shop.data + "/store/lock", as: "PayServer")
    for command in ["balance", "journal", "export"] {
      #expect(try shop.ok("ledger", command).contains("20.00"), "\(command)")
    }
    withExtendedLifetime(lock) {}
  }

  @Test func `the export is a journal that hledger reads to the same balance`() throws {
    let id = try sell(2, refund: "0.01")
    let path = shop.folder.file("ledger.journal")
    #expect(try shop.ok("ledger", "export", "--format", "hledger", "-o", path).isEmpty)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text == (try shop.ok("ledger", "export")))
    #expect(text.contains("capture \(id)") && text.contains("2030-01-01"))
    let refused = try shop.paytool("ledger", "export", "--format", "xml")
    #expect(refused.status == 2 && refused.output.isEmpty)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/hledger")))
  func `hledger finds the balance that we find`() throws {
    _ = try sell(2, refund: "0.01")
    let path = shop.folder.file("ledger.journal")
    _ = try shop.ok("ledger", "export", "-o", path)
    let checked = try run("/usr/bin/hledger", ["-f", "journal:" + path, "check"])
    #expect(checked.status == 0, "\(checked.errors)")
    let theirs = try run(
      "/usr/bin/hledger", ["-f", "journal:" + path, "balance", "--flat", "-N", "-O", "csv"])
    let ours = try #require(try shop.json("ledger", "balance")["accounts"] as? [[String: Any]])
    #expect(ours.count == 3)
    for account in ours {
      let (name, balance) = ("\(account["account"] ?? "")", "\(account["balance"] ?? "")")
      let row = theirs.output.split(separator: "\n").first { $0.contains(name) }
      #expect(row?.contains(balance) == true, "\(name) \(balance): \(theirs.output)")
    }
  }

  @Test func `the ledger is exported for Beancount and as CSV`() throws {
    let id = try sell(2, refund: "0.01")
    let beancount = try shop.ok("ledger", "export", "--format", "beancount")
    #expect(beancount.contains("1970-01-01 open Assets:PSP-Clearing\n"))
    #expect(beancount.contains("intent: \"\(id)\""))
    let records = try shop.ok("ledger", "export", "--format", "csv").split(separator: "\r\n")
    #expect(records.count == 5)
    #expect(records[0].hasPrefix("number,at,kind,intent,"))
    #expect(records[3].hasSuffix(",revenue:refunds,0.01,1,USD"))
  }

  @Test(arguments: [["--limit", "0"], ["--format", "hledger"], ["extra"]])
  func `a journal that cannot be is refused`(arguments: [String]) throws {
    let finished = try shop.paytool(["ledger", "journal"] + arguments)
    #expect(finished.status == 2)
    #expect(finished.output.isEmpty && finished.errorLines.count == 1)
  }
}
