import PayCore
import Testing

/// Rows whose amount is finer than a minor unit, as old ISK charges at Stripe: they are told with
/// the exact decimal, and the rest of the file is read.
@Suite struct SettlementFractionTests {
  typealias Fixture = SettlementFixture

  private static let header = "Date,Type,Id,Amount,Fee,Net,Currency,Payout"
  private static let remedy =
    "; it is in no line and no total: keep the decimal, and book it by hand"

  /// Reads rows of minor units of a provider, which `members` of the profile may change.
  private func read(
    _ rows: [String], psp: String = "stripe", members: [(String, JSONValue)] = []
  ) throws -> SettlementFile {
    let types: JSONValue = ["Sale": "sale", "Refund": "refund", "Payout": "payout", "Cost": "fee"]
    let columns: JSONValue = ["type": "Type", "reference": "Id", "payoutReference": "Payout"]
    let all: [(String, JSONValue)] =
      [("unit", "minor"), ("psp", .string(psp)), ("types", types), ("columns", columns)] + members
    let json = all.reduce(SettlementProfileTests.minimal) { $0.replacing($1.0, $1.1) }
    return try SettlementProfileTests.profile(json).read(
      Fixture.bytes(Self.header, rows), progress: { _ in })
  }

  private static let netAndFees: [(String, JSONValue)] = [
    ("net", ["mode": "signed", "amount": "Net", "currency": "Currency"]),
    ("fees", ["columns": ["Fee"], "costs": "positive"]),
  ]

