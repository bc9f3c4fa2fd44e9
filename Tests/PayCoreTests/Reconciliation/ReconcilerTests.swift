import PayCore
import Testing

/// One small set of books and the lines it gives, whatever their order.
struct LadderCase: CustomTestStringConvertible {
  let testDescription: String
  let ledger: [LedgerRow]
  let settlement: [SourcedLine]
  let voidings: [Voiding]
  let expected: [String]

  init(
    _ name: String, _ ledger: [LedgerRow], _ settlement: [SourcedLine], voidings: [Voiding] = [],
    _ expected: [String]
  ) {
    testDescription = name
    self.ledger = ledger
    self.settlement = settlement
    self.voidings = voidings
    self.expected = expected
  }
}

@Suite struct ReconcilerTests {
  private typealias B = Books
  static let ambiguous = "ambiguous ambiguous_reference"

  static let byPSPReference: [LadderCase] = [
    LadderCase(
      "both sides agree", [B.row("buy_1", "P1", 2000)], [B.line("buy_1", "P1", 2000)],
      ["matched psp_reference L S 0"]),
    LadderCase(
      "without a merchant reference", [B.row("buy_1", "P1", 2000)], [B.line("", "P1", 2000)],
      ["matched psp_reference L S 0"]),
    LadderCase(
      "a merchant reference of nobody", [B.row("buy_1", "P1", 2000)],
      [B.line("order 7", "P1", 2000)],
      ["matched psp_reference L S 0"]),
    LadderCase(
      "another amount", [B.row("buy_1", "P1", 2000)], [B.line("buy_1", "P1", 1990)],
      ["amount_diff psp_reference L S -10"]),
    LadderCase(
      "another currency", [B.row("buy_1", "P1", 2000)], [B.line("buy_1", "P1", 2000, "EUR")],
      ["currency_diff psp_reference L S nil"]),
    LadderCase(
      "a sale is no refund", [B.row(.refund, "buy_1", "P1", -2000)], [B.line("", "P1", 2000)],
      ["missing_in_psp not_settled L - 2000", "missing_in_ledger not_in_ledger - S 2000"]),
    LadderCase(
      "the references lead to two intents",
      [B.row("buy_1", "P1", 2000), B.row("buy_2", "P2", 2000)], [B.line("buy_2", "P1", 2000)],
      [
        "ambiguous references_disagree L - -2000", "ambiguous references_disagree L - -2000",
        "ambiguous references_disagree - S 2000",
      ]),
    LadderCase(
      "references swapped between two lines",
      [B.row("buy_1", "P1", 2000), B.row("buy_2", "P2", 2000)],
      [B.line("buy_2", "P1", 2000), B.line("buy_1", "P2", 2000)],
      [
        "ambiguous references_disagree L - -2000", "ambiguous references_disagree L - -2000",
        "ambiguous references_disagree - S 2000", "ambiguous references_disagree - S 2000",
      ]),
    LadderCase(
      "a line that disagrees takes no match from the right one",
      [B.row("buy_1", "P1", 2000), B.row("buy_2", "P2", 2000)],
      [B.line("buy_1", "P1", 2000), B.line("buy_2", "P1", 2000), B.line("buy_2", "P2", 2000)],
      [
        "matched psp_reference L S 0", "matched psp_reference L S 0",
        "ambiguous references_disagree - S 2000",
      ]),
    LadderCase(
      "two spellings of an accent are two references",
      [B.row("buy_1", "caf\u{E9}", 2000)], [B.line("", "cafe\u{301}", 2000)],
      ["missing_in_psp not_settled L - -2000", "missing_in_ledger not_in_ledger - S 2000"]),
    LadderCase(
      "a line twice", [B.row("buy_1", "P1", 2000)],
      [B.line("buy_1", "P1", 2000), B.line("buy_1", "P1", 2000, occurrence: 1)],
      ["matched psp_reference L S 0", "duplicate duplicate_reference - S 2000"]),
    LadderCase(
      "the line that agrees is preferred", [B.row("buy_1", "P1", 2000)],
      [B.line("buy_1", "P1", 1000), B.line("buy_1", "P1", 2000, day: 1)],
      ["matched psp_reference L S 0", "duplicate duplicate_reference - S 1000"]),
    LadderCase(
      "one reference, told apart by intent",
      [B.row("buy_1", "P", 2000), B.row("buy_2", "P", 2000)],
      [B.line("buy_2", "P", 2000), B.line("buy_1", "P", 2000)],
      ["matched psp_reference L S 0", "matched psp_reference L S 0"]),
    LadderCase(
      "one reference, told apart by amount",
      [B.row("buy_1", "P", 2000), B.row("buy_2", "P", 1000)],
      [B.line("", "P", 1000), B.line("", "P", 2000)],
      ["matched psp_reference L S 0", "matched psp_reference L S 0"]),
    LadderCase(
      "one reference, nothing tells apart",
      [B.row("buy_1", "P", 2000), B.row("buy_2", "P", 2000)], [B.line("", "P", 2000)],
      ["\(ambiguous) L - -2000", "\(ambiguous) L - -2000", "\(ambiguous) - S 2000"]),
  ]

