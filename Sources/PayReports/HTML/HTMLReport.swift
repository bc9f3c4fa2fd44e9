import PayCore

// One page that stands alone: no script, nothing from elsewhere, its one style sheet named by its
// hash. What comes first is what a person must know first: whether it ties out, and if not, why.

extension ReconciliationReport {
  /// Lines of one section: a browser lays out this many without a wait.
  static var sectionLines: Int { 2000 }

  func writeHTML<Failure: Error>(
    _ append: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let values = StatusValues(reconciliation.lines)
    var buffer = ReportBuffer()
    buffer += htmlHead + htmlVerdict(values) + htmlFacts
    buffer += htmlTieOuts + htmlFindings + htmlCounts(values)
    if values.exceptions > 0 {
      buffer += "<h2 id=\"exceptions\">Exceptions</h2>\n"
      try htmlLines(
        counted: values.exceptions, &buffer, append, showsAction: true
      ) { $0.isException }
    }
    for status in [ReconciliationStatus.notYetDue, .nonSale, .matched] {
      let count = values.count(status)
      guard count > 0 else { continue }
      buffer +=
        "<details><summary>\(status.title): \(PayReports.counted(count, "line"))</summary>\n"
      try htmlLines(counted: count, &buffer, append, showsAction: status == .nonSale) {
        $0 == status
      }
      buffer += "</details>\n"
    }
    buffer += htmlFoot
    try buffer.flush(append)
  }

