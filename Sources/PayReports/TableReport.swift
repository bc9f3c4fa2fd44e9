import PayCore

// For a person at a terminal: the tie-out of each currency, what there is to look at, and nothing
// that ties out.

extension ReconciliationReport {
  /// Exceptions that are measured before the first is written.
  private static var pageLines: Int { 1000 }

  func writeTable<Failure: Error>(
    usesColor: Bool, _ append: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let ink = Ink(isOn: usesColor)
    let values = StatusValues(reconciliation.lines)
    var buffer = ReportBuffer()
    buffer += tableHead(ink)
    for totals in reconciliation.totals {
      buffer += tableTieOut(TieOut(totals), ink)
      try buffer.drain(append)
    }
    buffer += tableCounts(values, ink)
    buffer += tableFindings(ink)
    try tableExceptions(values, &buffer, ink, append)
    buffer += tableEnd(values)
    try buffer.flush(append)
  }

  private func tableHead(_ ink: Ink) -> String {
    let merchant = heading.merchantName.escapingControls
    let identifier = heading.merchantIdentifier.escapingControls
    var text = ink.bold("Reconciliation of \(merchant)") + " (\(identifier))\n"
    text += "as of \(reconciliation.asOf), \(heading.period), days in \(heading.zone)\n"
    let profile = heading.profile.escapingControls
    text += "profile \(profile), settles \(heading.settlementTime)\n"
    let rows = reconciliation.inputs.reduce(0) { $0 + $1.rows }
    let files = counted(reconciliation.inputs.count, "file")
    guard !reconciliation.inputs.isEmpty else {
      return text + "no settlement file has been read\n\n"
    }
    return text + "\(counted(rows, "row")) of \(files)\n\n"
  }

  private func tableTieOut(_ tieOut: TieOut, _ ink: Ink) -> String {
    let rows = tieOut.sales + tieOut.money.dropFirst()
    var table = TextTable(alignedRight: [1])
    let cells = rows.map { row in
      [
        "  " + (row.role == .difference ? "DIFFERENCE" : row.label),
        tieOut.currency.amount(row.minorUnits),
      ]
    }
    for row in cells { table.widen(for: row) }
    var text = ink.bold(tieOut.currency.code) + "\n"
    for (row, cells) in zip(rows, cells) {
      let line = table.line(cells)
      switch row.role {
      case .part: text += line + "\n"
      case .sum: text += ink.bold(line) + "\n"
      case .difference:
        text += (row.minorUnits == 0 ? ink.green(line) : ink.red(line)) + "\n"
      }
    }
    return text + "\n"
  }

  private func tableCounts(_ values: StatusValues, _ ink: Ink) -> String {
    var table = TextTable(alignedRight: [1])
    let rows = ReconciliationStatus.allCases.map { status in
      ["  " + status.rawValue, grouped(values.count(status)), status.title]
    }
    for row in rows { table.widen(for: row) }
    var text = ink.bold("Lines") + "\n"
    for (status, row) in zip(ReconciliationStatus.allCases, rows) {
      let isBad = status.isException && values.count(status) > 0
      text += (isBad ? ink.red(table.line(row)) : table.line(row)) + "\n"
    }
    return text + "\n"
  }

  private func tableFindings(_ ink: Ink) -> String {
    guard !reconciliation.findings.isEmpty else { return "" }
    var text = ink.bold("Findings") + "\n"
    for finding in reconciliation.findings {
      text += "  \(finding.severity.rawValue): \(finding.message.escapingControls)"
      text += " (\(finding.code.escapingControls))\n"
    }
    return text + "\n"
  }

  /// Each exception is a row of figures, and below it its references, why it is one, and what to
  /// do.
  private func tableExceptions<Failure: Error>(
    _ values: StatusValues, _ buffer: inout ReportBuffer, _ ink: Ink,
    _ append: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    guard values.exceptions > 0 else { return }
    buffer += ink.bold("Exceptions") + "\n"
    let head = ["  STATUS", "DATE", "LEDGER", "SETTLED", "DIFFERENCE", "LINE"]
    var table = TextTable(alignedRight: [2, 3, 4])
    table.widen(for: head)
    let exceptions = reconciliation.lines.lazy.filter { $0.status.isException }
    // The first page decides the columns; a wider cell further down widens them from there on.
    let first = exceptions.prefix(Self.pageLines).map(exceptionRow)
    for row in first { table.widen(for: row) }
    buffer += ink.bold(table.line(head)) + "\n"
    for line in exceptions {
      let row = exceptionRow(line)
      table.widen(for: row)
      buffer += table.line(row) + "\n" + exceptionDetails(line)
      try buffer.drain(append)
    }
    buffer += "\n"
  }

  private func exceptionRow(_ line: ReconciliationLine) -> [String] {
    let facts = LineFacts(line: line)
    return [
      "  " + line.status.rawValue, facts.moment.map(heading.day) ?? "",
      facts.ledgerAmount?.description ?? "-", facts.settledAmount?.description ?? "-",
      line.difference?.description ?? "-", line.id.escapingControls,
    ]
  }

  private func exceptionDetails(_ line: ReconciliationLine) -> String {
    let facts = LineFacts(line: line)
    let reason = ReasonText(line)
    let places = [
      ("intent ", facts.intent), ("provider ", facts.pspReference),
      ("merchant ref. ", facts.otherMerchantReference), ("", facts.source),
      ("", facts.isAttested ? "attested" : ""),
    ]
    let place = places.filter { !$0.1.isEmpty }.map { $0.0 + $0.1.escapingControls }
      .joined(separator: "  ")
    return [place, reason.sentence, reason.action].filter { !$0.isEmpty }
      .map { "    \($0)\n" }.joined()
  }

  private func tableEnd(_ values: StatusValues) -> String {
    let matched = values.count(.matched)
    let others = reconciliation.lines.count - values.exceptions - matched
    var text = "\(grouped(matched)) matched, \(counted(others, "other line")) not shown"
    text += " (--format csv has every line)\n"
    if values.exceptions > 0 {
      text += "paytool explain LINE --as-of \(reconciliation.asOf)"
      text += " says how a line came to its status\n"
    }
    return text
  }
}

/// Colors of a terminal; without them the same text.
private struct Ink {
  let isOn: Bool

  func bold(_ text: String) -> String { styled("1", text) }
  func red(_ text: String) -> String { styled("31", text) }
  func green(_ text: String) -> String { styled("32", text) }

  private func styled(_ style: String, _ text: String) -> String {
    isOn ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
  }
}
