extension Reconciliation {
  /// The report without its lines, which follow as the member `lines`: a report of a million lines
  /// is written line by line.
  package var headJSON: JSONValue {
    let counts = counts
    return [
      "object": "reconciliation", "asOf": .string(asOf.description),
      "inputs": .array(inputs.map(\.json)), "totals": .array(totals.map(\.json)),
      "counts": .object(
        ReconciliationStatus.allCases.map {
          JSONMember($0.rawValue, .integer(Int64(counts[$0] ?? 0)))
        }),
      "findings": .array(findings.map(\.json)),
    ]
  }

  package var json: JSONValue { headJSON.with("lines", .array(lines.map(\.json))) }
}

extension ReconciliationInput {
  package var json: JSONValue {
    ["file": .string(file), "sha256": .string(sha256), "rows": .integer(Int64(rows))]
  }
}

extension ReconciliationTotals {
  /// Amounts at the currency's digits, exact whatever their size; `ledgerChargebacks` only if there
  /// are any.
  package var json: JSONValue {
    func amount(_ minorUnits: Int128) -> JSONValue { .string(currency.amount(minorUnits)) }
    let json: JSONValue = [
      "currency": .string(currency.code), "ledgerGross": amount(ledgerGross),
      "ledgerRefunds": amount(ledgerRefunds), "settledGross": amount(settledGross),
      "refunds": amount(refunds), "chargebacks": amount(chargebacks), "fees": amount(fees),
      "adjustments": amount(adjustments), "fx": amount(fx),
      "unexplained": amount(unexplained), "net": amount(net),
      "payout": amount(payout), "notYetDue": amount(notYetDue), "difference": amount(difference),
    ]
    return json.with(
      "ledgerChargebacks", ledgerChargebacks == 0 ? nil : amount(ledgerChargebacks))
  }
}

extension ReconciliationLine {
  /// When the money moved, by the ledger; by the file if the ledger does not know it.
  package var moment: Timestamp? { ledger?.occurredAt ?? settlement?.line.occurredAt }

  /// The movement in the settlement; of a line that is no sale, what it moved in all.
  package var settledAmount: Money? {
    status == .nonSale ? settlement?.line.net : settlement?.line.gross
  }

  /// The provider's reference in the file; the ledger's if the file has none.
  package var pspReference: String? {
    let settled = settlement?.line.pspReference ?? ""
    return settled.isEmpty ? ledger?.pspReference : settled
  }

  /// Null where a side is missing; `settledCurrency` only where it differs, `attested` only if so.
  package var json: JSONValue {
    let line = settlement?.line
    let currency = (ledger?.amount ?? settledAmount)?.currency.code
    let settledCurrency = settledAmount?.currency.code
    let head: JSONValue = [
      "id": .string(id), "status": .string(status.rawValue), "reason": .string(reason),
      "kind": Self.json(ledger?.kind.rawValue ?? line?.kind.rawValue),
      "intent": Self.json(ledger?.intent), "pspReference": Self.json(pspReference),
      "merchantReference": Self.json(line?.merchantReference), "currency": Self.json(currency),
      "ledgerAmount": Self.json(ledger?.amount.amount),
      "settledAmount": Self.json(settledAmount?.amount),
      "difference": Self.json(difference?.amount),
      "occurredAt": Self.json(moment?.description),
      "source": settlement.map {
        ["file": .string($0.file), "row": .integer(Int64($0.row))]
      } ?? .null,
    ]
    return
      head
      .with("settledCurrency", currency == settledCurrency ? nil : settledCurrency.map(Self.json))
      .with("attested", ledger?.isAttested == true ? true : nil)
      .with("settlement", line?.detailJSON)
  }

  private static func json(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}

extension SettlementLine {
  /// What the file says beyond the amounts that are compared.
  fileprivate var detailJSON: JSONValue {
    let head: JSONValue = [
      "kind": .string(kind.rawValue), "type": .string(type), "text": .string(text),
      "payoutReference": .string(payoutReference), "occurredAt": .string(occurredAt.description),
      "currency": .string(net.currency.code), "fees": .string(fees.amount),
      "net": .string(net.amount),
    ]
    return head
  }
}
