/// What was decided about one row of either side.
enum Verdict: Sendable, Hashable {
  /// Nothing yet.
  case open
  /// It is the same movement as this row of the other side.
  case paired(Int, MatchReason)
  /// It stands alone in the report.
  case alone(ReconciliationStatus, MatchReason)
}

/// Finds for each settlement line the movement of the ledger that it settles.
///
/// The rungs, of which the first that decides counts: the provider's reference, approvals that came
/// too late, the merchant reference. Within a rung a pair is made only where nothing else could be
/// meant; what cannot be told apart is ambiguous. The time is n log n at worst, also if all rows
/// share one reference.
struct MatchingLadder {
  let ledger: [LedgerRow]
  let settlement: [SourcedLine]
  var rowVerdicts: [Verdict]
  var lineVerdicts: [Verdict]
  /// The number of each ledger row's intent, and of the intent that each settlement line names if
  /// it is one of the ledger.
  let rowIntents: [Int?]
  let lineIntents: [Int?]
  private let intentCount: Int
  /// Rows that a line with disagreeing references may be about.
  private var isContestedRow: [Bool]
  private var contestedIntents: Set<Int> = []

  init(ledger: [LedgerRow], settlement: [SourcedLine]) {
    self.ledger = ledger
    self.settlement = settlement
    rowVerdicts = [Verdict](repeating: .open, count: ledger.count)
    lineVerdicts = [Verdict](repeating: .open, count: settlement.count)
    isContestedRow = [Bool](repeating: false, count: ledger.count)
    var intents = ReferenceIndex(capacity: ledger.count)
    // Indices, here and below: an element that is iterated over is copied, with all its strings.
    rowIntents = ledger.indices.map { intents.insert(ledger[$0].intent) }
    lineIntents = settlement.indices.map {
      intents.number(of: settlement[$0].line.merchantReference)
    }
    intentCount = intents.count
  }

  /// Which kind of settlement line settles which kind of movement.
  static let settling: [(JournalKind, SettlementKind)] = [
    (.capture, .sale), (.refund, .refund), (.disputeOpened, .chargeback),
    (.disputeWon, .chargebackReversal),
  ]

  /// Decides about every settlement line that is a sale, a refund or a dispute, and about every
  /// ledger row that one of them may be about.
  mutating func climb(voidings: [Voiding]) {
    let late = voidings.reduce(into: ReferenceIndex(capacity: voidings.count)) {
      _ = $0.insert($1.pspReference)
    }
    for (kind, settled) in Self.settling {
      contestedIntents = []
      matchByPSPReference(kind, settled)
      // A dispute of a payment that was never ours to keep is told as one all the same.
      if kind == .capture || kind == .refund { setApart(late, settled) }
      matchByMerchantReference(kind, settled)
      findSettledTwice(kind, settled)
      for row in ledger.indices where ledger[row].kind == kind && rowVerdicts[row] == .open {
        let isContested = rowIntents[row].map { contestedIntents.contains($0) } ?? false
        if isContested || isContestedRow[row] {
          rowVerdicts[row] = .alone(.ambiguous, .referencesDisagree)
        }
      }
    }
  }

  // MARK: The provider's reference

  private mutating func matchByPSPReference(_ kind: JournalKind, _ settled: SettlementKind) {
    let capacity = ledger.indices.count { ledger[$0].kind == kind }
    var references = ReferenceIndex(capacity: capacity)
    let rowNumbers = ledger.indices.map {
      ledger[$0].kind == kind ? references.insert(ledger[$0].pspReference) : nil
    }
    let lineNumbers = settlement.indices.map { index in
      settlement[index].line.kind == settled
        ? references.number(of: settlement[index].line.pspReference) : nil
    }
    let rows = Groups(rowNumbers, count: references.count)
    let lines = Groups(lineNumbers, count: references.count)
    for number in 0..<references.count where !lines[number].isEmpty {
      matchSharedReference(rows[number], lines[number])
    }
  }

