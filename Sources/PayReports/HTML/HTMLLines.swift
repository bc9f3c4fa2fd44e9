import PayCore

extension ReconciliationReport {
  /// A table of the lines whose status is wanted; beyond the section's bound, a sentence.
  func htmlLines<Failure: Error>(
    counted count: Int, _ buffer: inout ReportBuffer, _ append: ([UInt8]) throws(Failure) -> Void,
    showsAction: Bool, _ isWanted: (ReconciliationStatus) -> Bool
  ) throws(Failure) {
    buffer += "<table class=\"stack lines\"><thead><tr><th>Why</th><th>References</th>"
    buffer += "<th>Date</th><th class=\"number\">Ledger</th><th class=\"number\">Settled</th>"
    buffer += "<th class=\"number\">Difference</th></tr></thead><tbody>\n"
    var shown = 0
    for line in reconciliation.lines where isWanted(line.status) {
      guard shown < Self.sectionLines else { break }
      buffer += htmlLine(line, showsAction: showsAction)
      shown += 1
      try buffer.drain(append)
    }
    buffer += "</tbody></table>\n"
    if count > shown {
      buffer += "<p><strong>\(counted(count - shown, "more line"))</strong> of \(grouped(count)) in"
      buffer += " this section: the CSV and JSON forms of this report have all of them"
      buffer += " (<span class=\"code\">paytool reconcile --format csv</span>).</p>\n"
    }
  }

  private func htmlLine(_ line: ReconciliationLine, showsAction: Bool) -> String {
    let facts = LineFacts(line: line)
    let reason = ReasonText(line)
    var text = "<tr id=\"\(line.id.html)\"><td>\(tag(line.status, isUsed: true))"
    if facts.isAttested { text += " <span class=\"tag wait\">attested</span>" }
    text += "<br>\(reason.sentence.html)"
    if showsAction, !reason.action.isEmpty {
      text += "<span class=\"todo\"><strong>Next:</strong> \(reason.action.html)</span>"
    }
    text += "</td><td>" + references(facts, of: line) + "</td>"
    text += "<td class=\"nowrap\" data-label=\"Date\">\(date(facts))</td>"
    text += cell(facts.ledgerAmount?.readable ?? "\u{2013}", label: "Ledger")
    text += cell(facts.settledAmount?.readable ?? "\u{2013}", label: "Settled")
    let isOff = line.difference.map { $0.minorUnits != 0 } ?? false
    text += cell(
      line.difference?.readable ?? "\u{2013}", label: "Difference", style: isOff ? " bad" : "")
    return text + "</tr>\n"
  }

  private func references(_ facts: LineFacts, of line: ReconciliationLine) -> String {
    let settlement = line.settlement?.line
    let pairs = [
      ("intent", facts.intent), ("provider", facts.pspReference),
      ("merchant ref.", facts.otherMerchantReference),
      ("payout", settlement?.payoutReference ?? ""),
      ("type", settlement?.type ?? ""), ("text", settlement?.text ?? ""),
    ]
    let lines = pairs.filter { !$0.1.isEmpty }.map { label, value in
      "<span class=\"ref code\"><span class=\"label\">\(label)</span> \(value.isolatedHTML)</span>"
    }
    let source = line.settlement.map { source in
      "<span class=\"ref code\"><span class=\"label\">source</span> "
        + "\(source.file.isolatedHTML):\(source.row)</span>"
    }
    let id = "<span class=\"ref code soft\">\(line.id.html)</span>"
    return lines.joined() + (source ?? "") + id
  }

  /// `2026-01-12`, and below it the age in days.
  private func date(_ facts: LineFacts) -> String {
    guard let moment = facts.moment else { return "" }
    let age = Int(heading.days(from: moment, to: reconciliation.asOf))
    guard age >= 0 else { return heading.day(moment) }
    return "\(heading.day(moment)) <span class=\"age soft small\">\(counted(age, "day"))</span>"
  }

  /// The name of a status, marked so that it can be told without color.
  func tag(_ status: ReconciliationStatus, isUsed: Bool) -> String {
    let (style, mark) =
      switch status {
      case _ where !isUsed: ("plain", "")
      case .matched: ("good", "\u{2713} ")
      case .notYetDue: ("wait", "")
      case .nonSale: ("plain", "")
      case .amountDifference, .currencyDifference, .missingInPSP, .missingInLedger, .duplicate,
        .ambiguous:
        ("bad", "! ")
      }
    return "<span class=\"tag \(style)\">\(mark)\(status.title)</span>"
  }

  /// A cell with a number; the label is for narrow screens, where the head of the table is not.
  func cell(_ content: String, label: String = "", style: String = "") -> String {
    let label = label.isEmpty || content.isEmpty ? "" : " data-label=\"\(label)\""
    return "<td class=\"number\(style)\"\(label)>\(content)</td>"
  }
}
