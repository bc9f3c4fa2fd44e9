import PayCore
import PayStore

extension CommandSpec {
  static let ledgerBalance = CommandSpec(
    ["ledger", "balance"], "what stands on each account, per currency",
    examples: ["paytool ledger balance", "paytool ledger balance --json"],
    notes: "Debits are positive, as hledger writes them; the total is zero. " + besideServer
  ) { (invocation) throws(Failure) in
    var balances = LedgerBalances()
    try invocation.eachJournalPage { (page) throws(Failure) in
      for numbered in page { balances.add(numbered.journal) }
    }
    if invocation.isJSON { return try invocation.output.write(balances.json) }
    var table = Table(
      head: ["ACCOUNT", "BALANCE", "CURRENCY"], style: invocation.output.headStyle,
      alignedRight: [1])
    try invocation.output.write(table.lines(balances.rows))
  }

  static let ledgerJournal = CommandSpec(
    ["ledger", "journal"], "every entry of the ledger, oldest first",
    options: [.limit, .listFormat],
    examples: [
      "paytool ledger journal --limit 20", "paytool ledger journal --format ndjson | jq -r .amount",
    ],
    notes: "Writes page after page, however many there are. " + besideServer
  ) { (invocation) throws(Failure) in
    let list = PagedList<NumberedJournal>(
      try invocation.listFormat(),
      table: Table(
        head: ["NUMBER", "AT", "KIND", "AMOUNT", "INTENT", "PSP REFERENCE", "SAID BY"],
        style: invocation.output.headStyle, alignedRight: [0, 3]),
      row: \.row, json: \.json)
    try invocation.write(list, limit: try invocation.limit(), page: journals)
  }
}

/// Up to `count` journals after the last one that was read.
@Sendable private func journals(
  _ store: SQLiteStore, _ last: NumberedJournal?, _ count: Int
) async throws(StoreError) -> [NumberedJournal] {
  try await store.journals(after: last?.number ?? 0, limit: count)
}

extension Invocation {
  func eachJournalPage(
    _ body: ([NumberedJournal]) throws(Failure) -> Void
  ) throws(Failure) {
    try eachPage(journals, body)
  }
}

extension LedgerBalances {
  fileprivate var rows: [[String]] {
    func row(_ name: String, _ currency: Currency, _ minorUnits: Int128) -> [String] {
      [name, currency.amount(minorUnits), currency.code]
    }
    return lines.map { row($0.account.rawValue, $0.currency, $0.minorUnits) }
      + totals.map { row("total", $0.currency, $0.minorUnits) }
  }
}

extension NumberedJournal {
  fileprivate var row: [String] {
    [
      "\(number)", "\(journal.moment)", journal.kind.rawValue, "\(journal.amount)",
      journal.intent, journal.pspReference, journal.actor,
    ]
  }
}
