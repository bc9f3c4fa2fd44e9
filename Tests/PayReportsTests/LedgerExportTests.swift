import Foundation
import PayCore
import PayReports
import TestSupport
import Testing

/// The ledger for other programs, which must come to our balances to the last digit.
@Suite struct LedgerExportTests {
  private static let hledger = "/usr/bin/hledger"
  private static let beancount = "/usr/bin/bean-check"

  private static func has(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: program)
  }

  private func journal(
    _ amount: Money, _ kind: JournalKind, tax: Int64 = 0, psp: String = "PSP1",
    intent: String = Sample.intent(1), isAttested: Bool = false
  ) -> Journal {
    Journal(
      kind: kind, intent: intent, pspReference: psp, actor: "key:k1", moment: Sample.asOf,
      amount: amount, taxMinorUnits: tax, isAttested: isAttested)
  }

  private func exported(_ journals: [Journal], _ export: any LedgerExport) -> String {
    var export = export
    var bytes = export.head
    for (index, journal) in journals.enumerated() {
      bytes += export.entry(NumberedJournal(number: Int64(index + 1), journal: journal))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Golden

  private var sample: [Journal] {
    [
      journal(Sample.money(20_00), .capture, tax: 1_31),
      journal(Sample.money(5_00), .disputeOpened, psp: "a\"b\\c", isAttested: true),
      journal(Sample.money(500, "JPY"), .refund, psp: "=1+1"),
    ]
  }

  @Test func `a ledger is written whole for Beancount`() {
    let intent = Sample.intent(1)
    #expect(
      exported(sample, BeancountJournal()) == #"""
        ; Double-entry ledger of purchases; days are days in UTC.
        option "title" "Ledger of purchases"

        1970-01-01 open Assets:PSP-Clearing
        1970-01-01 open Assets:PSP-Reserve
        1970-01-01 open Assets:Disputes
        1970-01-01 open Liabilities:Tax
        1970-01-01 open Income:Sales
        1970-01-01 open Income:Refunds
        1970-01-01 open Expenses:PSP-Fees
        1970-01-01 open Expenses:Dispute-Losses
        1970-01-01 open Expenses:Rounding

        option "operating_currency" "USD"
        1970-01-01 commodity USD

        2026-01-31 * "capture" "\#(intent)"
          number: 1
          intent: "\#(intent)"
          psp-reference: "PSP1"
          actor: "key:k1"
          Assets:PSP-Clearing       20.00 USD
          Income:Sales             -18.69 USD
          Liabilities:Tax           -1.31 USD

        2026-01-31 * "dispute_opened" "\#(intent)"
          number: 2
          intent: "\#(intent)"
          psp-reference: "a\"b\\c"
          actor: "key:k1"
          attested: TRUE
          Assets:Disputes           5.00 USD
          Assets:PSP-Clearing      -5.00 USD

        option "operating_currency" "JPY"
        1970-01-01 commodity JPY

        2026-01-31 * "refund" "\#(intent)"
          number: 3
          intent: "\#(intent)"
          psp-reference: "=1+1"
          actor: "key:k1"
          Income:Refunds            500 JPY
          Assets:PSP-Clearing      -500 JPY


        """#)
  }

  @Test func `a ledger is written whole as CSV`() {
    let intent = Sample.intent(1)
    let at = Sample.asOf.description
    #expect(
      exported(sample, LedgerCSV()).split(separator: "\r\n").map(String.init) == [
        "number,at,kind,intent,pspReference,actor,attested,account,amount,amountMinor,currency",
        "1,\(at),capture,\(intent),PSP1,key:k1,false,assets:psp-clearing,20.00,2000,USD",
        "1,\(at),capture,\(intent),PSP1,key:k1,false,revenue:sales,-18.69,-1869,USD",
        "1,\(at),capture,\(intent),PSP1,key:k1,false,liabilities:tax,-1.31,-131,USD",
        #"2,\#(at),dispute_opened,\#(intent),"a""b\c",key:k1,true,assets:disputes,5.00,500,USD"#,
        #"2,\#(at),dispute_opened,\#(intent),"a""b\c",key:k1,true,assets:psp-clearing,"#
          + "-5.00,-500,USD",
        "3,\(at),refund,\(intent),'=1+1,key:k1,false,revenue:refunds,500,500,JPY",
        "3,\(at),refund,\(intent),'=1+1,key:k1,false,assets:psp-clearing,-500,-500,JPY",
      ])
  }

  // MARK: Other programs

  /// Purchases in currencies of 2, 0 and 3 decimals with partial refunds and disputes.
  private func books(_ seed: UInt64) throws -> [Journal] {
    var random = SplitMix64(seed: seed)
    var journals: [Journal] = []
    for number in 1...30 {
      let code = ["USD", "JPY", "KWD"][number % 3]
      let price = Sample.money(
        Int64.random(in: 4...(1 << Int64.random(in: 3...62, using: &random)), using: &random), code)
      func part(_ of: Int64) -> Money { Sample.money(max(1, price.minorUnits / of), code) }
      let intent = Sample.intent(number)
      let tax = price.minorUnits / 7
      journals.append(
        journal(price, .capture, tax: tax, psp: "C\(number)", intent: intent))
      for (kind, reference, of) in [
        (JournalKind.refund, "R1", 4), (.disputeOpened, "D1", 4), (.disputeOpened, "D2", 3),
        (.disputeWon, "D1", 4), (.refund, "R2", 5), (.disputeLost, "D2", 3),
      ] as [(JournalKind, String, Int64)] where Int.random(in: 0..<4, using: &random) > 0 {
        journals.append(
          journal(part(of), kind, tax: part(of).minorUnits / 7, psp: reference, intent: intent))
      }
    }
    return journals
  }

  private func expected(
    _ journals: [Journal], _ name: (Account) -> String
  ) -> [String: Set<String>] {
    var balances = LedgerBalances()
    for journal in journals { balances.add(journal) }
    return balances.lines.reduce(into: [:]) { result, line in
      guard line.minorUnits != 0 else { return }
      result[name(line.account), default: []].insert(
        "\(line.currency.amount(line.minorUnits)) \(line.currency.code)")
    }
  }

  @Test(.enabled(if: has(hledger)), arguments: [1, 2, 3] as [UInt64])
  func `hledger comes to our balance on every account`(seed: UInt64) throws {
    let journals = try books(seed)
    let text = exported(journals, HledgerJournal())
    func hledger(_ arguments: String...) throws -> String {
      let finished = try run(
        Self.hledger, ["-f", "-"] + arguments, input: Array(text.utf8),
        environment: ["LC_ALL": "C.UTF-8"])
      #expect(finished.status == 0 && finished.errors == "", "\(finished.errors)")
      return finished.output
    }
    _ = try hledger("check", "--strict")
    var found: [String: Set<String>] = [:]
    for line in try hledger("balance", "--flat", "-N", "-O", "csv").split(separator: "\n")
      .dropFirst()
    {
      let fields = line.dropFirst().dropLast().components(separatedBy: "\",\"")
      found[fields[0]] = Set(fields[1].components(separatedBy: ", "))
    }
    #expect(found == expected(journals, \.rawValue), "seed \(seed)")
    #expect(found.count >= 5, "seed \(seed) plays too little")
  }

  @Test(.enabled(if: has(beancount)), arguments: [1, 2, 3] as [UInt64])
  func `Beancount takes the ledger and comes to our balance on every account`(seed: UInt64) throws {
    let journals = try books(seed)
    // Assertions in its own language: a wrong one is an error of the checker.
    var text = exported(journals, BeancountJournal())
    for (account, amounts) in expected(journals, \.beancountName) {
      for amount in amounts { text += "2027-01-01 balance \(account) \(amount)\n" }
    }
    let right = try checked(text)
    #expect(right.status == 0, "\(right.errors)\(right.output)")
    let wrong = try checked(text + "2027-01-01 balance Assets:PSP-Clearing 1 USD\n")
    #expect(wrong.status != 0)
  }

  @Test(.enabled(if: has(beancount)), arguments: HledgerJournalTests.attacks)
  func `text from outside cannot change what Beancount reads`(attack: String) throws {
    let journals = [journal(Sample.money(20_00), .capture, psp: attack, intent: attack)]
    let text =
      exported(journals, BeancountJournal())
      + "2027-01-01 balance Assets:PSP-Clearing 20.00 USD\n"
    let finished = try checked(text)
    #expect(finished.status == 0, "\(finished.errors)\(finished.output)")
  }

  private func checked(_ text: String) throws -> Finished {
    let directory = try TemporaryDirectory()
    let path = directory.file("books.beancount")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return try run(
      Self.beancount, ["-C", path],
      environment: ["LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": directory.path])
  }
}
