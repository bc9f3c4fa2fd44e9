import PayCore
import Testing

@Suite struct ReconcilerTotalsTests {
  private func totals(
    _ ledger: [LedgerRow], _ settlement: [SourcedLine], asOf: Timestamp = Books.asOf
  )
    throws -> [String: ReconciliationTotals]
  {
    let report = try Books.report(ledger, settlement, asOf: asOf)
    #expect(report.totals.map(\.currency.code) == report.totals.map(\.currency.code).sorted())
    return Dictionary(uniqueKeysWithValues: report.totals.map { ($0.currency.code, $0) })
  }

  @Test func `every kind of line has its place`() throws {
    let usd = try #require(
      try totals(
        [Books.row("buy_1", "P1", 2000), Books.row(.refund, "buy_1", "R1", -500)],
        [
          Books.line("buy_1", "P1", 2000, fees: -60),
          Books.line(.refund, "buy_1", "R1", -500, fees: 10),
          Books.line(.chargeback, "", "P0", -700, fees: -1500),
          Books.line(.chargebackReversal, "", "P0", 200),
          Books.line(.fee, "", "", 0, fees: -120),
          Books.line(.reserve, "", "", 0, net: Books.money(-100)),
          Books.line(.adjustment, "", "", 30, net: Books.money(30)),
          Books.line(.other, "", "", 0, net: Books.money(-7)),
          Books.line(.payout, "", "", 0, net: Books.money(-600)),
          Books.line(.payoutReversal, "", "", 0, net: Books.money(50)),
        ])["USD"])
    #expect(usd.ledgerGross == 2000 && usd.ledgerRefunds == -500)
    #expect(usd.settledGross == 2000 && usd.refunds == -500 && usd.chargebacks == -500)
    #expect(usd.fees == -1670 && usd.adjustments == -77 && usd.fx == 0)
    #expect(usd.net == 2000 - 500 - 500 - 1670 - 77 && usd.payout == 550)
    #expect(usd.difference == -500 && usd.notYetDue == 0)
  }

  @Test func `conversion leaves one currency and arrives in the other`() throws {
    let all = try totals(
      [Books.row("buy_1", "P1", 2000)],
      [Books.line("buy_1", "P1", 2000, fees: -50, net: Books.money(1750, "EUR"))])
    let (usd, eur) = (try #require(all["USD"]), try #require(all["EUR"]))
    #expect(usd.settledGross == 2000 && usd.fx == -2000 && usd.net == 0 && usd.fees == 0)
    #expect(eur.settledGross == 0 && eur.fx == 1800 && eur.fees == -50 && eur.net == 1750)
    #expect(usd.difference == 0 && eur.difference == 0)
  }

  @Test func `a difference of currency counts in both`() throws {
    let all = try totals([Books.row("buy_1", "P1", 2000)], [Books.line("", "P1", 1800, "EUR")])
    #expect(all["USD"]?.difference == -2000)
    #expect(all["EUR"]?.difference == 1800)
  }

  @Test func `what is not yet due makes no difference`() throws {
    let usd = try totals([Books.row("buy_1", "P1", 2000)], [], asOf: Books.noon)["USD"]
    #expect(usd?.notYetDue == 2000 && usd?.difference == 0 && usd?.ledgerGross == 2000)
  }

  @Test func `sums go beyond 64 bits and are written exactly`() throws {
    let rows = (0..<3).map { Books.row("buy_\($0)", "P\($0)", .max) }
    let lines = (0..<3).map { Books.line("", "P\($0)", .max, net: Books.money(.max)) }
    let report = try Books.report(rows, lines)
    #expect(report.totals[0].json["ledgerGross"] == "276701161105643274.21")
    #expect(report.totals[0].json["difference"] == "0.00")
    let lowest = try Books.report(
      [], [Books.line(.fee, "", "", 0, fees: .max, net: Books.money(.min))])
    #expect(lowest.totals[0].net == Int128(Int64.min))
  }
}
