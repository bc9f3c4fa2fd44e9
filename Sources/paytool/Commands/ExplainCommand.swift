import PayCore
import PayReports
import PayStore
import PaySystem

extension CommandSpec {
  static let explain = CommandSpec(
    ["explain"], "why a line of the reconciliation did or did not match", operands: ["LINE"],
    options: [.profile, .asOf],
    examples: [
      "paytool explain line_06b1v9jt8n3k5m7p9rsvwxyz12 --as-of 2026-02-05",
      "paytool explain line_06b1v9 --json",
    ],
    notes:
      "LINE is an id of the report, or its beginning. Looks at the ledger and at what is\n"
      + "remembered of settlement files, and changes nothing. Without --profile the days\n"
      + "are those of the profile that read the latest file. Works beside a running PayServer."
  ) { (invocation) throws(Failure) in
    let id = invocation.arguments.operands[0]
    let progress = Progress(isQuiet: invocation.output.isQuiet)
    let store = try invocation.rememberedSettlements()
    let latest = try invocation.settling { () throws(StoreError) in try store?.latestProfile() }
    let profile = try invocation.settlementProfile(latest: latest)
    let asOf = try invocation.asOf()
    let settlements = try store.map { (store) throws(Failure) in
      try invocation.contents(of: store, progress: progress)
    }
    let ledger = try invocation.ledger()
    let explanation: LineExplanation?
    do throws(ReconciliationError) {
      explanation = try Reconciler(profile).explain(
        id, ledger: ledger.rows, settlement: settlements?.lines ?? [], voidings: ledger.voidings,
        asOf: asOf)
    } catch {
      throw Failure(error)
    }
    guard let explanation else {
      throw Failure(
        .usage, "line_unknown",
        "no line \(quoted(id)) as of \(asOf): paytool reconcile --format csv has all of them")
    }
    try invocation.show(explanation, asOf: asOf)
  }
}

extension Invocation {
  fileprivate func show(_ explanation: LineExplanation, asOf: Timestamp) throws(Failure) {
    let reason = ReasonText(explanation.line)
    if isJSON {
      return try output.write(
        explanation.json.with("asOf", .string(asOf.description))
          .with("action", .string(reason.action)))
    }
    var text = Table.facts(facts(of: explanation.line, reason))
    for (number, step) in explanation.steps.enumerated() {
      text += "\n\(number + 1). \(Terminal.safe(step.title))\n   \(Terminal.safe(step.outcome))\n"
      for candidate in step.candidates {
        text += "   - \(Terminal.safe(candidate.description))\n"
      }
    }
    if !reason.action.isEmpty { text += "\nWhat to do: \(Terminal.safe(reason.action))\n" }
    try output.write(text)
  }

  private func facts(of line: ReconciliationLine, _ reason: ReasonText) -> [[String]] {
    let status = "\(line.status.rawValue): \(line.status.title.lowercased())"
    var facts = [
      ["line", line.id], ["status", status], ["reason", "\(line.reason): \(reason.sentence)"],
    ]
    if let row = line.ledger {
      let attested = row.isAttested ? ", on the backend's word alone" : ""
      facts += [
        ["intent", row.intent],
        [
          "ledger",
          "\(row.amount), \(row.kind.rawValue), \(named(row.pspReference)), \(row.occurredAt)"
            + attested,
        ],
      ]
    } else {
      facts.append(["ledger", "nothing"])
    }
    if let sourced = line.settlement, let amount = line.settledAmount {
      let settled = sourced.line
      facts += [
        [
          "settled",
          "\(amount), \(named(settled.type)), \(named(settled.pspReference)), "
            + "\(settled.occurredAt)",
        ],
        ["stands in", "\(sourced.file), row \(sourced.row)"],
      ]
    } else {
      facts.append(["settled", "nothing"])
    }
    if let difference = line.difference { facts.append(["difference", "\(difference)"]) }
    return facts
  }

  private func named(_ text: String) -> String { text.isEmpty ? "no reference" : text }
}