  static let byMerchantReference: [LadderCase] = [
    LadderCase(
      "the file has no reference of the provider", [B.row("buy_1", "P1", 2000)],
      [B.line("buy_1", "", 2000)], ["matched merchant_reference L S 0"]),
    LadderCase(
      "the file has another reference of the provider", [B.row("buy_1", "P1", 2000)],
      [B.line("buy_1", "P9", 2000)], ["matched other_psp_reference L S 0"]),
    LadderCase(
      "another amount", [B.row("buy_1", "P1", 2000)], [B.line("buy_1", "", 2500)],
      ["amount_diff merchant_reference L S 500"]),
    LadderCase(
      "charged again under another reference", [B.row("buy_1", "P1", 2000)],
      [B.line("buy_1", "P1", 2000), B.line("buy_1", "P2", 2000)],
      ["matched psp_reference L S 0", "duplicate settled_twice - S 2000"]),
    LadderCase(
      "two lines without a reference", [B.row("buy_1", "P1", 2000)],
      [B.line("buy_1", "", 2000), B.line("buy_1", "", 2000, occurrence: 1)],
      ["matched merchant_reference L S 0", "duplicate settled_twice - S 2000"]),
    LadderCase(
      "refunds told apart by amount",
      [B.row(.refund, "buy_1", "R1", -500), B.row(.refund, "buy_1", "R2", -700)],
      [B.line(.refund, "buy_1", "", -700), B.line(.refund, "buy_1", "", -500)],
      ["matched merchant_reference L S 0", "matched merchant_reference L S 0"]),
    LadderCase(
      "equal refunds without a reference",
      [B.row(.refund, "buy_1", "R1", -500), B.row(.refund, "buy_1", "R2", -500)],
      [B.line(.refund, "buy_1", "", -500), B.line(.refund, "buy_1", "", -500, occurrence: 1)],
      [
        "\(ambiguous) L - 500", "\(ambiguous) L - 500", "\(ambiguous) - S -500",
        "\(ambiguous) - S -500",
      ]),
    LadderCase(
      "equal refunds with references",
      [B.row(.refund, "buy_1", "R1", -500), B.row(.refund, "buy_1", "R2", -500)],
      [B.line(.refund, "buy_1", "R2", -500), B.line(.refund, "buy_1", "R1", -500)],
      ["matched psp_reference L S 0", "matched psp_reference L S 0"]),
    LadderCase(
      "a refund that the ledger does not know beside one that it does",
      [B.row(.refund, "buy_1", "R1", -500)],
      [B.line(.refund, "buy_1", "R1", -500), B.line(.refund, "buy_1", "R9", -300)],
      ["matched psp_reference L S 0", "missing_in_ledger not_in_ledger - S -300"]),
    LadderCase(
      "a refund of another amount under another reference is another refund",
      [B.row(.refund, "buy_1", "R1", -500)], [B.line(.refund, "buy_1", "R9", -300)],
      ["missing_in_psp not_settled L - 500", "missing_in_ledger not_in_ledger - S -300"]),
    LadderCase(
      "a refund settled again without a reference", [B.row(.refund, "buy_1", "R1", -500)],
      [B.line(.refund, "buy_1", "R1", -500), B.line(.refund, "buy_1", "", -500)],
      ["matched psp_reference L S 0", "duplicate settled_twice - S -500"]),
  ]

