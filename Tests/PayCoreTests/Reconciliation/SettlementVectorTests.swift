import Foundation
import PayCore
import TestSupport
import Testing

private let folder = packageRoot + "/../shared/vectors/settlement"

/// Files that others publish, with what others expect of them.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: folder)))
struct SettlementVectorTests {
  private func read(_ profile: String, _ path: String) throws -> SettlementFile {
    let data = try #require(FileManager.default.contents(atPath: folder + "/" + path))
    return try SettlementProfileTests.shipped(profile).read(Array(data), progress: { _ in })
  }

  private func adyen(_ name: String) throws -> SettlementFile {
    try read("adyen-settlement-details", "adyen/settlement_detail_report_\(name).csv")
  }

  /// Kind, moment and amounts of the first row; rows and findings of the file.
  struct Case: Sendable {
    let name: String
    let kind: SettlementKind
    let seconds: Int64
    let amounts: String
    let rows: Int
    let findings: [String]
  }

  @Test(arguments: [
    Case(
      name: "donation", kind: .sale, seconds: 1_455_840_651,
      amounts: "1.00 USD, -0.24 USD, 0.76 USD", rows: 2, findings: []),
    Case(
      name: "donation_reordered", kind: .sale, seconds: 1_455_840_651,
      amounts: "1.00 USD, -0.24 USD, 0.76 USD", rows: 2, findings: []),
    Case(
      name: "refund", kind: .refund, seconds: 1_455_128_736,
      amounts: "-1.00 USD, 0.00 USD, -1.00 USD", rows: 3, findings: ["control_total_bad"]),
    Case(
      name: "chargeback", kind: .chargeback, seconds: 1_455_128_736,
      amounts: "-1.00 USD, -2.00 USD, -3.00 USD", rows: 3, findings: ["control_total_bad"]),
    Case(
      name: "emptynetcredit", kind: .sale, seconds: 1_761_908_739,
      amounts: "10.00 INR, -0.14 USD, -0.03 USD", rows: 1, findings: []),
    Case(
      name: "invoice_deduction", kind: .fee, seconds: 1_761_908_739,
      amounts: "0.00 USD, -0.06 USD, -0.06 USD", rows: 2, findings: []),
  ])
  func `Adyen's files`(expected: Case) throws {
    let file = try adyen(expected.name)
    let first = try #require(file.lines.first)
    #expect(first.line.kind == expected.kind)
    #expect(first.line.occurredAt.seconds == expected.seconds)
    #expect(first.line.amounts == expected.amounts)
    #expect(first.row == 2)
    #expect(file.rows == expected.rows)
    #expect(file.findings.map(\.code) == expected.findings)
  }

  @Test func `references of Adyen's rows`() throws {
    let sale = try #require(try adyen("donation").lines.first).line
    #expect(sale.pspReference == "5364893193133131" && sale.payoutReference == "2")
    let refund = try #require(try adyen("refund").lines.first).line
    #expect(refund.pspReference == "4522268869855336")
    #expect(refund.parentReference == "4522268860022701")
    let payout = try #require(try adyen("donation").lines.last).line
    #expect(payout.kind == .payout && payout.net.description == "-0.76 USD")
    #expect(payout.text.hasPrefix("TX2342222277XT batch 2"))
    let reordered = try adyen("donation_reordered").lines
    #expect(try adyen("donation").lines == reordered)
    let deduction = try #require(try adyen("invoice_deduction").lines.last).line
    #expect(deduction.amounts == "0.00 USD, 0.03 USD, 0.03 USD")
    let dear = try #require(try adyen("emptynetcredit").lines.first).line
    #expect(try dear.settledGross().description == "0.11 USD")
  }

  @Test func `Stripe's file`() throws {
    let file = try read("stripe-payout-reconciliation", "stripe/settlement_report.csv")
    #expect(file.rows == 7)
    #expect(
      file.lines.map(\.line.kind) == [
        .sale, .refund, .sale, .fee, .fee, .chargebackReversal, .payout,
      ])
    #expect(
      file.lines.map(\.line.amounts) == [
        "25.00 USD, -0.95 USD, 24.05 USD", "-10.00 USD, 0.00 USD, -10.00 USD",
        "10.00 USD, 0.00 USD, 10.00 USD", "0.00 USD, -0.50 USD, -0.50 USD",
        "0.00 USD, -0.50 USD, -0.50 USD", "3.35 USD, 0.00 USD, 3.35 USD",
        "-23.05 USD, 0.00 USD, -23.05 USD",
      ])
    #expect(file.lines.map(\.line.pspReference).prefix(2) == ["ch_123", "re_123"])
    #expect(file.lines[0].line.payoutReference == "po_test123")
    // The payout row of this file prints a gross that is not its net.
    #expect(file.findings.map(\.code) == ["settlement_net_mismatch"])
  }
}