  /// Rows and lines with one reference of the provider: first those that also name one intent, then
  /// the lines that name none of the ledger.
  private mutating func matchSharedReference(_ rows: ArraySlice<Int>, _ lines: ArraySlice<Int>) {
    let codes = SettlingCodes(
      match: .pspReference, surplus: .duplicateReference, amountsMustAgree: false)
    if rows.count == 1, lines.count == 1, let row = rows.first, let line = lines.first,
      lineIntents[line] == nil || lineIntents[line] == rowIntents[row]
    {
      pair(row, line, codes)
      return
    }
    // Every row has an intent in practice; one with an empty one agrees with nothing.
    let rows = rows.sorted { (rowIntents[$0] ?? -1) < (rowIntents[$1] ?? -1) }
    let lines = lines.sorted { (lineIntents[$0] ?? -1) < (lineIntents[$1] ?? -1) }
    var anonymous: ArraySlice<Int> = []
    var openRows: [Int] = []
    var isContested = false
    var row = rows.startIndex
    var line = lines.startIndex
    while row < rows.endIndex || line < lines.endIndex {
      let rowIntent = row < rows.endIndex ? rowIntents[rows[row]] ?? -1 : .max
      let lineIntent = line < lines.endIndex ? lineIntents[lines[line]] ?? -1 : .max
      let intent = min(rowIntent, lineIntent)
      let rowEnd = rows[row...].prefix { (rowIntents[$0] ?? -1) == intent }.endIndex
      let lineEnd = lines[line...].prefix { (lineIntents[$0] ?? -1) == intent }.endIndex
      if intent == -1 {
        anonymous = lines[line..<lineEnd]
        openRows += rows[row..<rowEnd]
      } else if rowIntent == intent {
        openRows += settle(Array(rows[row..<rowEnd]), Array(lines[line..<lineEnd]), codes)
      } else {
        for disagreeing in lines[line..<lineEnd] {
          lineVerdicts[disagreeing] = .alone(.ambiguous, .referencesDisagree)
        }
        contestedIntents.insert(intent)
        isContested = true
      }
      (row, line) = (rowEnd, lineEnd)
    }
    _ = settle(openRows, Array(anonymous), codes)
    if isContested { for row in rows { isContestedRow[row] = true } }
  }

  // MARK: Approvals that came too late

  private mutating func setApart(_ late: ReferenceIndex, _ settled: SettlementKind) {
    guard late.count > 0 else { return }
    for index in settlement.indices
    where settlement[index].line.kind == settled && lineVerdicts[index] == .open {
      if late.number(of: settlement[index].line.pspReference) != nil
        || late.number(of: settlement[index].line.parentReference) != nil
      {
        lineVerdicts[index] = .alone(.missingInLedger, .approvedTooLate)
      }
    }
  }

  // MARK: The merchant reference

  private mutating func matchByMerchantReference(_ kind: JournalKind, _ settled: SettlementKind) {
    let rows = Groups(
      ledger.indices.map { row in
        ledger[row].kind == kind && rowVerdicts[row] == .open ? rowIntents[row] : nil
      }, count: intentCount)
    let lines = Groups(
      settlement.indices.map { line in
        settlement[line].line.kind == settled && lineVerdicts[line] == .open
          ? lineIntents[line] : nil
      }, count: intentCount)
    // An intent is captured once but may be refunded and disputed often, so a refund of another
    // amount under another reference is another refund.
    let codes = SettlingCodes(
      match: .merchantReference, surplus: .settledTwice, amountsMustAgree: kind != .capture)
    for intent in 0..<intentCount where !rows[intent].isEmpty && !lines[intent].isEmpty {
      _ = settle(Array(rows[intent]), Array(lines[intent]), codes)
    }
  }

  /// What names an intent whose movement has been settled already.
  private mutating func findSettledTwice(_ kind: JournalKind, _ settled: SettlementKind) {
    var paired: Set<IntentAmount> = []
    var isPaired = [Bool](repeating: false, count: intentCount)
    var isAmbiguous = isPaired
    for row in ledger.indices where ledger[row].kind == kind {
      guard let intent = rowIntents[row] else { continue }
      switch rowVerdicts[row] {
      case .open: break
      case .alone: isAmbiguous[intent] = true
      case .paired:
        isPaired[intent] = true
        if kind != .capture { paired.insert(IntentAmount(intent, ledger[row].amount)) }
      }
    }
    for index in settlement.indices
    where settlement[index].line.kind == settled && lineVerdicts[index] == .open {
      guard let intent = lineIntents[index] else { continue }
      // A refund under a reference of its own is another refund.
      if kind != .capture, !settlement[index].line.pspReference.isEmpty { continue }
      let isSettled =
        kind == .capture
        ? isPaired[intent]
        : paired.contains(IntentAmount(intent, settlement[index].line.gross))
      if isAmbiguous[intent] {
        lineVerdicts[index] = .alone(.ambiguous, .ambiguousReference)
      } else if isSettled {
        lineVerdicts[index] = .alone(.duplicate, .settledTwice)
      }
    }
  }
}

/// An amount of one intent.
private struct IntentAmount: Hashable {
  let intent: Int
  let currency: Int
  let minorUnits: Int64

  init(_ intent: Int, _ amount: Money) {
    self.intent = intent
    currency = amount.currency.numeric
    minorUnits = amount.minorUnits
  }
}
