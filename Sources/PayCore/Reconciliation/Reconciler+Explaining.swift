extension Reconciler {
  /// Why the line whose id is, or begins with, `lineID` is as it is; nil if the report has none.
  ///
  /// Throws `invalidLineID`, `ambiguousLineID` and what `reconcile` throws.
  package func explain(
    _ lineID: String, ledger: [LedgerRow], settlement: [SourcedLine], voidings: [Voiding],
    asOf: Timestamp
  ) throws(ReconciliationError) -> LineExplanation? {
    guard LineIdentity.isBeginning(lineID) else { throw .invalidLineID }
    let lines = try reconcile(
      ledger: ledger, settlement: settlement, voidings: voidings, asOf: asOf, period: nil,
      inputs: [], findings: []
    ).lines
    let found = lines.filter { $0.id.utf8.starts(with: lineID.utf8) }
    guard found.count < 2 else {
      throw .ambiguousLineID(found.map(\.id).sorted().prefix(Limits.namesInMessage).map { $0 })
    }
    guard let line = found.first else { return nil }
    let story = LineStory(line: line, ledger: ledger, settlement: settlement, voidings: voidings)
    return LineExplanation(line: line, steps: story.rungs + [verdict(line, asOf: asOf)])
  }

  /// The last step: what the rungs, the amounts and the days come to.
  private func verdict(_ line: ReconciliationLine, asOf: Timestamp) -> ExplanationStep {
    let outcome =
      switch line.status {
      case .matched: "Both sides are one movement, and currency and amount agree."
      case .amountDifference: "Both sides are one movement, but \(amounts(line))."
      case .currencyDifference:
        "Both sides are one movement in two currencies: \(amounts(line)). There is no difference "
          + "in one currency."
      case .missingInPSP:
        "No settlement line is this movement. \(days(line, asOf)), so it should have been settled."
      case .notYetDue:
        "No settlement line is this movement. \(days(line, asOf)), so it need not have been "
          + "settled."
      case .missingInLedger:
        line.reason == MatchReason.approvedTooLate.rawValue
          ? "The payment was approved when its purchase had ended, and money moved all the same."
          : "No movement of the ledger is this line."
      case .duplicate: "The movement that this line is about has been settled by another line."
      case .ambiguous:
        line.reason == MatchReason.referencesDisagree.rawValue
          ? "The references of one line lead to two intents; neither is taken."
          : "Several rows fit alike; none is taken, so that nothing is matched falsely."
      case .nonSale: "It counts in the totals and is matched with nothing."
      }
    return ExplanationStep(title: "Result", outcome: outcome)
  }

  private func amounts(_ line: ReconciliationLine) -> String {
    let ledger = line.ledger?.amount.description ?? "nothing"
    let settled = line.settledAmount?.description ?? "nothing"
    let difference = line.difference.map { ", a difference of \($0)" } ?? ""
    return "the ledger has \(ledger), the settlement \(settled)\(difference)"
  }

  private func days(_ line: ReconciliationLine, _ asOf: Timestamp) -> String {
    guard let row = line.ledger else { return "" }
    let (age, allowed) = (day(asOf) - day(row.occurredAt), settlementDays)
    return "It is \(age) \(age == 1 ? "day" : "days") old at \(asOf), and the provider has "
      + "\(allowed) \(allowed == 1 ? "day" : "days")"
  }
}

/// Tells the rungs of the ladder as they were for one line.
private struct LineStory {
  let line: ReconciliationLine
  let ledger: [LedgerRow]
  let settlement: [SourcedLine]
  let voidings: [Voiding]

  var rungs: [ExplanationStep] {
    guard let kinds else { return [kindRung] }
    guard let settled = line.settlement?.line else { return ledgerRungs(kinds) }
    var rungs = [pspRung(settled.pspReference, kinds)]
    if line.reason == MatchReason.pspReference.rawValue { return rungs }
    if line.reason == MatchReason.referencesDisagree.rawValue {
      return rungs + [merchantRung(settled.merchantReference, kinds)]
    }
    if line.reason == MatchReason.duplicateReference.rawValue { return rungs }
    if kinds.ledger == .capture || kinds.ledger == .refund { rungs.append(lateRung(settled)) }
    if line.reason == MatchReason.approvedTooLate.rawValue { return rungs }
    return rungs + [merchantRung(settled.merchantReference, kinds)]
  }

