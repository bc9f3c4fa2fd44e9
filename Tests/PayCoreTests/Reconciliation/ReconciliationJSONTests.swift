import PayCore
import Testing

@Suite struct ReconciliationJSONTests {
  @Test func `the report is the documented document`() throws {
    let report = try Books.reconciler.reconcile(
      ledger: [Books.row("buy_1", "P1", 2000, isAttested: true)],
      settlement: [Books.line("buy_1", "P1", 2000, fees: -60, text: "a note")], voidings: [],
      asOf: Books.asOf, period: nil,
      inputs: [ReconciliationInput(file: "s.csv", sha256: "00", rows: 1)],
      findings: [Finding(code: "b", message: "later"), Finding(code: "a", message: "first")])
    let id = report.lines[0].id
    #expect(id.utf8.count == 31 && id.hasPrefix("line_"))
    let expected = """
      {"object":"reconciliation","asOf":"2026-02-09T12:00:00Z",\
      "inputs":[{"file":"s.csv","sha256":"00","rows":1}],\
      "totals":[{"currency":"USD","ledgerGross":"20.00","ledgerRefunds":"0.00",\
      "settledGross":"20.00","refunds":"0.00","chargebacks":"0.00","fees":"-0.60",\
      "adjustments":"0.00","fx":"0.00","unexplained":"0.00","net":"19.40","payout":"0.00","notYetDue":"0.00",\
      "difference":"0.00"}],\
      "counts":{"matched":1,"amount_diff":0,"currency_diff":0,"missing_in_psp":0,\
      "missing_in_ledger":0,"duplicate":0,"ambiguous":0,"not_yet_due":0,"non_sale":0},\
      "findings":[{"code":"a","severity":"error","pointer":"","message":"first",\
      "source":"engine"},{"code":"b","severity":"error","pointer":"","message":"later",\
      "source":"engine"}],\
      "lines":[{"id":"\(id)","status":"matched","reason":"psp_reference","kind":"capture",\
      "intent":"buy_1","pspReference":"P1","merchantReference":"buy_1","currency":"USD",\
      "ledgerAmount":"20.00","settledAmount":"20.00","difference":"0.00",\
      "occurredAt":"2026-01-10T12:00:00Z","source":{"file":"s.csv","row":2},"attested":true,\
      "settlement":{"kind":"sale","type":"sale","text":"a note","payoutReference":"",\
      "occurredAt":"2026-01-10T12:00:00Z","currency":"USD","fees":"-0.60","net":"19.40"}}]}
      """
    #expect(report.json.text == expected)
  }

  @Test func `a side that is missing is null`() throws {
    let report = try Books.report(
      [Books.row("buy_1", "P1", 2000)],
      [Books.line(.fee, "", "", 0, net: Books.money(-120), day: 1)])
    let (ledger, fee) = (report.lines[0].json, report.lines[1].json)
    for name in ["settledAmount", "merchantReference", "source"] { #expect(ledger[name] == .null) }
    #expect(ledger["settlement"] == nil && ledger["attested"] == nil)
    for name in ["ledgerAmount", "intent"] { #expect(fee[name] == .null) }
    #expect(fee["settledAmount"] == "-1.20" && fee["difference"] == "0.00")
  }

  @Test func `the settled currency is told where it differs`() throws {
    let line = try Books.report(
      [Books.row("buy_1", "P1", 2000)], [Books.line("", "P1", 1800, "JPY")]
    )
    .lines[0].json
    #expect(line["currency"] == "USD" && line["ledgerAmount"] == "20.00")
    #expect(line["settledCurrency"] == "JPY" && line["settledAmount"] == "1800")
    #expect(line["difference"] == .null)
  }

  @Test func `an id stays when the settlement arrives, and changes with any content`() throws {
    let row = Books.row("buy_1", "P1", 2000)
    let missing = try Books.report([row], []).lines[0]
    let matched = try Books.report([row], [Books.line("buy_1", "P1", 2000)]).lines[0]
    #expect(missing.status == .missingInPSP && matched.status == .matched)
    #expect(missing.id == matched.id)
    let others = try [
      Books.row(.refund, "buy_1", "P1", 2000), Books.row("buy_2", "P1", 2000),
      Books.row("buy_1", "P2", 2000), Books.row("buy_1", "P1", 2001),
      Books.row("buy_1", "P1", 2000, "EUR"), Books.row("buy_1", "P1", 2000, day: 1),
    ].map { try Books.report([$0], []).lines[0].id }
    #expect(Set(others + [missing.id]).count == others.count + 1)
    let twins = try Books.report([row, row], []).lines
    #expect(twins.count == 2 && twins[0].id != twins[1].id)
    #expect(twins.contains { $0.id == missing.id })
  }
}
