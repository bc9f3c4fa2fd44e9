import PayCore
import TestSupport
import Testing

/// What tells rows apart, and what findings say of them.
@Suite struct SettlementRowTests {
  typealias Fixture = SettlementFixture

  private static func columns(_ rowReference: String...) -> JSONValue {
    [
      "type": "Type", "reference": "Id",
      "rowReference": .array(rowReference.map { .string($0) }),
    ]
  }

  // MARK: Row references

  @Test func `the profiles that we ship name what tells rows apart`() throws {
    #expect(
      try Fixture.stripe().lines.map(\.line.rowReference) == [
        "txn_1", "txn_2", "txn_3", "txn_4", "txn_5",
      ])
    #expect(
      try Fixture.adyen().lines.map(\.line.rowReference) == [
        "Settled,8531111111111111,8531111111111112,2026-01-10 23:30:00,7",
        "Refunded,8531111111111111,8531111111111113,2026-01-11 08:00:00,7",
        "Fee,,Transaction Fees,2026-01-11 09:00:00,7",
        "MerchantPayout,,\"TX1XT batch 7, Shop\",2026-01-11 10:00:00,7",
      ])
  }

  @Test func `rows alike but for their row reference stay two`() throws {
    let row = Fixture.stripeRows[0]
    let twin = row.replacing("txn_1", with: "txn_9")
    let lines = try Fixture.stripe([row, twin]).lines.map(\.line)
    #expect(lines.map(\.rowReference) == ["txn_1", "txn_9"])
    #expect(lines.map(\.occurrence) == [0, 0])
    #expect(Set(lines).count == 2)
  }

  @Test func `a payout from the bank keeps its row reference`() throws {
    let file = try Fixture.stripe([
      Fixture.stripeRows[1], "t,2026-01-11 00:00:00,usd,-10,0,-10,payout,po_1,,,po_1,",
    ])
    #expect(file.lines[1].line.net.description == "10.00 USD")
    #expect(file.lines[1].line.rowReference == "t")
  }

  @Test(
    arguments: [
      (["Id"], "a", "a"), (["Id"], "", ""), (["Id", "Currency"], "a", "a,USD"),
      (["Id", "Currency"], "", ",USD"), (["Id", "Currency"], "\"a,USD\"", "\"a,USD\",USD"),
      (["Id", "Currency"], "\"a\"\"b\"", "\"a\"\"b\",USD"),
      (["Id", "Currency"], "8.53E+15", ""),
    ] as [([String], String, String)])
  func `cells become one text that no other cells have`(
    headers: [String], cell: String, expected: String
  ) throws {
    let columns: JSONValue = [
      "type": "Type", "reference": "Type",
      "rowReference": .array(headers.map { .string($0) }),
    ]
    let file = try Fixture.small(
      "2026-01-01,Sale,\(cell),1.00,USD", members: [("columns", columns)])
    #expect(file.lines[0].line.rowReference == expected)
  }

  @Test func `a column of the row reference must be there`() {
    #expect(
      Fixture.places {
        try Fixture.small(members: [("columns", Self.columns("Row"))])
      } == ["1 Row settlement_column_missing"])
  }

  @Test func `rows of one row reference are counted, whatever else they say`() throws {
    let rows = ["a,1.00", "a,2.00", "b,1.00", "a,1.00", ",3.00", ",3.00", ",4.00"]
      .map { "2026-01-01,Sale,\($0),USD" }
    func numbers(_ rows: [String]) throws -> Set<String> {
      let members = [("columns", Self.columns("Id"))]
      let json = members.reduce(SettlementProfileTests.minimal) { $0.replacing($1.0, $1.1) }
      let file = try SettlementProfileTests.profile(json).read(
        Fixture.bytes("Date,Type,Id,Amount,Currency", rows), progress: { _ in })
      return Set(file.lines.map { "\($0.line.pspReference) \($0.line.net) \($0.line.occurrence)" })
    }
    let expected: Set = [
      "a 1.00 USD 0", "a 1.00 USD 1", "a 2.00 USD 2", "b 1.00 USD 0", " 3.00 USD 0",
      " 3.00 USD 1", " 4.00 USD 0",
    ]
    #expect(try numbers(rows) == expected)
    #expect(try numbers(rows.reversed()) == expected)
  }

  @Test func `a row reference is one of its account`() throws {
    let other = Fixture.adyenRows.map { $0.replacing("Co,Shop", with: "Co,Other") }
    let lines = try Fixture.adyen(Fixture.adyenRows + other).lines.map(\.line)
    #expect(lines.allSatisfy { $0.occurrence == 0 })
  }

  // MARK: Amounts

  @Test func `sums are no larger than a cell may be`() {
    let members: [(String, JSONValue)] = [
      ("fees", ["columns": ["Id"], "costs": "negative"]),
      ("columns", ["type": "Type", "reference": "Type"]),
    ]
    let most = "10000000000000000.00"
    #expect(
      Fixture.places {
        try Fixture.small(
          "2026-01-01,Sale,-\(most),\(most),USD", "2026-01-01,Sale,0.01,\(most),USD",
          members: members)
      } == ["3  amount_overflow"])
  }

  @Test func `the most that is read is named`() {
    let error = #expect(throws: SettlementError.self) {
      try Fixture.small("2026-01-01,Sale,a,99999999999999999.00,USD")
    }
    #expect(error?.description.contains("more than 10000000000000000.00 USD") == true)
  }

  static let counted: [(String, String?, String, String, String)] = [
    // A hundredth of a krona is Adyen's and Stripe's unit, a krona that of ISO 4217.
    ("10000", "adyen", "ISK", "2026-01-01", "100 ISK"),
    ("10000", nil, "ISK", "2026-01-01", "10000 ISK"),
    ("10000", "stripe", "ISK", "2023-04-13", "100 ISK"),
    ("5120", "stripe", "KWD", "2026-01-01", "5.120 KWD"),
    ("20", "stripe", "MGA", "2026-01-01", "20.00 MGA"),
    ("2000", "adyen", "USD", "2026-01-01", "20.00 USD"),
    ("2000", "paypal", "HUF", "2026-01-01", "2000.00 HUF"),
  ]

  @Test(arguments: counted)
  func `minor units are those of the provider`(
    cell: String, psp: String?, currency: String, date: String, amount: String
  ) throws {
    let members = [("unit", JSONValue.string("minor"))] + (psp.map { [("psp", .string($0))] } ?? [])
    let file = try Fixture.small("\(date),Sale,a,\(cell),\(currency)", members: members)
    #expect(file.lines.map(\.line.gross.description) == [amount])
  }

  @Test(arguments: ExponentProfile.all.map(\.name))
  func `each provider's own rules count its minor units`(psp: String) throws {
    let profile = try #require(ExponentProfile.named(psp))
    let moment = try #require(Timestamp(rfc3339: "2026-01-01T00:00:00Z"))
    for rule in profile.deviations where rule.holds(on: moment, for: .charge) {
      let expected = try profile.money(units: 12_300, currency: rule.currency, on: moment)
      let file = try Fixture.small(
        "2026-01-01,Sale,a,12300,\(rule.currency)",
        members: [("unit", "minor"), ("psp", .string(psp))])
      #expect(file.lines.map(\.line.gross) == [expected], "\(rule.currency)")
    }
  }

  @Test(arguments: [
    ("9223372036854775807", "MGA", "2 Amount amount_overflow"),
    ("1", "XAU", "2 Amount currency_has_no_minor_unit"),
  ])
  func `what the provider's units are must be an amount`(
    cell: String, currency: String, place: String
  ) {
    let places = Fixture.places {
      try Fixture.small(
        "2023-01-01,Sale,a,\(cell),\(currency)",
        members: [("unit", "minor"), ("psp", "stripe")])
    }
    #expect(places == [place])
  }

  @Test(arguments: ["20.00", "20.", "20,00", ".20"])
  func `minor units have no decimal mark`(cell: String) {
    #expect(
      Fixture.places {
        try Fixture.small("2026-01-01,Sale,a,\"\(cell)\",USD", members: [("unit", "minor")])
      } == ["2 Amount amount_syntax"])
  }

  @Test(
    arguments: [
      ("charge", ["2 gross settlement_amount_missing"]),
      ("refund", ["2 gross settlement_amount_missing"]), ("fee", []), ("adjustment", []),
    ])
  func `a sale or refund has an amount`(type: String, expected: [String]) {
    #expect(
      Fixture.places {
        try Fixture.stripe(["t,2026-01-10 10:00:00,usd,,,,\(type),ch_1,,,,"])
      } == expected)
    #expect(
      Fixture.places {
        try Fixture.stripe(["t,2026-01-10 10:00:00,usd,,0,,\(type),ch_1,,,,"])
      } == [])
  }

  // MARK: Findings

  @Test func `a net that does not add up names its rows and what is left`() throws {
    let rows = ["usd,1,0,1.02", "eur,1,0.5,0.4", "usd,1,0,1"].enumerated()
      .map { "t\(9 - $0),2026-01-10 10:00:00,\($1),charge,,,,," }
    #expect(
      try Fixture.stripe(rows).findings.map(\.message) == [
        "net is not gross and fees together, type charge: 2 rows (t8, t9), "
          + "unexplained -0.10 EUR and 0.02 USD"
      ])
  }

  @Test func `findings of other rows are other findings, in any order of rows`() throws {
    let rows = (1...7).map {
      "t\($0),2026-01-10 10:00:00,usd,1,0,1.0\($0),charge,ch_\($0),,,,"
    }
    let whole = try Fixture.stripe(rows).findings
    #expect(
      whole.map(\.message) == [
        "net is not gross and fees together, type charge: 7 rows (ch_1, ch_2, ch_3, ch_4, ch_5, "
          + "...), unexplained 0.28 USD"
      ])
    #expect(try Fixture.stripe(rows.reversed()).findings == whole)
    let one = try Fixture.stripe([rows[0]]).findings
    #expect(try Fixture.stripe([rows[1]]).findings != one)
    #expect(one.map(\.message)[0].hasSuffix("1 row (ch_1), unexplained 0.01 USD"))
  }

  @Test func `money that goes the other way names its rows`() throws {
    let row = Fixture.stripeRows[0].replacing("25,0.95,24.05", with: "-25,0,-25")
    #expect(
      try Fixture.stripe([row]).findings.map(\.message) == [
        "the amounts of type charge go the other way than their type or column says: 1 row (ch_1); "
          + "the net amount was followed"
      ])
  }

  @Test func `batches of two accounts are two`() throws {
    let other = Fixture.adyenRows.map {
      $0.replacing("Co,Shop", with: "Co,Other").replacing("13.00", with: "13.01")
    }
    let short = Fixture.adyenRows.map { $0.replacing("13.00", with: "12.99") }
    #expect(
      try Fixture.adyen(short + other).findings.map(\.message) == [
        "batch 7 of Shop: 12.99 USD was paid out, its other rows add up to 13.00 USD, "
          + "difference 0.01 USD",
        "batch 7 of Other: 13.01 USD was paid out, its other rows add up to 13.00 USD, "
          + "difference -0.01 USD",
      ])
  }
}
