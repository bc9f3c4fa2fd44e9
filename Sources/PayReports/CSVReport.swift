import PayCore

// RFC 4180 with a header record and CRLF: plain decimal amounts at their currency's digits, times
// in RFC 3339 UTC, every line of the report as one record.

extension ReconciliationReport {
  func writeCSV<Failure: Error>(
    _ append: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var buffer = ReportBuffer()
    buffer += CSVColumn.allCases.map(\.rawValue).joined(separator: ",") + "\r\n"
    for line in reconciliation.lines {
      buffer += csvRecord(line)
      try buffer.drain(append)
    }
    try buffer.flush(append)
  }

  private func csvRecord(_ line: ReconciliationLine) -> String {
    let facts = LineFacts(line: line)
    var record = ""
    for (index, column) in CSVColumn.allCases.enumerated() {
      if index > 0 { record += "," }
      record += csvField(column, facts)
    }
    return record + "\r\n"
  }

  private func csvField(_ column: CSVColumn, _ facts: LineFacts) -> String {
    let line = facts.line
    let settlement = line.settlement?.line
    return switch column {
    case .id: csvQuoted(line.id)
    case .status: line.status.rawValue
    case .reason: csvQuoted(line.reason)
    case .kind: facts.kind
    case .intent: csvQuoted(facts.intent)
    case .ledgerPspReference: csvText(line.ledger?.pspReference)
    case .pspReference: csvText(settlement?.pspReference)
    case .merchantReference: csvText(settlement?.merchantReference)
    case .parentReference: csvText(settlement?.parentReference)
    case .payoutReference: csvText(settlement?.payoutReference)
    case .ledgerTime: line.ledger?.occurredAt.description ?? ""
    case .settlementTime: settlement?.occurredAt.description ?? ""
    case .ageDays:
      facts.moment.map { String(heading.days(from: $0, to: reconciliation.asOf)) } ?? ""
    case .ledgerCurrency: facts.ledgerAmount?.currency.code ?? ""
    case .ledgerAmount: facts.ledgerAmount?.amount ?? ""
    case .settledCurrency: facts.settledAmount?.currency.code ?? ""
    case .settledAmount: facts.settledAmount?.amount ?? ""
    case .differenceCurrency: line.difference?.currency.code ?? ""
    case .difference: line.difference?.amount ?? ""
    case .netCurrency: settlement?.net.currency.code ?? ""
    case .fees: settlement?.fees.amount ?? ""
    case .net: settlement?.net.amount ?? ""
    case .attested: line.ledger.map { $0.isAttested ? "true" : "false" } ?? ""
    case .profile: csvText(settlement?.profile)
    case .account: csvText(settlement?.account)
    case .type: csvText(settlement?.type)
    case .text: csvText(settlement?.text)
    case .file: csvText(line.settlement?.file)
    case .row: line.settlement.map { String($0.row) } ?? ""
    }
  }
}

/// The columns, in their order, named as the members of the JSON report are.
private enum CSVColumn: String, CaseIterable {
  case id, status, reason, kind, intent
  case ledgerPspReference, pspReference, merchantReference, parentReference, payoutReference
  case ledgerTime, settlementTime, ageDays
  case ledgerCurrency, ledgerAmount, settledCurrency, settledAmount
  case differenceCurrency, difference, netCurrency, fees, net
  case attested, profile, account, type, text, file, row
}

/// A field with text from outside. A spreadsheet would run what begins like a formula; an
/// apostrophe makes it text (OWASP ASVS 5.0, 1.2.10).
func csvText(_ text: String?) -> String {
  guard let text, let first = text.unicodeScalars.first else { return "" }
  // The last four are full-width forms, which some spreadsheets take for the ASCII signs.
  let isFormula = "=+-@\t\r\n\0\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains(first)
  return csvQuoted(isFormula ? "'" + text : text)
}

func csvQuoted(_ text: String) -> String {
  let special: Set<UInt8> = [0x22, 0x2C, 0x0A, 0x0D]
  guard text.utf8.contains(where: special.contains) else { return text }
  var output = "\""
  for scalar in text.unicodeScalars {
    if scalar == "\"" { output.unicodeScalars.append(scalar) }
    output.unicodeScalars.append(scalar)
  }
  return output + "\""
}
