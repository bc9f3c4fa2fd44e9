import PayCore
import TestSupport

/// A ledger, its settlement with faults planted into it, and what a right report says of each.
///
/// The provider's reference of a movement is unique; the text of a settlement line is that of the
/// movement which it truly settles, and nothing that matching may look at.
struct PlantedBooks {
  private(set) var ledger: [LedgerRow] = []
  private(set) var settlement: [SourcedLine] = []
  /// Status and reason of the movement with a reference.
  private(set) var ofRow: [String: [String]] = [:]
  /// Status and reason of the lines with a text that have no movement beside them.
  private(set) var ofLine: [String: [String]] = [:]
  private(set) var expectedLines = 0
  /// By currency code.
  private(set) var difference: [String: Int128] = [:]
  private(set) var fees: [String: Int128] = [:]
  private(set) var net: [String: Int128] = [:]
  let asOf: Timestamp
  private let hasPSPReferences: Bool
  private let names: String
  private let firstDay: Int64
  private var random: SplitMix64

  enum Fault: CaseIterable {
    case none, missing, amount, currency, fee, duplicate
  }

  init(seed: UInt64, names: String = "", firstDay: Int64 = 0) {
    random = SplitMix64(seed: seed)
    hasPSPReferences = Bool.random(using: &random)
    self.names = names
    self.firstDay = firstDay
    asOf = Books.noon.adding(seconds: (firstDay + 15) * 86_400)
    for number in 0..<Int.random(in: 1...25, using: &random) { buy(number) }
    for number in 0..<Int.random(in: 0...3, using: &random) { plantOther(number) }
    settlement.shuffle(using: &random)
    ledger.shuffle(using: &random)
  }

  func report() throws -> Reconciliation { try Books.report(ledger, settlement, asOf: asOf) }

  // MARK: Movements

  private mutating func buy(_ number: Int) {
    let intent = "buy_\(names)\(number)"
    let currency = ["USD", "USD", "JPY", "KWD"][pick(4)]
    let day = firstDay + Int64(pick(8))
    // Few prices: most purchases are alike in everything but their references.
    let price = [500, 1000, 2000][pick(3)]
    movement(.capture, intent, "P\(names)\(number)", Int64(price), currency, day, anyFault())
    var left = price
    let refunds = [0, 0, 1, 2, 3][pick(5)]
    var parts: [Int] = []
    for _ in 0..<refunds where left > 0 {
      let part = min(left, [200, 200, 300][pick(3)])
      parts.append(part)
      left -= part
    }
    for (index, part) in parts.enumerated() {
      // Without references several refunds are told apart by their amounts alone.
      let isAlone = parts.count == 1 || hasPSPReferences
      let isUnique = parts.count { $0 == part } == 1 || hasPSPReferences
      movement(
        .refund, intent, "R\(names)\(number)-\(index)", Int64(-part), currency, day + 1,
        isAlone ? anyFault() : .none, isUnique: isUnique)
    }
    if pick(10) == 0 { young(number) }
  }

  private mutating func movement(
    _ kind: JournalKind, _ intent: String, _ reference: String, _ minorUnits: Int64,
    _ currency: String, _ day: Int64, _ fault: Fault, isUnique: Bool = true
  ) {
    ledger.append(Books.row(kind, intent, reference, minorUnits, currency, day: day))
    expectedLines += 1
    var status = "matched"
    var gross = minorUnits
    var settled = currency
    switch fault {
    case .missing:
      ofRow[reference] = ["missing_in_psp", "not_settled"]
      difference[currency, default: 0] -= Int128(minorUnits)
      return
    case .amount:
      status = "amount_diff"
      let change = Int64.random(in: 1...50, using: &random) * (pick(2) == 0 ? 1 : -1)
      gross += change
      difference[currency, default: 0] += Int128(change)
    case .currency:
      status = "currency_diff"
      settled = "EUR"
      difference[currency, default: 0] -= Int128(minorUnits)
      difference["EUR", default: 0] += Int128(minorUnits)
    case .none, .fee, .duplicate: break
    }
    ofRow[reference] = [status, hasPSPReferences ? "psp_reference" : "merchant_reference"]
    if !isUnique {
      ofRow[reference] = ["ambiguous", "ambiguous_reference"]
      ofLine[reference] = ofRow[reference]
      expectedLines += 1
    }
    let fee = fault == .fee ? Int64(-99) : -30
    for occurrence in 0..<(fault == .duplicate ? 2 : 1) {
      if occurrence == 1 {
        ofLine[reference] = [
          "duplicate", hasPSPReferences ? "duplicate_reference" : "settled_twice",
        ]
        expectedLines += 1
        difference[settled, default: 0] += Int128(gross)
      }
      let usesIntent = !hasPSPReferences || pick(2) == 0 || fault == .duplicate
      add(
        Books.line(
          kind == .capture ? .sale : .refund, usesIntent ? intent : "",
          hasPSPReferences ? reference : "", gross, settled, fees: fee, day: day + 1,
          text: reference, occurrence: occurrence))
    }
  }

  private mutating func young(_ number: Int) {
    let reference = "Y\(names)\(number)"
    ledger.append(
      Books.row("buy_\(names)young\(number)", reference, 2000, day: firstDay + 14))
    ofRow[reference] = ["not_yet_due", "within_settlement_days"]
    expectedLines += 1
  }

  // MARK: Lines of no movement

  private mutating func plantOther(_ number: Int) {
    let text = "other \(names)\(number)"
    let day = firstDay + Int64(pick(8))
    let kind = [
      SettlementKind.sale, .refund, .chargeback, .chargebackReversal, .fee, .reserve, .payout,
    ][pick(7)]
    let gross: Int64 = [.sale, .chargebackReversal].contains(kind) ? 1234 : -1234
    expectedLines += 1
    switch kind {
    case .sale, .refund: ofLine[text] = ["missing_in_ledger", "not_in_ledger"]
    case .chargeback, .chargebackReversal:
      ofLine[text] = ["missing_in_ledger", "dispute_not_in_ledger"]
    default:
      ofLine[text] = ["non_sale", kind.rawValue]
      let fee: Int64 = kind == .fee ? -120 : 0
      let net = Books.money(kind == .fee ? fee : -120)
      add(Books.line(kind, "", "", 0, fees: fee, net: net, day: day, text: text))
      // A second line alike in everything is there by right.
      expectedLines += 1
      add(Books.line(kind, "", "", 0, fees: fee, net: net, day: day, text: text, occurrence: 1))
      return
    }
    difference["USD", default: 0] += Int128(gross)
    add(Books.line(kind, "elsewhere \(text)", "X\(text)", gross, fees: -30, day: day, text: text))
  }

  private mutating func add(_ sourced: SourcedLine) {
    settlement.append(SourcedLine(line: sourced.line, file: "s.csv", row: settlement.count + 2))
    let line = sourced.line
    guard line.kind != .payout else { return }
    fees[line.fees.currency.code, default: 0] += Int128(line.fees.minorUnits)
    net[line.net.currency.code, default: 0] += Int128(line.net.minorUnits)
  }

  private mutating func anyFault() -> Fault {
    pick(3) > 0 ? .none : Fault.allCases[pick(Fault.allCases.count)]
  }

  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
}
