import PayCore
import PayReports

extension CommandSpec {
  static let ledgerExport = CommandSpec(
    ["ledger", "export"], "the ledger as a journal for hledger",
    options: [OptionSpec("--format", value: "FORMAT", help: "hledger")],
    examples: [
      "paytool ledger export --format hledger -o ledger.journal",
      "paytool ledger export | hledger -f journal:- balance",
    ],
    notes: "Writes page after page, however many entries there are. " + besideServer
  ) { (invocation) throws(Failure) in
    _ = try invocation.choice("--format", of: ExportFormat.self)
    var journal = HledgerJournal()
    try invocation.output.stream { (append) throws(Failure) in
      var isFirst = true
      try invocation.eachJournalPage { (page) throws(Failure) in
        let entries = page.flatMap { journal.entry($0) }
        try append((isFirst ? journal.head : []) + entries)
        isFirst = false
      }
    }
  }
}

/// How the ledger is exported.
private enum ExportFormat: String, CaseIterable {
  case hledger
}