  static let unmatched: [LadderCase] = [
    LadderCase(
      "a sale of nobody", [], [B.line("buy_9", "P9", 500)],
      ["missing_in_ledger not_in_ledger - S 500"]),
    LadderCase(
      "a movement that was not settled", [B.row("buy_1", "P1", 2000)], [],
      ["missing_in_psp not_settled L - -2000"]),
    LadderCase(
      "an approval that came too late", [], [B.line("buy_1", "P1", 2000)],
      voidings: [late("P1")], ["missing_in_ledger approved_too_late - S 2000"]),
    LadderCase(
      "the refund of an approval that came too late", [],
      [B.line(.refund, "", "R1", -2000, parent: "P1")], voidings: [late("P1")],
      ["missing_in_ledger approved_too_late - S -2000"]),
    LadderCase(
      "disputes", [B.row("buy_1", "P1", 2000)],
      [
        B.line("buy_1", "P1", 2000), B.line(.chargeback, "buy_1", "P1", -2000),
        B.line(.chargebackReversal, "buy_1", "P1", 1500),
        B.line(.refundReversal, "buy_1", "R1", 700),
      ],
      [
        "matched psp_reference L S 0", "missing_in_ledger dispute_not_in_ledger - S -2000",
        "missing_in_ledger dispute_not_in_ledger - S 1500",
        "missing_in_ledger dispute_not_in_ledger - S 700",
      ]),
    LadderCase(
      "disputes that the ledger has",
      [
        B.row("buy_1", "P1", 2000), B.row(.disputeOpened, "buy_1", "D1", -500),
        B.row(.disputeWon, "buy_1", "D1", 500), B.row(.disputeOpened, "buy_1", "D2", -700),
        B.row(.disputeOpened, "buy_1", "D3", -300),
      ],
      [
        B.line("buy_1", "P1", 2000), B.line(.chargeback, "buy_1", "D1", -500),
        B.line(.chargebackReversal, "buy_1", "D1", 500),
        // Found by the intent, since its amount agrees; of another amount it is another dispute.
        B.line(.chargeback, "buy_1", "CB9", -700), B.line(.chargeback, "buy_1", "CB8", -299),
      ],
      [
        "matched psp_reference L S 0", "matched psp_reference L S 0", "matched psp_reference L S 0",
        "matched other_psp_reference L S 0", "missing_in_psp not_settled L - 300",
        "missing_in_ledger dispute_not_in_ledger - S -299",
      ]),
    LadderCase(
      "what is no sale", [],
      [SettlementKind.fee, .payout, .payoutReversal, .reserve, .fx, .adjustment, .other].map {
        B.line($0, "buy_1", "P1", 0, net: B.money(-120))
      },
      [
        "fee", "payout", "payout_reversal", "reserve", "fx", "adjustment", "other",
      ].map { "non_sale \($0) - S 0" }),
    LadderCase(
      "lines without any reference", [B.row("buy_1", "P1", 2000)],
      [B.line("", "", 2000), B.line("", "", 2000, occurrence: 1)],
      [
        "missing_in_psp not_settled L - -2000", "missing_in_ledger not_in_ledger - S 2000",
        "missing_in_ledger not_in_ledger - S 2000",
      ]),
  ]

  static func late(_ pspReference: String) -> Voiding {
    Voiding(
      intent: "buy_1", pspReference: pspReference, state: .canceled, actor: "key:1",
      moment: Books.noon)
  }

