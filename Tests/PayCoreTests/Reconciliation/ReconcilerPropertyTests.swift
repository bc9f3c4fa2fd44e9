import PayCore
import TestSupport
import Testing

@Suite struct ReconcilerPropertyTests {
  @Test(arguments: 1...UInt64(200))
  func `every planted fault is named and nothing is matched falsely`(seed: UInt64) throws {
    let planted = PlantedBooks(seed: seed)
    let report = try planted.report()
    #expect(report.lines.count == planted.expectedLines, "seed \(seed)")
    for line in report.lines {
      if let row = line.ledger {
        let expected = planted.ofRow[row.pspReference]
        #expect([line.status.rawValue, line.reason] == expected, "seed \(seed): \(row)")
        // The text of a line names the movement that it truly settles.
        let isPair = line.settlement.map { $0.line.text == row.pspReference } ?? true
        #expect(isPair, "seed \(seed): \(line)")
      } else {
        let text = line.settlement?.line.text ?? ""
        let expected = planted.ofLine[text]
        #expect([line.status.rawValue, line.reason] == expected, "seed \(seed): \(line)")
      }
    }
    for totals in report.totals {
      let code = totals.currency.code
      #expect(totals.difference == planted.difference[code, default: 0], "seed \(seed) \(code)")
      #expect(totals.fees == planted.fees[code, default: 0], "seed \(seed) \(code)")
      #expect(totals.net == planted.net[code, default: 0], "seed \(seed) \(code)")
    }
  }