  @Test func `fault 42: an old fraction is told with its decimal, and the file is read`() throws {
    let file = try read([
      "2023-05-01,Sale,a,10000,,,ISK,", "2023-05-01,Refund,b,-4010,,,ISK,",
      "2023-05-02,Sale,c,20000,,,ISK,",
    ])
    #expect(file.lines.map(\.line.gross.description) == ["100 ISK", "200 ISK"])
    #expect(file.lines.map(\.row) == [2, 4])
    #expect(file.rows == 3)
    #expect(
      file.findings == [
        Finding(
          code: "psp_amount_fraction", severity: .error,
          message: "Refund b of 2023-05-01T00:00:00Z: -40.10 ISK as Stripe counts, "
            + "finer than ISO 4217 does" + Self.remedy)
      ])
  }

  @Test(arguments: [
    ("stripe", "2023-04-01", "Sale", "4010", "ISK", "40.10 ISK as Stripe"),
    ("stripe", "2023-04-14", "Refund", "-1", "ISK", "-0.01 ISK as Stripe"),
    ("adyen", "2026-01-01", "Sale", "150", "CLP", "1.50 CLP as Adyen"),
    ("checkout", "2026-01-01", "Sale", "99", "CLP", "0.99 CLP as Checkout.com"),
  ])
  func `the decimal is that of the provider's rule at the row's moment`(
    psp: String, day: String, type: String, cell: String, currency: String, told: String
  ) throws {
    let file = try read(["\(day),\(type),x,\(cell),,,\(currency),"], psp: psp)
    #expect(file.lines.isEmpty)
    #expect(
      file.findings.map(\.message) == [
        "\(type) x of \(day)T00:00:00Z: \(told) counts, finer than ISO 4217 does" + Self.remedy
      ])
  }

  @Test func `gross, fees and net are told where they differ`() throws {
    let row = "2023-05-01,Sale,a,4010,10,4000,ISK,"
    #expect(
      try read([row], members: Self.netAndFees).findings.map(\.message) == [
        "Sale a of 2023-05-01T00:00:00Z: net 40.00 ISK (gross 40.10 ISK, fees -0.10 ISK) as "
          + "Stripe counts, finer than ISO 4217 does" + Self.remedy
      ])
  }

  @Test func `an amount has the direction that its columns and type give it`() throws {
    let gross: JSONValue = ["mode": "by-type", "amount": "Amount", "currency": "Currency"]
    let file = try read(["2023-05-01,Refund,a,4010,,,ISK,"], members: [("gross", gross)])
    #expect(file.findings.map(\.message).allSatisfy { $0.contains(": -40.10 ISK as") })
    #expect(file.findings.count == 1)
  }

  @Test func `parts that are whole together are no fraction`() throws {
    let fees: JSONValue = ["columns": ["Fee", "Net"], "costs": "positive"]
    let file = try read(["2023-05-01,Sale,a,10000,50,50,ISK,"], members: [("fees", fees)])
    #expect(file.lines.map(\.line.amounts) == ["100 ISK, -1 ISK, 99 ISK"])
    #expect(file.findings.isEmpty)
  }

  @Test func `rows that say the same are one finding, in any order of rows`() throws {
    let rows = [
      "2023-05-01,Refund,b,-4010,,,ISK,", "2023-05-01,Refund,a,-1250,,,ISK,",
      "2023-05-01,Refund,b,-4010,,,ISK,",
    ]
    let findings = try read(rows).findings
    #expect(
      findings.map(\.message) == [
        "Refund b of 2023-05-01T00:00:00Z: -40.10 ISK as Stripe counts, finer than ISO 4217 does, "
          + "2 rows alike" + Self.remedy,
        "Refund a of 2023-05-01T00:00:00Z: -12.50 ISK as Stripe counts, finer than ISO 4217 does"
          + Self.remedy,
      ])
    #expect(Set(try read(rows.reversed()).findings) == Set(findings))
  }

  @Test func `of more than are listed the sum is told`() throws {
    let rows = (1...Limits.settlementFindings + 3).map { "2023-05-01,Refund,r\($0),-4010,,,ISK," }
    let findings = try read(rows + ["2023-05-01,Sale,e,150,,,CLP,"]).findings
    #expect(findings.count == Limits.settlementFindings + 1)
    #expect(findings.last?.severity == .error)
    #expect(
      findings.last?.message == "3 more remarks about rows are not listed; some are of amounts "
        + "that are in no line and no total, net -120.30 ISK together")
  }

  @Test func `a row that cannot be read still refuses the file`() {
    #expect(
      Fixture.places {
        try read(["2023-05-01,Refund,b,-4010,,,ISK,", "2023-05-01,Sale,a,1.5,,,ISK,"])
      } == ["3 Amount amount_syntax"])
  }

  // MARK: Control totals

  private static let control = [("controlTotal", JSONValue.string("payout-equals-rest"))]

  @Test(arguments: [
    ("-4010", "10000", []),
    ("-4010", "9900", ["99 ISK was paid out, its other rows add up to 100 ISK, difference 1 ISK"]),
    (
      "-4000", "10000",
      ["100 ISK was paid out, its other rows add up to 100.10 ISK, difference 0.10 ISK"]
    ),
    (
      "-4001", "10000",
      ["100 ISK was paid out, its other rows add up to 100.09 ISK, difference 0.09 ISK"]
    ),
  ])
  func `a payout is compared with all of its rows, to the fraction`(
    refund: String, payout: String, expected: [String]
  ) throws {
    let file = try read(
      [
        "2023-05-01,Sale,a,10000,,,ISK,p", "2023-05-01,Sale,b,4010,,,ISK,p",
        "2023-05-01,Refund,c,\(refund),,,ISK,p", "2023-05-02,Payout,d,\(payout),,,ISK,p",
      ], members: Self.control)
    let control = file.findings.filter { $0.code == "control_total_bad" }
    #expect(control.map(\.message) == expected.map { "batch p: \($0)" })
  }

  @Test func `a payout that the bank paid because of a fraction is found to be one`() throws {
    let file = try read(
      [
        "2023-05-01,Refund,a,-10000,,,ISK,p", "2023-05-01,Refund,b,-4010,,,ISK,p",
        "2023-05-01,Sale,c,10,,,ISK,p", "2023-05-02,Payout,d,14000,,,ISK,p",
      ], members: Self.control)
    #expect(file.lines.map(\.line.net.description) == ["-100 ISK", "140 ISK"])
    #expect(Set(file.findings.map(\.code)) == ["psp_amount_fraction"])
  }

  @Test(arguments: [
    ("5000", []),
    (
      "5010", ["50.10 ISK was paid out, its other rows add up to 50 ISK, difference -0.10 ISK"]
    ),
  ])
  func `a payout that is a fraction itself is compared, too`(
    payout: String, expected: [String]
  ) throws {
    let file = try read(
      ["2023-05-01,Sale,a,5000,,,ISK,p", "2023-05-02,Payout,b,\(payout),,,ISK,p"],
      members: Self.control)
    let control = file.findings.filter { $0.code == "control_total_bad" }
    #expect(control.map(\.message) == expected.map { "batch p: \($0)" })
  }

  @Test func `payouts of which one is a fraction are added up before the bank's is found`() throws {
    let file = try read(
      [
        "2023-05-01,Refund,a,-10010,,,ISK,p", "2023-05-02,Payout,b,5010,,,ISK,p",
        "2023-05-02,Payout,c,5000,,,ISK,p",
      ], members: Self.control)
    #expect(file.lines.map(\.line.net.description) == ["50 ISK"])
    #expect(Set(file.findings.map(\.code)) == ["psp_amount_fraction"])
  }

  // MARK: The report

  @Test func `the report lists the amount and counts the rest`() throws {
    let file = try read([
      "2023-05-01,Sale,P1,10000,,,ISK,", "2023-05-01,Refund,R1,-4010,,,ISK,",
    ])
    let report = try Books.reconciler.reconcile(
      ledger: [],
      settlement: file.lines.map { SourcedLine(line: $0.line, file: "f", row: $0.row) },
      voidings: [], asOf: Books.asOf, period: nil, inputs: [], findings: file.findings)
    #expect(report.lines.count == 1)
    let totals = try #require(report.totals.first)
    #expect(totals.settledGross == 100 && totals.refunds == 0 && totals.net == 100)
    let findings = try #require(report.json["findings"])
    #expect(String(decoding: findings.bytes, as: UTF8.self).contains("-40.10 ISK as Stripe"))
  }
}
