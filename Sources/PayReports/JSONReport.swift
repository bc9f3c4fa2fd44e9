import PayCore

// One document; its lines are written as they come.

extension ReconciliationReport {
  func writeJSON<Failure: Error>(
    _ append: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var buffer = ReportBuffer()
    buffer += headJSON.bytes.dropLast() + Array(",\"lines\":[".utf8)
    for (index, line) in reconciliation.lines.enumerated() {
      if index > 0 { buffer += "," }
      buffer += json(line).bytes
      try buffer.drain(append)
    }
    buffer += "]}\n"
    try buffer.flush(append)
  }

  private var headJSON: JSONValue {
    let counts = reconciliation.counts
    return [
      "object": "reconciliation", "asOf": .string(reconciliation.asOf.description),
      "inputs": .array(
        reconciliation.inputs.map {
          [
            "file": .string($0.file), "sha256": .string($0.sha256),
            "rows": .integer(Int64($0.rows)),
          ]
        }),
      "totals": .array(reconciliation.totals.map(json)),
      "counts": .object(
        ReconciliationStatus.allCases.map {
          JSONMember($0.rawValue, .integer(Int64(counts[$0] ?? 0)))
        }),
      "findings": .array(reconciliation.findings.map(\.json)),
    ]
  }

  private func json(_ totals: ReconciliationTotals) -> JSONValue {
    func amount(_ minorUnits: Int128) -> JSONValue { .string(totals.currency.amount(minorUnits)) }
    return [
      "currency": .string(totals.currency.code), "ledgerGross": amount(totals.ledgerGross),
      "ledgerRefunds": amount(totals.ledgerRefunds), "settledGross": amount(totals.settledGross),
      "refunds": amount(totals.refunds), "chargebacks": amount(totals.chargebacks),
      "fees": amount(totals.fees), "adjustments": amount(totals.adjustments),
      "fx": amount(totals.fx), "net": amount(totals.net), "payout": amount(totals.payout),
      "notYetDue": amount(totals.notYetDue), "difference": amount(totals.difference),
    ]
  }

  private func json(_ line: ReconciliationLine) -> JSONValue {
    let facts = LineFacts(line: line)
    func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
    return [
      "id": .string(line.id), "status": .string(line.status.rawValue),
      "reason": .string(line.reason), "kind": .string(facts.kind),
      "intent": optional(line.ledger?.intent), "pspReference": .string(facts.pspReference),
      "merchantReference": optional(line.settlement?.line.merchantReference),
      "currency": optional((facts.ledgerAmount ?? facts.settledAmount)?.currency.code),
      "ledgerAmount": optional(facts.ledgerAmount?.amount),
      "settledAmount": optional(facts.settledAmount?.amount),
      "difference": optional(line.difference?.amount),
      "source": line.settlement.map {
        ["file": .string($0.file), "row": .integer(Int64($0.row))]
      } ?? .null,
    ]
  }
}
