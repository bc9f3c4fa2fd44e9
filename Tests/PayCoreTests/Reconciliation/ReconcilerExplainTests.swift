import PayCore
import Testing

@Suite struct ReconcilerExplainTests {
  private func explanation(
    _ ledger: [LedgerRow], _ settlement: [SourcedLine], voidings: [Voiding] = [],
    asOf: Timestamp = Books.asOf, of index: Int = 0
  ) throws -> LineExplanation {
    let report = try Books.report(ledger, settlement, voidings: voidings, asOf: asOf)
    let found = try Books.reconciler.explain(
      report.lines[index].id, ledger: ledger, settlement: settlement, voidings: voidings,
      asOf: asOf)
    let explanation = try #require(found)
    #expect(explanation.line == report.lines[index])
    return explanation
  }

  @Test func `a match is told by the rung that found it`() throws {
    let row = Books.row("buy_1", "P1", 2000)
    let line = Books.line("buy_1", "P1", 1990)
    let told = try explanation([row], [line])
    #expect(told.steps.map(\.title) == ["Provider's reference", "Result"])
    #expect(
      told.steps[0].outcome
        == "P1 stands at 1 capture of the ledger and at 1 sale of the settlement.")
    #expect(told.steps[0].candidates == [.movement(row), .settled(line)])
    #expect(
      told.steps[0].candidates.map(\.description) == [
        "ledger: capture of 20.00 USD, P1, buy_1, 2026-01-10T12:00:00Z",
        "s.csv, row 2: sale of 19.90 USD, P1, buy_1, 2026-01-10T12:00:00Z",
      ])
    #expect(
      told.steps[1].outcome == "Both sides are one movement, but the ledger has 20.00 USD, the "
        + "settlement 19.90 USD, a difference of -0.10 USD.")
  }

  @Test func `a movement that is not settled tells its age`() throws {
    let row = Books.row("buy_1", "P1", 2000)
    let due = try explanation([row], [])
    #expect(due.steps.map(\.title) == ["Provider's reference", "Merchant reference", "Result"])
    #expect(
      due.steps[2].outcome == "No settlement line is this movement. It is 30 days old at "
        + "2026-02-09T12:00:00Z, and the provider has 2 days, so it should have been settled.")
    let young = try explanation([row], [], asOf: Books.noon.adding(seconds: 86_400))
    #expect(young.steps[2].outcome.contains("It is 1 day old"))
    #expect(young.steps[2].outcome.hasSuffix("so it need not have been settled."))
  }

  @Test func `each status ends with a result of its own`() throws {
    let voidings = [ReconcilerTests.late("P1")]
    let told = [
      try explanation([Books.row("buy_1", "P1", 1)], [Books.line("", "P1", 1)]),
      try explanation([Books.row("buy_1", "P1", 1)], [Books.line("", "P1", 1, "EUR")]),
      try explanation([], [Books.line("buy_1", "P1", 1)]),
      try explanation([], [Books.line("buy_1", "P1", 1)], voidings: voidings),
      try explanation([], [Books.line(.chargeback, "", "P1", -1)]),
      try explanation([], [Books.line(.fee, "", "", 0, net: Books.money(-1))]),
      try explanation(
        [Books.row("buy_1", "P", 1), Books.row("buy_2", "P", 1)], [Books.line("", "P", 1)]),
      try explanation(
        [Books.row("buy_1", "P1", 1), Books.row("buy_2", "P2", 1)], [Books.line("buy_2", "P1", 1)]),
    ]
    let results = told.compactMap(\.steps.last?.outcome)
    #expect(results.allSatisfy { $0.hasSuffix(".") && !$0.contains("  ") })
    // The chargeback is missing in the ledger as the sale of nobody is.
    #expect(Set(results).count == told.count - 1)
    #expect(told[3].steps[1].outcome.contains("which was canceled by then"))
    #expect(told[4].steps[0].outcome.contains("0 opened disputes"))
    #expect(told[2].steps[1].outcome == "None has this reference.")
  }

  @Test func `a long list of candidates is cut and says so`() throws {
    let settlement = (0..<50).map { Books.line("buy_1", "P1", 500, day: 1, occurrence: $0) }
    let told = try explanation([Books.row("buy_1", "P1", 500)], settlement)
    #expect(told.steps[0].candidates.count == Limits.explanationCandidates)
    #expect(
      told.steps[0].outcome.hasSuffix("\(51 - Limits.explanationCandidates) more are not shown."))
  }

  @Test func `the explanation as JSON has the line and its steps`() throws {
    let told = try explanation([Books.row("buy_1", "P1", 500)], [Books.line("", "P1", 500)])
    #expect(told.json["object"] == "lineExplanation")
    #expect(told.json["line"] == told.line.json)
    guard case .array(let steps)? = told.json["steps"] else {
      Issue.record("no steps")
      return
    }
    #expect(steps == told.steps.map(\.json))
    guard case .array(let candidates)? = steps[0]["candidates"] else {
      Issue.record("no candidates")
      return
    }
    #expect(candidates.map { $0["side"] } == ["ledger", "settlement"])
  }

  // MARK: Ids

  private struct AlmostConstantDigest: Digest {
    // The first 14 characters of every id are alike.
    func sha256(_ bytes: [UInt8]) -> [UInt8] {
      [UInt8](repeating: 0, count: 9) + FakeDigest().sha256(bytes)
    }
  }

  @Test func `an id may be cut, but not so far that it fits several lines`() throws {
    let reconciler = Reconciler(
      settlementDays: 2, cutoffOffsetSeconds: 0, digest: AlmostConstantDigest())
    let ledger = (0..<12).map { Books.row("buy_\($0)", "P\($0)", 500) }
    func explain(_ id: String) throws -> LineExplanation? {
      try reconciler.explain(id, ledger: ledger, settlement: [], voidings: [], asOf: Books.asOf)
    }
    let error = #expect(throws: ReconciliationError.self) { try explain("line_000000") }
    guard case .ambiguousLineID(let ids)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(ids.count == Limits.namesInMessage && ids == ids.sorted())
    #expect(error?.code == "line_id_ambiguous" && error?.description.contains(ids[0]) == true)
    #expect(try explain(ids[0])?.line.id == ids[0])
    #expect(try explain(String(ids[0].dropLast(2)))?.line.id == ids[0])
    #expect(try explain("line_7zzzzz") == nil)
  }

  @Test(arguments: [
    "", "line_", "line_00000", "buy_000000", "000000", "line_00000u", "LINE_000000",
    "line_000000000000000000000000000", "line_00000\u{661}",
  ])
  func `what is no id is refused`(id: String) {
    let error = #expect(throws: ReconciliationError.self) {
      try Books.reconciler.explain(id, ledger: [], settlement: [], voidings: [], asOf: Books.asOf)
    }
    #expect(error == .invalidLineID && error?.code == "line_id_invalid")
  }
}
