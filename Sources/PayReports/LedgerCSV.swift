package import PayCore

/// The ledger as CSV (RFC 4180, a header record, CRLF): one record for each posting, debits
/// positive.
package struct LedgerCSV: LedgerExport {
  package init() {}

  package var head: [UInt8] {
    Array(
      ("number,at,kind,intent,pspReference,actor,attested,account,amount,amountMinor,currency"
        + "\r\n").utf8)
  }

  package func entry(_ numbered: NumberedJournal) -> [UInt8] {
    let journal = numbered.journal
    let beginning = [
      String(numbered.number), journal.moment.description, journal.kind.rawValue,
      csvText(journal.intent), csvText(journal.pspReference), csvText(journal.actor),
      journal.isAttested ? "true" : "false",
    ].joined(separator: ",")
    var text = ""
    for posting in journal.postings {
      let amount = posting.amount
      text += beginning + ",\(posting.account.rawValue),\(amount.amount),\(amount.minorUnits),"
      text += amount.currency.code + "\r\n"
    }
    return Array(text.utf8)
  }
}
