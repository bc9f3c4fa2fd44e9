import PayCore
import PayReports

extension CommandSpec {
  static let ledgerExport = CommandSpec(
    ["ledger", "export"], "the ledger for hledger, Beancount or a spreadsheet",
    options: [
      OptionSpec("--format", value: "FORMAT", help: "hledger (the default), beancount or csv")
    ],
    examples: [
      "paytool ledger export --format hledger -o ledger.journal",
      "paytool ledger export | hledger -f journal:- balance",
      "paytool ledger export --format beancount -o ledger.beancount",
      "paytool ledger export --format csv -o ledger.csv",
    ],
    notes: "csv has a record for each posting. Writes page after page, however many there are.\n"
      + besideServer
  ) { (invocation) throws(Failure) in
    let format = try invocation.choice("--format", of: ExportFormat.self) ?? .hledger
    var export = format.export
    try invocation.output.stream { (append) throws(Failure) in
      var isFirst = true
      try invocation.eachJournalPage { (page) throws(Failure) in
        let entries = page.flatMap { export.entry($0) }
        try append((isFirst ? export.head : []) + entries)
        isFirst = false
      }
    }
  }
}

/// How the ledger is exported.
private enum ExportFormat: String, CaseIterable {
  case hledger, csv, beancount

  var export: any LedgerExport {
    switch self {
    case .hledger: HledgerJournal()
    case .csv: LedgerCSV()
    case .beancount: BeancountJournal()
    }
  }
}
