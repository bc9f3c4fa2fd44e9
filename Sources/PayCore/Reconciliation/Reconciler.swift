/// Holds the ledger against everything that the provider has settled.
package struct Reconciler: Sendable {
  let settlementDays: Int64
  let cutoffOffsetSeconds: Int64
  let identity: LineIdentity

  /// `settlementDays` is how many days the provider has to settle a movement, days being those of
  /// the zone `cutoffOffsetSeconds` east of UTC.
  package init(settlementDays: Int64, cutoffOffsetSeconds: Int64, digest: any Digest) {
    self.settlementDays = settlementDays
    self.cutoffOffsetSeconds = cutoffOffsetSeconds
    identity = LineIdentity(digest)
  }

  /// The report at the moment `asOf`. Everything is matched; the lines of the period are kept, by
  /// the moment in the ledger or, for want of one, in the settlement, and the totals are theirs.
  ///
  /// A movement after `asOf` is left out unless it has been settled. The same rows in another order
  /// give the same report but for `inputs` and the sources. Throws `differenceOverflow`.
  package func reconcile(
    ledger: [LedgerRow], settlement: [SourcedLine], voidings: [Voiding], asOf: Timestamp,
    period: ReconciliationPeriod?, inputs: [ReconciliationInput], findings: [Finding]
  ) throws(ReconciliationError) -> Reconciliation {
    var ladder = MatchingLadder(ledger: ledger, settlement: settlement)
    ladder.climb(voidings: voidings)
    var drafts = self.drafts(ladder, asOf: asOf)
    if let period { drafts.removeAll { !period.contains($0.moment) } }
    number(&drafts, ladder)
    var sums = TotalsByCurrency()
    var lines: [ReconciliationLine] = []
    lines.reserveCapacity(drafts.count)
    for draft in drafts {
      let line = try line(draft, ladder)
      sums.add(line)
      lines.append(line)
    }
    return Reconciliation(
      asOf: asOf, inputs: inputs, totals: sums.totals, findings: findings.sorted(by: precedes),
      lines: lines)
  }

  /// The day of a moment in the zone of the cut-off, counted from 1970-01-01. The width spares
  /// thoughts about overflow.
  func day(_ moment: Timestamp) -> Int128 {
    let seconds = Int128(moment.seconds) + Int128(cutoffOffsetSeconds)
    return seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
  }

  // MARK: Lines

  private func drafts(_ ladder: MatchingLadder, asOf: Timestamp) -> [LineDraft] {
    var drafts: [LineDraft] = []
    drafts.reserveCapacity(ladder.settlement.count + ladder.ledger.count / 8)
    for index in ladder.ledger.indices {
      let moment = ladder.ledger[index].occurredAt
      var draft = LineDraft(moment: moment, row: index)
      switch ladder.rowVerdicts[index] {
      case .paired(let line, let reason):
        draft.line = line
        draft.reason = reason.rawValue
        draft.status = Self.compared(
          ladder.ledger[index].amount, ladder.settlement[line].line.gross)
      case .alone(let status, let reason):
        (draft.status, draft.reason) = (status, reason.rawValue)
      case .open:
        if moment > asOf { continue }
        let isDue = day(moment) + Int128(settlementDays) <= day(asOf)
        draft.status = isDue ? .missingInPSP : .notYetDue
        draft.reason = (isDue ? MatchReason.notSettled : .withinSettlementDays).rawValue
      }
      drafts.append(draft)
    }
    for index in ladder.settlement.indices {
      if case .paired = ladder.lineVerdicts[index] { continue }
      var draft = LineDraft(moment: ladder.settlement[index].line.occurredAt, line: index)
      switch ladder.lineVerdicts[index] {
      case .paired: continue
      case .alone(let status, let reason):
        (draft.status, draft.reason) = (status, reason.rawValue)
      case .open: (draft.status, draft.reason) = Self.unmatched(ladder.settlement[index].line.kind)
      }
      drafts.append(draft)
    }
    return drafts
  }

  private static func compared(_ ledger: Money, _ settled: Money) -> ReconciliationStatus {
    guard ledger.currency.numeric == settled.currency.numeric else { return .currencyDifference }
    return ledger.minorUnits == settled.minorUnits ? .matched : .amountDifference
  }

  private static func unmatched(_ kind: SettlementKind) -> (ReconciliationStatus, String) {
    switch kind {
    case .sale, .refund: (.missingInLedger, MatchReason.notInLedger.rawValue)
    case .chargeback, .chargebackReversal, .refundReversal:
      (.missingInLedger, MatchReason.disputeNotInLedger.rawValue)
    case .fee, .payout, .payoutReversal, .reserve, .fx, .adjustment, .other:
      (.nonSale, kind.rawValue)
    }
  }

  private func line(
    _ draft: LineDraft, _ ladder: MatchingLadder
  ) throws(ReconciliationError) -> ReconciliationLine {
    let row = draft.row.map { ladder.ledger[$0] }
    let settled = draft.line.map { ladder.settlement[$0] }
    let id = LineIdentity.text(draft.number)
    return ReconciliationLine(
      id: id, status: draft.status, reason: draft.reason, ledger: row, settlement: settled,
      difference: try difference(draft.status, row, settled?.line, id: id))
  }

  private func difference(
    _ status: ReconciliationStatus, _ row: LedgerRow?, _ settled: SettlementLine?, id: String
  ) throws(ReconciliationError) -> Money? {
    switch status {
    case .nonSale: return settled.map { .zero($0.net.currency) }
    case .notYetDue: return row.map { .zero($0.amount.currency) }
    case .currencyDifference: return nil
    case .matched, .amountDifference, .missingInPSP, .missingInLedger, .duplicate, .ambiguous:
      break
    }
    guard let currency = (row?.amount ?? settled?.gross)?.currency else { return nil }
    do throws(MoneyError) {
      return try (settled?.gross ?? .zero(currency)).subtracting(row?.amount ?? .zero(currency))
    } catch {
      throw .differenceOverflow(line: id)
    }
  }

  // MARK: Ids and order

  /// Gives each draft its number and sorts by time, then number. Lines of the same content are
  /// told apart by counting them.
  private func number(_ drafts: inout [LineDraft], _ ladder: MatchingLadder) {
    for index in drafts.indices { drafts[index].number = number(drafts[index], ladder, 0) }
    drafts.sort(by: LineDraft.precedes)
    var isSorted = true
    var start = 0
    while start < drafts.count {
      let first = drafts[start].number
      let end = drafts[start...].prefix { $0.number == first }.endIndex
      if end - start > 1 {
        let alike = drafts[start..<end].map { draft in
          (bytes: draft.line.map { ladder.settlement[$0].line.canonicalBytes } ?? [], draft: draft)
        }
        let sorted = alike.sorted {
          $0.draft.status == $1.draft.status
            ? $0.bytes.lexicographicallyPrecedes($1.bytes)
            : $0.draft.status.rawValue < $1.draft.status.rawValue
        }
        for (repetition, item) in sorted.enumerated() {
          drafts[start + repetition] = item.draft
          drafts[start + repetition].number = number(item.draft, ladder, repetition)
        }
        isSorted = false
      }
      start = end
    }
    if !isSorted { drafts.sort(by: LineDraft.precedes) }
  }

  private func number(_ draft: LineDraft, _ ladder: MatchingLadder, _ repetition: Int) -> UInt128 {
    identity.number(
      ledger: draft.row.map { ladder.ledger[$0] },
      settlement: draft.line.map { ladder.settlement[$0] }, repetition: repetition)
  }
}

/// A line before it has its id: where its sides stand.
private struct LineDraft {
  let moment: Timestamp
  var row: Int?
  var line: Int?
  var status = ReconciliationStatus.matched
  var reason = ""
  var number: UInt128 = 0

  init(moment: Timestamp, row: Int? = nil, line: Int? = nil) {
    self.moment = moment
    self.row = row
    self.line = line
  }

  static func precedes(_ one: LineDraft, _ other: LineDraft) -> Bool {
    one.moment == other.moment ? one.number < other.number : one.moment < other.moment
  }
}

private func precedes(_ one: Finding, _ other: Finding) -> Bool {
  for path in [\Finding.code, \.pointer, \.message] {
    let (left, right) = (one[keyPath: path].utf8, other[keyPath: path].utf8)
    if !left.elementsEqual(right) { return left.lexicographicallyPrecedes(right) }
  }
  return false
}
