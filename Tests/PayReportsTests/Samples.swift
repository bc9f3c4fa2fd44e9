import PayCore
import PayReports
import Testing

/// Reconciliations made by hand: no matcher, no file.
enum Sample {
  /// 2026-01-31T00:00:00Z.
  static let asOf = Timestamp(seconds: 1_769_817_600)

  static let heading = ReportHeading(
    merchantName: "Sample Merchant", merchantIdentifier: "merchant.com.sample.ApplePayAction",
    profile: "adyen-settlement-details", from: Timestamp(seconds: 1_767_225_600), to: asOf,
    settlementDays: 3, cutoffOffsetSeconds: 3600, softwareVersion: "0.1.0")

  static func money(_ minorUnits: Int64, _ code: String = "USD") -> Money {
    guard let currency = Currency(code: code) else { preconditionFailure("no currency \(code)") }
    return Money(minorUnits: minorUnits, currency: currency)
  }

  static func captured(
    _ amount: Money, number: Int = 1, daysAgo: Int64 = 10, psp: String? = nil,
    kind: JournalKind = .capture, isAttested: Bool = false
  ) -> LedgerRow {
    LedgerRow(
      kind: kind, intent: intent(number), pspReference: psp ?? "PSP\(number)", amount: amount,
      occurredAt: asOf.adding(seconds: -daysAgo * 86_400 + 3600), isAttested: isAttested)
  }

  static func intent(_ number: Int) -> String {
    let digits = String(number)
    return "buy_01kdvdna" + String(repeating: "0", count: 18 - digits.count) + digits
  }

  static func settled(
    _ gross: Money, fees: Money? = nil, number: Int = 1, kind: SettlementKind = .sale,
    psp: String? = nil, merchantReference: String? = nil, type: String = "Settled",
    text: String = "", file: String = "january.csv", net: Money? = nil
  ) -> SourcedLine {
    let fees = fees ?? .zero(gross.currency)
    let derived = Money(
      minorUnits: gross.minorUnits + fees.minorUnits, currency: gross.currency)
    let line = SettlementLine(
      profile: "adyen-settlement-details", account: "SampleECOM", kind: kind, type: type,
      pspReference: psp ?? "PSP\(number)", parentReference: "",
      merchantReference: merchantReference ?? intent(number), payoutReference: "batch-7",
      text: text, occurredAt: asOf.adding(seconds: -8 * 86_400), gross: gross, fees: fees,
      net: net ?? derived, exchangeRate: "", occurrence: 0)
    return SourcedLine(line: line, file: file, row: number + 1)
  }

  static func line(
    _ status: ReconciliationStatus, _ reason: String, _ ledger: LedgerRow?,
    _ settlement: SourcedLine?, difference: Money?, number: Int = 1
  ) -> ReconciliationLine {
    let digits = String(number)
    let id = "line_" + String(repeating: "0", count: 26 - digits.count) + digits
    return ReconciliationLine(
      id: id, status: status, reason: reason, ledger: ledger, settlement: settlement,
      difference: difference)
  }

  /// One matched sale, one that is missing, one that differs, and a fee; its totals by hand.
  static let small: Reconciliation = {
    var totals = ReconciliationTotals(currency: money(0).currency)
    totals.ledgerGross = 55_00
    totals.settledGross = 29_50
    totals.fees = -1_20
    totals.net = 28_30
    totals.payout = 28_30
    totals.difference = -25_50
    let lines = [
      line(
        .matched, "psp_reference", captured(money(20_00)),
        settled(money(20_00), fees: money(-60)), difference: money(0)),
      line(
        .missingInPSP, "not_settled", captured(money(25_00), number: 2, isAttested: true), nil,
        difference: money(-25_00), number: 2),
      line(
        .amountDifference, "psp_reference", captured(money(10_00), number: 3),
        settled(money(9_50), fees: money(-60), number: 3), difference: money(-50), number: 3),
      line(
        .nonSale, "payout", nil,
        settled(
          money(0), number: 4, kind: .payout, psp: "", merchantReference: "",
          type: "MerchantPayout", text: "TX7, batch 7", net: money(-28_30)),
        difference: nil, number: 4),
    ]
    let finding = Finding(
      code: "control_total_bad", severity: .warning, pointer: "",
      message: "batch-7 comes to 0.10 USD, not to zero")
    return Reconciliation(
      asOf: asOf,
      inputs: [
        ReconciliationInput(
          file: "january.csv", sha256: String(repeating: "0123456789abcdef", count: 4), rows: 4)
      ],
      totals: [totals], findings: [finding], lines: lines)
  }()

  /// Everything that a file, a merchant or a provider can write, written by an enemy.
  static func hostile(_ text: String) -> (Reconciliation, ReportHeading) {
    let ledger = LedgerRow(
      kind: .capture, intent: text, pspReference: text, amount: money(-5_00), occurredAt: asOf,
      isAttested: true)
    let settlement = SettlementLine(
      profile: text, account: text, kind: .sale, type: text, pspReference: text,
      parentReference: text, merchantReference: text + "x", payoutReference: text, text: text,
      occurredAt: asOf, gross: money(-7_00), fees: money(-1), net: money(-7_01),
      exchangeRate: text, occurrence: 0)
    let line = ReconciliationLine(
      id: text, status: .amountDifference, reason: text, ledger: ledger,
      settlement: SourcedLine(line: settlement, file: text, row: 2), difference: money(-2_00))
    let finding = Finding(code: text, pointer: text, message: text, source: text)
    let reconciliation = Reconciliation(
      asOf: asOf, inputs: [ReconciliationInput(file: text, sha256: text, rows: 1)], totals: [],
      findings: [finding], lines: [line])
    let heading = ReportHeading(
      merchantName: text, merchantIdentifier: text, profile: text, from: nil, to: nil,
      settlementDays: 0, cutoffOffsetSeconds: -19_800, softwareVersion: text)
    return (reconciliation, heading)
  }

  static func many(_ count: Int) -> Reconciliation {
    let lines = (0..<count).map { number in
      line(
        .missingInPSP, "not_settled", captured(money(Int64(number)), number: number), nil,
        difference: money(-Int64(number)), number: number)
    }
    return Reconciliation(asOf: asOf, inputs: [], totals: [], findings: [], lines: lines)
  }
}

/// The bytes of a report, and how long its longest piece was.
func written(
  _ reconciliation: Reconciliation, _ format: ReportFormat, heading: ReportHeading = Sample.heading,
  usesColor: Bool = false
) -> (bytes: [UInt8], longestPiece: Int) {
  var bytes: [UInt8] = []
  var longest = 0
  ReconciliationReport(reconciliation, heading: heading)
    .write(format, usesColor: usesColor) { piece in
      bytes += piece
      longest = max(longest, piece.count)
    }
  return (bytes, longest)
}

func text(
  _ reconciliation: Reconciliation, _ format: ReportFormat, heading: ReportHeading = Sample.heading,
  usesColor: Bool = false
) -> String {
  String(
    decoding: written(reconciliation, format, heading: heading, usesColor: usesColor).bytes,
    as: UTF8.self)
}