  private var htmlHead: String {
    let title = "Reconciliation of \(heading.merchantName) as of \(reconciliation.asOf)"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'sha256-\(PageStyle.digest)'; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <title>\(title.html)</title>
      <style>\(PageStyle.sheet)</style>
      </head>
      <body>
      <header>
      <p class="soft">Reconciliation</p>
      <h1>\(heading.merchantName.isolatedHTML)</h1>
      </header>
      <main>

      """
  }

  private func htmlVerdict(_ values: StatusValues) -> String {
    let open = reconciliation.totals.filter { $0.difference != 0 }
    let exceptions = values.exceptions
    if exceptions == 0, reconciliation.inputs.isEmpty {
      return
        "<p class=\"verdict wait\">No settlement file has been read: nothing was compared.</p>\n"
    }
    guard !open.isEmpty || exceptions > 0 else {
      return "<p class=\"verdict good\">\u{2713} Everything ties out: the difference is zero in"
        + " every currency, and there are no exceptions.</p>\n"
    }
    let amounts = open.map { "\($0.currency.readable($0.difference)) \($0.currency.code)" }
    let difference =
      open.isEmpty
      ? "The difference is zero in every currency"
      : "Difference: \(amounts.joined(separator: ", "))"
    let link =
      exceptions == 0
      ? "no line is an exception"
      : "<a href=\"#exceptions\">\(counted(exceptions, "exception"))</a> to look at"
    return "<p class=\"verdict bad\">! \(difference.html); \(link).</p>\n"
  }

  private var htmlFacts: String {
    var text = "<dl>\n"
    func fact(_ name: String, _ value: String) { text += "<dt>\(name)</dt><dd>\(value)</dd>\n" }
    fact("Merchant identifier", heading.merchantIdentifier.isolatedHTML)
    fact("Period", "\(heading.period.html) (days in \(heading.zone))")
    fact("As of", reconciliation.asOf.description)
    fact("Profile", "\(heading.profile.isolatedHTML), settles \(heading.settlementTime)")
    fact("Software", "Payment Engine \(heading.softwareVersion.html)")
    text += "</dl>\n"
    guard !reconciliation.inputs.isEmpty else { return text }
    text += "<h2>Files read</h2>\n<table class=\"stack\"><thead><tr><th>File</th>"
    text += "<th class=\"number\">Rows</th><th>SHA-256</th></tr></thead><tbody>\n"
    for input in reconciliation.inputs {
      text += "<tr><td>\(input.file.isolatedHTML)</td>"
      text += cell(grouped(input.rows), label: "Rows")
      text += "<td class=\"code\">\(input.sha256.html)</td></tr>\n"
    }
    return text + "</tbody></table>\n"
  }

  private var htmlTieOuts: String {
    guard !reconciliation.totals.isEmpty else {
      return "<h2>Tie-out</h2>\n<p>No money moved in this period, up to the moment of the"
        + " report.</p>\n"
    }
    let boxes = reconciliation.totals.map { htmlBox(TieOut($0)) }
    return "<h2>Tie-out</h2>\n<div class=\"boxes\">\n\(boxes.joined())</div>\n"
  }

  private func htmlBox(_ tieOut: TieOut) -> String {
    var text = "<section class=\"box\"><h3>\(tieOut.currency.code)</h3><table><tbody>\n"
    for row in tieOut.sales { text += htmlRow(row, tieOut.currency) }
    text += "<tr class=\"space\"><td colspan=\"2\"></td></tr>\n"
    for row in tieOut.money { text += htmlRow(row, tieOut.currency) }
    return text + "</tbody></table></section>\n"
  }

  private func htmlRow(_ row: TieOutRow, _ currency: Currency) -> String {
    var label = row.label
    let style: String
    switch row.role {
    case .part: style = ""
    case .sum: style = " class=\"sum\""
    case .difference:
      let isGood = row.minorUnits == 0
      style = " class=\"difference \(isGood ? "good" : "bad")\""
      label = (isGood ? "\u{2713} " : "! ") + label
    }
    return "<tr\(style)><th scope=\"row\">\(label)</th>"
      + "<td class=\"number\">\(currency.readable(row.minorUnits))</td></tr>\n"
  }

  private var htmlFindings: String {
    guard !reconciliation.findings.isEmpty else { return "" }
    var text = "<h2>Findings about the files</h2>\n<table class=\"stack\"><tbody>\n"
    for finding in reconciliation.findings {
      let style = finding.severity == .error ? "bad" : "wait"
      text += "<tr><td><span class=\"tag \(style)\">\(finding.severity.rawValue)</span></td>"
      text += "<td>\(finding.message.isolatedHTML) <span class=\"code soft\">\(finding.code.html)"
      text += " \(finding.pointer.html)</span></td></tr>\n"
    }
    return text + "</tbody></table>\n"
  }

  private func htmlCounts(_ values: StatusValues) -> String {
    var text = "<h2>Lines by status</h2>\n<table class=\"stack\"><thead><tr><th>Status</th>"
    for name in ["Lines", "Ledger", "Settled", "Settled \u{2212} ledger"] {
      text += "<th class=\"number\">\(name)</th>"
    }
    text += "</tr></thead><tbody>\n"
    for status in ReconciliationStatus.allCases {
      let known = values.values(status)
      text += "<tr><td>\(tag(status, isUsed: values.count(status) > 0))</td>"
      text += cell(grouped(values.count(status)), label: "Lines")
      func column(_ label: String, _ amount: (StatusValue) -> Int128) -> String {
        let amounts = known.map { "\($0.currency.readable(amount($0.value))) \($0.currency.code)" }
        return cell(amounts.joined(separator: "<br>"), label: label)
      }
      text += column("Ledger") { $0.ledger } + column("Settled") { $0.settled }
      let isOpen = status.isException || status == .matched
      text += isOpen ? column("Settled \u{2212} ledger") { $0.settled - $0.ledger } : cell("")
      text += "</tr>\n"
    }
    return text + "</tbody></table>\n"
  }

  private var htmlFoot: String {
    """
    </main>
    <footer><p>Amounts are the merchant's view: money to the merchant is positive, fees are
    negative. Difference = settled \u{2212} ledger. Dates are days in \(heading.zone). Attested: the
    payment was authorized on the backend's word, its token was not verified here. How a line came
    to its status: <code>paytool explain LINE --as-of \(reconciliation.asOf)</code>.</p></footer>
    </body>
    </html>

    """
  }
}