  private typealias Kinds = (ledger: JournalKind, settled: SettlementKind)

  /// The kinds of both sides that may be one movement; nil for lines that are never matched.
  private var kinds: Kinds? {
    switch (line.ledger?.kind, line.settlement?.line.kind) {
    case (.capture?, _), (_, .sale?): (.capture, .sale)
    case (.refund?, _), (_, .refund?): (.refund, .refund)
    case (.disputeOpened?, _), (_, .chargeback?): (.disputeOpened, .chargeback)
    case (.disputeWon?, _), (_, .chargebackReversal?): (.disputeWon, .chargebackReversal)
    default: nil
    }
  }

  private var kindRung: ExplanationStep {
    let kind = line.settlement?.line.kind
    let type = line.settlement?.line.type ?? ""
    let meaning =
      switch kind {
      case .refundReversal:
        "The ledger keeps captures, refunds and disputes, so no movement of it can be this line."
      case .other: "The settlement profile does not know this type, so it is not looked for."
      default: "Lines of this kind are not sales, so no movement of the ledger is looked for."
      }
    return ExplanationStep(
      title: "Kind",
      outcome: "The file calls it \(named(type)): \(kind?.rawValue ?? ""). \(meaning)")
  }

  private func ledgerRungs(_ kinds: Kinds) -> [ExplanationStep] {
    guard let row = line.ledger else { return [] }
    return [pspRung(row.pspReference, kinds), merchantRung(row.intent, kinds)]
  }

  private func pspRung(_ reference: String, _ kinds: Kinds) -> ExplanationStep {
    rung(
      "Provider's reference", reference, kinds,
      rows: { $0.pspReference.hasSameBytes(as: reference) },
      lines: { $0.pspReference.hasSameBytes(as: reference) })
  }

  private func merchantRung(_ reference: String, _ kinds: Kinds) -> ExplanationStep {
    rung(
      "Merchant reference", reference, kinds,
      rows: { $0.intent.hasSameBytes(as: reference) },
      lines: { $0.merchantReference.hasSameBytes(as: reference) })
  }

  private func rung(
    _ title: String, _ reference: String, _ kinds: Kinds, rows: (LedgerRow) -> Bool,
    lines: (SettlementLine) -> Bool
  ) -> ExplanationStep {
    guard !reference.isEmpty else {
      return ExplanationStep(title: title, outcome: "The line has none, so it leads nowhere.")
    }
    let movements = ledger.filter { $0.kind == kinds.ledger && rows($0) }
    let settled = settlement.filter { $0.line.kind == kinds.settled && lines($0.line) }
    let candidates =
      movements.map { ExplanationCandidate.movement($0) } + settled.map { .settled($0) }
    let shown = candidates.sorted { $0.moment < $1.moment }.prefix(Limits.explanationCandidates)
    let omitted = candidates.count - shown.count
    return ExplanationStep(
      title: title,
      outcome:
        "\(reference) stands at \(counted(movements.count, kinds.ledger.noun)) of the ledger "
        + "and at \(counted(settled.count, kinds.settled.noun)) of the settlement."
        + (omitted > 0 ? " \(omitted) more are not shown." : ""),
      candidates: Array(shown))
  }

  private func lateRung(_ settled: SettlementLine) -> ExplanationStep {
    let title = "Approvals that came too late"
    let references = [settled.pspReference, settled.parentReference].filter { !$0.isEmpty }
    let voiding = voidings.first { voiding in
      references.contains { $0.hasSameBytes(as: voiding.pspReference) }
    }
    guard let voiding else {
      return ExplanationStep(title: title, outcome: "None has this reference.")
    }
    return ExplanationStep(
      title: title,
      outcome: "\(voiding.pspReference) was approved at \(voiding.moment) for \(voiding.intent), "
        + "which was \(voiding.state.rawValue) by then; it was recorded for voiding.")
  }
}

extension JournalKind {
  fileprivate var noun: String {
    switch self {
    case .capture: "capture"
    case .refund: "refund"
    case .disputeOpened: "opened dispute"
    case .disputeWon: "won dispute"
    case .disputeLost: "lost dispute"
    }
  }
}

extension SettlementKind {
  fileprivate var noun: String { self == .chargebackReversal ? "chargeback reversal" : rawValue }
}

private func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}