  @Test(arguments: 1...UInt64(200))
  func `rows and lines of few references appear once, in any order`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (ledger, settlement) = Self.tangle(&random)
    let voidings = [ReconcilerTests.late("P9")]
    let report = try Books.report(ledger, settlement, voidings: voidings)
    let rows = report.lines.compactMap(\.ledger)
    let lines = report.lines.compactMap(\.settlement?.line)
    #expect(Self.counts(rows) == Self.counts(ledger), "seed \(seed)")
    #expect(Self.counts(lines) == Self.counts(settlement.map(\.line)), "seed \(seed)")
    #expect(Set(report.lines.map(\.id)).count == report.lines.count, "seed \(seed)")
    for line in report.lines where line.status == .matched {
      let (row, settled) = (try #require(line.ledger), try #require(line.settlement?.line))
      #expect(row.amount == settled.gross, "seed \(seed)")
      #expect(
        row.pspReference == settled.pspReference || row.intent == settled.merchantReference,
        "seed \(seed)")
    }
    for totals in report.totals {
      let sides =
        totals.settledGross + totals.refunds + totals.chargebacks
        - (totals.ledgerGross + totals.ledgerRefunds + totals.ledgerChargebacks) + totals.notYetDue
      #expect(totals.difference == sides, "seed \(seed)")
      let differences = report.lines.compactMap(\.difference)
        .filter { $0.currency == totals.currency }.reduce(Int128(0)) { $0 + Int128($1.minorUnits) }
      if !report.lines.contains(where: { $0.status == .currencyDifference }) {
        #expect(totals.difference == differences, "seed \(seed)")
      }
    }
    let content = report.lines.map { LineContent($0) }
    for _ in 0..<5 {
      let moved = settlement.shuffled(using: &random).enumerated().map {
        SourcedLine(line: $1.line, file: "t.csv", row: $0)
      }
      let other = try Books.report(
        ledger.shuffled(using: &random), moved, voidings: voidings)
      #expect(other.lines.map { LineContent($0) } == content, "seed \(seed)")
      #expect(other.totals == report.totals, "seed \(seed)")
    }
  }

  /// Rows that share references, intents and amounts as badly as can be.
  private static func tangle(_ random: inout SplitMix64) -> ([LedgerRow], [SourcedLine]) {
    let references = ["", "P1", "P2", "P9"]
    let intents = ["buy_1", "buy_2", "buy_3"]
    let amounts: [Int64] = [500, 700]
    let ledger = (0..<Int.random(in: 0...9, using: &random)).map { _ in
      let kind = pick([JournalKind.capture, .capture, .refund, .refund, .disputeOpened], &random)
      return Books.row(
        kind, pick(intents, &random), pick(references, &random),
        (kind == .capture ? 1 : -1) * pick(amounts, &random), pick(["USD", "USD", "EUR"], &random),
        day: Int64.random(in: 0...1, using: &random))
    }
    let settlement = (0..<Int.random(in: 0...9, using: &random)).map { _ in
      let kind = pick([SettlementKind.sale, .sale, .refund, .refund, .fee, .chargeback], &random)
      return Books.line(
        kind, pick(intents + ["", "order"], &random), pick(references, &random),
        (kind == .sale ? 1 : -1) * pick(amounts, &random), pick(["USD", "USD", "EUR"], &random),
        fees: pick([0, -30], &random), day: Int64.random(in: 0...1, using: &random))
    }
    return (ledger, settlement)
  }

  private static func pick<Element>(_ values: [Element], _ random: inout SplitMix64) -> Element {
    values[Int.random(in: values.indices, using: &random)]
  }

  private static func counts<Element: Hashable>(_ values: [Element]) -> [Element: Int] {
    values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  // MARK: Months

  @Test(arguments: 1...UInt64(20))
  func `a second month leaves the first as it was`(seed: UInt64) throws {
    let first = PlantedBooks(seed: seed, names: "a")
    let second = PlantedBooks(seed: seed + 1000, names: "b", firstDay: 40)
    let alone = try first.report()
    let both = try Books.report(
      first.ledger + second.ledger, first.settlement + second.settlement, asOf: second.asOf)
    let kept = Dictionary(uniqueKeysWithValues: both.lines.map { ($0.id, $0) })
    for line in alone.lines {
      if line.status == .notYetDue {
        #expect(kept[line.id]?.status == .missingInPSP, "seed \(seed)")
      } else {
        #expect(kept[line.id] == line, "seed \(seed)")
      }
    }
  }

  @Test func `what was not yet due is matched by the next month's file`() throws {
    let row = Books.row("buy_1", "P1", 2000)
    let first = try Books.report([row], [], asOf: Books.noon).lines
    let second = try Books.report([row], [Books.line("buy_1", "P1", 2000, day: 3)]).lines
    #expect(first.map(\.status) == [.notYetDue] && second.map(\.status) == [.matched])
    #expect(first.map(\.id) == second.map(\.id))
  }

  // MARK: Size

  /// Every pair compared would be 10^10 steps, which no run of the tests survives.
  @Test(arguments: ["intents", "amounts", "nothing"])
  func `a hundred thousand rows may share one reference`(distinguishedBy means: String) throws {
    let count = 100_000
    func amount(_ index: Int) -> Int64 { means == "amounts" ? Int64(index + 1) : 500 }
    let ledger = (0..<count).map { Books.row("buy_\($0)", "P", amount($0)) }
    let settlement = (0..<count).map {
      Books.line(means == "intents" ? "buy_\($0)" : "", "P", amount($0), occurrence: $0)
    }
    let counts = try Self.counts(ledger, settlement)
    #expect(counts == (means == "nothing" ? [.ambiguous: 2 * count] : [.matched: count]))
  }

  @Test func `a hundred thousand lines may be one movement`() throws {
    let count = 100_000
    let settlement = (0..<count).map { Books.line("buy_1", "P", 500, occurrence: $0) }
    let counts = try Self.counts([Books.row("buy_1", "P", 500)], settlement)
    #expect(counts == [.matched: 1, .duplicate: count - 1])
  }

  private static func counts(
    _ ledger: [LedgerRow], _ settlement: [SourcedLine]
  ) throws -> [ReconciliationStatus: Int] {
    try Reconciler(settlementDays: 2, cutoffOffsetSeconds: 0, digest: QuickDigest())
      .reconcile(
        ledger: ledger, settlement: settlement, voidings: [], asOf: Books.asOf, period: nil,
        inputs: [], findings: []
      ).counts
  }
}

/// The standard library's hash, which debug builds compute quickly; other in every process.
private struct QuickDigest: Digest {
  func sha256(_ bytes: [UInt8]) -> [UInt8] {
    (0..<4 as Range<UInt8>).flatMap { part in
      var hasher = Hasher()
      hasher.combine(part)
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
      let hash = UInt64(bitPattern: Int64(hasher.finalize()))
      return (0..<8).map { UInt8(truncatingIfNeeded: hash >> UInt64(8 * $0)) }
    }
  }
}
