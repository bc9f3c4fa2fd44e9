import PayCore

/// Rows of both sides with everything fixed but what a test is about.
enum Books {
  /// 2026-01-10T12:00:00Z.
  static let noon = Timestamp(seconds: 1_767_225_600 + 9 * 86_400 + 43_200)
  /// Later than all that is due.
  static let asOf = noon.adding(seconds: 30 * 86_400)
  static let reconciler = Reconciler(
    settlementDays: 2, cutoffOffsetSeconds: 0, digest: FakeDigest())

  static func money(_ minorUnits: Int64, _ currency: String = "USD") -> Money {
    Money(minorUnits: minorUnits, currency: Fixture.currency(currency))
  }

  static func row(
    _ kind: JournalKind, _ intent: String, _ pspReference: String,
    _ minorUnits: Int64, _ currency: String = "USD", day: Int64 = 0, isAttested: Bool = false
  ) -> LedgerRow {
    LedgerRow(
      kind: kind, intent: intent, pspReference: pspReference, amount: money(minorUnits, currency),
      occurredAt: noon.adding(seconds: day * 86_400), isAttested: isAttested)
  }

  static func row(
    _ intent: String, _ pspReference: String, _ minorUnits: Int64, _ currency: String = "USD",
    day: Int64 = 0, isAttested: Bool = false
  ) -> LedgerRow {
    row(.capture, intent, pspReference, minorUnits, currency, day: day, isAttested: isAttested)
  }

  static func line(
    _ kind: SettlementKind, _ merchantReference: String, _ pspReference: String,
    _ minorUnits: Int64, _ currency: String = "USD", fees: Int64 = 0, net: Money? = nil,
    parent: String = "", day: Int64 = 0, text: String = "", occurrence: Int = 0, row: Int = 2
  ) -> SourcedLine {
    let net = net ?? money(minorUnits + fees, currency)
    let line = SettlementLine(
      profile: "test", account: "", kind: kind, type: kind.rawValue, pspReference: pspReference,
      parentReference: parent, merchantReference: merchantReference, payoutReference: "",
      text: text,
      occurredAt: noon.adding(seconds: day * 86_400), gross: money(minorUnits, currency),
      fees: Money(minorUnits: fees, currency: net.currency), net: net, exchangeRate: "",
      occurrence: occurrence)
    return SourcedLine(line: line, file: "s.csv", row: row)
  }

  static func line(
    _ merchantReference: String, _ pspReference: String, _ minorUnits: Int64,
    _ currency: String = "USD", fees: Int64 = 0, net: Money? = nil, day: Int64 = 0,
    text: String = "", occurrence: Int = 0
  ) -> SourcedLine {
    line(
      .sale, merchantReference, pspReference, minorUnits, currency, fees: fees, net: net, day: day,
      text: text, occurrence: occurrence)
  }

  static func report(
    _ ledger: [LedgerRow], _ settlement: [SourcedLine], voidings: [Voiding] = [],
    asOf: Timestamp = Books.asOf, period: ReconciliationPeriod? = nil
  ) throws -> Reconciliation {
    try reconciler.reconcile(
      ledger: ledger, settlement: settlement, voidings: voidings, asOf: asOf, period: period,
      inputs: [], findings: [])
  }
}

/// A line of a report without the place in the file.
struct LineContent: Hashable {
  let id: String
  let status: ReconciliationStatus
  let reason: String
  let ledger: LedgerRow?
  let settlement: SettlementLine?
  let difference: Money?

  init(_ line: ReconciliationLine) {
    id = line.id
    status = line.status
    reason = line.reason
    ledger = line.ledger
    settlement = line.settlement?.line
    difference = line.difference
  }
}

/// What a row of a table expects: `matched psp_reference L S 0`, the sides that are there and the
/// difference in minor units.
func summary(_ line: ReconciliationLine) -> String {
  [
    line.status.rawValue, line.reason, line.ledger == nil ? "-" : "L",
    line.settlement == nil ? "-" : "S", line.difference.map { "\($0.minorUnits)" } ?? "nil",
  ].joined(separator: " ")
}
