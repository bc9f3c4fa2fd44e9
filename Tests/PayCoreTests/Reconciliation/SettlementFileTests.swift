import Foundation
import PayCore
import TestSupport
import Testing

@Suite struct SettlementFileTests {
  typealias Fixture = SettlementFixture

  @Test func `Adyen's rows become lines`() throws {
    let file = try Fixture.adyen()
    let lines = file.lines.map(\.line)
    #expect(file.rows == 4)
    #expect(file.lines.map(\.row) == [2, 3, 4, 5])
    #expect(file.findings == [])
    #expect(lines.map(\.kind) == [.sale, .refund, .fee, .payout])
    #expect(
      lines.map(\.amounts) == [
        "20.00 USD, -0.60 USD, 19.40 USD", "-5.00 USD, 0.00 USD, -5.00 USD",
        "0.00 USD, -1.40 USD, -1.40 USD", "-13.00 USD, 0.00 USD, -13.00 USD",
      ])
    #expect(
      lines.map(\.occurredAt.description) == [
        "2026-01-11T07:30:00Z", "2026-01-11T07:00:00Z", "2026-01-11T09:00:00Z",
        "2026-01-11T10:00:00Z",
      ])
    #expect(
      lines.map(\.pspReference) == ["8531111111111111", "8531111111111113", "", ""])
    #expect(lines.map(\.parentReference).prefix(2) == ["8531111111111111", "8531111111111111"])
    #expect(lines.map(\.merchantReference) == ["buy_1", "buy_1", "", ""])
    #expect(
      lines.map(\.text) == ["8531111111111112", "", "Transaction Fees", "TX1XT batch 7, Shop"])
    #expect(lines.allSatisfy { $0.payoutReference == "7" && $0.account == "Shop" })
    #expect(lines[0].type == "Settled" && lines[0].exchangeRate == "1")
    #expect(lines[0].profile == "adyen-settlement-details")
  }

  @Test func `Stripe's rows become lines`() throws {
    let file = try Fixture.stripe()
    let lines = file.lines.map(\.line)
    #expect(file.findings == [])
    #expect(lines.map(\.kind) == [.sale, .refund, .chargeback, .fee, .payout])
    #expect(
      lines.map(\.amounts) == [
        "25.00 USD, -0.95 USD, 24.05 USD", "-10.00 USD, 0.00 USD, -10.00 USD",
        "-50.00 USD, -15.00 USD, -65.00 USD", "0.00 USD, -0.50 USD, -0.50 USD",
        "-13.55 USD, 0.00 USD, -13.55 USD",
      ])
    #expect(lines.map(\.pspReference) == ["ch_1", "re_1", "du_1", "", "po_1"])
    #expect(lines.map(\.merchantReference) == ["buy_1", "buy_1", "buy_2", "", ""])
    #expect(lines.map(\.payoutReference) == ["po_1", "po_1", "po_2", "po_1", "po_1"])
  }

  @Test func `a payout's printed sign says nothing at Stripe`() throws {
    let printed = try Fixture.stripe().lines
    let rows = Fixture.stripeRows.map { $0.replacing("13.55", with: "-13.55") }
    #expect(try Fixture.stripe(rows).lines == printed)
  }

  @Test func `a negative payout brings money from the bank`() throws {
    let file = try Fixture.stripe([
      Fixture.stripeRows[1], "t,2026-01-11 00:00:00,usd,-10,0,-10,payout,po_1,,,po_1,",
    ])
    #expect(file.lines[1].line.amounts == "10.00 USD, 0.00 USD, 10.00 USD")
    #expect(file.findings == [])
  }

  @Test func `a payout that is not what its rows add up to is a finding`() throws {
    let rows = Fixture.adyenRows.map { $0.replacing("13.00", with: "13.01") }
    let finding = try #require(try Fixture.adyen(rows).findings.first)
    #expect(finding.code == "control_total_bad" && finding.severity == .warning)
    #expect(
      finding.message
        == "batch 7 of Shop: 13.01 USD was paid out, its other rows add up to 13.00 USD, "
        + "difference -0.01 USD"
    )
    let stripe = Fixture.stripeRows.map { $0.replacing("13.55", with: "13.54") }
    #expect(try Fixture.stripe(stripe).findings.map(\.code) == ["control_total_bad"])
    #expect(try Fixture.stripe(Array(stripe.dropLast())).findings == [])
  }

  @Test func `columns stand in any order, and others beside them`() throws {
    let expected = try Fixture.adyen().lines
    let table = ([Fixture.adyenHeader] + Fixture.adyenRows)
      .map { try? CSVReaderTests.records(Array($0.utf8)).first }.compactMap { $0 }
    let reordered = table.enumerated().map { index, fields in
      ((index == 0 ? ["More", "More"] : ["x", "y"]) + fields.reversed())
        .map { "\"\($0)\"" }.joined(separator: ",") + "\n"
    }
    let file = try SettlementProfileTests.shipped("adyen-settlement-details").read(
      Array(reordered.joined().utf8), progress: { _ in })
    #expect(file.lines == expected)
  }

  @Test func `a missing column and one that is there twice are named, all at once`() throws {
    let header = Fixture.adyenHeader.replacing("Psp Reference", with: "PSP Reference")
      .replacing("Payment Method", with: "Type").replacing("Net Currency", with: "Currency")
    let error = #expect(throws: SettlementError.self) {
      try SettlementProfileTests.shipped("adyen-settlement-details").read(
        Array(header.utf8), progress: { _ in })
    }
    #expect(
      error?.places.map { "\($0.record) \($0.column) \($0.code)" } == [
        "1 Type settlement_column_duplicate", "1 Psp Reference settlement_column_missing",
        "1 Net Currency settlement_column_missing",
      ])
    #expect(error?.description.contains("PSP Reference") == true)
    #expect(error?.code == "settlement_rows")
  }

  @Test func `a file without a header is refused`() throws {
    #expect(
      Fixture.places {
        try SettlementProfileTests.profile(SettlementProfileTests.minimal).read(
          [], progress: { _ in })
      } == ["1  settlement_header_missing"])
  }

  @Test func `an unknown type is read as other and told once`() throws {
    let file = try Fixture.small(
      "2026-01-01,Gift,a,1.00,USD", "2026-01-01,Gift,b,2.00,USD", "2026-01-01,,c,2.00,USD")
    #expect(file.lines.map(\.line.kind) == [.other, .other, .other])
    #expect(
      file.findings.map(\.message) == [
        "type Gift is not in the profile: 2 rows; read as other",
        "type (empty) is not in the profile: 1 row; read as other",
      ])
  }

  @Test func `twins are numbered, and nothing else is`() throws {
    let twin = "2026-01-01,Sale,a,1.00,USD"
    let file = try Fixture.small(
      twin, twin, "2026-01-01,Sale,b,1.00,USD", twin, "2026-01-02,Sale,a,1.00,USD")
    #expect(file.lines.map(\.line.occurrence) == [0, 1, 0, 2, 0])
  }

  @Test func `fees above the gross make the net a debit`() throws {
    let row =
      "Co,Shop,1,buy_1,mc,2025-10-31 04:05:39,PDT,Settled,2,INR,,10,0.011,USD,0.03,,,0,0.04,0.1,"
      + "\"{\"\"a\"\":\"\"b,c\"\"}\",8"
    let file = try Fixture.adyen([row])
    #expect(file.lines[0].line.amounts == "10.00 INR, -0.14 USD, -0.03 USD")
    #expect(try file.lines[0].line.settledGross().amount == "0.11")
    #expect(file.findings == [])
  }

  @Test func `the net says which way the money went`() throws {
    let row = Fixture.adyenRows[0].replacing(",,20.00,", with: ",20.00,,")
    let file = try Fixture.adyen([row])
    #expect(file.lines[0].line.amounts == "20.00 USD, -0.60 USD, 19.40 USD")
    #expect(file.findings.map(\.code) == ["settlement_direction"])
    let taken = Fixture.adyenRows[0].replacing(",,19.40,", with: ",20.60,,")
    #expect(
      try Fixture.adyen([taken]).findings.map(\.code) == ["settlement_direction"])
  }

  @Test func `a net that does not add up is a finding`() throws {
    let row = Fixture.adyenRows[0].replacing("19.40", with: "19.41")
    #expect(try Fixture.adyen([row]).findings.map(\.code) == ["settlement_net_mismatch"])
  }

  @Test func `unsigned amounts follow the type`() throws {
    let members: [(String, JSONValue)] = [
      ("gross", ["mode": "by-type", "amount": "Amount", "currency": "Currency"]),
      (
        "types",
        ["S": "sale", "R": "refund", "H": ["kind": "reserve", "direction": "debit"], "F": "fee"]
      ),
      ("unit", "minor"),
    ]
    let file = try Fixture.small(
      "2026-01-01,S,a,100,usd", "2026-01-01,R,b,100,USD", "2026-01-01,H,c,5,JPY",
      "2026-01-01,F,d,1,KWD", members: members)
    #expect(
      file.lines.map(\.line.net.description) == [
        "1.00 USD", "-1.00 USD", "-5 JPY", "-0.001 KWD",
      ])
    #expect(
      Fixture.places { try Fixture.small("2026-01-01,S,a,-1,USD", members: members) } == [
        "2 Amount settlement_amount_sign"
      ])
  }

  @Test func `many faults are told together, then no more`() {
    let bad = [String](repeating: "2026-13-01,Sale,a,1.00,USD", count: 30)
    let bytes = Fixture.bytes("Date,Type,Id,Amount,Currency", bad)
    let error = #expect(throws: SettlementError.self) {
      try SettlementProfileTests.profile(SettlementProfileTests.minimal).read(
        bytes, progress: { _ in })
    }
    #expect(error?.places.count == Limits.settlementFaults)
    #expect(error?.hasMore == true)
    #expect(error?.description.hasSuffix("\nand more") == true)
  }

  @Test func `progress is told to the end`() throws {
    let rows = [String](repeating: "2026-01-01,Sale,a,1.00,USD", count: 100_000)
    let bytes = Fixture.bytes("Date,Type,Id,Amount,Currency", rows)
    var told: [Int] = []
    _ = try SettlementProfileTests.profile(SettlementProfileTests.minimal).read(bytes) {
      told.append($0)
    }
    #expect(told.count == 3 && told.last == bytes.count && told == told.sorted())
  }
}
