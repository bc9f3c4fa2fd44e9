import Foundation
import PayCore
import PayReports
import TestSupport
import Testing

@Suite struct HledgerJournalTests {
  static let program = "/usr/bin/hledger"

  private func journal(
    _ amount: Money, kind: JournalKind = .capture, psp: String = "PSP1", actor: String = "key:k1",
    isAttested: Bool = false
  ) -> Journal {
    Journal(
      kind: kind, intent: Sample.intent(1), pspReference: psp, actor: actor, moment: Sample.asOf,
      amount: amount, isAttested: isAttested)
  }

  private func exported(_ journals: [Journal]) -> String {
    var export = HledgerJournal()
    var bytes = export.head
    for (index, journal) in journals.enumerated() {
      bytes += export.entry(NumberedJournal(number: Int64(index + 1), journal: journal))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `a ledger is written whole`() {
    let journals = [
      journal(Sample.money(20_00)),
      journal(Sample.money(5_00), kind: .refund, psp: "a b;c", isAttested: true),
      journal(Sample.money(500, "JPY"), actor: "paytool"),
    ]
    let intent = Sample.intent(1)
    #expect(
      exported(journals) == """
        ; Double-entry ledger of purchases; days are days in UTC.
        decimal-mark .

        account assets:psp-clearing
        account assets:psp-reserve
        account assets:disputes
        account liabilities:tax
        account revenue:sales
        account revenue:refunds
        account expenses:psp-fees
        account expenses:dispute-losses
        account expenses:rounding

        commodity 1000.00 USD

        2026-01-31 * (1) capture \(intent)  ; psp:PSP1, actor:key:k1
            assets:psp-clearing       20.00 USD
            revenue:sales            -20.00 USD

        2026-01-31 * (2) refund \(intent)  ; psp:a%20b%3Bc, actor:key:k1, attested:true
            revenue:refunds           5.00 USD
            assets:psp-clearing      -5.00 USD

        commodity 1000. JPY

        2026-01-31 * (3) capture \(intent)  ; psp:PSP1, actor:paytool
            assets:psp-clearing       500 JPY
            revenue:sales            -500 JPY


        """)
  }

  static let attacks = [
    "", " ", "a\nb", "\n2026-01-01 x\n  a  1\n  b", "a;b", "a|b", "[2001-01-01]", "[=2001-01-01]",
    "date:2001-01-01", "date2:2001-01-01", "x, date:2001-01-01", "(9)", "! *", "= x", "~ x", "a  b",
    "\u{2028}", "\u{0}", "\"", "%", "{1 USD}", "@ 5 USD", "comment", "\r\n", "caf\u{E9} \u{1F600}",
  ]

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: program)), arguments: attacks)
  func `text from outside cannot change what hledger reads`(attack: String) throws {
    let journals = [
      journal(Sample.money(20_00), psp: attack, actor: attack),
      journal(Sample.money(5_00), kind: .refund, psp: attack),
    ]
    let text = exported(journals)
    #expect(try hledger(["check", "--strict"], text).status == 0)
    let register = try hledger(["register", "revenue", "-O", "csv"], text)
    #expect(
      register.output.split(separator: "\n").dropFirst().map { line in
        [1, 2, 5].map { String(line.split(separator: ",")[$0]) }
      } == [
        ["\"2026-01-31\"", "\"1\"", "\"-20.00 USD\""], ["\"2026-01-31\"", "\"2\"", "\"5.00 USD\""],
      ])
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: program)),
    arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `hledger agrees to the last digit`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let codes = ["USD", "EUR", "JPY", "KWD", "CLF", "XOF"]
    var sums: [String: Int128] = [:]
    let journals = (0..<200).map { _ in
      let code = codes.randomElement(using: &random) ?? "USD"
      // Every magnitude, up to the greatest amounts there are.
      let bits = UInt64.random(in: 0...62, using: &random)
      let amount = Sample.money(Int64.random(in: 1...(1 << bits), using: &random), code)
      let kind: JournalKind = Bool.random(using: &random) ? .capture : .refund
      sums[code, default: 0] += Int128(amount.minorUnits) * (kind == .capture ? -1 : 1)
      return journal(amount, kind: kind)
    }
    let text = exported(journals)
    #expect(try hledger(["check", "--strict"], text).status == 0)
    let balance = try hledger(["balance", "-N", "--depth", "1", "revenue", "-O", "csv"], text)
      .output
    let amounts = balance.split(separator: "\n").last?
      .dropFirst("\"revenue\",\"".count).dropLast()
    let found = (amounts ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
    let expected = sums.filter { $0.value != 0 }.map { code, sum in
      plain(sum, digits: Sample.money(0, code).currency.minorDigits ?? 0) + code
    }
    #expect(Set(found) == Set(expected))
    #expect(found.count == expected.count)
  }

  /// Written here once more, apart from the engine, to check it.
  private func plain(_ sum: Int128, digits: Int) -> String {
    var text = String(sum.magnitude)
    while text.count <= digits { text = "0" + text }
    if digits > 0 { text.insert(".", at: text.index(text.endIndex, offsetBy: -digits)) }
    return (sum < 0 ? "-" : "") + text
  }

  private func hledger(_ arguments: [String], _ journal: String) throws -> Finished {
    let finished = try run(
      Self.program, ["-f", "-"] + arguments, input: Array(journal.utf8),
      environment: ["LC_ALL": "C.UTF-8"])
    #expect(finished.errors == "")
    return finished
  }
}
