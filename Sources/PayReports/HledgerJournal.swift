package import PayCore

/// The ledger as an hledger journal: one transaction for each of ours, to the last digit.
///
/// Text from outside is percent-encoded, so that it cannot end a line, a comment or a tag.
/// Source: hledger manual, "Journal format".
package struct HledgerJournal: LedgerExport {
  private var declared: Set<String> = []

  package init() {}

  /// What stands above the first transaction.
  package var head: [UInt8] {
    var text = "; Double-entry ledger of purchases; days are days in UTC.\n"
    text += "decimal-mark .\n\n"
    for account in Account.allCases { text += "account \(account.rawValue)\n" }
    return Array((text + "\n").utf8)
  }

  /// The transaction of a journal; before the first one in a currency, the currency's declaration.
  package mutating func entry(_ numbered: NumberedJournal) -> [UInt8] {
    let journal = numbered.journal
    let currency = journal.amount.currency
    var text = ""
    if declared.insert(currency.code).inserted {
      let digits = String(repeating: "0", count: currency.minorDigits ?? 0)
      text += "commodity 1000.\(digits) \(currency.code)\n\n"
    }
    let day = journal.moment.description.prefix(10)
    text += "\(day) * (\(numbered.number)) \(journal.kind.rawValue) \(encoded(journal.intent))"
    text += "  ; psp:\(encoded(journal.pspReference)), actor:\(encoded(journal.actor))"
    text += journal.isAttested ? ", attested:true\n" : "\n"
    let postings = journal.postings
    let width = Account.allCases.map(\.rawValue.utf8.count).max() ?? 0
    let amountWidth = postings.map(\.amount.amount.utf8.count).max() ?? 0
    for posting in postings {
      let amount = posting.amount
      let gap = width - posting.account.rawValue.utf8.count + amountWidth - amount.amount.utf8.count
      text += "    \(posting.account.rawValue)\(String(repeating: " ", count: gap + 2))"
      text += "\(amount.amount) \(amount.currency.code)\n"
    }
    return Array((text + "\n").utf8)
  }

  /// Letters, digits and `-._~:` as they are, every other byte as `%` and two hex digits.
  private func encoded(_ text: String) -> String {
    var output = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: ":"):
        output.unicodeScalars.append(Unicode.Scalar(byte))
      default: output += "%" + Hex.upper([byte])
      }
    }
    return output
  }
}