  @Test(arguments: byPSPReference + byMerchantReference + unmatched)
  func `each rung decides what it can and no more`(_ test: LadderCase) throws {
    let orders = [
      (test.ledger, test.settlement), (test.ledger.reversed(), test.settlement.reversed()),
    ]
    for (ledger, settlement) in orders {
      let report = try Books.report(ledger, settlement, voidings: test.voidings)
      #expect(report.lines.map(summary).sorted() == test.expected.sorted())
      #expect(Set(report.lines.map(\.id)).count == report.lines.count)
    }
  }

  // MARK: Days

  /// Two days to settle; each row is captured at noon of a day and looked at on another.
  @Test(arguments: [
    (0, -43_200, "not_yet_due"), (1, -43_200, "not_yet_due"), (1, 43_199, "not_yet_due"),
    (2, -43_200, "missing_in_psp"), (3, 0, "missing_in_psp"),
  ])
  func `a movement is due after so many days`(day: Int64, seconds: Int64, status: String) throws {
    let asOf = Books.noon.adding(seconds: day * 86_400 + seconds)
    let report = try Books.report([Books.row("buy_1", "P1", 2000, day: -0)], [], asOf: asOf)
    // Before noon of its own day the movement has not happened.
    let expected = day == 0 && seconds < 0 ? [] : [status]
    #expect(report.lines.map(\.status.rawValue) == expected)
  }

  @Test func `days are those of the zone of the cut-off`() throws {
    // 15:00 UTC is the next day ten hours east.
    let row = Books.row("buy_1", "P1", 2000)
    let late = LedgerRow(
      kind: row.kind, intent: row.intent, pspReference: row.pspReference, amount: row.amount,
      occurredAt: Books.noon.adding(seconds: 3 * 3600), isAttested: false)
    let asOf = Books.noon.adding(seconds: 2 * 86_400)
    let statuses = try [0, 10 * 3600].map { (offset: Int64) in
      try Reconciler(settlementDays: 2, cutoffOffsetSeconds: offset, digest: FakeDigest())
        .reconcile(
          ledger: [late], settlement: [], voidings: [], asOf: asOf, period: nil, inputs: [],
          findings: []
        ).lines.map(\.status)
    }
    #expect(statuses == [[.missingInPSP], [.notYetDue]])
  }

  @Test func `a movement after the report's moment is in it only if it was settled`() throws {
    let rows = [Books.row("buy_1", "P1", 2000, day: 1), Books.row("buy_2", "P2", 1000, day: 1)]
    let report = try Books.report(rows, [Books.line("buy_1", "P1", 2000)], asOf: Books.noon)
    #expect(report.lines.map(summary) == ["matched psp_reference L S 0"])
  }

  // MARK: Period

  @Test func `the period keeps lines by the ledger's moment, after matching`() throws {
    let rows = [Books.row("buy_1", "P1", 2000), Books.row("buy_2", "P2", 1000, day: 5)]
    let lines = [
      Books.line("buy_1", "P1", 2000, day: 5), Books.line("buy_2", "P2", 1000, day: 6),
      Books.line("", "P3", 500, day: 4), Books.line("", "P4", 500, day: 5),
    ]
    let period = ReconciliationPeriod(from: nil, to: Books.noon.adding(seconds: 5 * 86_400))
    let report = try Books.report(rows, lines, period: period)
    #expect(report.lines.map(\.pspReference) == ["P1", "P3"])
    #expect(report.totals.map(\.settledGross) == [2500])
    let rest = try Books.report(
      rows, lines, period: ReconciliationPeriod(from: period.to, to: nil))
    #expect(rest.lines.count == 2)
    let all = try Books.report(rows, lines)
    #expect(Set(all.lines) == Set(report.lines + rest.lines))
  }

  // MARK: Overflow

  @Test func `a difference beyond 64 bits is an error`() throws {
    let report = { (ledger: Int64, settled: Int64) in
      try Books.report([Books.row("buy_1", "P1", ledger)], [Books.line("", "P1", settled)])
    }
    #expect(try report(.max, .max).lines[0].difference == Books.money(0))
    let error = #expect(throws: ReconciliationError.self) { try report(-1, .max) }
    #expect(error?.code == "difference_overflow")
    #expect(error?.description.contains("line_") == true)
  }
}
